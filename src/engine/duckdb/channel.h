#pragma once
// Whole frames over a stream socket, with a deadline and a cancel flag on either direction.

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "engine/cancel.h"

namespace tally::engine::duckdb {

// Why a frame did not get through.
enum class Broken {
  deadline,
  cancelled,
  closed,  // the other side is gone, or sent what is no frame
};

// Waits that end early: at the deadline, or when one of the flags is raised (null: no flag).
struct Patience {
  const Clock& clock;
  Deadline deadline;
  const Cancel* first = nullptr;
  const Cancel* second = nullptr;

  bool cancelled() const { return (first && first->raised()) || (second && second->raised()); }
};

// nullopt: all sent.
std::optional<Broken> send_frame(int socket, std::string_view bytes, const Patience& patience);
// nullopt: `bytes` holds one whole frame.
std::optional<Broken> receive_frame(int socket, std::string& bytes, const Patience& patience);

}  // namespace tally::engine::duckdb
