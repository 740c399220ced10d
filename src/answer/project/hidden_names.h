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
  explicit HiddenNames(const importing::dbt::Import& project);

  bool empty() const { return relations_.empty(); }
  // Whether a table, or the column of it, is hidden. Of several relations of the table's name those
  // of its schema decide. Where none has it, for a target's schema is whoever's choice builds it,
  // one that is hidden is enough.
  bool hides(const catalog::ObjectId& table, std::string_view column) const;

  // The same as a function, which these names outlive.
  catalog::IsHidden rule() const;

  // What the other hides is hidden too.
  void add(const HiddenNames& other);

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
  static bool hides(const Relation& relation, const std::string& column);
  void add_hidden(const importing::dbt::Import& project);
  void add_visible(const catalog::Inventory& inventory);

  std::map<std::string, std::vector<Relation>> relations_;
};

}  // namespace tally::answer
