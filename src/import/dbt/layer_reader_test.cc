#include "import/dbt/layer_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "import/dbt/yaml.h"

namespace tally::importing::dbt {
namespace {

using ::testing::ElementsAre;
using Kind = FilterReference::Kind;

std::vector<LayerFilter> filters(const std::string& yaml) {
  const Yaml file = read_yaml(yaml);
  return read_layer_filters(file.data.get("filter"));
}

TEST(LayerFilter, ReferencesStandBetweenTheTexts) {
  const auto all = filters(R"(
filter: |
  {{ Dimension('order__customer__region') }} = 'EU' AND {{ TimeDimension('metric_time', 'month') }} > '2024'
)");
  ASSERT_EQ(all.size(), 1u);
  EXPECT_THAT(all[0].text, ElementsAre("", " = 'EU' AND ", " > '2024'"));
  EXPECT_THAT(all[0].references[0].entities, ElementsAre("order", "customer"));
  EXPECT_EQ(all[0].references[0].name, "region");
  EXPECT_EQ(all[0].references[1].kind, Kind::time_dimension);
  EXPECT_EQ(all[0].references[1].grain, "month");
}

TEST(LayerFilter, AGrainMayBePartOfTheNameOrCalled) {
  const auto all = filters(R"(
filter: ["{{ Dimension('order__placed_at__week') }} = 1", "{{ Dimension('order__placed_at').grain('year') }} = 1",
         "{{ Entity('order') }} IS NULL", "{{ Dimension('region', entity_path=['customer']) }} = 1"])");
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[0].references[0].grain, "week");
  EXPECT_EQ(all[0].references[0].name, "placed_at");
  EXPECT_EQ(all[1].references[0].grain, "year");
  EXPECT_EQ(all[2].references[0].kind, Kind::entity);
  EXPECT_THAT(all[3].references[0].entities, ElementsAre("customer"));
}

TEST(LayerFilter, ArtifactsHaveTheirOwnShape) {
  const auto all =
      filters("filter: {where_filters: [{where_sql_template: \"{{ Entity('a') }} = 1\"}]}");
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].references[0].name, "a");
  EXPECT_TRUE(filters("filter: null").empty());
}

TEST(LayerFilter, WhatCannotBeEvaluatedHasAFault) {
  for (const char* yaml : {"filter: \"{{ Dimension( }}\"", "filter: \"{{ nothing('x') }} = 1\""}) {
    const auto all = filters(yaml);
    ASSERT_EQ(all.size(), 1u) << yaml;
    EXPECT_NE(all[0].fault, "") << yaml;
  }
}

LayerMetric metric(const std::string& yaml) {
  return read_layer_metric(read_yaml(yaml).data);
}

TEST(LayerMetric, OldAndNewFilesSayTheSame) {
  const auto old_style = metric(R"(
name: x
type: ratio
type_params: {numerator: a, denominator: {name: b, filter: "{{ Dimension('c') }}"}}
)");
  const auto new_style =
      metric("{name: x, type: ratio, numerator: a, denominator: {name: b, filter: c}}");
  for (const auto& one : {old_style, new_style}) {
    EXPECT_EQ(one.numerator->name, "a");
    EXPECT_EQ(one.denominator->name, "b");
    EXPECT_EQ(one.denominator->filters.size(), 1u);
  }
}

TEST(LayerMetric, PercentilesAreSharesOfOne) {
  EXPECT_EQ(metric("{name: x, agg: percentile, expr: a, percentile: 95.0}").own->percentile,
            "0.95");
  EXPECT_EQ(metric("{name: x, agg: percentile, percentile: 0.5}").own->percentile, "0.5");
  EXPECT_EQ(metric("{name: x, agg: percentile, percentile: most}").own->percentile, "");
}

TEST(LayerMetric, AnOffsetIsKept) {
  const auto one = metric(R"(
name: growth
type: derived
type_params:
  expr: now - before
  metrics: [{name: a, alias: now}, {name: a, alias: before, offset_window: 1 month}]
)");
  ASSERT_EQ(one.inputs.size(), 2u);
  EXPECT_FALSE(one.inputs[0].is_offset);
  EXPECT_TRUE(one.inputs[1].is_offset);
}

TEST(LayerModel, ColumnsOfAModelMaySayWhatTheyAre) {
  const auto model = read_annotated_model(read_yaml(R"(
name: orders
semantic_model: {name: sales}
agg_time_dimension: placed
columns:
  - {name: id, entity: {type: primary, name: order}}
  - {name: customer_id, entity: foreign}
  - {name: placed_at, granularity: day, dimension: {type: time, name: placed}}
  - {name: state, description: Where it is., dimension: true}
  - {name: note}
)")
                                              .data);
  EXPECT_EQ(model.name, "sales");
  ASSERT_EQ(model.entities.size(), 2u);
  EXPECT_EQ(model.entities[0].expr, "id");
  EXPECT_EQ(model.entities[1].type, "foreign");
  ASSERT_EQ(model.dimensions.size(), 2u);
  EXPECT_TRUE(model.dimensions[0].is_time);
  EXPECT_EQ(model.dimensions[0].expr, "placed_at");
  EXPECT_FALSE(model.dimensions[1].is_time);
  EXPECT_EQ(model.dimensions[1].description, "Where it is.");
}

}  // namespace
}  // namespace tally::importing::dbt
