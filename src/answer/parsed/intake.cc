#include "answer/parsed/intake.h"
#include "text/among.h"

#include <algorithm>
#include <initializer_list>
#include <string>

namespace tally::answer::parsed {

namespace {

using text::Token;
using Words = std::initializer_list<std::string_view>;

// Sequences with gaps: does `second` follow `first` within `reach` tokens?
bool follows(std::span<const Token> tokens, Words first, Words second, size_t reach) {
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (!text::among(tokens[i].text, first)) continue;
    for (size_t j = i + 1; j < tokens.size() && j <= i + reach; ++j)
      if (text::among(tokens[j].text, second)) return true;
  }
  return false;
}

const Words kChanges = {"delete", "drop",      "truncate", "insert",  "update", "alter",  "grant",
                        "revoke", "overwrite", "erase",    "wipe",    "purge",  "modify", "remove",
                        "rename", "create",    "merge",    "attach",  "detach", "vacuum", "set",
                        "change", "edit",      "fix",      "correct", "add"};
const Words kStrongChanges = {"delete", "drop",   "truncate",  "insert", "update", "alter",
                              "grant",  "revoke", "overwrite", "erase",  "wipe",   "purge",
                              "modify", "attach", "detach",    "vacuum"};
const Words kObjects = {"table",   "tables", "column",  "columns",   "database", "schema", "row",
                        "rows",    "record", "records", "data",      "view",     "index",  "entry",
                        "entries", "user",   "users",   "warehouse", "value",    "values", "field",
                        "from",    "into",   "all",     "everything"};
// What may stand before a command: "please delete", "can you update".
const Words kPolite = {"please", "pls",    "can",  "could", "would",  "you",   "i",    "want",
                       "to",     "need",   "go",   "and",   "now",    "ahead", "then", "just",
                       "lets",   "let",    "us",   "we",    "kindly", "hey",   "hi",   "the",
                       "ok",     "should", "must", "will",  "me",     "have",  "like"};

// A command stands first, or after polite words, or after a sentence mark.
bool commands(std::span<const Token> tokens, size_t at) {
  while (at > 0) {
    const Token& before = tokens[at - 1];
    if (before.kind == text::TokenKind::symbol) return before.text != "-" && before.text != "/";
    if (!text::among(before.text, kPolite)) return false;
    --at;
  }
  return true;
}

// "update me on sales", "a drop in sales", "merge rate": the word is said, and nothing is changed.
bool harmless(std::span<const Token> tokens, size_t at) {
  std::string_view next = at + 1 < tokens.size() ? std::string_view(tokens[at + 1].text) : "";
  if (tokens[at].text == "update") return text::among(next, {"me", "us", "on", "about"});
  return text::among(tokens[at].text, {"drop", "grant", "change"}) &&
         text::among(next, {"in", "of", "rate", "rates", "amount", "amounts"});
}

bool changes_data(std::span<const Token> tokens) {
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (!text::among(tokens[i].text, kChanges) || tokens[i].glued || harmless(tokens, i)) continue;
    bool strong = text::among(tokens[i].text, kStrongChanges);
    bool led = commands(tokens, i);
    bool object = false;
    for (size_t j = i + 1; j < tokens.size() && j <= i + 6; ++j)
      object = object || text::among(tokens[j].text, kObjects);
    if (strong && led) return true;
    if (led && object && !text::among(tokens[i].text, {"set", "add", "change", "fix", "correct"}))
      return true;
    if (led && text::among(tokens[i].text, {"set", "change", "fix", "correct", "edit"}) &&
        std::any_of(tokens.begin() + static_cast<long>(i), tokens.end(),
                    [](const Token& token) { return token.text == "to" || token.text == "="; }))
      return true;
    bool sql = text::among(tokens[i].text, {"drop", "truncate", "alter", "create"}) &&
               i + 1 < tokens.size() &&
               text::among(tokens[i + 1].text, {"table", "database", "schema", "view", "index"});
    sql = sql ||
          (tokens[i].text == "delete" && i + 1 < tokens.size() && tokens[i + 1].text == "from");
    sql = sql ||
          (tokens[i].text == "insert" && i + 1 < tokens.size() && tokens[i + 1].text == "into");
    if (sql) return true;
  }
  return follows(tokens, {"update"}, {"set"}, 4);
}

// SELECT … FROM as SQL, not "select the top branches from Lima".
bool is_sql(std::string_view question, std::span<const Token> tokens) {
  if (tokens.empty()) return false;
  bool starts = text::among(
      tokens[0].text, {"select", "with", "pragma", "explain", "copy", "call", "describe", "show"});
  bool star = question.find("* from") != std::string_view::npos ||
              question.find("* FROM") != std::string_view::npos ||
              question.find("*  from") != std::string_view::npos;
  if (star) return true;
  bool marks = question.find(';') != std::string_view::npos ||
               question.find('(') != std::string_view::npos ||
               question.find('=') != std::string_view::npos ||
               question.find("--") != std::string_view::npos;
  if (tokens[0].text == "select" || tokens[0].text == "with")
    return marks && follows(tokens, {"select"}, {"from"}, tokens.size());
  if (text::among(tokens[0].text, {"pragma", "copy"})) return starts;
  return follows(tokens, {"union"}, {"select"}, 2);
}

bool touches_files(std::string_view question, std::span<const Token> tokens) {
  for (std::string_view mark :
       {"://", "/etc/", "../", "~/", "C:\\", "/proc", "/dev/", "/home/", "/root", "/tmp/", "/var/"})
    if (question.find(mark) != std::string_view::npos) return true;
  for (size_t i = 0; i + 2 < tokens.size(); ++i) {
    bool extension =
        tokens[i + 1].text == "." && tokens[i + 1].glued && tokens[i + 2].glued &&
        text::among(tokens[i + 2].text, {"csv", "parquet", "json", "txt", "db", "duckdb", "sql",
                                         "xlsx", "yml", "yaml", "sh", "py", "env", "log"});
    if (extension) return true;
  }
  for (const Token& token : tokens)
    if (text::among(token.text, {"read_csv", "passwd", "localhost", "filesystem", "getenv"}))
      return true;
  Words verbs = {"export", "download", "upload", "save", "write",  "dump", "email",  "mail",
                 "send",   "read",     "open",   "load", "import", "copy", "attach", "backup"};
  Words things = {"file", "files",  "csv",       "excel",     "spreadsheet", "parquet",
                  "disk", "folder", "directory", "url",       "website",     "server",
                  "s3",   "ftp",    "email",     "clipboard", "pdf"};
  if (follows(tokens, verbs, things, 8)) return true;
  return follows(tokens, {"environment", "env"}, {"variable", "variables"}, 1) ||
         follows(tokens, {"api", "secret", "access"}, {"key", "keys", "token", "tokens"}, 1) ||
         follows(tokens, {"shell", "bash", "terminal", "system", "execute", "run"},
                 {"command", "commands", "script"}, 3) ||
         (!tokens.empty() && text::among(tokens[0].text, {"export", "download", "upload"}));
}

bool injects(std::span<const Token> tokens) {
  return follows(tokens, {"ignore", "disregard", "forget", "override", "bypass"},
                 {"instruction", "instructions", "rules", "rule", "prompt", "prompts",
                  "restrictions", "guard", "safety", "policy", "policies"},
                 6) ||
         follows(tokens, {"you"}, {"now"}, 2) ||
         follows(tokens, {"system", "your"}, {"prompt", "instructions"}, 2) ||
         follows(tokens, {"pretend", "act", "roleplay"}, {"as", "you", "to"}, 2) ||
         follows(tokens, {"developer", "admin", "god", "jailbreak"}, {"mode"}, 1) ||
         std::any_of(tokens.begin(), tokens.end(),
                     [](const Token& token) { return token.text == "jailbreak"; });
}

}  // namespace

std::optional<Refuse> refuse_at_once(std::string_view question, std::span<const Token> tokens) {
  if (injects(tokens))
    return Refuse{
        "This asks the program to change its own rules; it only answers questions about the data.",
        "off_topic"};
  if (changes_data(tokens))
    return Refuse{"This asks to change data; questions are only answered, nothing is ever changed.",
                  "changes_data"};
  if (is_sql(question, tokens))
    return Refuse{
        "This is SQL, not a question; ‘tally sql’ runs SQL after the guard has judged it.",
        "changes_data"};
  if (touches_files(question, tokens))
    return Refuse{
        "This asks for files, addresses or the machine; only the warehouse's data is asked about "
        "here.",
        "files"};
  return std::nullopt;
}

bool is_small_talk(std::span<const Token> tokens) {
  Words topics = {"weather",  "joke",        "jokes",      "poem",       "poems",     "recipe",
                  "recipes",  "president",   "translate",  "song",       "story",     "essay",
                  "code",     "python",      "javascript", "program",    "meaning",   "capital",
                  "football", "soccer",      "movie",      "movies",     "horoscope", "bitcoin",
                  "news",     "temperature", "love",       "chatgpt",    "cook",      "president",
                  "universe", "planet",      "moon",       "philosophy", "haiku",     "riddle",
                  "sing",     "homework",    "equation",   "function",   "regex",     "html",
                  "holiday",  "vacation",    "restaurant"};
  bool known = std::any_of(tokens.begin(), tokens.end(),
                           [&](const Token& token) { return text::among(token.text, topics); });
  if (known) return true;
  // about the program itself: "who are you", "how are you"
  return follows(tokens, {"are", "is", "do", "can"}, {"you", "your"}, 1) ||
         follows(tokens, {"your"}, {"name"}, 1) ||
         (!tokens.empty() && tokens.size() <= 3 &&
          text::among(tokens[0].text,
                      {"hello", "hi", "hey", "thanks", "thank", "bye", "goodbye", "test", "ping"}));
}

}  // namespace tally::answer::parsed
