#pragma once
// Queries with the tables, models or columns that answer them (docs/catalog-files.md).

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "catalog/inventory.h"

namespace tally::measure {

struct SearchQuestion {
  std::string qid;
  std::string query;
  std::string model;        // asks for the columns of this model; empty: for resources
  std::string dataset, db;  // the catalog it is about, where a file holds many; may be empty
  // Acceptable answers: each names all that it takes. Empty: nobody knows the answer.
  std::vector<std::vector<std::string>> answers;
  std::map<std::string, double>
      grades;                         // how relevant, where that is graded; else 1 for each named
  std::vector<std::string> left_out;  // never to be found: the model that is being written
};

struct SearchQuestions {
  std::vector<SearchQuestion> questions;
  std::vector<catalog::Finding> findings;  // lines that were passed over
};

// JSON lines, or a JSON array of objects. Error `user`: nothing of it is a query.
Result<SearchQuestions> read_search_questions(std::string_view text, const std::string& name);
Result<SearchQuestions> read_search_question_file(const std::string& path);

}  // namespace tally::measure
