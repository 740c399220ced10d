#pragma once
// What the rankers were taught: weights, stop words, common words, name patterns. Comes from
// data/ranking/, which is compiled in; tools/train_ranking.py writes the files.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "retrieval/related_words.h"
#include "retrieval/word_tree.h"

namespace tally::retrieval {

// Where a word of a resource stands.
enum class Field : uint8_t {
  name,
  alias,  // other names, the name inside the warehouse
  tag,
  owner,
  path,  // folders, source, schema
  description,
  note,
  column,       // names of columns
  column_text,  // their descriptions
};
constexpr size_t kFieldCount = 9;
constexpr size_t index_of(Field field) {
  return static_cast<size_t>(field);
}
std::string_view name_of(Field field);  // "columns", as explanations say it

struct FieldWeight {
  float weight = 1;
  float b = 0.75f;  // how much a long text counts against itself: 0 not at all, 1 in full
};

// What the linear ranker adds up (features.h): each feature by a line of its own that may bend, and
// never falls.
constexpr size_t kFeatureCount = 26;
struct LinearWeights {
  struct Bend {
    uint32_t feature = 0;
    float from = 0, more = 0;  // above `from` the line is steeper by `more`
  };
  std::array<float, kFeatureCount> slopes{};
  std::vector<Bend> bends;
};
// What makes a column wanted, likewise (columns.h).
constexpr size_t kColumnFeatureCount = 13;
std::string_view column_feature_name(size_t feature);

// Of one kind of catalog.
struct KindWeights {
  LinearWeights linear;
  // How much a related word counts for one that no name or column here has, and for one that some
  // have.
  float related_to_unknown = 0, related_to_known = 0;
};
std::string_view feature_name(size_t feature);
float weighed(const std::array<float, kFeatureCount>& features, const LinearWeights& weights);

// A word in names that tells apart models of one thing: "daily" against "latest".
struct VariantWord {
  std::string word;
  float unasked = 0;  // how much more a model with it is meant when the question says nothing
  std::vector<std::pair<std::string, float>> asked_by;  // words of a question that speak for it
};

// What a word of a query says of variant words.
struct AskedVariant {
  uint8_t variant = 0;  // position in NamePatterns::variants
  bool itself = false;  // it is that word
  float weight = 0;
};

struct NamePatterns {
  // How much more models with this word in their name (first or last) or this folder are meant for
  // people than for other models; log odds.
  std::unordered_map<std::string, float> first, last, folder;
  std::vector<VariantWord> variants;
  std::unordered_map<std::string, std::vector<AskedVariant>> asked_variants;  // by word of a query
  std::unordered_map<std::string, std::string> layers;  // first word or folder → layer
  std::unordered_set<std::string> grain_columns;     // words of columns that date or partition rows
  std::unordered_set<std::string> key_columns;       // words that columns of keys end in
  std::unordered_set<std::string> time_words;        // of queries that ask for a course in time
  std::unordered_set<std::string> quantity_columns;  // words of columns that hold amounts
  std::unordered_set<std::string> quantity_words;    // of queries that ask for a number
  std::unordered_set<std::string> label_columns;     // words that columns of names end in
  std::unordered_set<std::string> label_words;       // of queries that ask for names
};

struct RankingData {
  float k1 = 1.2f;
  std::array<FieldWeight, kFieldCount> fields;
  // Tables of databases are asked for otherwise than models of a project, whose names are long and
  // alike and whose folders bind less than schemas.
  KindWeights tables, project;
  std::array<float, kColumnFeatureCount> columns{};  // the weight of each feature
  RelatedWords related;
  std::unordered_set<std::string> stop_words;  // folded, not stemmed
  WordTree common_words;
  NamePatterns patterns;
};

// The files of data/ranking/; the text of related words outlives what is read of them.
struct RankingFiles {
  std::string_view search, name_patterns, stop_words, common_words, related_words;
};
// Error `user`: not such files.
Result<RankingData> read_ranking_data(const RankingFiles& files);
// What is compiled in; read at first use.
const RankingData& built_in_ranking_data();
// The built-in data with the weights of another search.json.
Result<RankingData> ranking_data_with(std::string_view search_json);

}  // namespace tally::retrieval
