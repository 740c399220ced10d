#include "retrieval/explain.h"

#include <algorithm>
#include <array>
#include <set>

namespace tally::retrieval {
namespace {

// In which fields the resource has the term; 0 if it has not.
uint16_t fields_with(const SearchIndex& index, uint32_t term, uint32_t resource) {
  const auto postings = index.postings(term);
  const auto found = std::lower_bound(
      postings.begin(), postings.end(), resource,
      [](const Posting& posting, uint32_t wanted) { return posting.resource < wanted; });
  return found != postings.end() && found->resource == resource ? found->fields : uint16_t{0};
}

// The resources that keys link it to and that have a word of the query, the first few.
std::string key_neighbours(const Searcher& searcher, catalog::ResourceIndex resource) {
  constexpr size_t kMost = 3;
  const SearchIndex& index = searcher.index();
  const auto has_a_word = [&](uint32_t neighbour) {
    for (const auto& word : searcher.words())
      for (const auto& term : word.terms)
        if (fields_with(index, term.term, neighbour)) return true;
    return false;
  };
  std::string names;
  size_t count = 0;
  for (const uint32_t neighbour : index.neighbours(resource.value))
    if (count < kMost && has_a_word(neighbour))
      names += (count++ ? ", " : "") + index.inventory().resources()[neighbour].name;
  return names;
}

}  // namespace

std::vector<std::string> why(const Searcher& searcher, catalog::ResourceIndex resource) {
  // From what tells most to what tells least.
  constexpr std::array kOrder = {Field::name,        Field::alias, Field::column,
                                 Field::description, Field::tag,   Field::column_text,
                                 Field::note,        Field::path,  Field::owner};
  std::array<std::string, kFieldCount> lines;
  for (const auto& word : searcher.words()) {
    uint16_t fields = 0;
    bool related = true;
    for (size_t at = 0; at < word.terms.size() && (related || at < word.own); ++at) {
      const uint16_t here = fields_with(searcher.index(), word.terms[at].term, resource.value);
      fields |= here;
      related &= here == 0 || at >= word.own;
    }
    const auto field = std::find_if(kOrder.begin(), kOrder.end(),
                                    [&](Field one) { return (fields >> index_of(one) & 1) != 0; });
    if (field == kOrder.end()) continue;
    std::string& line = lines[index_of(*field)];
    if (line.find(word.word) == line.npos)
      line += (line.empty() ? "" : ", ") + word.word + (related ? " (related)" : "");
  }
  std::vector<std::string> all;
  for (Field field : kOrder)
    if (const std::string& line = lines[index_of(field)]; !line.empty())
      all.push_back("matched " + std::string(name_of(field)) + ": " + line);
  if (all.empty())
    if (std::string names = key_neighbours(searcher, resource); !names.empty())
      all.push_back("linked by keys: " + names);
  return all;
}

AskedWords asked_words(const Searcher& searcher) {
  const SearchIndex& index = searcher.index();
  AskedWords asked;
  std::set<std::string_view> seen;
  std::vector<WeightedTerm> terms;
  for (const std::string& word : searcher.said()) {
    if (index.analyser().is_stop_word(word) || !seen.insert(word).second) continue;
    terms.clear();
    index.analyser().query_terms(word, terms);
    if (terms.empty()) add_related(word, 1, index, terms);
    const bool is_number = word.find_first_not_of("0123456789") == word.npos;
    if (!terms.empty())
      asked.known.push_back(word);
    else if (!is_number)
      asked.unknown.push_back(word);
  }
  return asked;
}

}  // namespace tally::retrieval
