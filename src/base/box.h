#pragma once
// A heap value that copies deeply and compares by value: lets tree nodes be ordinary values.
// Never empty, except after a move from it.

#include <memory>
#include <utility>

namespace tally {

template <typename T>
class Box {
 public:
  Box() : pointer_(std::make_unique<T>()) {}
  Box(T value) : pointer_(std::make_unique<T>(std::move(value))) {}  // NOLINT: implicit on purpose
  Box(const Box& other) : pointer_(std::make_unique<T>(*other)) {}
  Box(Box&& other) noexcept = default;
  Box& operator=(const Box& other) {
    if (this != &other) pointer_ = std::make_unique<T>(*other);
    return *this;
  }
  Box& operator=(Box&& other) noexcept = default;
  ~Box() = default;

  T& operator*() { return *pointer_; }
  const T& operator*() const { return *pointer_; }
  T* operator->() { return pointer_.get(); }
  const T* operator->() const { return pointer_.get(); }

  friend bool operator==(const Box& a, const Box& b) { return *a == *b; }

 private:
  std::unique_ptr<T> pointer_;
};

}  // namespace tally
