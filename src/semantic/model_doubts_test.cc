#include "semantic/model_doubts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tally::semantic {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Metric metric(std::string name, std::vector<std::string> synonyms, int line) {
  Metric made;
  made.name = std::move(name);
  made.synonyms = std::move(synonyms);
  made.at = {line, 5};
  return made;
}

Field field(std::string name, std::vector<std::string> synonyms, int line) {
  Field made;
  made.name = std::move(name);
  made.synonyms = std::move(synonyms);
  made.is_dimension = true;
  made.at = {line, 9};
  return made;
}

Model model_of(std::vector<Metric> metrics, std::vector<Field> visits, std::vector<Field> wards) {
  Model model;
  model.metrics = std::move(metrics);
  model.datasets.resize(2);
  model.datasets[0].name = "visit";
  model.datasets[0].fields = std::move(visits);
  model.datasets[1].name = "ward";
  model.datasets[1].fields = std::move(wards);
  return model;
}

std::vector<std::string> texts(const Model& model, const catalog::Facts* facts = nullptr) {
  std::vector<std::string> found;
  for (const Complaint& doubt : model_doubts(model, "m.yml", facts)) found.push_back(doubt.text());
  return found;
}

TEST(ModelDoubts, AWordOfTwoMetricsOrFields) {
  const Model model = model_of({metric("stays", {"Admissions"}, 2), metric("admissions", {}, 3)},
                               {field("kind", {"type"}, 7)}, {field("ward_kind", {"Type"}, 9)});
  EXPECT_THAT(
      texts(model),
      ElementsAre("m.yml:3:5: \"admissions\" is said of 2 metrics: stays, admissions (a question "
                  "with it may have to ask back; leave it to one of them)",
                  "m.yml:9:9: \"type\" is said of 2 fields: visit.kind, ward.ward_kind (a question "
                  "with it may have to ask back; leave it to one of them)"));
}

// Two things have the name "name", one thing has its name as synonym, a metric shares a field's
// word, a personal field has any: none of it is in doubt.
TEST(ModelDoubts, WhatIsNoDoubt) {
  Model model = model_of({metric("stays", {"stays", "beds"}, 2)}, {field("name", {}, 7)},
                         {field("name", {"beds"}, 9), field("mail", {"Name"}, 10)});
  model.datasets[1].fields[1].personal = true;
  model.unrecorded = {{"meals", {"food"}}};
  catalog::Facts facts;
  facts.values = catalog::ValueIndex({{"ward", "name", {{"North", 3}}, true}});
  EXPECT_THAT(texts(model, &facts), IsEmpty());
}

TEST(ModelDoubts, AnUnrecordedTopicThatIsRecorded) {
  Model model = model_of({metric("stays", {"length of stay"}, 2)}, {field("kind", {}, 7)},
                         {field("name", {}, 9)});
  model.unrecorded = {{"Length-of-stay", {"kind"}}, {"intensive care", {}}};
  catalog::Facts facts;
  facts.values = catalog::ValueIndex({{"ward", "name", {{"Intensive Care", 3}}, true}});
  EXPECT_THAT(
      texts(model, &facts),
      ElementsAre(
          "m.yml:2:5: the unrecorded topic \"Length-of-stay\" is also a word for the metric "
          "stays (remove it from one of the two)",
          "m.yml:7:9: \"kind\", of the unrecorded topic \"Length-of-stay\", is also a word "
          "for the field visit.kind (remove it from one of the two)",
          "m.yml:9:9: the unrecorded topic \"intensive care\" is also a value of ward.name "
          "(remove it from one of the two)"));
  EXPECT_EQ(texts(model).size(), 2u);  // nothing is known of values
}

}  // namespace
}  // namespace tally::semantic
