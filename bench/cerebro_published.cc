#include "cerebro_published.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "catalog/spelling.h"

namespace tally::bench {
namespace {

template <typename Take>
void each_token(std::string_view lower, Take take) {
  const auto is_token = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  for (size_t at = 0; at < lower.size();) {
    size_t end = at;
    while (end < lower.size() && is_token(lower[end])) ++end;
    if (end > at) take(std::string(lower.substr(at, end - at)));
    at = end + 1;
  }
}

std::string text_of(const catalog::Resource& model) {
  std::string text = model.name + " " + model.description;
  for (const auto& tag : model.tags) text += " " + tag;
  text += " " + model.owner;
  for (const auto& column : model.columns) text += " " + column.name + " " + column.description;
  std::string path = model.path;
  if (path.ends_with(".sql")) path.resize(path.size() - 4);
  for (char& c : path)
    if (c == '/' || c == '_' || c == '.') c = ' ';
  return catalog::lower_ascii(text + " " + path + " " + model.notes);
}

}  // namespace

Published::Published(const catalog::Inventory& inventory) {
  for (const auto& resource : inventory.resources())
    if (resource.kind == catalog::ResourceKind::model) {
      names_.push_back(resource.name);
      texts_.push_back(text_of(resource));
    }
  for (uint32_t model = 0; model < texts_.size(); ++model) index(model);
  double mean = 0;
  for (double length : norms_) mean += length / static_cast<double>(norms_.size());
  for (double& length : norms_) length = 1.5 * (0.25 + 0.75 * length / mean);
  const auto size = static_cast<double>(names_.size());
  double sum = 0;
  for (const auto& [word, models] : postings_) {
    const auto with = static_cast<double>(models.size());
    sum += idf_[word] = std::log((size - with + 0.5) / (with + 0.5));
  }
  for (auto& [word, idf] : idf_)
    if (idf < 0) idf = 0.25 * sum / static_cast<double>(idf_.size());
  scores_.assign(names_.size(), 0);
}

void Published::index(uint32_t model) {
  double length = 0;
  each_token(texts_[model], [&](const std::string& token) {
    auto& models = postings_[token];
    if (models.empty() || models.back().model != model) models.push_back({model, 0});
    ++models.back().frequency;
    ++length;
  });
  norms_.push_back(length);
}

std::vector<uint32_t> Published::bm25(std::string_view query) {
  std::vector<uint32_t> found;
  each_token(catalog::lower_ascii(query), [&](const std::string& token) {
    auto models = postings_.find(token);
    if (models == postings_.end()) return;
    const double idf = idf_[token];
    for (const Posting& posting : models->second) {
      if (scores_[posting.model] == 0) found.push_back(posting.model);
      const auto frequency = static_cast<double>(posting.frequency);
      scores_[posting.model] += idf * frequency * 2.5 / (frequency + norms_[posting.model]);
    }
  });
  std::sort(found.begin(), found.end(), [&](uint32_t a, uint32_t b) {
    return scores_[a] != scores_[b] ? scores_[a] > scores_[b] : a < b;
  });
  for (uint32_t model : found) scores_[model] = 0;
  return found;
}

std::vector<uint32_t> Published::legacy(std::string_view query) {
  std::unordered_set<std::string> tokens;
  each_token(catalog::lower_ascii(query), [&](std::string token) {
    if (token.size() >= 3) tokens.insert(std::move(token));
  });
  std::vector<std::pair<int, uint32_t>> found;
  for (uint32_t model = 0; model < texts_.size(); ++model) {
    int hits = 0;
    for (const auto& token : tokens) hits += texts_[model].find(token) != std::string::npos;
    if (hits > 0) found.emplace_back(-hits, model);
  }
  std::sort(found.begin(), found.end(), [&](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : names_[a.second] < names_[b.second];
  });
  std::vector<uint32_t> models;
  for (const auto& [hits, model] : found) models.push_back(model);
  return models;
}

std::vector<uint32_t> Published::hybrid(std::string_view query) {
  std::vector<double> scores(names_.size(), 0);
  std::vector<uint32_t> found;
  for (const auto& ranking : {bm25(query), legacy(query)})
    for (size_t rank = 0; rank < ranking.size(); ++rank) {
      if (scores[ranking[rank]] == 0) found.push_back(ranking[rank]);
      scores[ranking[rank]] += 1 / (61 + static_cast<double>(rank));
    }
  std::sort(found.begin(), found.end(), [&](uint32_t a, uint32_t b) {
    return scores[a] != scores[b] ? scores[a] > scores[b] : names_[a] < names_[b];
  });
  return found;
}

}  // namespace tally::bench
