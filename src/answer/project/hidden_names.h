#pragma once
// What a dbt project hides of the warehouse: which tables and columns no answer may name, read or
// show. Kept with the project's version, so that most questions need not read the project to know.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "catalog/catalog.h"
#include "catalog/hidden.h"
#include "import/dbt/import.h"

namespace tally::answer {

class HiddenNames {
 public:
  HiddenNames() = default;
  // What `before` hid stays hidden, unless the project shows it now and is not in doubt: a table
  // stands when the model that made it is gone.
  HiddenNames(const importing::dbt::Import& project, const HiddenNames& before);

  bool empty() const { return relations_.empty() && !is_closed_; }
  // Whether a table, or the column of it, is hidden. Of several relations of the table's name those
  // of its schema decide. Where none has it, for a target's schema is whoever's choice builds it,
  // one that is hidden is enough. While nobody knows the name of a hidden table, all are hidden
  // that the project does not know.
  bool hides(const catalog::ObjectId& table, std::string_view column) const;

  // The same as a function, which these names outlive.
  catalog::IsHidden rule() const;

  bool is_closed() const { return is_closed_; }
  // Names that only an earlier reading hid.
  size_t remembered() const { return remembered_; }

  void write(ByteWriter& out) const;
  static HiddenNames read(ByteReader& in);

 private:
  // All relations of a name of which any hides something; everything in lower case.
  struct Relation {
    std::string schema;
    bool is_hidden = false;
    bool is_source = false;            // its schema is fixed
    std::vector<std::string> columns;  // that are hidden
  };
  using Relations = std::map<std::string, std::vector<Relation>>;
  using Visible = std::map<std::string, std::vector<const catalog::Resource*>>;
  static Relation relation_of(const catalog::Resource& resource);
  static bool hides(const Relation& relation, const std::string& column);
  static bool hides_all_of(const std::vector<Relation>& relations, const Relation& one);
  static void forget_what_is_shown(const catalog::Resource& resource, Relation& before);
  bool hides_failures(const std::string& table) const;
  void add_hidden(const importing::dbt::Import& project);
  void add_visible(const Visible& visible);
  void add_remembered(const HiddenNames& before, const Visible& visible, bool is_in_doubt);

  Relations relations_;
  bool is_closed_ = false;
  size_t remembered_ = 0;
};

}  // namespace tally::answer
