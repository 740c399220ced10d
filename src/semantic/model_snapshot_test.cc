#include "semantic/model_snapshot.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.h"

namespace tally::semantic {
namespace {

std::vector<std::string> model_files() {
  std::vector<std::string> files;
  for (const char* folder : {"/tests/semantic/models", "/tests/parsed/models"})
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(TALLY_SOURCE_DIR) + folder))
      if (entry.path().string().ends_with(".yml")) files.push_back(entry.path().string());
  for (const char* name : {"tpcds", "railway"})
    files.push_back(std::string(TALLY_SOURCE_DIR) + "/warehouses/" + name + "/model.ossie.yml");
  return files;
}

Model load(const std::string& file) {
  auto text = read_file(file);
  EXPECT_TRUE(text.ok()) << file;
  auto loaded = load_model(text.ok() ? *text : "", file, nullptr);
  EXPECT_TRUE(loaded.model.has_value()) << model_error(loaded.complaints).message;
  return loaded.model ? *std::move(loaded.model) : Model{};
}

// Whatever a model has is in its bytes: two of the same bytes are the same model.
TEST(ModelSnapshot, ComesBackWhole) {
  ASSERT_GE(model_files().size(), 4u);
  for (const auto& file : model_files()) {
    Model model = load(file);
    std::string bytes = encode_model(model, "k");
    auto back = decode_model(bytes, "k");
    ASSERT_TRUE(back.has_value()) << file;
    EXPECT_EQ(encode_model(*back, "k"), bytes) << file;
    for (size_t i = 0; i < model.metrics.size(); ++i)
      EXPECT_EQ(back->metrics[i].expression, model.metrics[i].expression) << file;
    for (size_t i = 0; i < model.datasets.size(); ++i)
      for (size_t j = 0; j < model.datasets[i].fields.size(); ++j) {
        const Field& field = model.datasets[i].fields[j];
        EXPECT_EQ(back->datasets[i].fields[j].expression, field.expression) << field.name;
        EXPECT_EQ(back->datasets[i].fields[j].type, field.type) << field.name;
        EXPECT_EQ(back->datasets[i].fields[j].calendar, field.calendar) << field.name;
        EXPECT_EQ(back->datasets[i].fields[j].value_names, field.value_names) << field.name;
      }
    for (const auto& from : model.datasets)
      for (const auto& to : model.datasets) {
        auto before = model.path(from.name, to.name), after = back->path(from.name, to.name);
        ASSERT_EQ(after.ok(), before.ok()) << from.name << " to " << to.name;
        EXPECT_EQ(after.ok() ? after->text() : "", before.ok() ? before->text() : "");
      }
  }
}

TEST(ModelSnapshot, BytesOfAnotherKeyAreIgnored) {
  Model model = load(model_files().front());
  std::string bytes = encode_model(model, "database 1, model 1");
  EXPECT_FALSE(decode_model(bytes, "database 2, model 1").has_value());
  EXPECT_TRUE(decode_model(bytes, "database 1, model 1").has_value());
}

TEST(ModelSnapshot, DamageAnywhereIsNoticed) {
  std::string bytes = encode_model(load(model_files().front()), "k");
  for (size_t i = 0; i < bytes.size(); i += 7) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x11);
    EXPECT_FALSE(decode_model(damaged, "k").has_value()) << i;
    EXPECT_FALSE(decode_model(std::string_view(bytes).substr(0, i), "k").has_value()) << i;
  }
  EXPECT_FALSE(decode_model("", "k").has_value());
  EXPECT_FALSE(decode_model(bytes + "x", "k").has_value());
}

}  // namespace
}  // namespace tally::semantic
