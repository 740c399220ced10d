#pragma once
// The readings of a question, the cheapest first → one outcome, by what stands in the way and by
// how far the first is ahead of the second.

#include <vector>

#include "answer/parsed/names.h"
#include "answer/parsed/question_parser.h"
#include "answer/parsed/resolve.h"

namespace tally::answer::parsed {

Parsed decide(const Vocabulary& vocabulary, const SpokenNames& names, const Chart& chart,
              std::vector<Candidate> candidates);

}  // namespace tally::answer::parsed
