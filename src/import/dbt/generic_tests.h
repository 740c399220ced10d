#pragma once
// Tests that property files declare (`tests:` or `data_tests:` of resources and columns) → drafts.

#include <string>
#include <vector>

#include "import/dbt/draft.h"
#include "import/dbt/python_model.h"

namespace tally::importing::dbt {

// Whose test it is.
struct TestOwner {
  std::string id, name;  // of the resource
  std::string package;
  std::string file;  // relative to the root project
};

// A declared test before its refs are ids.
struct DeclaredTest {
  DraftTest draft;
  Asked asked;        // refs and sources among its arguments
  Asked asked_by_to;  // relationships: of `to` alone
  uint32_t line = 0;
};

// Tests of the resource and of its columns. `entry`: a model, a source's table, a version.
std::vector<DeclaredTest> declared_tests(const Data& entry, const TestOwner& owner);

}  // namespace tally::importing::dbt
