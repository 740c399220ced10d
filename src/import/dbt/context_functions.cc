// Functions of the context.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "base/md5.h"
#include "import/dbt/context.h"
#include "import/dbt/conversions.h"
#include "import/dbt/relation.h"
#include "import/dbt/yaml.h"
#include "jinja/json.h"

namespace tally::importing::dbt {

using catalog::Finding;
using jinja::Call;
using jinja::make;
using jinja::Value;

void Context::find(Finding::Severity severity, std::string code, uint32_t line,
                   std::string message) {
  asked_->findings.push_back(
      {severity, std::move(code), subject_->unique_id, subject_->path, line, std::move(message)});
}

void Context::add_ref(RefCall ref) {
  const auto key = fmt::format("r\x1f{}\x1f{}\x1f{}", ref.package, ref.name, ref.version);
  if (asked_before_.insert(key).second) asked_->refs.push_back(std::move(ref));
}

void Context::add_source(SourceCall source) {
  const auto key = fmt::format("s\x1f{}\x1f{}", source.source, source.table);
  if (asked_before_.insert(key).second) asked_->sources.push_back(std::move(source));
}

void Context::add_function(RefCall function) {
  const auto key = fmt::format("f\x1f{}\x1f{}", function.package, function.name);
  if (asked_before_.insert(key).second) asked_->functions.push_back(std::move(function));
}

Value Context::ref(Call& call) {
  const auto given = call.positional();
  if (given.empty() || given.size() > 2)
    return call.fail("ref() takes a model, or a package and a model");
  for (const auto& part : given) {
    if (part.is_string()) continue;
    find(Finding::Severity::warning, "dynamic_ref", call.root_line(),
         fmt::format("ref() is given {} instead of a name",
                     part.is_undefined() ? "an undefined value" : part.kind()));
    return relation({}, {}, {});
  }
  RefCall ref;
  ref.name = given.back().string();
  if (given.size() == 2) ref.package = given.front().string();
  const Value* version = call.named("v");
  if (!version) version = call.named("version");
  if (version && !version->is_none()) ref.version = version->text();
  ref.line = call.root_line();
  const std::string identifier = ref.name;
  add_ref(std::move(ref));
  return relation(project_.invocation.database, project_.invocation.schema, identifier);
}

Value Context::source(Call& call) {
  const auto given = call.positional();
  if (given.size() != 2) return call.fail("source() takes the name of a source and of its table");
  if (!given[0].is_string() || !given[1].is_string()) {
    find(Finding::Severity::warning, "dynamic_source", call.root_line(),
         "source() is given a value that is no name");
    return relation({}, {}, {});
  }
  add_source({given[0].string(), given[1].string(), call.root_line(), true});
  return relation(project_.invocation.database, given[0].string(), given[1].string());
}

Value Context::user_function(Call& call) {
  const auto given = call.positional();
  if (given.empty() || given.size() > 2)
    return call.fail("function() takes a function, or a package and a function");
  if (!given.front().is_string() || !given.back().is_string()) {
    find(Finding::Severity::warning, "dynamic_ref", call.root_line(),
         "function() is given a value that is no name");
    return relation({}, {}, {});
  }
  RefCall function;
  function.name = given.back().string();
  function.line = call.root_line();
  if (given.size() == 2) function.package = given.front().string();
  const std::string identifier = function.name;
  add_function(std::move(function));
  return relation(project_.invocation.database, project_.invocation.schema, identifier);
}

Value Context::metric(Call& call) {
  const auto given = call.positional();
  if (given.empty()) return call.fail("metric() takes the name of a metric");
  asked_->metrics.push_back(given.back().text());
  return given.back();
}

namespace {

template <size_t size>
bool is_one_of(const std::string_view (&names)[size], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

// A scalar as a list of one.
Data listed(Data value) {
  if (value.is_list()) return value;
  Data list;
  list.kind = Data::Kind::list;
  if (!value.is_null()) list.values.push_back(std::move(value));
  return list;
}

}  // namespace

// As dbt merges what several config() calls say: lists of these names grow, dicts of those are
// laid over each other, anything else is replaced.
void Context::merge_config(std::string key, Data value) {
  static constexpr std::string_view kGrowing[] = {"tags", "pre-hook", "post-hook", "packages"};
  static constexpr std::string_view kLaidOver[] = {"quoting", "column_types", "meta", "docs",
                                                   "grants"};
  if (key == "pre_hook") key = "pre-hook";
  if (key == "post_hook") key = "post-hook";
  Data& config = asked_->config;
  config.kind = Data::Kind::map;
  const Data* before = config.find(key);
  if (before && is_one_of(kGrowing, key)) {
    Data all = listed(*before);
    for (auto& item : listed(std::move(value)).values) all.values.push_back(std::move(item));
    value = std::move(all);
  } else if (before && before->is_map() && value.is_map() && is_one_of(kLaidOver, key)) {
    Data all = *before;
    for (size_t at = 0; at < value.keys.size(); ++at)
      all.set(value.keys[at], std::move(value.values[at]));
    value = std::move(all);
  }
  config.set(key, std::move(value));
}

// config(key=value, …), config({…}), and config.set(key, value).
Value Context::config(Call& call) {
  const auto given = call.positional();
  if (given.size() == 1 && given[0].is_dict()) {
    for (const auto& [key, value] : given[0].dict().entries())
      merge_config(key.text(), data_of(value));
  } else if (given.size() == 2) {
    merge_config(given[0].text(), data_of(given[1]));
  }
  for (const auto& [name, value] : call.named()) {
    merge_config(std::string(call.text(name)), data_of(value));
  }
  return "";
}

// --vars, then the root project's for this package and in general, then the package's own.
const Data* Context::find_var(std::string_view name) const {
  if (const Data* found = project_.invocation.vars.find(name)) return found;
  const Package& own = project_.packages[subject_->package];
  for (const Package* package : {&project_.root(), &own}) {
    const Data* vars = package->vars();
    if (!vars) continue;
    const Data* scoped = vars->get(own.name);
    if (scoped && scoped->is_map()) {
      if (const Data* found = scoped->find(name)) return found;
    }
    if (const Data* found = vars->find(name)) return found;
  }
  return nullptr;
}

Value Context::var(Call& call) {
  const Value* fallback = call.argument(1, "default");
  const std::string name = call.string(0, "var_name");
  const Data* found = find_var(name);
  // dbt reads the settings before their variables: what has a default takes that. Without one dbt
  // would stop, where what the project says of the variable is as good as any.
  const bool is_too_early = subject_->is_setting && fallback && !project_.root().has_vars_file &&
                            !project_.invocation.vars.find(name);
  if (found && !is_too_early) {
    const bool is_template = found->is_text() && (found->text.find("{{") != found->text.npos ||
                                                  found->text.find("{%") != found->text.npos);
    return is_template ? rendered(call, found->text) : value_of(*found);
  }
  if (fallback) return *fallback;
  find(Finding::Severity::warning, "missing_var", call.root_line(),
       fmt::format("the variable {} is required and not given: it counts as none", name));
  return Value::none();
}

Value Context::has_var(Call& call) {
  return find_var(call.string(0, "var_name")) != nullptr;
}

Value Context::env_var(Call& call) {
  const std::string name = call.string(0, "var");
  const auto& environment = project_.invocation.environment;
  if (const auto found = environment.find(name); found != environment.end()) return found->second;
  const Value* fallback = call.argument(1, "default");
  if (fallback && !fallback->is_none()) return fallback->text();
  find(Finding::Severity::warning, "missing_env_var", call.root_line(),
       fmt::format("the environment variable {} is required and not given: it counts as empty",
                   name));
  return "";
}

Value Context::doc(Call& call) {
  const auto given = call.positional();
  if (given.empty() || given.size() > 2)
    return call.fail("doc() takes a name, or a package and a name");
  const std::string name = given.back().text();
  const std::string package = given.size() == 2 ? given.front().text() : "";
  const std::string* found = docs_ ? docs_->find(package, name, subject_->package) : nullptr;
  if (found) return *found;
  return call.fail(fmt::format("there is no docs block {}", name));
}

Value Context::dispatch(Call& call) {
  const std::string name = call.string(0, "macro_name");
  // Before dbt 1.0: packages=['dbt_utils', …], or the list in second place.
  const Value* second = call.argument(1, "macro_namespace");
  const Value* listed = call.named("packages");
  if (!listed && second && second->is_sequence()) listed = second;
  std::vector<std::string> packages;
  if (listed && listed->is_sequence())
    for (const Value& one : listed->items().items) packages.push_back(one.text());
  const bool is_namespace = second && second->is_string();
  const std::string space = is_namespace ? second->string() : "";
  const auto key = fmt::format("{}\x1f{}\x1f{}\x1f{}\x1f{}", name, space, fmt::join(packages, " "),
                               subject_->package, call.where().tag());
  auto [found, is_new] = dispatched_.try_emplace(key);
  if (is_new) {
    const auto* macro =
        macros_.dispatch(name, space, subject_->package, call.where().tag(), packages);
    if (macro) found->second = macro->value;
  }
  if (!found->second.is_undefined()) return found->second;
  packages.push_back(space);
  for (const auto& package : packages)
    if (macros_.is_absent(package)) return absent_macro(package, name);
  return call.fail(fmt::format(
      "adapter.dispatch finds no macro {} for {}", name,
      project_.invocation.adapter.empty() ? "any adapter" : project_.invocation.adapter));
}

Value Context::return_value(Call& call) {
  const Value* value = call.argument(0, "data");
  return call.return_from_macro(value ? *value : Value::none());
}

Value Context::fromjson(Call& call) {
  if (auto value = value_from_json(call.string(0, "string"))) return *value;
  const Value* fallback = call.argument(1, "default");
  return fallback ? *fallback : Value::none();
}

Value Context::tojson(Call& call) {
  const Value* value = call.argument(0, "value");
  const Value* sort = call.argument(2, "sort_keys");
  const auto json = value ? jinja::json_of(*value, sort && sort->truth(), -1, true) : std::nullopt;
  if (json) return *json;
  const Value* fallback = call.argument(1, "default");
  return fallback ? *fallback : Value::none();
}

Value Context::fromyaml(Call& call) {
  const std::string text = call.string(0, "value");
  if (!call.spend(text.size())) return Value::none();
  const Yaml yaml = read_yaml(text);
  if (yaml.faults.empty()) return value_of(yaml.data);
  const Value* fallback = call.argument(1, "default");
  return fallback ? *fallback : Value::none();
}

Value Context::toyaml(Call& call) {
  const Value* value = call.argument(0, "value");
  return value ? Value(yaml_of(*value)) : Value::none();
}

Value Context::make_set(Call& call) {
  const Value* from = call.argument(0, "value");
  auto set = make<jinja::Set>();
  const auto items = from ? call.items(*from) : std::nullopt;
  if (from && !items) return Value::none();
  for (const auto& item : items ? (*items)->items : std::vector<Value>()) {
    if (!jinja::hashable(item)) return call.fail("a set cannot hold lists or dicts");
    set->values.set(item, true);
  }
  return set;
}

Value Context::zip(Call& call) {
  std::vector<jinja::Shared<jinja::List>> lists;
  size_t length = SIZE_MAX;
  for (const auto& argument : call.positional()) {
    const auto items = call.items(argument);
    if (!items) return Value::none();
    length = std::min(length, (*items)->items.size());
    lists.push_back(*items);
  }
  std::vector<Value> rows;
  for (size_t at = 0; at < length && !lists.empty() && call.spend(lists.size()); ++at) {
    std::vector<Value> row;
    for (const auto& list : lists) row.push_back(list->items[at]);
    rows.push_back(Value::tuple(std::move(row)));
  }
  return Value::list(std::move(rows));
}

Value Context::nothing(Call&) {
  return Value::none();
}
Value Context::empty_text(Call&) {
  return "";
}
Value Context::first_argument(Call& call) {
  return call.positional().empty() ? Value("") : call.positional()[0];
}

Value Context::raise(Call& call) {
  return call.fail(call.string(0, "msg", "an exception was raised"));
}

Value Context::warn(Call& call) {
  find(Finding::Severity::note, "warning", call.root_line(), call.string(0, "msg"));
  return "";
}

Value Context::quoted(Call& call) {
  return fmt::format("{}{}{}", quote(), call.string(0, "identifier"), quote());
}

Value Context::create_relation(Call& call) {
  auto part = [&](size_t position, std::string_view name) {
    const Value* value = call.argument(position, name);
    return value && !value->is_none() ? value->text() : std::string();
  };
  return relation(part(0, "database"), part(1, "schema"), part(2, "identifier"), part(3, "type"));
}

Value Context::create_column(Call& call) {
  std::string name = call.string(0, "column");
  if (name.empty()) name = call.string(0, "name");
  return make<Column>(std::move(name), call.string(1, "dtype"), quote());
}

// A text that is a template itself: of render(), or a variable, in which dbt renders what it asks
// for where it is used ("{{ source('shop', 'orders') }}"). It has limits of its own, so it may not
// go on for ever within itself.
Value Context::rendered(Call& call, std::string text) {
  constexpr int kDeepest = 4;
  if (renders_within_ >= kDeepest) return call.fail("a text is rendered within itself too deeply");
  auto source = jinja::Template::parse(std::move(text), subject_->path, names_,
                                       {.first_line = call.root_line(), .tag = subject_->package});
  if (!source) return call.fail(source.error().message);
  ++renders_within_;
  const auto done = jinja::render(**source, *this);
  --renders_within_;
  if (done.complete) {
    for (const auto& problem : done.problems) call.report(problem.message);
    return done.text;
  }
  return call.fail(done.problems.back().message);  // why it did not come to its end
}

Value Context::render_text(Call& call) {
  return rendered(call, call.string(0, "string"));
}

Value Context::local_md5(Call& call) {
  return md5_hex(call.string(0, "value"));
}

}  // namespace tally::importing::dbt
