#include "answer/parsed/slips.h"

#include <algorithm>

#include "text/among.h"

namespace tally::answer::parsed {
namespace {

// Letters swapped, doubled or left out are slips; another letter is another word ("night" for
// "might"), and nobody slips at the first one.
bool is_slip(std::string said, std::string meant) {
  if (said.empty() || meant.empty() || said[0] != meant[0]) return false;
  if (said.size() != meant.size()) return true;
  std::sort(said.begin(), said.end());
  std::sort(meant.begin(), meant.end());
  return said == meant;
}

// "by …", "in …", "which …"
bool wants_name(const std::string& word) {
  const Phrase* phrase = phrases().find(word);
  const bool leads =
      phrase && (phrase->kind == PhraseKind::by || phrase->kind == PhraseKind::with ||
                 phrase->kind == PhraseKind::which || phrase->kind == PhraseKind::negate);
  return leads || text::among(word, {"of", "in", "for", "from", "at", "on"});
}

}  // namespace

bool may_be_meant(const Chart& chart, const Phrase& phrase, size_t first, size_t slip,
                  const std::string& mended) {
  if (phrase.kind != PhraseKind::stop) return true;
  if (phrase.is_soft() || !is_slip(chart.tokens[slip].text, mended)) return false;
  return first == 0 || !wants_name(chart.tokens[first - 1].text);
}

}  // namespace tally::answer::parsed
