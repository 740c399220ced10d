#include "semantic/model_doubts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "semantic/names.h"

namespace tally::semantic {
namespace {

// How people say it: case, underscores and punctuation make no other word.
std::string heard(std::string_view text) {
  return catalog::ValueIndex::normal_form(text);
}

// Who answers to a word. Metrics and fields apart: a question's grammar tells those from each
// other.
struct Bearer {
  std::string name;
  Position at;
  bool by_synonym = false;
};
using Words = std::map<std::string, std::vector<Bearer>>;

void add(Words& words, std::string_view name, std::string_view shown,
         const std::vector<std::string>& synonyms, Position at) {
  auto hold = [&](std::string_view word, bool by_synonym) {
    auto& bearers = words[heard(word)];
    const bool known = std::any_of(bearers.begin(), bearers.end(),
                                   [&](const Bearer& bearer) { return bearer.name == shown; });
    if (!known) bearers.push_back({std::string(shown), at, by_synonym});
  };
  hold(name, false);
  for (const std::string& synonym : synonyms) hold(synonym, true);
}

class Doubts {
 public:
  Doubts(const Model& model, std::string_view file, const catalog::Facts* facts,
         const catalog::Catalog* catalog)
      : model_(model), file_(file), facts_(facts), catalog_(catalog) {
    for (const Metric& metric : model.metrics)
      add(metrics_, metric.name, metric.name, metric.synonyms, metric.at);
    for (const Dataset& dataset : model.datasets)
      for (const Field& field : dataset.fields)
        if (field.is_dimension && !field.personal)
          add(fields_, field.name, dataset.name + "." + field.name, field.synonyms, field.at);
  }

  std::vector<Complaint> all() && {
    shared(metrics_, "metrics");
    shared(fields_, "fields");
    for (const Unrecorded& topic : model_.unrecorded) {
      recorded(topic, topic.topic);
      for (const std::string& synonym : topic.synonyms) recorded(topic, synonym);
    }
    if (catalog_)
      for (const Relationship& way : model_.relationships) unkeyed(way);
    std::stable_sort(found_.begin(), found_.end(), [](const Complaint& a, const Complaint& b) {
      return std::tie(a.at.line, a.at.column) < std::tie(b.at.line, b.at.column);
    });
    return std::move(found_);
  }

 private:
  // Fields of several datasets may well have one name ("name", "state"): a question says whose.
  // A synonym that two share is chosen, and makes every question with it ambiguous.
  void shared(const Words& words, std::string_view kind) {
    for (const auto& [word, bearers] : words) {
      const bool chosen = std::any_of(bearers.begin(), bearers.end(),
                                      [](const Bearer& bearer) { return bearer.by_synonym; });
      if (word.empty() || bearers.size() < 2 || !chosen) continue;
      std::vector<std::string> names;
      for (const Bearer& bearer : bearers) names.push_back(bearer.name);
      doubt(bearers.back().at,
            fmt::format("\"{}\" is said of {} {}: {}", word, names.size(), kind,
                        fmt::join(names, ", ")),
            "a question with it may have to ask back; leave it to one of them");
    }
  }

  void recorded(const Unrecorded& topic, const std::string& word) {
    const std::string owner =
        word == topic.topic
            ? fmt::format("the unrecorded topic \"{}\"", topic.topic)
            : fmt::format("\"{}\", of the unrecorded topic \"{}\",", word, topic.topic);
    constexpr const char* kFix = "remove it from one of the two";
    for (const auto& [words, kind] : {std::pair(&metrics_, "metric"), std::pair(&fields_, "field")})
      if (auto same = words->find(heard(word)); same != words->end())
        doubt(
            same->second.front().at,
            fmt::format("{} is also a word for the {} {}", owner, kind, same->second.front().name),
            kFix);
    if (facts_ == nullptr) return;
    for (const catalog::ValueHit& hit : facts_->values.lookup(word)) {
      const catalog::ColumnValues& column = facts_->values.columns()[hit.column];
      const Field* field = model_.field(column.dataset, column.field);
      doubt(field ? field->at : Position{1, 1},
            fmt::format("{} is also a value of {}.{}", owner, column.dataset, column.field), kFix);
      break;
    }
  }

  // Rows of the many side would be counted once for each row of an equal key.
  void unkeyed(const Relationship& way) {
    const Dataset* to = model_.dataset(way.to);
    if (!to) return;
    const auto* table = catalog_->find(to->table.database, to->table.schema, to->table.name);
    if (!table || table->has_key(way.to_columns)) return;
    // What the model itself declares is its author's word: load_model() has compared it.
    const bool is_declared = !to->unique_keys.empty() ||
                             (!to->primary_key.empty() && to->primary_key != table->primary_key);
    if (is_declared || (!table->is_keyed() && table->described_by.empty())) return;
    const std::string columns = list_words(way.to_columns);
    const std::string untested = table->described_by.empty()
                                     ? "says that it is unique"
                                     : fmt::format(
                                           "(declared key or test of the dbt project {}) says "
                                           "that it is unique",
                                           table->described_by);
    doubt(way.at,
          fmt::format("relationship \"{}\" joins to {} of \"{}\", of which nothing {}", way.name,
                      columns, to->name, untested),
          fmt::format("if it is unique, say so: primary_key or unique_keys of \"{}\", or a test",
                      to->name));
  }

  void doubt(Position at, std::string message, std::string fix) {
    found_.push_back({std::string(file_), at, std::move(message), std::move(fix)});
  }

  const Model& model_;
  std::string_view file_;
  const catalog::Facts* facts_;
  const catalog::Catalog* catalog_;
  Words metrics_, fields_;
  std::vector<Complaint> found_;
};

}  // namespace

std::vector<Complaint> model_doubts(const Model& model, std::string_view file,
                                    const catalog::Facts* facts, const catalog::Catalog* catalog) {
  return Doubts(model, file, facts, catalog).all();
}

}  // namespace tally::semantic
