#include <gmock/gmock.h>

#include <fstream>

#include "base/files.h"
#include "import/warehouse/warehouse.h"
#include "import/warehouse/warehouse_fixture.h"

namespace tally::importing {
namespace {

using testing::ElementsAre;

catalog::Catalog sample_catalog() {
  catalog::Table table;
  table.id = {"db", "main", "t.\"x"};
  table.comment = "what it is";
  table.estimated_rows = 1ull << 40;
  table.columns = {{"id", "INTEGER", false, ""}, {"e", "ENUM('a', 'b')", true, "a\nb"}};
  table.primary_key = {"id"};
  table.unique_keys = {{"id", "e"}, {"e"}};
  table.foreign_keys = {{{"id"}, {"db", "main", "other"}, {"other_id"}}};
  catalog::Table view;
  view.id = {"db", "s", "v"};
  view.kind = catalog::ObjectKind::view;
  view.reads = {{"db", "main", "t.\"x"}, {"db", "s", "w"}};
  return catalog::Catalog({table, view}, "db", "main", "v7",
                          {{{{"db", "main", "Tax"}, false}, {{"db", "s", "r"}, true}},
                           {{{"db", "s", "mood"}, "ENUM"}}});
}

catalog::Facts sample_facts() {
  catalog::Facts facts;
  facts.date_ranges = {{"sales", {"1998-01-02", "2003-01-02"}},
                       {"sales/shipped", {"a", "b", text::Unit::month}}};
  facts.row_counts = {{"sales", 12}};
  facts.warnings = {"one"};
  facts.values = catalog::ValueIndex(
      {{"d", "f", {{"Tennessee", 3}, {"Ohio", 1}}, true}, {"d", "g", {}, false}});
  return facts;
}

class Snapshots : public FolderTest {};

TEST_F(Snapshots, ACatalogComesBack) {
  catalog::Catalog saved = sample_catalog();
  ASSERT_TRUE(save_catalog(path("c"), "key", saved).ok());
  auto loaded = load_catalog(path("c"), "key");
  ASSERT_TRUE(loaded.has_value());
  EXPECT_EQ(loaded->database(), "db");
  EXPECT_EQ(loaded->schema(), "main");
  EXPECT_EQ(loaded->version(), "v7");
  ASSERT_EQ(loaded->tables().size(), 2u);
  const catalog::Table &before = saved.tables()[0], &table = loaded->tables()[0];
  EXPECT_EQ(table.id, before.id);
  EXPECT_EQ(table.comment, before.comment);
  EXPECT_EQ(table.estimated_rows, before.estimated_rows);
  ASSERT_EQ(table.columns.size(), 2u);
  EXPECT_FALSE(table.columns[0].nullable);
  EXPECT_EQ(table.columns[1].type, "ENUM('a', 'b')");
  EXPECT_EQ(table.columns[1].comment, "a\nb");
  EXPECT_EQ(table.primary_key, before.primary_key);
  EXPECT_EQ(table.unique_keys, before.unique_keys);
  ASSERT_EQ(table.foreign_keys.size(), 1u);
  EXPECT_EQ(table.foreign_keys[0].target, before.foreign_keys[0].target);
  EXPECT_EQ(table.foreign_keys[0].target_columns, before.foreign_keys[0].target_columns);
  EXPECT_EQ(loaded->tables()[1].kind, catalog::ObjectKind::view);
  EXPECT_EQ(loaded->tables()[1].reads, saved.tables()[1].reads);
  EXPECT_THAT(table.reads, testing::IsEmpty());
  EXPECT_NE(loaded->find("s.V"), nullptr);
  ASSERT_EQ(loaded->definitions().macros.size(), 2u);
  EXPECT_TRUE(loaded->has_macro("tax"));
  EXPECT_TRUE(loaded->definitions().macros[1].is_table);
  ASSERT_EQ(loaded->definitions().types.size(), 1u);
  EXPECT_EQ(loaded->definitions().types[0].id.name, "mood");
  EXPECT_EQ(loaded->definitions().types[0].type, "ENUM");
}

TEST_F(Snapshots, FactsComeBack) {
  catalog::Facts saved = sample_facts();
  ASSERT_TRUE(save_facts(path("f"), "key", saved).ok());
  auto loaded = load_facts(path("f"), "key");
  ASSERT_TRUE(loaded.has_value());
  EXPECT_EQ(loaded->date_ranges, saved.date_ranges);
  EXPECT_EQ(loaded->row_counts, saved.row_counts);
  EXPECT_THAT(loaded->warnings, ElementsAre("one"));
  ASSERT_EQ(loaded->values.columns().size(), 2u);
  EXPECT_EQ(loaded->values.columns()[0].values, saved.values.columns()[0].values);
  EXPECT_FALSE(loaded->values.columns()[1].complete);
  EXPECT_EQ(loaded->values.entries(), saved.values.entries());
  EXPECT_EQ(loaded->values.lookup("OHIO").size(), 1u);
}

TEST_F(Snapshots, EmptyOnesComeBack) {
  ASSERT_TRUE(save_catalog(path("c"), "", {}).ok());
  EXPECT_TRUE(load_catalog(path("c"), "").has_value());
  ASSERT_TRUE(save_facts(path("f"), "", {}).ok());
  EXPECT_TRUE(load_facts(path("f"), "").has_value());
}

TEST_F(Snapshots, AnotherKeyKindOrFileIsNone) {
  EXPECT_FALSE(load_facts(path("missing"), "key").has_value());
  EXPECT_FALSE(load_facts(folder_, "key").has_value());
  ASSERT_TRUE(save_facts(path("f"), "key", sample_facts()).ok());
  EXPECT_FALSE(load_facts(path("f"), "key2").has_value());
  EXPECT_FALSE(load_facts(path("f"), "").has_value());
  EXPECT_FALSE(load_catalog(path("f"), "key").has_value());
  ASSERT_TRUE(write_file(path("text"), "TallySnapshot\n").ok());
  EXPECT_FALSE(load_facts(path("text"), "key").has_value());
}

// Every byte counts: none can be changed, lost or added without notice.
TEST_F(Snapshots, DamageIsNoticed) {
  ASSERT_TRUE(save_facts(path("f"), "key", sample_facts()).ok());
  ASSERT_TRUE(save_catalog(path("c"), "key", sample_catalog()).ok());
  auto damaged_loads = [&](const std::string& name, const std::string& bytes) {
    std::ofstream(path("damaged"), std::ios::binary) << bytes;  // not write_file: it waits for disk
    return name == "f" ? load_facts(path("damaged"), "key").has_value()
                       : load_catalog(path("damaged"), "key").has_value();
  };
  for (std::string name : {"f", "c"}) {
    std::string bytes = *read_file(path(name));
    for (size_t i = 0; i < bytes.size(); i += 3) {
      EXPECT_FALSE(damaged_loads(name, bytes.substr(0, i))) << name << i;
      std::string flipped = bytes;
      flipped[i] = static_cast<char>(flipped[i] ^ 0x10);
      EXPECT_FALSE(damaged_loads(name, flipped)) << name << i;
    }
    EXPECT_FALSE(damaged_loads(name, bytes + '\0')) << name;
    EXPECT_TRUE(damaged_loads(name, bytes)) << name;
  }
}

class Fingerprint : public FolderTest {};

TEST_F(Fingerprint, ChangesWithTheFileAndItsLog) {
  std::string file = path("w.duckdb");
  ASSERT_TRUE(write_file(file, "one").ok());
  std::string first = *file_fingerprint(file);
  EXPECT_EQ(*file_fingerprint(file), first);
  ASSERT_TRUE(write_file(file + ".wal", "").ok());
  std::string with_log = *file_fingerprint(file);
  EXPECT_NE(with_log, first);
  std::filesystem::remove(file + ".wal");
  EXPECT_EQ(*file_fingerprint(file), first);
  ASSERT_TRUE(write_file(file, "two").ok());  // as long, but another file
  EXPECT_NE(*file_fingerprint(file), first);
}

TEST_F(Fingerprint, SaysWhyThereIsNone) {
  EXPECT_EQ(file_fingerprint("/nowhere/w.duckdb").error().message,
            "cannot read /nowhere/w.duckdb: No such file or directory");
  EXPECT_EQ(file_fingerprint("/").error().message, "cannot read /: not a regular file");
  EXPECT_EQ(file_fingerprint("/").error().kind, ErrorKind::outside);
}

}  // namespace
}  // namespace tally::importing
