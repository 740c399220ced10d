#pragma once
// The English that holds a question together: general words, none of any warehouse.

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tally::answer::parsed {

enum class PhraseKind {
  stop,         // says nothing the request needs; prepositions keep their text for the assembler;
                // payload: kSoft or kStatus if it yields where the model has such a name
  by,           // "by", "broken down by", "for each": what follows groups
  which,        // "which", "what": the noun that follows may group
  with,         // "with", "where", "whose", "having": a condition follows
  top,          // payload: 1 most, -1 least, 2 best, -2 worst (turned by lower_is_better); 0: the
                // first ones of the order there is, said before a number
  compare,      // payload: Compare
  between,      // two numbers follow
  negate,       // what follows is left out
  absent,       // "is missing": the field beside it has no value
  present,      // "is known": it has one
  conjunction,  // "and", "or", ","
  versus,       // "vs", "compared to"
  comparing,    // "compare": what follows is set side by side
  count,        // "how many", "number of"; payload: kTimes for "how many times"
  much,         // "how much"
  aggregate,    // payload: Aggregate: a computation the model has to have
  order_by,     // "sorted by"
  descending,
  ascending,
  alphabetical,
  chronological,
  over_time,     // "over time", "trend"
  grain,         // payload: semantic::Grain
  grain_adverb,  // "monthly": groups by itself; payload: semantic::Grain
  members,       // "channel": whatever members the model has
  step,          // "year over year"; payload: semantic::Grain
  running,       // "running total", "cumulative"
  beyond,        // "forecast": a computation that no request can say
  vague,         // "performing", "doing": a measure is meant and not named
};

inline constexpr int kSoft = 1;
inline constexpr int kStatus = 2;  // soft, but says how a thing is where it stands beside one
inline constexpr int kTimes = 1;
inline constexpr int kJudged = 1;  // "best first": turned by lower_is_better

enum class Compare { less, less_equal, greater, greater_equal, equal };
enum class Aggregate { average, maximum, minimum, median, share, growth };

struct Phrase {
  std::string text;
  PhraseKind kind = PhraseKind::stop;
  int payload = 0;

  // Says nothing, unless the model has such a name.
  bool is_soft() const { return kind == PhraseKind::stop && payload != 0; }
};

class Phrases {
 public:
  Phrases();
  // `words`: folded, joined by single spaces.
  const Phrase* find(std::string_view words) const;
  // A comparison that is only a preposition where no number follows: "over the phone". Null if not.
  const Phrase* preposition(const Phrase& compare) const;
  size_t longest_words() const { return longest_words_; }
  // Of five letters and more, for spelling; sorted.
  std::vector<std::string> words() const;
  bool is_stop(std::string_view word) const;
  // Words that limit before a number ("only 5") and say nothing elsewhere.
  bool is_filler(std::string_view words) const { return words == "only" || words == "just"; }
  const Phrase& filler() const { return filler_; }
  // "in total", "combined": what is listed beside it is one number.
  bool says_together(std::string_view spaced_words) const;
  // "but" after "all …": what follows is left out.
  const Phrase& but() const { return but_; }

 private:
  void add(std::string_view text, PhraseKind kind, int payload = 0);
  void add_words(std::string_view list, PhraseKind kind, int payload = 0);  // ';' separates
  void add_asking();
  void add_polite();
  void add_soft();
  void add_inclusive();
  void add_together();
  void add_prepositions();
  void add_grouping();
  void add_denying();
  void add_members();
  void add_ordering();
  void add_sorting();
  void add_comparing();
  void add_computations();
  void add_grains();
  std::unordered_map<std::string, Phrase> map_;
  std::unordered_map<std::string, Phrase> prepositions_;
  Phrase filler_, but_;
  std::vector<std::string> together_;  // between spaces
  size_t longest_words_ = 1;
};

const Phrases& phrases();

}  // namespace tally::answer::parsed
