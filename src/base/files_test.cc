#include "base/files.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace tally {
namespace {

class Files : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "/tally_files_test";
    std::filesystem::remove_all(folder_);
  }
  std::string folder_;
};

TEST_F(Files, WritesIntoMissingFoldersAndReadsBack) {
  std::string path = folder_ + "/a/b.txt";
  ASSERT_TRUE(write_file(path, "one").ok());
  ASSERT_TRUE(write_file(path, std::string("two\0three", 9)).ok());
  EXPECT_EQ(*read_file(path), std::string("two\0three", 9));
}

TEST_F(Files, LeavesNoTemporaryBehind) {
  ASSERT_TRUE(write_file(folder_ + "/x", "1").ok());
  int count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder_)) ++count;
  EXPECT_EQ(count, 1);
}

TEST_F(Files, MissingFileIsNamed) {
  auto read = read_file(folder_ + "/nothing");
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().message, "cannot read " + folder_ + "/nothing: No such file or directory");
  EXPECT_EQ(read.error().kind, ErrorKind::outside);
}

TEST_F(Files, UnwritablePathIsAnErrorNotACrash) {
  EXPECT_FALSE(write_file("/proc/tally/none", "x").ok());
  ASSERT_TRUE(write_file(folder_ + "/x", "1").ok());
  auto below = write_file(folder_ + "/x/y/z", "2");
  ASSERT_FALSE(below.ok());
  EXPECT_EQ(below.error().message, "cannot make the folder " + folder_ + "/x/y: Not a directory");
  auto folder = write_file(folder_, "3");
  ASSERT_FALSE(folder.ok());
  EXPECT_EQ(folder.error().message, "cannot replace " + folder_ + ": Is a directory");
}

}  // namespace
}  // namespace tally
