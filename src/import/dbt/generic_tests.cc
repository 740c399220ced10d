#include "import/dbt/generic_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/md5.h"
#include "import/dbt/conversions.h"
#include "jinja/value.h"
#include "text/identifier.h"

namespace tally::importing::dbt {
namespace {

using jinja::Dict;
using jinja::make;
using jinja::Value;

constexpr int kDeepest = 50;

// What configures a test where it stands beside its arguments (dbt's TestBuilder.CONFIG_ARGS).
constexpr std::array<std::string_view, 14> kConfigKeys = {
    "severity",  "tags",           "enabled",           "where", "limit",    "warn_if", "error_if",
    "fail_calc", "store_failures", "store_failures_as", "meta",  "database", "schema",  "alias"};

bool is_config_key(std::string_view key) {
  return std::find(kConfigKeys.begin(), kConfigKeys.end(), key) != kConfigKeys.end();
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

// "^\s*(env_var|ref|var|source|doc)\s*\(.+\)\s*$": what dbt takes for an expression.
bool is_call(std::string_view text) {
  const auto trim = [&] {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\n\r"), text.size()));
    text = text.substr(0, text.find_last_not_of(" \t\n\r") + 1);
  };
  trim();
  for (const std::string_view name : {"env_var", "ref", "var", "source", "doc"}) {
    if (!text.starts_with(name)) continue;
    text.remove_prefix(name.size());
    trim();
    return text.size() > 2 && text.starts_with('(') && text.ends_with(')') &&
           text.find('\n') == text.npos;
  }
  return false;
}

// An argument as an expression of Jinja: calls of ref() and the like, and what stands in braces
// alone, are evaluated, the rest is as YAML has it.
void append_expression(std::string& out, const Data& data, int depth) {
  if (data.is_text() && is_call(data.text)) {
    out += data.text;
  } else if (data.is_text() && data.text.starts_with("{{") && data.text.ends_with("}}") &&
             data.text.find("}}") == data.text.size() - 2) {
    out += "(" + data.text.substr(2, data.text.size() - 4) + ")";
  } else if (data.is_list() || data.is_map()) {
    out += data.is_list() ? "[" : "{";
    for (size_t at = 0; at < data.values.size() && depth > 0; ++at) {
      if (data.is_map()) {
        jinja::append_repr(out, Value(data.keys[at]));
        out += ": ";
      }
      append_expression(out, data.values[at], depth - 1);
      out += ", ";
    }
    out += data.is_list() ? "]" : "}";
  } else {
    jinja::append_repr(out, value_of(data));
  }
}

// Keys in order and all scalars texts, as dbt fingerprints a test.
Value hashable(const Data& data, int depth) {
  if (depth == 0) return Value("");
  if (data.is_list()) {
    std::vector<Value> items;
    for (const Data& item : data.values) items.push_back(hashable(item, depth - 1));
    return Value::list(std::move(items));
  }
  if (!data.is_map()) return Value(value_of(data).text());
  std::vector<std::string> keys = data.keys;
  std::sort(keys.begin(), keys.end());
  auto dict = make<Dict>();
  for (const std::string& key : keys) dict->set(key, hashable(*data.find(key), depth - 1));
  return dict;
}

// "[^0-9a-zA-Z_]+" → "_"
std::string cleaned(std::string_view text) {
  std::string out;
  bool in_gap = false;
  for (const char c : text) {
    const bool is_kept = text::is_identifier_character(c);
    if (is_kept)
      out += c;
    else if (!in_gap)
      out += '_';
    in_gap = !is_kept;
  }
  return out;
}

class TestReader {
 public:
  TestReader(const TestOwner& owner, const TestSettings& settings)
      : owner_(owner), settings_(settings) {}

  std::vector<DeclaredTest> read(const Data& entry) {
    const bool quotes = entry.truth_of("quote_columns", false);
    if (const Data* columns = entry.get("columns"))
      for (const Data& column : columns->values) {
        const std::string name = column.text_of("name");
        quoted_ = column.truth_of("quote", quotes);
        if (!name.empty()) read_list(column, name);
      }
    quoted_ = false;
    read_list(entry, "");
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
    if (test.is_scalar()) return add(test.text, Data::of_map(), column, test.line);
    if (!test.is_map() || test.keys.empty()) return;
    if (const Data* name = test.get("test_name")) return add(name->text, test, column, test.line);
    add(test.keys[0], test.values[0], column, test.line);
  }

  // Parts what is declared into arguments, config and name, as dbt does.
  void part(const Data& declared, Data& arguments, DeclaredTest& test, std::string& name) const {
    const auto take = [&](const std::string& key, const Data& value) {
      if (key == "test_name" || key == "description") return;
      if (key == "name")
        name = value.text;
      else if (is_config_key(key))
        test.config.set(key, value);
      else
        arguments.set(key, value);
    };
    for (size_t at = 0; at < declared.keys.size(); ++at) {
      const std::string& key = declared.keys[at];
      const Data& value = declared.values[at];
      if (key == "arguments" && settings_.nests_arguments) continue;
      if (key != "config") take(key, value);
    }
    if (const Data* nested = declared.get("arguments"); nested && settings_.nests_arguments)
      for (size_t at = 0; at < nested->keys.size(); ++at)
        take(nested->keys[at], nested->values[at]);
    if (const Data* config = declared.get("config"))
      for (size_t at = 0; at < config->keys.size(); ++at)
        test.config.set(config->keys[at], config->values[at]);
  }

  void add(const std::string& test_name, const Data& declared, std::string column, uint32_t line) {
    DeclaredTest test;
    test.config = Data::of_map();
    test.line = line;
    Data arguments = Data::of_map();
    std::string name;
    part(declared, arguments, test, name);
    if (!column.empty())
      arguments.set("column_name",
                    Data::of(quoted_ ? settings_.quote + column + settings_.quote : column));
    if (const Data* enabled = test.config.get("enabled"); enabled && is_false(*enabled)) return;
    if (column.empty()) column = arguments.text_of("column_name");
    DraftTest& draft = test.draft;
    draft.test.name = test_name;
    draft.test.column = column;
    draft.test.path = owner_.file;
    draft.attached = owner_.id;
    draft.has_where = test.config.get("where") != nullptr;
    draft.columns = argument_texts(arguments, "combination_of_columns");
    draft.values = argument_texts(arguments, "values");
    if (const Data* field = argument(arguments, "field")) draft.target_column = field->text;
    if (const Data* to = argument(arguments, "to"))
      test.asked_by_to = read_calls(to->text, to->line);
    collect_calls(arguments, test.asked, 8);
    test.call = call_of(test_name, arguments);
    identify(test, arguments, name);
    tests_.push_back(std::move(test));
  }

  // Where dbt does not part `arguments`, what is in there means the same.
  static const Data* argument(const Data& arguments, std::string_view key) {
    if (const Data* nested = arguments.get("arguments"); nested && nested->get(key))
      return nested->get(key);
    return arguments.get(key);
  }
  static std::vector<std::string> argument_texts(const Data& arguments, std::string_view key) {
    const Data* found = argument(arguments, key);
    return found ? texts(*found) : std::vector<std::string>();
  }

  // dbt's own tests read what their arguments say; only those of projects may read more.
  std::string call_of(const std::string& test_name, const Data& arguments) const {
    constexpr std::string_view kOwn[] = {"unique", "not_null", "accepted_values", "relationships"};
    if (std::find(std::begin(kOwn), std::end(kOwn), test_name) != std::end(kOwn)) return {};
    const size_t dot = test_name.find('.');
    std::string call = "{{ ";
    if (dot != test_name.npos) call += test_name.substr(0, dot + 1);
    call += "test_" + test_name.substr(dot == test_name.npos ? 0 : dot + 1) +
            "(**{'model': " + fmt::format("get_where_subquery({})", owner_.call);
    for (size_t at = 0; at < arguments.keys.size(); ++at) {
      call += ", ";
      jinja::append_repr(call, Value(arguments.keys[at]));
      call += ": ";
      if (arguments.keys[at] == "column_name")
        jinja::append_repr(call, Value(arguments.values[at].text));
      else
        append_expression(call, arguments.values[at], kDeepest);
    }
    return call + "}) }}";
  }

  // Name and id as dbt makes them (synthesize_generic_test_names, create_test_node): the name holds
  // the arguments' values, the id ends with a fingerprint of all that the test is.
  void identify(DeclaredTest& test, const Data& arguments, const std::string& custom) const {
    const std::string& spoken = test.draft.test.name;
    const size_t dot = spoken.find('.');
    const std::string space = dot == spoken.npos ? "" : spoken.substr(0, dot);
    const std::string name = dot == spoken.npos ? spoken : spoken.substr(dot + 1);
    test.full_name = custom.empty() ? synthesized(space, name, arguments) : custom;
    Data all = arguments;
    all.set("model", Data::of(fmt::format("{{{{ get_where_subquery({}) }}}}", owner_.call)));
    Data metadata = Data::of_map();
    metadata.set("kwargs", std::move(all));
    metadata.set("name", Data::of(name));
    metadata.set("namespace", space.empty() ? Data() : Data::of(space));
    std::string told = test.full_name;
    jinja::append_repr(told, hashable(metadata, kDeepest));
    test.draft.test.id =
        fmt::format("test.{}.{}.{}", owner_.package, test.full_name, md5_hex(told).substr(22));
  }

  std::string synthesized(const std::string& space, const std::string& name,
                          const Data& arguments) const {
    std::string full = space.empty() ? "" : space + "_";
    if (owner_.id.starts_with("source.")) full += "source_";
    full += name + "_" + owner_.name;
    if (!owner_.version.empty()) full += "_v" + owner_.version;
    std::vector<std::string> keys = arguments.keys;
    std::sort(keys.begin(), keys.end());
    std::string unique;
    bool is_first = true;
    const auto append = [&](const Data& value) {
      unique += (is_first ? "" : "__") + cleaned(value_of(value).text());
      is_first = false;
    };
    for (const std::string& key : keys) {
      const Data& value = *arguments.find(key);
      if (value.is_list() || value.is_map())
        for (const Data& one : value.values) append(one);
      else
        append(value);
    }
    return full + "_" + unique;
  }

  const TestOwner& owner_;
  const TestSettings& settings_;
  bool quoted_ = false;  // the column that is read
  std::vector<DeclaredTest> tests_;
};

}  // namespace

std::vector<DeclaredTest> declared_tests(const Data& entry, const TestOwner& owner,
                                         const TestSettings& settings) {
  return TestReader(owner, settings).read(entry);
}

}  // namespace tally::importing::dbt
