#include "measure/official.h"

#include <gtest/gtest.h>

namespace tally::measure {
namespace {

using table::ResultTable;

// An engine that gives the same result whatever is asked.
RunSql giving(const std::string& text) {
  return [text](const std::string&) { return official_table(text); };
}

std::string marked(const OfficialQuery& query, const RunSql& run) {
  SystemClock clock;
  auto result = run_official(query, run, clock);
  return std::string(official_mark_name(result.mark)) + (result.order_compared ? " ordered" : "") +
         (result.reason.empty() ? "" : ": " + result.reason);
}

TEST(Official, AnswerFilesAreTables) {
  auto table = official_table("n|name|note\n1|a b|\n2|NULL|(empty)\n");
  ASSERT_TRUE(table.ok());
  EXPECT_EQ(table->row_count, 2u);
  EXPECT_EQ(table->columns[0].type, table::Type::integer);
  EXPECT_EQ(cell_text(table->columns[1], 0), "a b");
  EXPECT_TRUE(table->columns[1].nulls[1]);
  EXPECT_TRUE(table->columns[2].nulls[0]);
  EXPECT_FALSE(table->columns[2].nulls[1]);
  EXPECT_EQ(official_table("a\n\n")->row_count, 1u);  // one row that holds a null
  EXPECT_EQ(official_table("a\n")->row_count, 0u);
  EXPECT_EQ(official_table("a|b\n1|2\n3\n").error().message,
            "line 3 of the answer has 1 cell, not 2");
}

TEST(Official, Marks) {
  OfficialQuery hidden{1, "SELECT a, b FROM t ORDER BY c", "a|b\n1|x\n2|y\n"};
  EXPECT_EQ(marked(hidden, giving("a|b\n2|y\n1|x\n")), "right");  // nothing of the order is shown
  OfficialQuery query{1, "SELECT a, b FROM t ORDER BY a", "a|b\n1|x\n2|y\n"};
  EXPECT_EQ(marked(query, giving("a|b\n1|x\n2|y\n")), "right ordered");
  EXPECT_EQ(marked(query, giving("a|b\n2|y\n1|x\n")),
            "wrong ordered: the rows are right, but in another order");
  EXPECT_EQ(marked(query, giving("a|b\n1|x\n")),
            "wrong ordered: the answer has 1 row, the reference 2");
  auto refused = [](const std::string&) -> Result<ResultTable> {
    return user_error("the guard refuses it");
  };
  EXPECT_EQ(marked(query, refused), "failed: the guard refuses it");
  query.answer.reset();
  EXPECT_EQ(marked(query, giving("a|b\n1|x\n2|y\n")),
            "not run: there is no official answer at this scale");
}

}  // namespace
}  // namespace tally::measure
