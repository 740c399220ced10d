#pragma once
// Which slips of the finger may be mended into words that say nothing. To pass over a word that
// names something would answer another question.

#include <string>

#include "answer/parsed/chart.h"

namespace tally::answer::parsed {

// Whether the phrase that begins at token `first` may be meant, once the token `slip` is read as
// `mended`.
bool may_be_meant(const Chart& chart, const Phrase& phrase, size_t first, size_t slip,
                  const std::string& mended);

}  // namespace tally::answer::parsed
