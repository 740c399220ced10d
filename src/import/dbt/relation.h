#pragma once
// Objects of dbt's context that templates handle: relations, columns, and what stands for values
// that nobody can know without a warehouse or a package.

#include <functional>
#include <string>

#include "jinja/host.h"
#include "jinja/value.h"

namespace tally::importing::dbt {

// Around names in the SQL of an adapter.
char quote_of(std::string_view adapter);

// A table or view by its name: what ref(), source() and `this` are.
class Relation final : public jinja::Object {
 public:
  struct Parts {
    std::string database, schema, identifier;
    std::string type;  // "table", "view", …; may be empty
    char quote = '"';
    bool with_database = true, with_schema = true, with_identifier = true;
    bool quoted = true;
  };
  explicit Relation(Parts parts) : parts_(std::move(parts)) {}

  std::string_view type_name() const override { return "Relation"; }
  jinja::Value attribute(std::string_view name) const override;
  bool is_mapping() const override { return true; }  // packages tell relations by it
  std::string text() const override;
  bool equals(const Object& other) const override;
  const Parts& parts() const { return parts_; }

 private:
  jinja::Value method(std::string_view name) const;
  Parts parts_;
};

class Column final : public jinja::Object {
 public:
  Column(std::string name, std::string type, char quote)
      : name_(std::move(name)), type_(std::move(type)), quote_(quote) {}
  std::string_view type_name() const override { return "Column"; }
  jinja::Value attribute(std::string_view name) const override;
  std::string text() const override { return "<Column " + name_ + " (" + type_ + ")>"; }

 private:
  std::string name_, type_;
  char quote_;
};

// The result of something that is not there: the macro of a package that is not installed. Anything
// may be done with it, and gives it again; it prints as nothing. `on_decision` hears when the
// template's course depends on it: then what was rendered is not all there may be.
class Unknown final : public jinja::Object {
 public:
  Unknown(std::function<void()> on_decision) : on_decision_(std::move(on_decision)) {}

  std::string_view type_name() const override { return "unknown value"; }
  jinja::Value attribute(std::string_view) const override { return self(); }
  jinja::Value item(const jinja::Value&) const override { return self(); }
  bool callable() const override { return true; }
  jinja::Value call(jinja::Call&) override { return self(); }
  bool truth() const override {
    on_decision_();
    return false;
  }
  std::string text() const override { return {}; }
  std::optional<std::vector<jinja::Value>> iterate() const override {
    on_decision_();
    return std::vector<jinja::Value>();
  }
  bool contains(const jinja::Value&) const override { return truth(); }
  bool equals(const Object&) const override { return truth(); }
  std::optional<int> compare(const jinja::Value&) const override {
    on_decision_();
    return 0;
  }
  jinja::Value operate(char, const jinja::Value&, bool) const override { return self(); }

 private:
  jinja::Value self() const { return jinja::Shared<Unknown>(const_cast<Unknown*>(this)); }
  std::function<void()> on_decision_;
};

// An object whose attributes are values or functions of the host; it can be called if it has `run`.
class Bundle final : public jinja::Object {
 public:
  using Members = std::function<jinja::Value(std::string_view name)>;
  using Run = std::function<jinja::Value(jinja::Call& call)>;
  Bundle(std::string kind, Members members, Run run = nullptr)
      : kind_(std::move(kind)), members_(std::move(members)), run_(std::move(run)) {}

  std::string_view type_name() const override { return kind_; }
  jinja::Value attribute(std::string_view name) const override { return members_(name); }
  jinja::Value item(const jinja::Value& key) const override {
    return key.is_string() ? members_(key.string()) : jinja::Value();
  }
  bool callable() const override { return run_ != nullptr; }
  jinja::Value call(jinja::Call& call) override { return run_(call); }

 private:
  std::string kind_;
  Members members_;
  Run run_;
};

}  // namespace tally::importing::dbt
