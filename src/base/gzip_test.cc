#include "base/gzip.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <filesystem>

#include "base/files.h"

namespace tally {
namespace {

std::string packed(std::string_view text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

TEST(Gzip, UnpacksWhatWasPacked) {
  std::string text;
  for (size_t n = 0; n < 700'000; ++n) text += std::to_string(n * 7919 % 10'007) + "\n";
  const auto unpacked = gunzip(packed(text));
  ASSERT_TRUE(unpacked.ok()) << unpacked.error().message;
  EXPECT_EQ(unpacked->size(), text.size());
  EXPECT_TRUE(*unpacked == text);  // not EXPECT_EQ: its report of a difference takes minutes
  EXPECT_EQ(*gunzip(packed("")), "");
}

TEST(Gzip, ReadsMembersBehindEachOtherAndIgnoresPadding) {
  EXPECT_EQ(*gunzip(packed("one ") + packed("two")), "one two");
  EXPECT_EQ(*gunzip(packed("one") + std::string(512, '\0')), "one");
}

TEST(Gzip, CutShortOrDamagedIsSaid) {
  const std::string whole = packed("some text that is long enough to be cut");
  EXPECT_EQ(gunzip(whole.substr(0, whole.size() - 9)).error().message,
            "the gzip data is cut short");
  EXPECT_EQ(gunzip(whole.substr(0, 10)).error().message, "the gzip data is cut short");
  std::string broken = whole;
  broken[broken.size() - 6] ^= 1;  // the checksum
  EXPECT_EQ(gunzip(broken).error().message, "the gzip data is damaged");
}

TEST(Gzip, UnpacksNoMoreThanAllowed) {
  const std::string bomb = packed(std::string(1 << 20, 'a'));
  EXPECT_EQ(gunzip(bomb, 1 << 16).error().code, "too_large");
  EXPECT_TRUE(gunzip(bomb, 1 << 20).ok());
}

TEST(Gzip, AFileMadeToFillMemoryIsNoCatalog) {
  const std::string path = testing::TempDir() + "tally_gzip_bomb.gz";
  std::string bomb;  // members of 8 MiB of blanks each
  const std::string member = packed(std::string(size_t{8} << 20, ' '));
  for (int i = 0; i < 40; ++i) bomb += member;
  ASSERT_TRUE(write_file(path, bomb).ok());
  const auto text = read_file_unpacked(path);
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(text.error().code, "too_large");
  std::filesystem::remove(path);
}

TEST(Gzip, AFileIsReadByItsContent) {
  const std::string path = testing::TempDir() + "/tally_gzip_test.json";
  ASSERT_TRUE(write_file(path, "plain").ok());
  EXPECT_EQ(*read_file_unpacked(path), "plain");
  ASSERT_TRUE(write_file(path, packed("packed")).ok());
  EXPECT_EQ(*read_file_unpacked(path), "packed");
  ASSERT_TRUE(write_file(path, packed("packed").substr(0, 12)).ok());
  EXPECT_EQ(read_file_unpacked(path).error().message,
            "cannot read " + path + ": the gzip data is cut short");
}

}  // namespace
}  // namespace tally
