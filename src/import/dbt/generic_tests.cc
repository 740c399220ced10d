#include "import/dbt/generic_tests.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/bytes.h"

namespace tally::importing::dbt {
namespace {

// Argument `key` of a test: dbt 1.10 puts arguments into a map of their own.
const Data* argument(const Data& arguments, std::string_view key) {
  if (const Data* nested = arguments.get("arguments"); nested && nested->get(key))
    return nested->get(key);
  return arguments.get(key);
}

const Data* config_of(const Data& arguments, std::string_view key) {
  if (const Data* config = arguments.get("config"); config && config->get(key))
    return config->get(key);
  return arguments.get(key);
}

std::vector<std::string> texts_at(const Data& arguments, std::string_view key) {
  const Data* found = argument(arguments, key);
  return found ? texts(*found) : std::vector<std::string>();
}

// All calls within the argument texts, whatever they are nested in.
void collect_calls(const Data& data, Asked& asked, int depth) {
  if (data.is_text() && data.text.find('(') != data.text.npos) {
    Asked found = read_calls(data.text, data.line);
    std::move(found.refs.begin(), found.refs.end(), std::back_inserter(asked.refs));
    std::move(found.sources.begin(), found.sources.end(), std::back_inserter(asked.sources));
  }
  if (depth == 0) return;
  for (const Data& value : data.values) collect_calls(value, asked, depth - 1);
}

std::string flat(const Data& data, int depth) {
  std::string out = data.text;
  if (depth == 0) return out;
  for (size_t at = 0; at < data.values.size(); ++at)
    out += (data.is_map() ? data.keys[at] + ":" : "") + flat(data.values[at], depth - 1) + ",";
  return out;
}

class TestReader {
 public:
  explicit TestReader(const TestOwner& owner) : owner_(owner) {}

  std::vector<DeclaredTest> read(const Data& entry) {
    read_list(entry, "");
    if (const Data* columns = entry.get("columns"))
      for (const Data& column : columns->values) {
        const std::string name = column.text_of("name");
        if (!name.empty()) read_list(column, name);
      }
    return std::move(tests_);
  }

 private:
  void read_list(const Data& entry, const std::string& column) {
    for (const char* key : {"tests", "data_tests"})
      if (const Data* list = entry.get(key))
        for (const Data& test : list->values) read_test(test, column);
  }

  // "unique", {not_null: {…}}, or {name: …, test_name: accepted_values, values: …}
  void read_test(const Data& test, const std::string& column) {
    if (test.is_scalar()) return add(test.text, Data(), column, test.line);
    if (!test.is_map() || test.keys.empty()) return;
    if (const Data* name = test.get("test_name")) return add(name->text, test, column, test.line);
    add(test.keys[0], test.values[0], column, test.line);
  }

  void add(const std::string& name, const Data& arguments, std::string column, uint32_t line) {
    const Data* enabled = config_of(arguments, "enabled");
    if (enabled && is_false(*enabled)) return;
    if (const Data* given = argument(arguments, "column_name"); given && column.empty())
      column = given->text;
    DeclaredTest test;
    test.line = line;
    DraftTest& draft = test.draft;
    draft.test.name = name;
    draft.test.column = column;
    draft.test.path = owner_.file;
    draft.attached = owner_.id;
    draft.has_where = config_of(arguments, "where") != nullptr;
    draft.columns = texts_at(arguments, "combination_of_columns");
    draft.values = texts_at(arguments, "values");
    if (const Data* field = argument(arguments, "field")) draft.target_column = field->text;
    if (const Data* to = argument(arguments, "to"))
      test.asked_by_to = read_calls(to->text, to->line);
    collect_calls(arguments, test.asked, 8);
    draft.test.id = id_of(name, arguments, column);
    tests_.push_back(std::move(test));
  }

  // As dbt names them, with a fingerprint of our own behind: dbt's is of its Python objects.
  std::string id_of(const std::string& name, const Data& arguments,
                    const std::string& column) const {
    std::string spoken = name;
    std::replace(spoken.begin(), spoken.end(), '.', '_');
    const std::string custom = arguments.text_of("name");
    if (!custom.empty())
      spoken = custom;
    else
      spoken += "_" + owner_.name + (column.empty() ? "" : "_" + column);
    const uint64_t sum = checksum(owner_.id + "/" + name + "/" + column + "/" + flat(arguments, 8));
    return fmt::format("test.{}.{}.{:010x}", owner_.package, spoken, sum & 0xffffffffffu);
  }

  const TestOwner& owner_;
  std::vector<DeclaredTest> tests_;
};

}  // namespace

std::vector<DeclaredTest> declared_tests(const Data& entry, const TestOwner& owner) {
  return TestReader(owner).read(entry);
}

}  // namespace tally::importing::dbt
