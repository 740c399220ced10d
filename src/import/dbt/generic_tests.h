#pragma once
// Tests that property files declare (`tests:` or `data_tests:` of resources and columns) → drafts.

#include <string>
#include <vector>

#include "import/dbt/draft.h"
#include "import/dbt/python_model.h"

namespace tally::importing::dbt {

// Whose test it is.
struct TestOwner {
  std::string id, name;  // of the resource; a source's name is "source_table"
  std::string package;   // whose property file it is
  std::string file;      // relative to the root project
  std::string version;   // of a versioned model
  std::string call;      // how the test reads it: "ref('orders')"
};

struct TestSettings {
  // `arguments:` holds a test's arguments (dbt's require_generic_test_arguments_property).
  bool nests_arguments = true;
  char quote = '"';  // around the names of columns with `quote: true`
};

// A declared test before its refs are ids.
struct DeclaredTest {
  DraftTest draft;
  Asked asked;            // refs and sources among its arguments
  Asked asked_by_to;      // relationships: of `to` alone
  std::string full_name;  // as folder config knows it: "unique_orders_order_id"
  std::string call;       // a template that calls its macro as dbt does; empty: one of dbt's own
  Data config;            // what the declaration configures; a map
  uint32_t line = 0;
};

// Tests of the resource and of its columns. `entry`: a model, a source's table, a version.
std::vector<DeclaredTest> declared_tests(const Data& entry, const TestOwner& owner,
                                         const TestSettings& settings);

}  // namespace tally::importing::dbt
