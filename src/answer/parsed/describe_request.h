#pragma once
// A metric request in plain English, from the request and the model alone, so that every route says
// the same thing of the same request.

#include <string>
#include <vector>

#include "answer/parsed/names.h"
#include "semantic/model.h"
#include "semantic/request.h"

namespace tally::answer::parsed {

// "Loans, where reader city is Bonn (BN), in 2001, by month; the 5 highest first."
// Names that the model lacks are said as they stand.
std::string describe_request(const semantic::Model& model, const semantic::MetricRequest& request);
std::string describe_request(const semantic::Model& model, const SpokenNames& names,
                             const semantic::MetricRequest& request);

// The same as a question that reads back to this request:
// "top 5 customer state by store sales in 2001".
std::string ask_again(const semantic::Model& model, const SpokenNames& names,
                      const semantic::MetricRequest& request);

// "in 2001", "in March 2001", "from 2001-03-05 to 2001-03-09", "since 2001-03-05".
// `quarters`: "in Q2 2001" rather than "from April 2001 to June 2001", which reads back as days.
std::string describe_range(const semantic::TimeRange& range, bool quarters = true);

// "in Q4", "in March and April", "on Mondays"
std::string describe_part(const semantic::TimePart& part);

}  // namespace tally::answer::parsed
