#pragma once
// What words mean without being its name: "how long" a duration, "beds" the sum of that field,
// "rejected claims" how many there are of them, "green or not" both. Only where the model has one
// such thing, or where all of several are offered.

#include "answer/parsed/chart.h"

namespace tally::answer::parsed {

// Adds items to a chart whose names and values are found.
void read_implied(const Vocabulary& vocabulary, Chart& chart);

}  // namespace tally::answer::parsed
