#pragma once
// Evaluates a template. Whatever is in it, the render ends in bounded time and memory.

#include <span>
#include <string>
#include <vector>

#include "jinja/host.h"
#include "jinja/template.h"

namespace tally::jinja {

struct Limits {
  uint64_t steps = 20'000'000;       // nodes evaluated, items walked
  uint32_t depth = 400;              // macros and blocks within each other
  size_t output = 64 * 1024 * 1024;  // bytes of one text
};

struct Rendered {
  std::string text;  // what came out before it ended
  // In order; those but the last of an incomplete render did not end it.
  std::vector<Problem> problems;
  bool complete = true;  // false: the last problem ended it
};

// The whole template, as a model's SQL is.
Rendered render(const Template& source, Host& host, const Limits& limits = {});
// The body of a snapshot's block.
Rendered render_body(const Template& source, const Definition& definition, Host& host,
                     const Limits& limits = {});

// A macro, test or materialization as a value that can be called. Keeps the template alive.
Value macro(std::shared_ptr<const Template> source, const Definition& definition);

// A render of one expression: "{{ … }}" alone. Gives the value rather than its text, as
// dbt's native rendering of YAML does.
struct Evaluated {
  Value value;
  std::vector<Problem> problems;
  bool complete = true;
};
Evaluated evaluate(const Template& source, Host& host, const Limits& limits = {});

}  // namespace tally::jinja
