#include "retrieval/ranking_data.h"

#include <fmt/format.h>

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
                                                                   "covered",
                                                                   "covered_by_name",
                                                                   "covered_by_columns",
                                                                   "name_explained",
                                                                   "phrase",
                                                                   "exact",
                                                                   "tier",
                                                                   "tier_here",
                                                                   "variant",
                                                                   "place_share",
                                                                   "place_best",
                                                                   "neighbour",
                                                                   "complete"};

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string buffer;
  each_word(text, buffer, [&](std::string_view word) { words.emplace_back(word); });
  return words;
}

void read_weights(const json& file, RankingData& data) {
  data.k1 = file.at("k1").get<float>();
  for (size_t at = 0; at < kFieldCount; ++at) {
    const json& field = file.at("fields").at(std::string(kFields[at]));
    data.fields[at] = {field.at("weight").get<float>(), field.at("b").get<float>()};
  }
  for (size_t at = 0; at < kFeatureCount; ++at)
    data.linear.values[at] = file.at("linear").value(std::string(kFeatures[at]), 0.0f);
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
}

}  // namespace

std::string_view name_of(Field field) {
  return kFields[index_of(field)];
}

std::string_view feature_name(size_t feature) {
  return kFeatures[feature];
}

Result<RankingData> read_ranking_data(std::string_view search_json, std::string_view patterns_json,
                                      std::string_view stop_words, std::string_view common_words) {
  RankingData data;
  try {
    read_weights(json::parse(search_json), data);
    read_patterns(json::parse(patterns_json), data.patterns);
  } catch (const json::exception& error) {
    return user_error(fmt::format("the ranking data cannot be read: {}", error.what()),
                      "data/ranking/search.json shows its form");
  }
  for (auto& word : words_of(stop_words)) data.stop_words.insert(std::move(word));
  data.common_words = common_word_tree(words_of(common_words));
  return data;
}

const RankingData& built_in_ranking_data() {
  static const RankingData data = [] {
    auto read = read_ranking_data(embedded::search_json(), embedded::name_patterns_json(),
                                  embedded::stop_words_txt(), embedded::common_words_txt());
    if (!read.ok()) std::abort();  // files of our own, read by a test
    return *std::move(read);
  }();
  return data;
}

Result<RankingData> ranking_data_with(std::string_view search_json) {
  return read_ranking_data(search_json, embedded::name_patterns_json(), embedded::stop_words_txt(),
                           embedded::common_words_txt());
}

}  // namespace tally::retrieval
