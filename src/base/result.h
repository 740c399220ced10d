#pragma once
// How we fail. A function that can fail returns Result<T>; asserts are for bugs, never for input.
// A refusal or an abstention is a value of the domain, not an Error.

#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace tally {

enum class ErrorKind {
  user,     // the input is wrong; the hint says what to change
  outside,  // the world failed: file, memory, deadline, a worker that died
  bug,      // we failed
};

// `message` names the thing and the reason; `hint` is the way out (may be empty).
// `code` is a short stable word for callers that must tell failures apart
// ("deadline", "out_of_memory", "worker_died", "cancelled"); empty where nobody has to.
struct Error {
  ErrorKind kind = ErrorKind::user;
  std::string message;
  std::string hint = {};
  std::string code = {};
};

inline Error user_error(std::string message, std::string hint = {}) {
  return {ErrorKind::user, std::move(message), std::move(hint), {}};
}
inline Error outside_error(std::string message, std::string hint = {}, std::string code = {}) {
  return {ErrorKind::outside, std::move(message), std::move(hint), std::move(code)};
}
inline Error bug_error(std::string message) {
  return {ErrorKind::bug, std::move(message), {}, {}};
}

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value)
      : state_(std::in_place_index<0>, std::move(value)) {}  // NOLINT: implicit on purpose
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & { return assert(ok()), std::get<0>(state_); }
  const T& value() const& { return assert(ok()), std::get<0>(state_); }
  T&& value() && { return assert(ok()), std::get<0>(std::move(state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Error& error() const& { return assert(!ok()), std::get<1>(state_); }
  Error&& error() && { return assert(!ok()), std::get<1>(std::move(state_)); }

 private:
  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}  // NOLINT

  bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  const Error& error() const { return assert(!ok()), *error_; }

 private:
  std::optional<Error> error_;
};

}  // namespace tally

// Early return, the only macro we have: TALLY_TRY(auto x, f()); TALLY_CHECK(g());
#define TALLY_CONCAT_(a, b) a##b
#define TALLY_CONCAT(a, b) TALLY_CONCAT_(a, b)
#define TALLY_TRY(declaration, expression)                        \
  auto TALLY_CONCAT(tally_try_, __LINE__) = (expression);         \
  if (!TALLY_CONCAT(tally_try_, __LINE__).ok())                   \
    return std::move(TALLY_CONCAT(tally_try_, __LINE__)).error(); \
  declaration = *std::move(TALLY_CONCAT(tally_try_, __LINE__))
#define TALLY_CHECK(expression) \
  if (auto tally_check_ = (expression); !tally_check_.ok()) return tally_check_.error()
