#include "answer/project/layer_condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "catalog/spelling.h"
#include "sql/parser.h"
#include "sql/walk.h"

namespace tally::answer {
namespace {

namespace dbt = importing::dbt;
using catalog::lower_ascii;
using dbt::FilterReference;
using dbt::LayerModel;

std::string quoted(const std::string& name) {
  std::string out = "\"";
  for (const char c : name) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

// Resolves the references of one filter.
class Condition {
 public:
  Condition(const LayerModel& owner, const std::string& metric_time, LayerPlaces& places)
      : owner_(owner), metric_time_(metric_time), places_(places) {}

  Result<std::string> text_of(const FilterReference& reference) {
    if (reference.kind == FilterReference::Kind::metric)
      return user_error("its filter is on another metric");
    if (reference.kind == FilterReference::Kind::entity) return entity(reference);
    if (reference.name == "metric_time" && reference.entities.empty()) {
      if (metric_time_.empty()) return user_error("its filter is on a time that it has not");
      return dimension(owner_, metric_time_, reference.grain);
    }
    TALLY_TRY(const auto* model, target(reference));
    return dimension(*model, reference.name, reference.grain);
  }

 private:
  // "customer" alone: the key.
  Result<std::string> entity(const FilterReference& reference) {
    const LayerModel* model = &owner_;
    if (!reference.entities.empty()) {
      TALLY_TRY(model, walk(reference.entities, ""));
    }
    const auto* known = entity_of(*model, reference.name);
    if (!known)
      return user_error(fmt::format("its filter names the entity \"{}\", which \"{}\" has not",
                                    reference.name, model->name));
    return field(*model, sql_of(*known), known->name);
  }

  Result<const LayerModel*> target(const FilterReference& reference) {
    if (reference.entities.empty()) {
      if (dimension_of(owner_, reference.name)) return &owner_;
      return unknown(reference);
    }
    return walk(reference.entities, reference.name);
  }

  Error unknown(const FilterReference& reference) const {
    if (places_.hides_something())
      return user_error("its filter names a dimension that cannot be found, or is hidden");
    std::string name;
    for (const auto& entity : reference.entities) name += entity + "__";
    return user_error(fmt::format("its filter names the dimension \"{}{}\", which cannot be found",
                                  name, reference.name));
  }

  // Entity by entity from the owner to the semantic model that has the dimension, if one is wanted.
  Result<const LayerModel*> walk(const std::vector<std::string>& entities,
                                 const std::string& wanted) {
    const LayerModel* at = &owner_;
    std::vector<std::pair<const LayerModel*, std::string>> steps;
    for (size_t i = 0; i < entities.size(); ++i) {
      const bool is_last = i + 1 == entities.size();
      const bool is_own = primary_entity(*at) == entities[i];
      if (is_own && (!is_last || wanted.empty() || dimension_of(*at, wanted))) continue;
      const LayerModel* next = nullptr;
      for (const LayerModel& candidate : places_.layer().models) {
        const bool fits = &candidate != at && is_one_side(candidate, entities[i]) &&
                          (!is_last || wanted.empty() || dimension_of(candidate, wanted));
        if (!fits) continue;
        if (next)
          return user_error(fmt::format("its filter may mean \"{}\" of \"{}\" or of \"{}\"", wanted,
                                        next->name, candidate.name));
        next = &candidate;
      }
      if (!next || !entity_of(*at, entities[i]))
        return unknown({FilterReference::Kind::dimension, entities, wanted, ""});
      steps.emplace_back(next, entities[i]);
      at = next;
    }
    if (!steps.empty()) TALLY_CHECK(check_way(steps));
    return at;
  }

  // Our model goes the default way from the one to the other: it must be this one.
  Result<void> check_way(const std::vector<std::pair<const LayerModel*, std::string>>& steps) {
    const LayerModel* last = steps.back().first;
    const std::string& from = places_.dataset_of(owner_);
    const std::string& to = places_.dataset_of(*last);
    if (to.empty())
      return user_error(fmt::format("its filter reads {}, which is no dataset of the model",
                                    places_.relation_of(*last)));
    const auto path = places_.builder().model().path(from, to);
    bool same = path.ok() && path->steps.size() == steps.size();
    const LayerModel* at = &owner_;
    for (size_t i = 0; same && i < steps.size(); ++i) {
      const auto& [next, entity] = steps[i];
      same = is_column(path->steps[i]->from_columns, sql_of(*entity_of(*at, entity))) &&
             is_column(path->steps[i]->to_columns, sql_of(*entity_of(*next, entity)));
      at = next;
    }
    if (same) return {};
    return user_error(
        fmt::format("its filter goes from \"{}\" to \"{}\" in a way that the model "
                    "has not, or has several of",
                    from, to));
  }

  static bool is_column(const std::vector<std::string>& columns, const std::string& sql) {
    return columns.size() == 1 && lower_ascii(columns[0]) == lower_ascii(plain_column(sql));
  }

  Result<std::string> dimension(const LayerModel& model, const std::string& name,
                                std::string grain) {
    const auto* known = dimension_of(model, name);
    if (!known)
      return user_error(fmt::format("its filter names the dimension \"{}\", which \"{}\" has not",
                                    name, model.name));
    TALLY_TRY(std::string text, field(model, sql_of(*known), known->name));
    if (!known->is_time) return text;
    if (grain.empty()) grain = known->grain;
    return at_grain(model, *known, std::move(text), lower_ascii(grain));
  }

  // MetricFlow cuts a time to its grain before it is compared.
  Result<std::string> at_grain(const LayerModel& model, const dbt::LayerDimension& known,
                               std::string text, const std::string& grain) {
    constexpr std::array kGrains = {"second", "minute", "hour",    "day",
                                    "week",   "month",  "quarter", "year"};
    const bool is_known = std::find(kGrains.begin(), kGrains.end(), grain) != kGrains.end();
    if (!grain.empty() && !is_known)
      return user_error(fmt::format("its filter wants the grain \"{}\"", grain));
    const auto* own = places_.builder().field_of(places_.dataset_of(model), sql_of(known));
    const bool is_day = own && own->type == semantic::DataType::date && grain == "day";
    if (grain.empty() || is_day) return text;
    return fmt::format("DATE_TRUNC('{}', {})", grain, text);
  }

  Result<std::string> field(const LayerModel& model, const std::string& sql,
                            const std::string& wanted) {
    const std::string& dataset = places_.dataset_of(model);
    if (dataset.empty())
      return user_error(fmt::format("its filter reads {}, which is no dataset of the model",
                                    places_.relation_of(model)));
    TALLY_TRY(const std::string name, places_.field_for(model, sql, wanted));
    if (places_.builder().model().field(dataset, name)->personal)
      return user_error(fmt::format("its filter reads \"{}\", which is personal", name));
    return field_text(dataset, name);
  }

  const LayerModel& owner_;
  const std::string& metric_time_;
  LayerPlaces& places_;
};

// Columns that stand in the filter by themselves would be taken for fields of any dataset.
Result<void> check_columns(const std::string& text, const semantic::Model& model) {
  const auto condition = sql::parse_expression(text);
  if (!condition.ok())
    return user_error(fmt::format("the SQL of its filter: {}", condition.error().message));
  std::string stray;
  sql::walk(*condition, [&](const sql::Expression& node) {
    const auto* column = std::get_if<sql::ColumnRef>(&node.node);
    const bool is_field = column && column->name.size() == 2 &&
                          model.field(column->name[0].text, column->name[1].text);
    if (column && !is_field) stray = column->name.back().text;
    return true;
  });
  if (stray.empty()) return {};
  return user_error(fmt::format("its filter names \"{}\" without Dimension()", stray));
}

}  // namespace

std::string field_text(const std::string& dataset, const std::string& field) {
  return quoted(dataset) + "." + quoted(field);
}

Result<std::string> condition_of(const dbt::LayerFilter& filter, const LayerModel& owner,
                                 const std::string& metric_time, LayerPlaces& places) {
  if (!filter.fault.empty())
    return user_error(fmt::format("its filter cannot be evaluated: {}", filter.fault));
  Condition condition(owner, metric_time, places);
  std::string text;
  for (size_t i = 0; i < filter.text.size(); ++i) {
    text += filter.text[i];
    if (i >= filter.references.size()) continue;
    TALLY_TRY(const std::string reference, condition.text_of(filter.references[i]));
    text += reference;
  }
  TALLY_CHECK(check_columns(text, places.builder().model()));
  return text;
}

}  // namespace tally::answer
