#include "engine/duckdb/protocol.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/duckdb/channel.h"

namespace tally::engine::duckdb {
namespace {

TEST(Protocol, MessagesComeBackAsTheyWere) {
  OpenRequest open{"/a b.duckdb", true, "/tmp/x", 1, 2, 3, 4, "UTC"};
  auto opened = decode_open_request(encode(open));
  ASSERT_TRUE(opened.ok());
  EXPECT_EQ(opened->database_path, "/a b.duckdb");
  EXPECT_TRUE(opened->is_data_file);
  EXPECT_EQ(opened->max_temp_bytes, 3u);
  EXPECT_EQ(opened->time_zone, "UTC");

  std::string text("SELECT '\0'", 10);
  auto request = decode_request(encode(Request{Door::explain, text, 5, 6}));
  ASSERT_TRUE(request.ok());
  EXPECT_EQ(request->door, Door::explain);
  EXPECT_EQ(request->text, text);
  EXPECT_EQ(request->max_rows, 5u);

  Reply reply{false, true, 0.25, "payload", outside_error("message", "hint", "code")};
  auto replied = decode_reply(encode(reply));
  ASSERT_TRUE(replied.ok());
  EXPECT_TRUE(replied->retire);
  EXPECT_EQ(replied->seconds, 0.25);
  EXPECT_EQ(replied->payload, "payload");
  EXPECT_EQ(replied->error.kind, ErrorKind::outside);
  EXPECT_EQ(replied->error.hint, "hint");
  EXPECT_EQ(replied->error.code, "code");
}

TEST(Protocol, MalformedBytesAreErrors) {
  std::string reply = encode(Reply{true, false, 1, "payload", {}});
  for (size_t size = 0; size < reply.size(); ++size)
    EXPECT_FALSE(decode_reply(reply.substr(0, size)).ok()) << size;
  EXPECT_FALSE(decode_reply(reply + "x").ok());
  std::string request = encode(Request{Door::run, "SELECT 1", 1, 1});
  for (size_t size = 0; size < request.size(); ++size)
    EXPECT_FALSE(decode_request(request.substr(0, size)).ok()) << size;
  request[0] = 9;
  EXPECT_EQ(decode_request(request).error().message, "a worker has no such door");
  // A length that would wrap around.
  std::string huge = encode(Request{Door::run, "SELECT 1", 1, 1});
  for (size_t i = 1; i <= 8; ++i) huge[i] = '\xff';
  EXPECT_EQ(decode_request(huge).error().message,
            "a frame between tally and its worker is malformed");
}

class Channel : public testing::Test {
 protected:
  Channel() { EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends_), 0); }
  ~Channel() override {
    ::close(ends_[0]);
    ::close(ends_[1]);
  }
  SystemClock clock_;
  Patience forever_{clock_, Deadline::never()};
  int ends_[2];
};

TEST_F(Channel, FramesOfAnySizeArriveWhole) {
  for (size_t size : {0u, 1u, 1u << 16, 100'000u}) {
    std::string sent(size, 'x');
    std::string received = "old";
    ASSERT_FALSE(send_frame(ends_[0], sent, forever_)) << size;
    ASSERT_FALSE(receive_frame(ends_[1], received, forever_)) << size;
    EXPECT_EQ(received, sent);
  }
}

TEST_F(Channel, ALengthThatNoFrameHasIsABrokenChannel) {
  FrameHeader header = kMaxFrame + 1;
  ASSERT_EQ(::write(ends_[0], &header, sizeof header), static_cast<ssize_t>(sizeof header));
  std::string received;
  EXPECT_EQ(receive_frame(ends_[1], received, forever_), Broken::closed);
}

TEST_F(Channel, WaitingEndsAtTheDeadlineOrWithTheFlag) {
  std::string received;
  Patience passed{clock_, Deadline::at(clock_.now())};
  EXPECT_EQ(receive_frame(ends_[1], received, passed), Broken::deadline);
  Cancel cancel;
  Patience flagged{clock_, Deadline::never(), nullptr, &cancel};
  cancel.raise();
  EXPECT_EQ(receive_frame(ends_[1], received, flagged), Broken::cancelled);
  cancel.lower();
  ASSERT_FALSE(send_frame(ends_[0], "now", flagged));
  EXPECT_FALSE(receive_frame(ends_[1], received, flagged));
  EXPECT_EQ(received, "now");
}

TEST_F(Channel, AReaderThatStoppedReadingDoesNotHoldTheSender) {
  std::string large(8 << 20, 'x');
  Patience passed{clock_, Deadline::in(std::chrono::milliseconds(20), clock_)};
  EXPECT_EQ(send_frame(ends_[0], large, passed), Broken::deadline);
}

}  // namespace
}  // namespace tally::engine::duckdb
