#include "retrieval/ranking_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "retrieval/embedded.h"
#include "retrieval/segmenter.h"
#include "retrieval/words.h"

namespace tally::retrieval {
namespace {

using nlohmann::json;

constexpr std::array<std::string_view, kFieldCount> kFields = {
    "name",  "aliases", "tags",
    "owner", "path",    "description",
    "notes", "columns", "column descriptions"};

constexpr std::array<std::string_view, kFeatureCount> kFeatures = {"text",
                                                                   "text_share",
                                                                   "text_rank",
                                                                   "covered",
                                                                   "complete",
                                                                   "covered_by_name",
                                                                   "name_share",
                                                                   "covered_by_columns",
                                                                   "name_explained",
                                                                   "name_alone",
                                                                   "column_alone",
                                                                   "phrase",
                                                                   "name_said",
                                                                   "exact",
                                                                   "tier",
                                                                   "tier_here",
                                                                   "variant",
                                                                   "place_share",
                                                                   "place_best",
                                                                   "place_covered",
                                                                   "place_covered_by_name",
                                                                   "place_vote",
                                                                   "neighbour",
                                                                   "second_neighbour",
                                                                   "links",
                                                                   "hub"};

constexpr std::array<std::string_view, kColumnFeatureCount> kColumnFeatures = {
    "text",         "name",        "name_explained", "asked_time", "asked_quantity",
    "asked_number", "own_key",     "other_key",      "linked",     "grain",
    "label",        "asked_label", "early"};

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string buffer;
  each_word(text, buffer, [&](std::string_view word) { words.emplace_back(word); });
  return words;
}

KindWeights read_kind(const json& file) {
  KindWeights kind;
  kind.related_to_unknown = file.at("related").at("unknown").get<float>();
  kind.related_to_known = file.at("related").at("known").get<float>();
  LinearWeights& weights = kind.linear;
  for (uint32_t at = 0; at < kFeatureCount; ++at) {
    const std::string name(kFeatures[at]);
    weights.slopes[at] = file.at("slopes").value(name, 0.0f);
    const auto found = file.at("bends").find(name);
    if (found == file.at("bends").end()) continue;
    for (const json& bend : *found)
      weights.bends.push_back({at, bend.at(0).get<float>(), bend.at(1).get<float>()});
  }
  return kind;
}

void read_weights(const json& file, RankingData& data) {
  data.k1 = file.at("k1").get<float>();
  for (size_t at = 0; at < kFieldCount; ++at) {
    const json& field = file.at("fields").at(std::string(kFields[at]));
    data.fields[at] = {field.at("weight").get<float>(), field.at("b").get<float>()};
  }
  for (size_t at = 0; at < kColumnFeatureCount; ++at)
    data.columns[at] = file.at("columns").at(std::string(kColumnFeatures[at])).get<float>();
  data.tables = read_kind(file.at("kinds").at("tables"));
  data.project = read_kind(file.at("kinds").at("project"));
}

void index_variants(NamePatterns& patterns) {
  for (size_t at = 0; at < patterns.variants.size(); ++at) {
    const VariantWord& variant = patterns.variants[at];
    const auto number = static_cast<uint8_t>(at);
    patterns.asked_variants[variant.word].push_back({number, true, 0});
    for (const auto& [word, weight] : variant.asked_by)
      patterns.asked_variants[word].push_back({number, false, weight});
  }
}

void read_scores(const json& file, const char* key, std::unordered_map<std::string, float>& out) {
  for (const auto& [word, score] : file.at(key).items()) out[word] = score.get<float>();
}

void read_patterns(const json& file, NamePatterns& patterns) {
  read_scores(file.at("tiers"), "first", patterns.first);
  read_scores(file.at("tiers"), "last", patterns.last);
  read_scores(file.at("tiers"), "folder", patterns.folder);
  for (const auto& [word, entry] : file.at("variants").items()) {
    VariantWord variant{word, entry.at("unasked").get<float>(), {}};
    for (const auto& [asking, weight] : entry.at("asked_by").items())
      variant.asked_by.emplace_back(asking, weight.get<float>());
    patterns.variants.push_back(std::move(variant));
  }
  index_variants(patterns);
  for (const auto& [layer, words] : file.at("layers").items())
    for (const auto& word : words) patterns.layers[word.get<std::string>()] = layer;
  const auto read_words = [&](const char* key, std::unordered_set<std::string>& out) {
    for (const auto& word : file.at("columns").at(key)) out.insert(word.get<std::string>());
  };
  read_words("grain", patterns.grain_columns);
  read_words("key", patterns.key_columns);
  read_words("quantity", patterns.quantity_columns);
  read_words("asks_time", patterns.time_words);
  read_words("asks_quantity", patterns.quantity_words);
  read_words("label", patterns.label_columns);
  read_words("asks_label", patterns.label_words);
}

}  // namespace

std::string_view name_of(Field field) {
  return kFields[index_of(field)];
}

std::string_view feature_name(size_t feature) {
  return kFeatures[feature];
}

std::string_view column_feature_name(size_t feature) {
  return kColumnFeatures[feature];
}

float weighed(const std::array<float, kFeatureCount>& features, const LinearWeights& weights) {
  float sum = 0;
  for (size_t at = 0; at < kFeatureCount; ++at) sum += features[at] * weights.slopes[at];
  for (const auto& bend : weights.bends)
    sum += std::max(0.0f, features[bend.feature] - bend.from) * bend.more;
  return sum;
}

Result<RankingData> read_ranking_data(const RankingFiles& files) {
  RankingData data;
  try {
    read_weights(json::parse(files.search), data);
    read_patterns(json::parse(files.name_patterns), data.patterns);
  } catch (const json::exception& error) {
    return user_error(fmt::format("the ranking data cannot be read: {}", error.what()),
                      "data/ranking/search.json shows its form");
  }
  for (auto& word : words_of(files.stop_words)) data.stop_words.insert(std::move(word));
  data.common_words = common_word_tree(words_of(files.common_words));
  data.related = RelatedWords(files.related_words);
  return data;
}

namespace {

RankingFiles built_in_files() {
  return {.search = embedded::search_json(),
          .name_patterns = embedded::name_patterns_json(),
          .stop_words = embedded::stop_words_txt(),
          .common_words = embedded::common_words_txt(),
          .related_words = embedded::related_words_txt()};
}

}  // namespace

const RankingData& built_in_ranking_data() {
  static const RankingData data = [] {
    auto read = read_ranking_data(built_in_files());
    if (!read.ok()) std::abort();  // files of our own, read by a test
    return *std::move(read);
  }();
  return data;
}

Result<RankingData> ranking_data_with(std::string_view search_json) {
  RankingFiles files = built_in_files();
  files.search = search_json;
  return read_ranking_data(files);
}

}  // namespace tally::retrieval
