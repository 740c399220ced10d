#include "engine/duckdb/channel.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>

#include "engine/duckdb/protocol.h"

namespace tally::engine::duckdb {
namespace {

// poll() counts milliseconds: rounded up, or the last one would be spent spinning.
int poll_timeout(const Patience& patience) {
  bool blind = (patience.first && patience.first->descriptor() < 0) ||
               (patience.second && patience.second->descriptor() < 0);
  int limit = blind ? 10 : -1;
  if (patience.deadline.is_never()) return limit;
  auto left = std::chrono::ceil<std::chrono::milliseconds>(patience.deadline.left(patience.clock));
  auto count = static_cast<int>(std::min<int64_t>(left.count(), INT_MAX));
  return limit < 0 ? count : std::min(limit, count);
}

std::optional<Broken> wait_for(int socket, short events, const Patience& patience) {
  while (true) {
    if (patience.cancelled()) return Broken::cancelled;
    if (patience.deadline.passed(patience.clock)) return Broken::deadline;
    pollfd watched[3] = {{socket, events, 0},
                         {patience.first ? patience.first->descriptor() : -1, POLLIN, 0},
                         {patience.second ? patience.second->descriptor() : -1, POLLIN, 0}};
    int count = ::poll(watched, 3, poll_timeout(patience));
    if (count < 0 && errno != EINTR && errno != EAGAIN) return Broken::closed;
    if (count > 0 && watched[0].revents != 0) return std::nullopt;
  }
}

bool would_block() {
  return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

std::optional<Broken> send_all(int socket, std::string_view bytes, const Patience& patience) {
  while (!bytes.empty()) {
    ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && !would_block()) return Broken::closed;
    if (sent > 0) bytes.remove_prefix(static_cast<size_t>(sent));
    if (sent <= 0)
      if (auto broken = wait_for(socket, POLLOUT, patience)) return broken;
  }
  return std::nullopt;
}

std::optional<Broken> receive_all(int socket, char* into, size_t size, const Patience& patience) {
  while (size > 0) {
    // Looked at before each read, not only when there is nothing to read: a stream that never
    // pauses must not outlive the deadline.
    if (auto broken = wait_for(socket, POLLIN, patience)) return broken;
    ssize_t count = ::recv(socket, into, size, MSG_DONTWAIT);
    if (count == 0 || (count < 0 && !would_block())) return Broken::closed;
    if (count < 0) continue;
    into += count;
    size -= static_cast<size_t>(count);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Broken> send_frame(int socket, std::string_view bytes, const Patience& patience) {
  FrameHeader size = bytes.size();
  // One send for a usual request: header and bytes together.
  std::string frame(sizeof size, '\0');
  std::memcpy(frame.data(), &size, sizeof size);
  if (bytes.size() <= 1 << 16) {
    frame += bytes;
    return send_all(socket, frame, patience);
  }
  if (auto broken = send_all(socket, frame, patience)) return broken;
  return send_all(socket, bytes, patience);
}

std::optional<Broken> receive_frame(int socket, std::string& bytes, const Patience& patience) {
  FrameHeader size = 0;
  char* header = reinterpret_cast<char*>(&size);
  if (auto broken = receive_all(socket, header, sizeof size, patience)) return broken;
  if (size > kMaxFrame) return Broken::closed;
  bytes.resize(size);
  return receive_all(socket, bytes.data(), bytes.size(), patience);
}

}  // namespace tally::engine::duckdb
