#pragma once
// For the tests of this folder: an engine that answers from a list, and a folder of one's own.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "table/literal.h"

namespace tally::importing {

// Answers a query by the first entry whose pattern the text contains; others are a "binder" error.
class FakeEngine final : public engine::Engine {
 public:
  void answer(std::string pattern, std::string_view literal) {
    auto table = table::table_from_literal(literal);
    ASSERT_TRUE(table.ok()) << table.error().message;
    answers_.emplace_back(std::move(pattern), std::move(*table));
  }
  void fail(std::string pattern, Error error) {
    answers_.emplace_back(std::move(pattern), std::move(error));
  }
  const std::vector<std::string>& asked() const { return asked_; }

  std::string name() const override { return "fake"; }
  Result<sql::ParsedSql> parse(const sql::SqlText&, Deadline) override { return refused("parse"); }
  Result<engine::Plan> explain(const sql::ParsedSql&, Deadline) override {
    return refused("explain");
  }
  Result<engine::RunOutcome> run(const sql::ApprovedSql& approved, const engine::RunLimits&,
                                 Deadline) override {
    asked_.push_back(approved.text());
    for (const auto& [pattern, result] : answers_) {
      if (approved.text().find(pattern) == std::string::npos) continue;
      if (!result.ok()) return result.error();
      return engine::RunOutcome{*result, 0};
    }
    return refused(approved.text());
  }

 private:
  static Error refused(const std::string& text) {
    return {ErrorKind::user, "no answer for " + text, {}, "binder"};
  }
  std::vector<std::pair<std::string, Result<table::ResultTable>>> answers_;
  std::vector<std::string> asked_;
};

class FolderTest : public testing::Test {
 protected:
  FolderTest() {
    std::string pattern = testing::TempDir() + "tally-warehouse-XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
  }
  // Workers that are still being reaped remove files of theirs in it at the same time.
  ~FolderTest() override {
    std::error_code vanished;
    std::filesystem::remove_all(folder_, vanished);
  }
  std::string path(const std::string& name) const { return folder_ + "/" + name; }

  std::string folder_;
};

}  // namespace tally::importing
