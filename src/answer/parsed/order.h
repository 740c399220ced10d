#pragma once
// In which order the rows of an answer stand and how many of them are shown.

#include <vector>

#include "answer/parsed/resolve.h"

namespace tally::answer::parsed {

// What is known of a candidate once its metrics and groups are in its request.
struct Resolved {
  const Vocabulary& vocabulary;
  const Chart& chart;
  const Draft& draft;
  const std::vector<uint32_t>& metric_of;  // of each measure mention, the first it stands for
  const std::vector<int>& group_of_dim;    // index into the request's group_by; -1: none
};

// Adds order and limit to the request, or what stands in their way.
void add_order(const Resolved& resolved, Candidate& out);

}  // namespace tally::answer::parsed
