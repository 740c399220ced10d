// Ossie YAML tree → draft: structure and types only (draft.h). What each key means is in
// docs/model-format.md.

#include <fmt/format.h>

#include <array>

#include "semantic/draft.h"
#include "semantic/extension.h"
#include "semantic/names.h"

namespace tally::semantic {
namespace {

constexpr std::string_view kVersion = "0.2.0.dev0";
constexpr std::string_view kDialect = "ANSI_SQL";
constexpr std::array<std::string_view, 7> kDialects = {
    "ANSI_SQL", "SNOWFLAKE", "MDX", "TABLEAU", "DATABRICKS", "MAQL", "BIGQUERY"};
constexpr std::array<std::pair<std::string_view, DataType>, 10> kDataTypes = {{
    {"String", DataType::string},
    {"Integer", DataType::integer},
    {"Decimal", DataType::decimal},
    {"Float", DataType::float_},
    {"Boolean", DataType::boolean},
    {"Date", DataType::date},
    {"Time", DataType::time},
    {"DateTime", DataType::datetime},
    {"DateTimeTz", DataType::datetime_tz},
    {"Opaque", DataType::opaque},
}};

bool is_temporal(DataType type) {
  return type == DataType::date || type == DataType::time || type == DataType::datetime ||
         type == DataType::datetime_tz;
}

class ModelReader {
 public:
  ModelReader(Draft& draft, const Tree& tree, std::string_view file_text, Complaints& complaints)
      : draft_(draft), reader_(tree, complaints), extensions_(draft, file_text, complaints) {}

  void read() {
    const Node& top = reader_.tree().top();
    auto entries = reader_.map(top, "the file", {{"version", true}, {"semantic_model", true}});
    if (!entries) return;
    Located version = reader_.located(*entries, "version", "the file");
    if (version.node && version.text != kVersion) {
      reader_.complain(*version.node, fmt::format("version \"{}\" is not supported", version.text),
                       fmt::format("write version: \"{}\"", kVersion));
    }
    auto models = reader_.list(*entries, "semantic_model", "the file");
    const Node* list = entries->find("semantic_model");
    if (models.empty() && list && list->kind == Node::Kind::list) {
      reader_.complain(*list, "\"semantic_model\" has no model", "add one");
    }
    if (models.size() > 1) {
      reader_.complain(*models[1], "a second semantic model starts here",
                       "keep one model in the file");
    }
    if (!models.empty()) read_model(*models[0]);
  }

 private:
  void read_model(const Node& node) {
    const std::string owner = "the model";
    auto entries = reader_.map(node, owner,
                               {{"name", true},
                                {"description"},
                                {"ai_context"},
                                {"datasets", true},
                                {"relationships"},
                                {"metrics"},
                                {"custom_extensions"}});
    if (!entries) return;
    Model& model = draft_.model;
    model.name = reader_.text(*entries, "name", owner);
    model.description = reader_.text(*entries, "description", owner);
    std::vector<std::string> synonyms;  // a model is never asked for by name
    read_ai_context(*entries, owner, model.instructions, synonyms, &model.examples);
    for (const Node* item : reader_.list(*entries, "datasets", owner)) read_dataset(*item);
    const Node* datasets = entries->find("datasets");
    if (datasets && datasets->kind == Node::Kind::list && datasets->children.empty()) {
      reader_.complain(*datasets, "the model has no dataset", "add one");
    }
    for (const Node* item : reader_.list(*entries, "relationships", owner))
      read_relationship(*item);
    for (const Node* item : reader_.list(*entries, "metrics", owner)) read_metric(*item);
    extensions(*entries, owner, [&](const TreeReader& reader, const Node& data, const auto& name) {
      extensions_.read_model(reader, data, name);
    });
  }

  void read_dataset(const Node& node) {
    Located name = peek_name(node);
    std::string owner = fmt::format("dataset \"{}\"", name.text);
    auto entries = reader_.map(node, owner,
                               {{"name", true},
                                {"source", true},
                                {"primary_key"},
                                {"unique_keys"},
                                {"description"},
                                {"ai_context"},
                                {"fields"},
                                {"custom_extensions"}});
    if (!entries) return;
    Dataset dataset;
    DatasetDraft places;
    places.name = reader_.located(*entries, "name", owner);
    places.source = reader_.located(*entries, "source", owner);
    places.primary_key = reader_.texts(*entries, "primary_key", owner);
    for (const Node* key : reader_.list(*entries, "unique_keys", owner)) {
      places.unique_keys.push_back(reader_.texts(*key, "unique_keys", owner));
      dataset.unique_keys.push_back(plain_texts(places.unique_keys.back()));
    }
    dataset.name = places.name.text;
    dataset.source = places.source.text;
    dataset.primary_key = plain_texts(places.primary_key);
    dataset.description = reader_.text(*entries, "description", owner);
    dataset.at = reader_.at(node);
    read_ai_context(*entries, owner, dataset.instructions, dataset.synonyms);
    for (const Node* item : reader_.list(*entries, "fields", owner)) {
      read_field(*item, dataset, places);
    }
    extensions(*entries, owner, [&](const TreeReader& reader, const Node& data, const auto& name_) {
      extensions_.read_dataset(reader, data, name_, dataset, places);
    });
    draft_.model.datasets.push_back(std::move(dataset));
    draft_.datasets.push_back(std::move(places));
  }

  void read_field(const Node& node, Dataset& dataset, DatasetDraft& dataset_places) {
    Located name = peek_name(node);
    std::string owner = fmt::format("field \"{}.{}\"", dataset.name, name.text);
    auto entries = reader_.map(node, owner,
                               {{"name", true},
                                {"expression", true},
                                {"dimension"},
                                {"label"},
                                {"description"},
                                {"datatype"},
                                {"ai_context"},
                                {"custom_extensions"}});
    if (!entries) return;
    Field field;
    FieldDraft places;
    places.name = reader_.located(*entries, "name", owner);
    places.expression = read_expression(*entries, owner);
    field.name = places.name.text;
    field.label = reader_.text(*entries, "label", owner);
    field.description = reader_.text(*entries, "description", owner);
    field.type = read_datatype(*entries, owner);
    field.is_time = is_temporal(field.type);
    field.at = reader_.at(node);
    places.is_time_given = read_dimension(*entries, owner, field);
    read_ai_context(*entries, owner, field.instructions, field.synonyms);
    extensions(*entries, owner, [&](const TreeReader& reader, const Node& data, const auto& name_) {
      extensions_.read_field(reader, data, name_, field, places);
    });
    dataset.fields.push_back(std::move(field));
    dataset_places.fields.push_back(std::move(places));
  }

  // Whether it says if the field is a time.
  bool read_dimension(const Entries& entries, const std::string& owner, Field& field) {
    const Node* node = entries.find("dimension");
    if (!node) return false;
    field.is_dimension = true;
    if (node->kind == Node::Kind::null) return false;  // "dimension:" with nothing after it
    std::string what = fmt::format("\"dimension\" of {}", owner);
    auto dimension = reader_.map(*node, what, {{"is_time"}});
    if (!dimension) return false;
    auto is_time = reader_.boolean(*dimension, "is_time", what);
    if (is_time) field.is_time = *is_time;
    return is_time.has_value();
  }

  void read_relationship(const Node& node) {
    Located name = peek_name(node);
    std::string owner = fmt::format("relationship \"{}\"", name.text);
    auto entries = reader_.map(node, owner,
                               {{"name", true},
                                {"from", true},
                                {"to", true},
                                {"from_columns", true},
                                {"to_columns", true},
                                {"ai_context"},
                                {"custom_extensions"}});
    if (!entries) return;
    Relationship relationship;
    RelationshipDraft places;
    places.name = reader_.located(*entries, "name", owner);
    places.from = reader_.located(*entries, "from", owner);
    places.to = reader_.located(*entries, "to", owner);
    places.from_columns = reader_.texts(*entries, "from_columns", owner);
    places.to_columns = reader_.texts(*entries, "to_columns", owner);
    auto is_list = [&](std::string_view key) {
      const Node* value = entries->find(key);
      return value && value->kind == Node::Kind::list;
    };
    places.columns_are_lists = is_list("from_columns") && is_list("to_columns");
    relationship.name = places.name.text;
    relationship.from = places.from.text;
    relationship.to = places.to.text;
    relationship.from_columns = plain_texts(places.from_columns);
    relationship.to_columns = plain_texts(places.to_columns);
    relationship.at = reader_.at(node);
    std::string instructions;
    read_ai_context(*entries, owner, instructions, relationship.synonyms);
    extensions(*entries, owner, [&](const TreeReader& reader, const Node& data, const auto& name_) {
      extensions_.read_relationship(reader, data, name_, relationship);
    });
    draft_.model.relationships.push_back(std::move(relationship));
    draft_.relationships.push_back(std::move(places));
  }

  void read_metric(const Node& node) {
    Located name = peek_name(node);
    std::string owner = fmt::format("metric \"{}\"", name.text);
    auto entries = reader_.map(node, owner,
                               {{"name", true},
                                {"expression", true},
                                {"description"},
                                {"datatype"},
                                {"ai_context"},
                                {"custom_extensions"}});
    if (!entries) return;
    Metric metric;
    MetricDraft places;
    places.name = reader_.located(*entries, "name", owner);
    places.expression = read_expression(*entries, owner);
    metric.name = places.name.text;
    metric.expression_text = places.expression.text;
    metric.description = reader_.text(*entries, "description", owner);
    metric.type = read_datatype(*entries, owner);
    metric.at = reader_.at(node);
    read_ai_context(*entries, owner, metric.instructions, metric.synonyms);
    extensions(*entries, owner, [&](const TreeReader& reader, const Node& data, const auto& name_) {
      extensions_.read_metric(reader, data, name_, metric, places);
    });
    draft_.model.metrics.push_back(std::move(metric));
    draft_.metrics.push_back(std::move(places));
  }

  // The name, without complaints: to say which thing the complaints are about.
  Located peek_name(const Node& node) const {
    for (size_t i = 0; node.kind == Node::Kind::map && i + 1 < node.children.size(); i += 2) {
      const Node& value = reader_.tree()[node.children[i + 1]];
      bool is_name = reader_.tree()[node.children[i]].text == "name" && value.is_scalar_text();
      if (is_name) return {value.text, &reader_.tree(), &value};
    }
    return {"?", nullptr, nullptr};
  }

  void read_ai_context(const Entries& entries, const std::string& owner, std::string& instructions,
                       std::vector<std::string>& synonyms,
                       std::vector<std::string>* examples = nullptr) {
    const Node* node = entries.find("ai_context");
    if (!node) return;
    if (node->is_scalar_text()) {
      instructions = node->text;
      return;
    }
    std::string what = fmt::format("\"ai_context\" of {}", owner);
    if (node->kind != Node::Kind::map) {
      reader_.complain(
          *node, fmt::format("{} must be text or a map, not {}", what, kind_text(node->kind)), "");
      return;
    }
    for (const auto& [key, value] : reader_.free_map(*node, what)) {  // other keys are allowed
      if (key.text == "synonyms") synonyms = plain_texts(reader_.texts(*value, "synonyms", what));
      if (key.text == "examples" && examples) {
        *examples = plain_texts(reader_.texts(*value, "examples", what));
      }
      if (key.text == "instructions" && value->is_scalar_text()) instructions = value->text;
    }
  }

  DataType read_datatype(const Entries& entries, const std::string& owner) {
    Located name = reader_.located(entries, "datatype", owner);
    if (!name.node) return DataType::unknown;
    std::vector<std::string> names;
    for (const auto& [known, type] : kDataTypes) {
      if (name.text == known) return type;
      names.emplace_back(known);
    }
    reader_.complain(*name.node,
                     fmt::format("{} has the unknown datatype \"{}\"", owner, name.text),
                     did_you_mean(name.text, names));
    return DataType::unknown;
  }

  // The ANSI_SQL expression; an empty Located, with a complaint, if there is none.
  Located read_expression(const Entries& entries, const std::string& owner) {
    const Node* node = entries.find("expression");
    if (!node) return {};
    std::string what = fmt::format("\"expression\" of {}", owner);
    if (node->is_scalar_text()) {
      reader_.complain(
          *node, fmt::format("{} must be a map, not text", what),
          fmt::format("write expression: {{dialects: [{{dialect: {}, expression: …}}]}}",
                      kDialect));
      return {};
    }
    auto expression = reader_.map(*node, what, {{"dialects", true}});
    if (!expression) return {};
    Located found;
    for (const Node* item : reader_.list(*expression, "dialects", what)) {
      auto dialect = reader_.map(*item, fmt::format("a dialect of {}", owner),
                                 {{"dialect", true}, {"expression", true}});
      if (!dialect) continue;
      Located name = reader_.located(*dialect, "dialect", what);
      Located sql = reader_.located(*dialect, "expression", what);
      check_dialect(name, owner);
      if (name.text == kDialect && !found.node) found = sql;
    }
    if (!found.node && expression->find("dialects")) {
      reader_.complain(*node, fmt::format("{} has no {} expression", owner, kDialect),
                       fmt::format("add one with dialect: {}", kDialect));
    }
    return found;
  }

  void check_dialect(const Located& name, const std::string& owner) {
    if (!name.node) return;
    std::vector<std::string> names;
    for (auto known : kDialects) {
      if (name.text == known) return;
      names.emplace_back(known);
    }
    reader_.complain(*name.node, fmt::format("{} has the unknown dialect \"{}\"", owner, name.text),
                     did_you_mean(name.text, names));
  }

  // Calls `read` with the data of each extension that is ours; others' are not looked into.
  template <typename Read>
  void extensions(const Entries& entries, const std::string& owner, Read read) {
    for (const Node* item : reader_.list(entries, "custom_extensions", owner)) {
      std::string what = fmt::format("a custom extension of {}", owner);
      auto extension = reader_.map(*item, what, {{"vendor_name", true}, {"data", true}});
      if (!extension) continue;
      Located vendor = reader_.located(*extension, "vendor_name", what);
      Located data = reader_.located(*extension, "data", what);
      extensions_.check_vendor(vendor);
      if (vendor.text != kVendor || !data.node) continue;
      if (const Tree* tree = extensions_.parse(data, owner)) {
        read(TreeReader(*tree, extensions_.complaints()), tree->top(),
             fmt::format("the {} data of {}", kVendor, owner));
      }
    }
  }

  Draft& draft_;
  TreeReader reader_;
  ExtensionReader extensions_;
};

}  // namespace

Draft read_draft(Tree tree, std::string_view file_text, Complaints& complaints) {
  Draft draft;
  draft.trees.push_back(std::make_unique<Tree>(std::move(tree)));
  ModelReader(draft, *draft.trees[0], file_text, complaints).read();
  return draft;
}

}  // namespace tally::semantic
