#pragma once
// Times and ages as filters on fields, and why some times cannot be placed.

#include <string>

#include "answer/parsed/draft.h"
#include "answer/parsed/resolve.h"
#include "answer/parsed/vocabulary.h"

namespace tally::answer::parsed {

// Says in the candidate that the time names no days; false if it does.
bool add_trouble(const Chart& chart, const Item& time, Candidate& candidate);
void say_trouble(Candidate& candidate, std::string words);

// The days of a field as filters on it; of the number of a year where it is one.
void add_span(const text::DaySpan& span, const semantic::FieldRef& ref, bool year_number,
              Candidate& candidate);

// A condition on a date field, or on the number of a year or an age, as filters of the request.
void add_date_filters(const Vocabulary& vocabulary, const Chart& chart, const Condition& condition,
                      const FieldChoice& choice, Candidate& candidate);

}  // namespace tally::answer::parsed
