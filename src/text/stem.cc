#include "text/stem.h"

#include <libstemmer.h>

#include <algorithm>
#include <array>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tally::text {

namespace {

using Pair = std::pair<std::string_view, std::string_view>;

// Irregular forms, abbreviations and British spelling, each to the word that is stemmed instead.
constexpr Pair kForms[] = {
    {"people", "person"},
    {"persons", "person"},
    {"men", "man"},
    {"women", "woman"},
    {"children", "child"},
    {"wives", "wife"},
    {"lives", "life"},
    {"feet", "foot"},
    {"mice", "mouse"},
    {"indices", "index"},
    {"criteria", "criterion"},
    {"sold", "sell"},
    {"built", "build"},
    {"bought", "buy"},
    {"spent", "spend"},
    {"paid", "pay"},
    {"made", "make"},
    {"lent", "lend"},
    {"borne", "bear"},
    {"sent", "send"},
    {"lost", "lose"},
    {"won", "win"},
    {"taken", "take"},
    {"took", "take"},
    {"given", "give"},
    {"gave", "give"},
    {"went", "go"},
    {"gone", "go"},
    {"came", "come"},
    {"brought", "bring"},
    {"kept", "keep"},
    {"held", "hold"},
    {"seen", "see"},
    {"saw", "see"},
    {"shown", "show"},
    {"written", "write"},
    {"wrote", "write"},
    {"grew", "grow"},
    {"grown", "grow"},
    {"fell", "fall"},
    {"fallen", "fall"},
    {"drove", "drive"},
    {"driven", "drive"},
    {"flew", "fly"},
    {"flown", "fly"},
    {"centre", "center"},
    {"centres", "center"},
    {"colour", "color"},
    {"colours", "color"},
    {"catalogue", "catalog"},
    {"catalogues", "catalog"},
    {"programme", "program"},
    {"programmes", "program"},
    {"labour", "labor"},
    {"favourite", "favorite"},
    {"neighbourhood", "neighborhood"},
    {"neighbour", "neighbor"},
    {"theatre", "theater"},
    {"licence", "license"},
    {"grey", "gray"},
    {"metre", "meter"},
    {"metres", "meter"},
    {"litre", "liter"},
    {"cancelled", "canceled"},
    {"cancelling", "canceling"},
    {"cancellation", "cancel"},
    {"cancellations", "cancel"},
    {"qty", "quantity"},
    {"avg", "average"},
    {"amt", "amount"},
    {"dept", "department"},
    {"depts", "department"},
    {"pct", "percent"},
    {"percentage", "percent"},
    {"yr", "year"},
    {"yrs", "year"},
    {"mth", "month"},
    {"mths", "month"},
    {"qtr", "quarter"},
    {"qtrs", "quarter"},
    {"num", "number"},
    {"cust", "customer"},
    {"custs", "customer"},
};

// Verbs and the nouns for what they do, the nearest first, general English. Both sides are stemmed
// at first use.
constexpr Pair kVerbNouns[] = {
    {"sell", "sale"},
    {"sell", "revenue"},
    {"buy", "sale"},
    {"buy", "purchase"},
    {"buy", "revenue"},
    {"purchase", "sale"},
    {"purchase", "revenue"},
    {"earn", "earnings"},
    {"earn", "income"},
    {"earn", "revenue"},
    {"earn", "sale"},
    {"spend", "spending"},
    {"spend", "expenditure"},
    {"spend", "sale"},
    {"spend", "revenue"},
    {"gross", "revenue"},
    {"pay", "payment"},
    {"ship", "shipment"},
    {"return", "return"},
    {"order", "order"},
    {"visit", "visit"},
    {"admit", "admission"},
    {"discharge", "discharge"},
    {"refer", "referral"},
    {"cancel", "cancel"},
    {"deliver", "delivery"},
    {"lend", "loan"},
    {"borrow", "loan"},
    {"loan", "loan"},
    {"book", "booking"},
    {"reserve", "reservation"},
    {"rent", "rental"},
    {"subscribe", "subscription"},
    {"enroll", "enrollment"},
    {"register", "registration"},
    {"refund", "refund"},
    {"produce", "production"},
    {"consume", "consumption"},
    {"generate", "generation"},
    {"use", "usage"},
    {"lose", "loss"},
    {"profit", "profit"},
    {"discount", "discount"},
    {"stream", "stream"},
    {"play", "play"},
    {"download", "download"},
    {"view", "view"},
    {"click", "click"},
    {"treat", "treatment"},
    {"prescribe", "prescription"},
    {"invoice", "invoice"},
    {"bill", "bill"},
    {"charge", "charge"},
    {"carry", "carriage"},
    {"travel", "trip"},
    {"fly", "flight"},
    {"arrive", "arrival"},
    {"depart", "departure"},
    {"delay", "delay"},
    {"complain", "complaint"},
    {"claim", "claim"},
    {"hire", "hire"},
    {"donate", "donation"},
    {"stock", "stock"},
};

constexpr size_t kMostLost = 6;  // letters

bool is_ascii_word(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

struct Closer {
  void operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }
};

std::string snowball(std::string_view word) {
  // One per thread: a stemmer holds the word it works on.
  thread_local std::unique_ptr<sb_stemmer, Closer> stemmer(sb_stemmer_new("english", nullptr));
  if (!stemmer || word.size() > 64) return std::string(word);
  const auto* bytes =
      sb_stemmer_stem(stemmer.get(), reinterpret_cast<const sb_symbol*>(word.data()),
                      static_cast<int>(word.size()));
  if (bytes == nullptr) return std::string(word);
  return {reinterpret_cast<const char*>(bytes),
          static_cast<size_t>(sb_stemmer_length(stemmer.get()))};
}

const std::unordered_map<std::string_view, std::string_view>& forms() {
  static const std::unordered_map<std::string_view, std::string_view> map(std::begin(kForms),
                                                                          std::end(kForms));
  return map;
}

}  // namespace

std::string stem(std::string_view folded) {
  if (!is_ascii_word(folded)) return std::string(folded);
  auto form = forms().find(folded);
  if (form != forms().end()) return snowball(form->second);
  std::string stemmed = snowball(folded);
  // What loses this much is another word: "profitability" is no profit, "organization" no organ.
  if (stemmed.size() + kMostLost > folded.size()) return stemmed;
  // A plural is the same word as its singular: "emergencies" and "emergency".
  if (folded.ends_with("ies")) return stem(std::string(folded.substr(0, folded.size() - 3)) + "y");
  if (folded.ends_with('s')) return stem(folded.substr(0, folded.size() - 1));
  return std::string(folded);
}

std::span<const std::string> nouns_of_verb(std::string_view stemmed) {
  static const auto map = [] {
    std::unordered_map<std::string, std::vector<std::string>> made;
    for (const auto& [verb, noun] : kVerbNouns) made[stem(verb)].push_back(stem(noun));
    return made;
  }();
  auto found = map.find(std::string(stemmed));
  return found == map.end() ? std::span<const std::string>{} : found->second;
}

bool is_irregular(std::string_view folded) {
  return forms().count(folded) > 0;
}

bool is_plural(std::string_view folded) {
  constexpr std::array<std::string_view, 9> kPlurals = {
      "people", "men", "women", "children", "wives", "lives", "feet", "mice", "criteria"};
  if (std::find(kPlurals.begin(), kPlurals.end(), folded) != kPlurals.end()) return true;
  if (folded.size() < 4 || folded.back() != 's') return false;
  std::string_view end = folded.substr(folded.size() - 2);
  return end != "ss" && end != "us" && end != "is";
}

}  // namespace tally::text
