#pragma once
// dbt's context at parse time (`execute` is false), as the host of a render: what each name means,
// and what the template asked for.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "import/dbt/macro_index.h"
#include "import/dbt/project.h"
#include "import/dbt/render.h"
#include "jinja/host.h"

namespace tally::importing::dbt {

class Context final : public jinja::Host {
 public:
  Context(const Project& project, jinja::Names& names, const MacroIndex& macros);

  jinja::Value lookup(jinja::Name name, const jinja::Template& asking) override;

  // A render of `subject` begins, and what it asks for goes to `asked`. Both must live until the
  // next.
  void begin(const Subject& subject, Asked& asked);
  void set_docs(const Renderer::Docs* docs) { docs_ = docs; }
  // True once the course of the render depended on what nobody can know.
  bool decided_blindly() const { return decided_blindly_; }
  bool called_absent() const { return called_absent_; }  // a macro of an absent package

  // Also for reading a template without evaluating it: each call counts once.
  void add_ref(RefCall ref);
  void add_source(SourceCall source);
  void add_function(RefCall function);
  void find(catalog::Finding::Severity severity, std::string code, uint32_t line,
            std::string message);

  jinja::Value node_value() const;  // `model`
  // `package` is what the name stands before: "dbt_utils.star".
  const MacroEntry* macro_of(std::string_view package, std::string_view name) const;
  const MacroEntry* dispatched_macro(std::string_view name, std::string_view macro_namespace) const;

 private:
  using Function = jinja::Value (Context::*)(jinja::Call& call);

  void bring(std::string_view name, jinja::Value value);
  void bring(std::string_view name, Function function);
  jinja::Value bound(std::string_view name, Function function);
  void bring_functions();
  void bring_silent_macros();
  void bring_objects();
  void bring_plain_values();

  jinja::Value resolve(jinja::Name name, uint32_t package);
  jinja::Value of_subject(jinja::Name name);
  jinja::Value package_namespace(std::string_view name);
  jinja::Value absent_package(std::string_view name);
  jinja::Value needed_by_absent(jinja::Name name, const jinja::Template& asking);
  jinja::Value absent_macro(std::string package, std::string_view name);
  jinja::Value dbt_namespace_member(std::string_view name);
  jinja::Value adapter_member(std::string_view name);
  jinja::Value exceptions_member(std::string_view name);
  jinja::Value api_member(std::string_view name);
  jinja::Value config_member(std::string_view name);
  jinja::Value relation(std::string database, std::string schema, std::string identifier,
                        std::string type = {}) const;
  char quote() const;

  // Functions of the context, by the name they have there.
  jinja::Value ref(jinja::Call& call);
  jinja::Value source(jinja::Call& call);
  jinja::Value user_function(jinja::Call& call);
  jinja::Value config(jinja::Call& call);
  jinja::Value metric(jinja::Call& call);
  jinja::Value var(jinja::Call& call);
  jinja::Value has_var(jinja::Call& call);
  jinja::Value env_var(jinja::Call& call);
  jinja::Value doc(jinja::Call& call);
  jinja::Value dispatch(jinja::Call& call);
  jinja::Value return_value(jinja::Call& call);
  jinja::Value fromjson(jinja::Call& call);
  jinja::Value tojson(jinja::Call& call);
  jinja::Value fromyaml(jinja::Call& call);
  jinja::Value toyaml(jinja::Call& call);
  jinja::Value make_set(jinja::Call& call);
  jinja::Value zip(jinja::Call& call);
  jinja::Value nothing(jinja::Call& call);     // none: log(), statements, what needs a warehouse
  jinja::Value empty_text(jinja::Call& call);  // ""
  jinja::Value first_argument(jinja::Call& call);
  jinja::Value raise(jinja::Call& call);
  jinja::Value warn(jinja::Call& call);
  jinja::Value quoted(jinja::Call& call);
  jinja::Value create_relation(jinja::Call& call);
  jinja::Value create_column(jinja::Call& call);
  jinja::Value render_text(jinja::Call& call);
  jinja::Value rendered(jinja::Call& call, std::string text);
  jinja::Value local_md5(jinja::Call& call);

  const Data* find_var(std::string_view name) const;
  void merge_config(std::string key, Data value);

  const Project& project_;
  jinja::Names& names_;
  const MacroIndex& macros_;
  const Subject* subject_ = nullptr;
  Asked* asked_ = nullptr;
  const Renderer::Docs* docs_ = nullptr;
  bool decided_blindly_ = false, called_absent_ = false;
  int renders_within_ = 0;  // of render() in render()

  std::unordered_map<jinja::Name, jinja::Value> brought_;  // names of the context itself
  // By package, then by name: what resolve() found, so that it is looked for once.
  struct Resolved {
    bool known = false;
    jinja::Value value;
  };
  std::vector<std::vector<Resolved>> resolved_;
  std::unordered_map<std::string, jinja::Value> dispatched_;
  std::unordered_set<std::string> asked_before_;  // refs, sources, … of this render
  // Of this render's templates: the names before the dot of what they call.
  std::unordered_map<const jinja::Template*, std::unordered_set<jinja::Name>> called_through_;
  jinja::Name this_, model_, schema_, database_;
  mutable jinja::Value node_;  // `model` of the subject, once it is asked for
};

}  // namespace tally::importing::dbt
