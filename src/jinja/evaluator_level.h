#pragma once
// What the evaluator puts back when it is done with a part.

#include "jinja/evaluator.h"

namespace tally::jinja {

// Depth is what the stack pays for: expressions and blocks a little each, calls more.
class Evaluator::Level {
 public:
  static constexpr uint32_t kCall = 5;

  explicit Level(Evaluator& evaluator, uint32_t weight = 1)
      : evaluator_(evaluator), weight_(weight) {
    evaluator_.depth_ += weight_;
    if (evaluator_.depth_ > evaluator_.limits_.depth) {
      evaluator_.fail("macros, blocks or expressions are within each other too deeply",
                      evaluator_.line_);
    }
  }
  ~Level() { evaluator_.depth_ -= weight_; }
  Level(const Level&) = delete;
  Level& operator=(const Level&) = delete;

 private:
  Evaluator& evaluator_;
  uint32_t weight_;
};

struct Evaluator::Place {
  explicit Place(Evaluator& evaluator)
      : evaluator_(evaluator),
        template_(evaluator.template_),
        scope_(evaluator.scope_),
        out_(evaluator.out_),
        line_(evaluator.line_) {}
  ~Place() {
    evaluator_.template_ = template_;
    evaluator_.scope_ = scope_;
    evaluator_.out_ = out_;
    evaluator_.line_ = line_;
  }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

 private:
  Evaluator& evaluator_;
  const Template* template_;
  Scope* scope_;
  std::string* out_;
  uint32_t line_;
};

}  // namespace tally::jinja
