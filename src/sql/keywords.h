#pragma once
// DuckDB's key words and what each may still name, as its `duckdb_keywords()` lists them (1.5.5;
// the differential test keeps the two in step). The tables are read at compile time:
// `keyword("select")` is a constant, and a word of a query is found with one hash.

#include <array>
#include <cstdint>
#include <string_view>

namespace tally::sql {

enum class KeywordClass : uint8_t { none, unreserved, column_name, type_function, reserved };

namespace keyword_tables {

// May name anything.
inline constexpr std::string_view kUnreservedWords =
    "abort absolute access action add admin after aggregate also alter always assertion "
    "assignment attach attribute backward before begin cache call called cascade cascaded catalog "
    "centuries century chain characteristics checkpoint class close cluster comment comments "
    "commit committed compression configuration conflict connection constraints content continue "
    "conversion copy cost csv cube current cursor cycle data database day days deallocate decade "
    "decades declare defaults deferred definer delete delimiter delimiters depends detach "
    "dictionary disable discard document domain double drop each enable encoding encrypted enum "
    "error escape event exclude excluding exclusive execute explain export export_state extension "
    "extensions external family filter first following force forward function functions global "
    "grant granted groups handler header hold hour hours identity if ignore immediate immutable "
    "implicit import include including increment index indexes inherit inherits inline input "
    "insensitive insert install instead invoker isolation json key label language large last "
    "leakproof level listen load local location lock locked logged macro mapping match matched "
    "materialized maxvalue merge method microsecond microseconds millennia millennium millisecond "
    "milliseconds minute minutes minvalue mode month months move name names new next no nothing "
    "notify nowait nulls object of off oids old operator option options ordinality others over "
    "overriding owned owner parallel parser partial partition partitioned passing password "
    "percent persistent plans policy pragma preceding prepare prepared preserve prior privileges "
    "procedural procedure program publication quarter quarters quote range read reassign recheck "
    "recursive ref referencing refresh reindex relative release rename repeatable replace replica "
    "reset respect restart restrict returns revoke role rollback rollup rows rule sample "
    "savepoint schema schemas scope scroll search second seconds secret security sequence "
    "sequences serializable server session set sets share simple skip snapshot sorted source sql "
    "stable standalone start statement statistics stdin stdout storage stored strict strip "
    "subscription sysid system tables tablespace target temp template temporary text ties "
    "transaction transform trigger truncate trusted type types unbounded uncommitted unencrypted "
    "unknown unlisten unlogged until update use user vacuum valid validate validator value "
    "variable varying version view views virtual volatile week weeks whitespace within without "
    "work wrapper write xml year years yes zone";

// May name a column or a table, not a function or a type.
inline constexpr std::string_view kColumnNameWords =
    "between bigint bit boolean char character coalesce dec decimal exists extract float grouping "
    "grouping_id inout int integer interval national nchar none nullif numeric out overlay "
    "position precision real row setof smallint substring time timestamp treat trim values "
    "varchar xmlattributes xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi "
    "xmlroot xmlserialize xmltable";

// May name a function or a type, not a column or a table.
inline constexpr std::string_view kTypeFunctionWords =
    "anti asof at authorization binary by collation columns concurrently cross freeze full "
    "generated glob ilike inner is isnull join left like map natural notnull outer overlaps "
    "positional right semi similar struct tablesample try_cast unpack verbose";

// May name nothing unless quoted; after AS it may be a column alias.
inline constexpr std::string_view kReservedWords =
    "all analyse analyze and any array as asc asymmetric both case cast check collate column "
    "constraint create default deferrable desc describe distinct do else end except false fetch "
    "for foreign from group having in initially intersect into lambda lateral leading limit not "
    "null offset on only or order pivot pivot_longer pivot_wider placing primary qualify "
    "references returning select show some summarize symmetric table then to trailing true union "
    "unique unpivot using variadic when where window with";

inline constexpr int kCount = 489;

struct Entry {
  std::string_view word;
  KeywordClass kind = KeywordClass::none;
};

// FNV-1a over lower-cased ASCII.
constexpr uint32_t hash(std::string_view word) {
  uint32_t value = 2166136261U;
  for (char c : word) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    value = (value ^ static_cast<unsigned char>(lower)) * 16777619U;
  }
  return value;
}

struct Tables {
  static constexpr uint32_t kSlots = 2048;  // 4 × the words: a miss costs one look as a rule
  std::array<Entry, kCount + 1> entries{};  // [0] is "no key word"
  std::array<uint16_t, kSlots> slots{};
};

constexpr void add_words(Tables& tables, int& count, std::string_view words, KeywordClass kind) {
  while (!words.empty()) {
    const size_t end = words.find(' ');
    const std::string_view word = words.substr(0, end);
    words.remove_prefix(end == std::string_view::npos ? words.size() : end + 1);
    tables.entries[static_cast<size_t>(++count)] = {word, kind};
    uint32_t slot = hash(word) % Tables::kSlots;
    while (tables.slots[slot] != 0) slot = (slot + 1) % Tables::kSlots;
    tables.slots[slot] = static_cast<uint16_t>(count);
  }
}

constexpr Tables make_tables() {
  Tables tables;
  int count = 0;
  add_words(tables, count, kUnreservedWords, KeywordClass::unreserved);
  add_words(tables, count, kColumnNameWords, KeywordClass::column_name);
  add_words(tables, count, kTypeFunctionWords, KeywordClass::type_function);
  add_words(tables, count, kReservedWords, KeywordClass::reserved);
  return tables;
}

inline constexpr Tables kTables = make_tables();

constexpr bool same_word(std::string_view lower, std::string_view any) {
  if (lower.size() != any.size()) return false;
  for (size_t i = 0; i < any.size(); ++i) {
    const char c = any[i] >= 'A' && any[i] <= 'Z' ? static_cast<char>(any[i] - 'A' + 'a') : any[i];
    if (lower[i] != c) return false;
  }
  return true;
}

}  // namespace keyword_tables

// A key word's number; 0 for a word that is none. Any case.
constexpr uint16_t find_keyword(std::string_view word) {
  using namespace keyword_tables;
  uint32_t slot = hash(word) % Tables::kSlots;
  while (const uint16_t found = kTables.slots[slot]) {
    if (same_word(kTables.entries[found].word, word)) return found;
    slot = (slot + 1) % Tables::kSlots;
  }
  return 0;
}

// The number of a key word named in our source; a misspelt one does not compile.
consteval uint16_t keyword(std::string_view word) {
  const uint16_t found = find_keyword(word);
  if (found == 0) throw "not a key word";
  return found;
}

constexpr KeywordClass keyword_class(uint16_t number) {
  return keyword_tables::kTables.entries[number].kind;
}
constexpr std::string_view keyword_text(uint16_t number) {
  return keyword_tables::kTables.entries[number].word;
}

}  // namespace tally::sql
