// Names of the context, and which one a name means.
#include "import/dbt/context.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "import/dbt/conversions.h"
#include "import/dbt/python_modules.h"
#include "import/dbt/relation.h"
#include "jinja/static_calls.h"

namespace tally::importing::dbt {

using jinja::Call;
using jinja::Dict;
using jinja::function;
using jinja::make;
using jinja::Name;
using jinja::Value;

namespace {

// A render says the same whenever it is done.
constexpr int64_t kStartedAt = 1'735'732'800;  // 2025-01-01 12:00 UTC

template <size_t size>
bool is_one_of(const std::string_view (&names)[size], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

Value empty_dict(std::initializer_list<std::string_view> keys) {
  auto dict = make<Dict>();
  for (const auto key : keys) dict->set(Value(key), make<Dict>());
  return dict;
}

}  // namespace

Context::Context(const Project& project, jinja::Names& names, const MacroIndex& macros)
    : project_(project),
      names_(names),
      macros_(macros),
      resolved_(project.packages.size()),
      this_(names.intern("this")),
      model_(names.intern("model")),
      schema_(names.intern("schema")),
      database_(names.intern("database")) {
  bring_silent_macros();
  bring_functions();
  bring_objects();
  bring_plain_values();
}

void Context::begin(const Subject& subject, Asked& asked) {
  subject_ = &subject;
  asked_ = &asked;
  decided_blindly_ = called_absent_ = false;
  asked_before_.clear();
  called_through_.clear();
  node_ = {};
}

void Context::bring(std::string_view name, Value value) {
  brought_.insert_or_assign(names_.intern(name), std::move(value));
}

Value Context::bound(std::string_view name, Function run) {
  return function(std::string(name), [this, run](Call& call) { return (this->*run)(call); });
}

void Context::bring(std::string_view name, Function run) {
  bring(name, bound(name, run));
}

void Context::bring_functions() {
  bring("ref", &Context::ref);
  bring("source", &Context::source);
  bring("function", &Context::user_function);
  bring("metric", &Context::metric);
  bring("env_var", &Context::env_var);
  bring("doc", &Context::doc);
  bring("return", &Context::return_value);
  bring("fromjson", &Context::fromjson);
  bring("tojson", &Context::tojson);
  bring("fromyaml", &Context::fromyaml);
  bring("toyaml", &Context::toyaml);
  bring("set", &Context::make_set);
  bring("set_strict", &Context::make_set);
  bring("zip", &Context::zip);
  bring("zip_strict", &Context::zip);
  bring("local_md5", &Context::local_md5);
  bring("render", &Context::render_text);
  for (const auto name : {"log", "print", "debug"}) bring(name, &Context::empty_text);
  for (const auto name : {"load_result", "store_result", "store_raw_result", "write",
                          "submit_python_job", "diff_of_two_dicts"}) {
    bring(name, &Context::nothing);
  }
  for (const auto name : {"try_or_compiler_error"}) bring(name, &Context::nothing);
}

// Global macros of dbt and its adapters that make statements for a run: hooks call them, and at
// parse time nothing depends on what they print.
void Context::bring_silent_macros() {
  static constexpr std::string_view kSilent[] = {"alter_relation_add_remove_columns",
                                                 "assert_not_null",
                                                 "call_dcl_statements",
                                                 "create_columns",
                                                 "default_last_day",
                                                 "diff_columns",
                                                 "drop_table",
                                                 "drop_view",
                                                 "format_columns",
                                                 "get_batch_size",
                                                 "get_binding_char",
                                                 "get_create_index_sql",
                                                 "get_empty_schema_sql",
                                                 "get_grant_sql",
                                                 "get_limit_subquery_sql",
                                                 "get_relation_last_modified",
                                                 "get_revoke_sql",
                                                 "get_show_indexes_sql",
                                                 "get_true_sql",
                                                 "should_revoke",
                                                 "snapshot_hash_arguments",
                                                 "snapshot_string_as_time"};
  for (const auto name : kSilent) bring(name, &Context::empty_text);
}

void Context::bring_objects() {
  auto members_of = [this](Value (Context::*member)(std::string_view)) {
    return [this, member](std::string_view name) { return (this->*member)(name); };
  };
  bring("config", make<Bundle>("config", members_of(&Context::config_member),
                               [this](Call& call) { return config(call); }));
  bring("var", make<Bundle>(
                   "var",
                   [this](std::string_view name) {
                     return name == "has_var" ? bound(name, &Context::has_var) : Value();
                   },
                   [this](Call& call) { return var(call); }));
  bring("adapter", make<Bundle>("adapter", members_of(&Context::adapter_member)));
  bring("exceptions", make<Bundle>("exceptions", members_of(&Context::exceptions_member)));
  bring("api", make<Bundle>("api", members_of(&Context::api_member)));
  bring("modules", make<Bundle>("modules", python_module));
  bring("builtins", make<Bundle>("builtins", [this](std::string_view name) {
          const auto found = brought_.find(names_.intern(name));
          return found == brought_.end() ? Value() : found->second;
        }));
  bring("context", make<Bundle>("context", [this](std::string_view name) {
          const Name wanted = names_.intern(name);
          const Value own = of_subject(wanted);
          return own.is_undefined() ? resolve(wanted, subject_->package) : own;
        }));
  bring("flags", make<Bundle>("flags", [](std::string_view name) -> Value {
          if (name == "WHICH") return "parse";
          return name == "FULL_REFRESH" || name == "EMPTY" || name == "STORE_FAILURES"
                     ? Value(false)
                     : Value::none();
        }));
}

void Context::bring_plain_values() {
  const Invocation& invocation = project_.invocation;
  auto target = make<Dict>();
  for (size_t at = 0; at < invocation.target.keys.size(); ++at) {
    target->set(invocation.target.keys[at], value_of(invocation.target.values[at]));
  }
  target->set("name", invocation.target_name);
  target->set("target_name", invocation.target_name);
  target->set("profile_name", invocation.profile_name);
  target->set("type", invocation.adapter);
  target->set("schema", invocation.schema);
  target->set("database", invocation.database);
  if (!target->find(std::string_view("threads"))) target->set("threads", 1);
  bring("target", Value(target));
  bring("execute", Value(false));
  bring("graph", empty_dict({"nodes", "sources", "metrics", "exposures", "groups", "selectors",
                             "semantic_models", "saved_queries", "unit_tests"}));
  bring("project_name", Value(project_.root().name));
  bring("dbt_version", Value("1.10.0"));
  bring("invocation_id", Value("00000000-0000-0000-0000-000000000000"));
  bring("run_started_at", python_datetime(kStartedAt));
  bring("thread_id", Value("MainThread"));
  bring("invocation_args_dict", Value(make<Dict>()));
  bring("dbt_metadata_envs", Value(make<Dict>()));
  for (const auto name : {"selected_resources", "pre_hooks", "post_hooks", "hooks"}) {
    bring(name, Value::list({}));
  }
  bring("sql", Value(""));
  bring("compiled_code", Value(""));
}

Value Context::lookup(Name name, const jinja::Template& asking) {
  if (const Value own = of_subject(name); !own.is_undefined()) return own;
  const uint32_t package = subject_->package;
  auto& table = resolved_[package];
  if (name.value >= table.size()) table.resize(std::max<size_t>(names_.size(), name.value + 1));
  if (!table[name.value].known) {
    Value found = resolve(name, package);
    resolved_[package][name.value] = {true, std::move(found)};
  }
  const Value& found = resolved_[package][name.value].value;
  if (!found.is_undefined()) return found;
  const uint32_t own = asking.tag();
  // A macro that calls another of its own package by its bare name: dbt does not find it, but there
  // is no doubt what is meant.
  const bool is_other = own != package && own < project_.packages.size();
  if (const auto* macro = is_other ? macros_.in(own, name) : nullptr) return macro->value;
  return needed_by_absent(name, asking);
}

// What absent packages need is absent too, and nothing says what that is. So a name that nobody
// defines, and whose member is called, stands for such a package.
Value Context::needed_by_absent(Name name, const jinja::Template& asking) {
  if (project_.absent_packages.empty()) return {};
  const auto [found, is_new] = called_through_.try_emplace(&asking);
  if (is_new) {
    const auto keep = [&](const std::vector<jinja::StaticCall>& calls) {
      for (const auto& call : calls)
        if (call.callee.size() == 2) found->second.insert(call.callee.front());
    };
    keep(jinja::static_calls(asking));
    for (const auto& definition : asking.definitions()) keep(static_calls(asking, definition));
  }
  return found->second.contains(name) ? absent_package(names_.text(name)) : Value();
}

// Macros before the context's own names: a project may have a ref() of its own.
Value Context::resolve(Name name, uint32_t package) {
  if (const auto* macro = macros_.find(name, package)) return macro->value;
  if (const auto found = brought_.find(name); found != brought_.end()) return found->second;
  return package_namespace(names_.text(name));
}

Value Context::of_subject(Name name) {
  if (name == model_) return node_value();
  const Invocation& invocation = project_.invocation;
  auto or_target = [](const std::string& own, const std::string& target) {
    return own.empty() ? target : own;
  };
  if (name == schema_) return or_target(subject_->schema, invocation.schema);
  if (name == database_) return or_target(subject_->database, invocation.database);
  if (name != this_) return {};
  return relation(or_target(subject_->database, invocation.database),
                  or_target(subject_->schema, invocation.schema),
                  or_target(subject_->alias, subject_->name));
}

namespace {

// Config as macros see it: what nobody configures is there with dbt's defaults.
Data with_defaults(const Subject& subject) {
  Data config = Data::of_map();
  config.set("enabled", Data::of_truth(true));
  for (const char* key : {"alias", "schema", "database", "group", "full_refresh", "unique_key"})
    config.set(key, {});
  for (const char* key : {"meta", "persist_docs", "quoting", "column_types", "grants"})
    config.set(key, Data::of_map());
  for (const char* key : {"tags", "packages", "pre-hook", "post-hook"}) {
    Data list;
    list.kind = Data::Kind::list;
    config.set(key, std::move(list));
  }
  const std::string& type = subject.resource_type;
  const bool is_own = type == "seed" || type == "snapshot" || type == "test" || type == "function";
  config.set("materialized", Data::of(is_own ? type : "view"));
  if (type == "model") config.set("access", Data::of("protected"));
  if (const Data* given = subject.config)
    for (size_t at = 0; at < given->keys.size(); ++at)
      config.set(given->keys[at], given->values[at]);
  return config;
}

// 2 of "2", as dbt has it; other versions are texts.
Value version_value(const std::string& version) {
  int64_t number = 0;
  const char* end = version.data() + version.size();
  const auto read = std::from_chars(version.data(), end, number);
  if (version.empty()) return Value::none();
  return read.ec == std::errc() && read.ptr == end ? Value(number) : Value(version);
}

}  // namespace

Value Context::node_value() const {
  if (!node_.is_undefined()) return node_;
  auto node = make<Dict>();
  const Subject& subject = *subject_;
  const Package& package = project_.packages[subject.package];
  node->set("name", subject.name);
  node->set("unique_id", subject.unique_id);
  node->set("resource_type", subject.resource_type);
  node->set("package_name", package.name);
  node->set("path", subject.path_below.empty() ? subject.path : subject.path_below);
  node->set("original_file_path", subject.path);
  node->set("alias", subject.alias.empty() ? subject.name : subject.alias);
  node->set("schema", subject.schema.empty() ? project_.invocation.schema : subject.schema);
  node->set("database", subject.database.empty() ? project_.invocation.database : subject.database);
  node->set("config", value_of(with_defaults(subject)));
  const Data* tags = subject.config ? subject.config->get("tags") : nullptr;
  node->set("tags", tags && tags->is_list() ? value_of(*tags) : Value::list({}));
  const Data* meta = subject.config ? subject.config->get("meta") : nullptr;
  node->set("meta", meta && meta->is_map() ? value_of(*meta) : Value(make<Dict>()));
  node->set("version", version_value(subject.version));
  node->set("language", "sql");
  node->set("columns", make<Dict>());
  std::vector<Value> fqn(subject.fqn.begin(), subject.fqn.end());
  if (fqn.empty()) fqn = {package.name, subject.name};
  node->set("fqn", Value::list(std::move(fqn)));
  auto depends = make<Dict>();
  depends->set("nodes", Value::list({}));
  depends->set("macros", Value::list({}));
  node->set("depends_on", depends);
  node->set("refs", Value::list({}));
  node->set("sources", Value::list({}));
  node->set("description", "");
  node_ = node;
  return node_;
}

// "dbt_utils" as what its macros stand behind.
Value Context::package_namespace(std::string_view name) {
  const auto package = macros_.package(name);
  if (!package) return macros_.is_absent(name) ? absent_package(name) : Value();
  if (*package == MacroIndex::kDbt) {
    return make<Bundle>("dbt",
                        [this](std::string_view member) { return dbt_namespace_member(member); });
  }
  return make<Bundle>(std::string(name), [this, at = *package](std::string_view member) {
    const auto* macro = macros_.in(at, names_.intern(member));
    return macro ? macro->value : Value();
  });
}

Value Context::absent_macro(std::string package, std::string_view name) {
  const Value unknown = make<Unknown>([this] { decided_blindly_ = true; });
  return function(std::string(name), [this, unknown, package = std::move(package)](Call& call) {
    called_absent_ = true;
    if (asked_before_.insert("p\x1f" + package).second) {
      find(catalog::Finding::Severity::warning, "absent_package", call.root_line(),
           fmt::format("the package {} is not installed: what its macros give is not known",
                       package));
    }
    return unknown;
  });
}

Value Context::absent_package(std::string_view name) {
  return make<Bundle>(std::string(name),
                      [this, package = std::string(name)](std::string_view member) {
                        return absent_macro(package, member);
                      });
}

// dbt has more macros of its own than a parse needs: the rest does nothing.
Value Context::dbt_namespace_member(std::string_view name) {
  const auto* macro = macros_.in(MacroIndex::kDbt, names_.intern(name));
  return macro ? macro->value : bound(name, &Context::empty_text);
}

char quote_of(std::string_view adapter) {
  static constexpr std::string_view kBackticks[] = {"bigquery", "spark", "databricks", "clickhouse",
                                                    "mysql"};
  return is_one_of(kBackticks, adapter) ? '`' : '"';
}

char Context::quote() const {
  return quote_of(project_.invocation.adapter);
}

Value Context::relation(std::string database, std::string schema, std::string identifier,
                        std::string type) const {
  Relation::Parts parts;
  parts.database = std::move(database);
  parts.schema = std::move(schema);
  parts.identifier = std::move(identifier);
  parts.type = std::move(type);
  parts.quote = quote();
  return make<Relation>(std::move(parts));
}

Value Context::adapter_member(std::string_view name) {
  static constexpr std::string_view kLists[] = {"get_columns_in_relation",
                                                "get_missing_columns",
                                                "list_relations",
                                                "list_schemas",
                                                "list_relations_without_caching",
                                                "get_column_schema_from_query",
                                                "get_partitions_metadata",
                                                "get_columns_in_select_sql"};
  static constexpr std::string_view kFalse[] = {
      "check_schema_exists", "already_exists", "is_before_version", "valid_incremental_strategies"};
  if (name == "dispatch") return bound(name, &Context::dispatch);
  if (name == "quote" || name == "quote_as_configured") return bound(name, &Context::quoted);
  if (name == "type") {
    return function("type", [this](Call&) -> Value { return project_.invocation.adapter; });
  }
  if (name == "behavior") return make<Bundle>("behavior", [](std::string_view) { return Value(); });
  if (name == "config") return empty_dict({"quoting", "credentials"});
  if (name == "Relation" || name == "Column") return api_member(name);
  if (is_one_of(kLists, name)) {
    return function(std::string(name), [](Call&) { return Value::list({}); });
  }
  if (is_one_of(kFalse, name))
    return function(std::string(name), [](Call&) { return Value(false); });
  return bound(name, &Context::nothing);
}

Value Context::exceptions_member(std::string_view name) {
  return bound(name, name == "warn" ? &Context::warn : &Context::raise);
}

Value Context::api_member(std::string_view name) {
  if (name == "Relation") {
    return make<Bundle>("Relation", [this](std::string_view member) {
      return bound(member,
                   member == "create" ? &Context::create_relation : &Context::first_argument);
    });
  }
  if (name != "Column") return {};
  return make<Bundle>(
      "Column",
      [this](std::string_view member) {
        return bound(member,
                     member == "create" ? &Context::create_column : &Context::first_argument);
      },
      [this](Call& call) { return create_column(call); });
}

Value Context::config_member(std::string_view name) {
  if (name == "set") return bound(name, &Context::config);
  if (name.starts_with("persist_")) {
    return function(std::string(name), [](Call&) { return Value(false); });
  }
  // At parse time dbt does not say what is configured: get() and require() give "".
  return bound(name, &Context::empty_text);
}

const MacroEntry* Context::macro_of(std::string_view package, std::string_view name) const {
  const Name wanted = names_.intern(name);
  if (package.empty()) return macros_.find(wanted, subject_->package);
  const auto at = macros_.package(package);
  return at ? macros_.in(*at, wanted) : nullptr;
}

const MacroEntry* Context::dispatched_macro(std::string_view name,
                                            std::string_view macro_namespace) const {
  return macros_.dispatch(name, macro_namespace, subject_->package, subject_->package);
}

}  // namespace tally::importing::dbt
