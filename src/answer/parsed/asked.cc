// What kind of answer a question wants: a place ("where do our patients live"), people ("who are
// our donors"), or a list of things ("what did we lend"). A total is none of these, however well
// the rest of the question names a measure.

#include <algorithm>

#include "answer/parsed/placement.h"
#include "text/among.h"
#include "text/stem.h"

namespace tally::answer::parsed {

namespace {
class Asked : PlacementPass {
 public:
  using PlacementPass::PlacementPass;

  void run() {
    if (draft_.measures.empty() || is_parted() || !draft_.trouble.empty()) return;
    if (asks_who_did() || asks_change()) return;
    size_t at = question_word();
    if (at == chart_.tokens.size()) return ask_for_all();
    const std::string& first = word(at);
    if (first == "where") return ask("asks for a place", Asking::place, at);
    if (text::among(first, {"who", "whom"})) return ask("asks for people", Asking::people, at);
    if (first == "which" && !draft_.top) return ask("asks for some of them", Asking::things, at);
    if (first == "what" && opens_with_count(at))
      return ask("asks for some of them", Asking::things, at);
    if (first == "list" && !counts_only()) return;
    if (first == "list" || names_things(at)) ask("asks for a list of things", Asking::things, at);
  }

 private:
  // Groups and what stands side by side are an answer by something.
  bool is_parted() const {
    return at_hand_.which_dim >= 0 || draft_.every_member || draft_.compared_times ||
           draft_.over_time ||
           std::any_of(draft_.dims.begin(), draft_.dims.end(),
                       [](const DimMention& dim) { return dim.grouped; }) ||
           std::any_of(draft_.values.begin(), draft_.values.end(),
                       [](const ValueMention& value) { return value.compared; });
  }

  // "list complaints": a number of them is no list.
  bool counts_only() const {
    return std::all_of(draft_.measures.begin(), draft_.measures.end(),
                       [&](const MeasureMention& mention) {
                         return std::all_of(mention.item->senses.begin(),
                                            mention.item->senses.end(), [&](const Sense& sense) {
                                              return sense.kind == SenseKind::metric &&
                                                     vocabulary_.metrics[sense.index].counts >= 0;
                                            });
                       });
  }

  // "what complaints were made": the things themselves stand behind the word.
  bool opens_with_count(size_t at) const {
    return counts_only() && !draft_.top &&
           std::any_of(draft_.measures.begin(), draft_.measures.end(),
                       [&](const MeasureMention& mention) {
                         return mention.item->first == at + 1 &&
                                text::is_plural(chart_.tokens[mention.item->last - 1].text);
                       });
  }

  // "show me all complaints": the things themselves are to be seen, not how many they are.
  void ask_for_all() {
    if (draft_.top || !counts_only()) return;
    size_t at = 0;
    while (at < chart_.tokens.size() && is_polite(at)) ++at;
    if (at == chart_.tokens.size() || !is_showing(chart_.tokens[at].text)) return;
    const size_t verb = at++;
    while (at < chart_.tokens.size() && text::among(chart_.tokens[at].text, {"me", "us", "out"}))
      ++at;
    bool all = at < chart_.tokens.size() && chart_.tokens[at].text == "all";
    if (all) ++at;
    while (at < chart_.tokens.size() &&
           text::among(chart_.tokens[at].text, {"of", "the", "our", "my"}))
      ++at;
    bool things = std::any_of(
        draft_.measures.begin(), draft_.measures.end(),
        [&](const auto& each) { return opens_at(each, at) && (all || each.item->first == at); });
    if (things) ask("asks for a list of things", Asking::things, verb);
  }

  // A measure named by the plural of what it counts, whatever stands between: "late complaints".
  bool opens_at(const MeasureMention& mention, size_t at) const {
    const Item& item = *mention.item;
    return item.first >= at && text::is_plural(chart_.tokens[item.last - 1].text) &&
           !text::among(chart_.tokens[item.first].text, {"number", "count", "total", "amount"});
  }

  bool is_polite(size_t at) const {
    return text::among(chart_.tokens[at].text, {"please", "can", "could", "you", "i", "want", "to",
                                                "see", "would", "like", "let", "just", "now"}) &&
           !is_showing(chart_.tokens[at].text);
  }

  static bool is_showing(const std::string& word) {
    return text::among(word,
                       {"show", "display", "give", "print", "fetch", "retrieve", "find", "see"});
  }

  // "is revenue up", "did revenue go up in 2023": how it changes, which no total says.
  bool asks_change() {
    for (size_t at = 1; at < chart_.tokens.size(); ++at)
      if (text::among(word(at), {"up", "down"}) &&
          text::among(word(at - 1), {"go", "goes", "went", "gone", "going"}))
        return change_asked(at - 1, at + 1);
    size_t last = chart_.tokens.size();
    while (last > 0 && chart_.tokens[last - 1].kind == text::TokenKind::symbol) --last;
    if (last < 3 || !text::among(chart_.tokens[last - 1].text, {"up", "down"}) ||
        !text::among(chart_.tokens[0].text, {"is", "are", "was", "were", "did", "has", "have"}))
      return false;
    return change_asked(last - 1, last);
  }

  bool change_asked(size_t first, size_t last) {
    draft_.beyond = chart_.quoted(first, last) +
                    " asks how it changed, which no total says; ask for it by month or by year.";
    return true;
  }

  // "readers who complained": those who did it, where only what was done is measured.
  bool asks_who_did() {
    for (const MeasureMention& mention : draft_.measures)
      for (size_t k = 1; mention.item->verb && k < nodes_.size(); ++k) {
        size_t head = k - 1;
        while (head > 0 && nodes_[head].is(PhraseKind::negate)) --head;
        bool did = nodes_[k].item == mention.item && nodes_[head].kind() == ItemKind::noun &&
                   says_who(nodes_[head + 1].gap);
        if (!did) continue;
        draft_.trouble = chart_.quoted(nodes_[head].item->first, nodes_[k].item->last) +
                         ": no metric counts them by what they did.";
        return true;
      }
    return false;
  }

  static bool says_who(const std::string& gap) {
    for (std::string_view word : {" who ", " that ", " whom "})
      if ((" " + gap + " ").find(word) != std::string::npos) return true;
    return false;
  }

  // The word that opens the question: behind it stands nothing, before it only politeness.
  size_t question_word() const {
    size_t end = chart_.tokens.size();
    for (const Item* item : draft_.items) {
      bool silent = item->kind == ItemKind::phrase && item->phrase->kind == PhraseKind::stop;
      for (size_t at = item->first; at < item->last; ++at)
        if (text::among(chart_.tokens[at].text, {"where", "who", "whom", "what", "which", "list"}))
          return at;
      if (!silent) return end;
    }
    return end;
  }

  // "what did they borrow": what is done is said by a verb alone, and no sum of money is meant.
  bool names_things(size_t at) const {
    bool verbs = std::all_of(draft_.measures.begin(), draft_.measures.end(),
                             [](const MeasureMention& mention) { return mention.item->verb; });
    if (!verbs || at + 1 >= chart_.tokens.size() || draft_.top) return false;
    if (!text::among(chart_.tokens[at + 1].text, {"did", "do", "does", "have", "has", "had", "was",
                                                  "were", "is", "are", "can", "will", "would"}))
      return false;
    return std::any_of(draft_.measures.begin(), draft_.measures.end(),
                       [&](const MeasureMention& mention) {
                         return !says_amount(*mention.item) || is_open(mention.item->last);
                       });
  }

  // "what did we earn" is a sum.
  bool says_amount(const Item& verb) const {
    static const std::vector<std::string> kAmounts = [] {
      std::vector<std::string> stems;
      for (std::string_view word :
           {"earn",    "spend", "pay",     "cost",  "make",    "lose",  "charge", "owe",
            "gross",   "bill",  "gain",    "save",  "collect", "raise", "refund", "donate",
            "invoice", "weigh", "receive", "yield", "sell",    "bring", "total"})
        stems.emplace_back(text::stem(word));
      return stems;
    }();
    return std::find(kAmounts.begin(), kAmounts.end(), chart_.tokens[verb.last - 1].stem) !=
           kAmounts.end();
  }

  // "what did we pay for": the preposition has nothing behind it.
  bool is_open(size_t at) const {
    if (at >= chart_.tokens.size() ||
        !text::among(chart_.tokens[at].text, {"for", "on", "about", "with"}))
      return false;
    return at + 1 == chart_.tokens.size() ||
           chart_.tokens[at + 1].kind == text::TokenKind::symbol ||
           text::among(chart_.tokens[at + 1].text, {"in", "during", "since", "last", "this"});
  }

  void ask(std::string_view what, Asking asking, size_t at) {
    draft_.asking = asking;
    draft_.trouble = chart_.quoted(at, at + 1) + " " + std::string(what) +
                     ", and the question does not say by what to group.";
  }
};

}  // namespace

void settle_asked(Placement& placement) {
  Asked(placement).run();
}

}  // namespace tally::answer::parsed
