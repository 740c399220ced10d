#include "retrieval/suggest.h"

#include <algorithm>
#include <tuple>

#include "catalog/spelling.h"
#include "retrieval/words.h"
#include "text/distance.h"

namespace tally::retrieval {
namespace {

// The word of the catalog that `wrong` is a slip of: the nearest, of equals the most frequent.
std::string nearest_word(const SearchIndex& index, std::string_view wrong) {
  const StringTable& words = index.analyser().words();
  size_t nearest = catalog::plausible_edits(wrong.size()) + 1, most = 0;
  std::string found;
  for (uint32_t at = 0; at < words.size(); ++at) {
    const std::string_view word = words[at];
    const size_t longer = std::max(word.size(), wrong.size()),
                 shorter = std::min(word.size(), wrong.size());
    if (longer - shorter > nearest || word.size() < 3 || index.analyser().terms_of(at).empty())
      continue;
    const size_t distance = text::edit_distance(wrong, word, nearest);
    if (distance > nearest || distance > catalog::plausible_edits(wrong.size())) continue;
    const size_t count = index.postings(index.analyser().terms_of(at)[0].term).size();
    if (distance == nearest && count <= most) continue;
    nearest = distance;
    most = count;
    found = word;
  }
  return found;
}

std::string put_right(const SearchIndex& index, std::string_view query) {
  std::string out, buffer;
  bool changed = false, hopeless = false;
  each_word(query, buffer, [&](std::string_view word) {
    std::vector<WeightedTerm> terms;
    index.analyser().query_terms(word, terms);
    std::string said(word);
    if (terms.empty() && !index.analyser().is_stop_word(word) && word.size() > 2) {
      said = nearest_word(index, word);
      changed |= !said.empty();
      hopeless |= said.empty();
    }
    if (!said.empty()) out += (out.empty() ? "" : " ") + said;
  });
  return changed && !hopeless ? out : std::string();
}

}  // namespace

std::vector<catalog::ResourceIndex> misspelt(const catalog::Inventory& inventory,
                                             std::string_view wanted) {
  const std::string name = catalog::lower_ascii(wanted);
  const size_t edits = catalog::plausible_edits(name.size());
  std::vector<std::pair<size_t, catalog::ResourceIndex>> near;
  for (uint32_t at = 0; at < inventory.resources().size(); ++at) {
    const std::string own = catalog::lower_ascii(last_part(inventory[{at}].name));
    const size_t distance = text::edit_distance(name, own, edits);
    if (distance > 0 && distance <= edits) near.push_back({distance, {at}});
  }
  std::sort(near.begin(), near.end(), [&](const auto& a, const auto& b) {
    return std::tie(a.first, inventory[a.second].name) <
           std::tie(b.first, inventory[b.second].name);
  });
  std::vector<catalog::ResourceIndex> found;
  for (const auto& [distance, index] : near) found.push_back(index);
  return found;
}

std::vector<std::string> did_you_mean(const SearchIndex& index, std::string_view query,
                                      size_t most) {
  std::vector<std::string> all;
  if (auto right = put_right(index, query); !right.empty()) all.push_back(std::move(right));
  std::string name(query);
  std::replace(name.begin(), name.end(), ' ', '_');
  for (const auto near : misspelt(index.inventory(), name)) {
    const std::string& found = index.inventory()[near].name;
    if (all.size() < most && std::find(all.begin(), all.end(), found) == all.end())
      all.push_back(found);
  }
  return all;
}

}  // namespace tally::retrieval
