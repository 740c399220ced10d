#pragma once
// A value of a project's files: what YAML says, and what a template's config() was given. Plain
// data with the place it came from, so that a fault can name its line.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tally::importing::dbt {

struct Data {
  enum class Kind : uint8_t { null, boolean, integer, real, text, list, map };
  Kind kind = Kind::null;
  bool truth = false;        // boolean
  bool is_unknown = false;   // a template's, which could not be evaluated, or lacked a value
  uint32_t line = 0;         // 1-based; 0: not from a file
  uint32_t column = 0;       // 1-based, in bytes
  int64_t integer = 0;       // integer
  double real = 0;           // real
  std::string text;          // scalars: text, or the number or truth as it is spelled in the file
  std::vector<Data> values;  // list: items; map: values, beside keys
  std::vector<std::string> keys;

  static Data of(std::string text) {
    Data data;
    data.kind = Kind::text;
    data.text = std::move(text);
    return data;
  }
  static Data of_map() {
    Data data;
    data.kind = Kind::map;
    return data;
  }
  static Data of_truth(bool truth) {
    Data data;
    data.kind = Kind::boolean;
    data.truth = truth;
    data.text = truth ? "true" : "false";
    return data;
  }
  static Data of_unknown() {
    Data data;
    data.is_unknown = true;
    return data;
  }
  bool is_null() const { return kind == Kind::null; }
  bool is_text() const { return kind == Kind::text; }
  bool is_list() const { return kind == Kind::list; }
  bool is_map() const { return kind == Kind::map; }
  bool is_scalar() const { return !is_null() && !is_list() && !is_map(); }

  // Map: the value under `key`, of several the last; nullptr: none, or no map. A null value is
  // found.
  const Data* find(std::string_view key) const;
  // The same, but a null value is none.
  const Data* get(std::string_view key) const;
  // The scalar under `key` as text; empty: none.
  std::string text_of(std::string_view key) const;
  // The scalars of the list under `key`, or the one scalar there.
  std::vector<std::string> texts_of(std::string_view key) const;
  // The truth under `key`, also spelled as text ("true", "no"); `otherwise` if it is neither.
  bool truth_of(std::string_view key, bool otherwise) const;
  void set(std::string_view key, Data value);  // map: replaces or adds
};

// Scalar → truth, as text too ("true", "False", "no"); nothing else is one.
bool is_true(const Data& data);
bool is_false(const Data& data);
// A scalar, or the scalars of a list.
std::vector<std::string> texts(const Data& data);

}  // namespace tally::importing::dbt
