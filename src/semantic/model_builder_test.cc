#include "semantic/model_builder.h"

#include <gtest/gtest.h>

namespace tally::semantic {
namespace {

catalog::Catalog warehouse() {
  std::vector<catalog::Table> tables(2);
  tables[0].id = {"w", "main", "orders"};
  tables[0].columns = {{"id", "INTEGER", true, ""},
                       {"buyer_id", "INTEGER", true, ""},
                       {"amount", "DOUBLE", true, ""},
                       {"placed_at", "TIMESTAMP", true, ""}};
  tables[1].id = {"w", "raw", "buyers"};
  tables[1].columns = {{"id", "INTEGER", true, ""}, {"region", "VARCHAR", true, ""}};
  tables[1].primary_key = {"id"};
  return catalog::Catalog(std::move(tables), "w", "main", "1");
}

class Building : public testing::Test {
 protected:
  Building() : catalog_(warehouse()), builder_(catalog_) {
    add("orders", {"w", "main", "orders"});
    add("buyers", {"w", "raw", "buyers"});
  }
  void add(const std::string& name, const catalog::ObjectId& table) {
    Dataset dataset;
    dataset.name = name;
    dataset.table = table;
    ASSERT_TRUE(builder_.add_dataset(std::move(dataset)).ok());
  }
  static Field field(const std::string& name) {
    Field made;
    made.name = name;
    made.is_dimension = true;
    return made;
  }
  static Metric metric(const std::string& name) {
    Metric made;
    made.name = name;
    return made;
  }
  static std::string reason(const Result<void>& result) {
    return result.ok() ? "" : result.error().message;
  }

  catalog::Catalog catalog_;
  ModelBuilder builder_;
};

TEST_F(Building, ADatasetKnowsItsTable) {
  const Model& model = builder_.model();
  EXPECT_EQ(model.dataset("buyers")->table_name, (std::vector<std::string>{"raw", "buyers"}));
  EXPECT_EQ(model.dataset("buyers")->primary_key, std::vector<std::string>{"id"});
  Dataset dataset;
  dataset.name = "Orders";
  dataset.table = {"w", "main", "orders"};
  EXPECT_EQ(reason(builder_.add_dataset(dataset)), "there is a dataset \"Orders\" already");
}

TEST_F(Building, AFieldIsCheckedAgainstItsTable) {
  EXPECT_EQ(reason(builder_.add_field("orders", field("amount"), "amount")), "");
  EXPECT_EQ(builder_.model().field("orders", "amount")->type, DataType::float_);
  EXPECT_EQ(reason(builder_.add_field("orders", field("x"), "gone + 1")),
            "the SQL of \"x\": table \"orders\" has no column \"gone\"");
  EXPECT_NE(reason(builder_.add_field("orders", field("y"), "SUM(amount)")), "");
  EXPECT_NE(reason(builder_.add_field("orders", field("z"), "amount +")), "");
  EXPECT_EQ(builder_.model().dataset("orders")->fields.size(), 1u)
      << "what is refused leaves nothing";
}

TEST_F(Building, AFieldIsFoundByWhatItReads) {
  ASSERT_TRUE(builder_.add_field("orders", field("value"), "amount").ok());
  EXPECT_EQ(builder_.field_of("orders", "AMOUNT")->name, "value");
  EXPECT_EQ(builder_.field_of("orders", "amount + 1"), nullptr);
  EXPECT_EQ(builder_.free_name("orders", "value"), "value_2");
}

TEST_F(Building, AMetricIsOverFieldsThatAreReached) {
  ASSERT_TRUE(builder_.add_field("orders", field("amount"), "amount").ok());
  ASSERT_TRUE(builder_.add_field("buyers", field("region"), "region").ok());
  const std::string sql = "SUM(orders.amount) FILTER (WHERE buyers.region = 'EU')";
  EXPECT_NE(reason(builder_.add_metric(metric("eu"), sql)).find("no relationships lead"),
            std::string::npos);
  Relationship way;
  way.name = "buyer";
  way.from = "orders";
  way.to = "buyers";
  way.from_columns = {"buyer_id"};
  way.to_columns = {"id"};
  ASSERT_TRUE(builder_.add_relationship(way).ok());
  EXPECT_EQ(reason(builder_.add_metric(metric("eu"), sql)), "");
  EXPECT_EQ(reason(builder_.add_metric(metric("EU"), sql)), "the model has a metric of that name");
  const Model model = builder_.finish(ModelBuilder::Kinds::by_metrics);
  EXPECT_EQ(model.metric("eu")->facts, std::vector<std::string>{"orders"});
  EXPECT_EQ(model.dataset("orders")->kind, DatasetKind::fact);
  EXPECT_EQ(model.dataset("buyers")->kind, DatasetKind::dimension);
}

TEST_F(Building, ATimeIsADate) {
  ASSERT_TRUE(builder_.add_field("orders", field("placed"), "placed_at").ok());
  ASSERT_TRUE(builder_.add_field("orders", field("amount"), "amount").ok());
  TimeRole time;
  time.name = time.field = "placed";
  EXPECT_EQ(reason(builder_.add_time("orders", time)), "");
  time.name = time.field = "amount";
  EXPECT_EQ(reason(builder_.add_time("orders", time)),
            "\"amount\" is no date or timestamp in the warehouse");
  EXPECT_TRUE(
      builder_.finish(ModelBuilder::Kinds::by_metrics).dataset("orders")->times[0].is_default)
      << "the only one";
}

TEST_F(Building, ARelationshipHasColumns) {
  Relationship way;
  way.name = "w";
  way.from = "orders";
  way.to = "buyers";
  way.from_columns = {"gone"};
  way.to_columns = {"id"};
  EXPECT_EQ(reason(builder_.add_relationship(way)), "table \"orders\" has no column \"gone\"");
}

}  // namespace
}  // namespace tally::semantic
