#pragma once
#include "jinja/parser.h"

namespace tally::jinja {

// Recursion of the parser is recursion on the stack: deep nesting is an error before it is a crash.
struct Parser::Nesting {
  static constexpr uint32_t kDeepest = 250;
  explicit Nesting(Parser& parser) : parser_(parser) {
    if (++parser_.depth_ > kDeepest) parser_.fail("nested too deeply");
  }
  ~Nesting() { --parser_.depth_; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;

 private:
  Parser& parser_;
};

}  // namespace tally::jinja
