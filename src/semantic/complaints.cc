#include "semantic/complaints.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace tally::semantic {
namespace {

constexpr size_t kMaxComplaints = 1000;  // a large file of another kind is wrong in every line
constexpr size_t kMaxInError = 30;

}  // namespace

void Complaints::add(Position at, std::string message, std::string fix) {
  if (list_.size() >= kMaxComplaints) return;
  list_.push_back({file_, at, std::move(message), std::move(fix)});
}

std::vector<Complaint> Complaints::take() {
  std::stable_sort(list_.begin(), list_.end(), [](const Complaint& a, const Complaint& b) {
    return std::tie(a.at.line, a.at.column) < std::tie(b.at.line, b.at.column);
  });
  return std::move(list_);
}

std::string Complaint::text() const {
  std::string place = fmt::format("{}:{}:{}: {}", file, at.line, at.column, message);
  return fix.empty() ? place : fmt::format("{} ({})", place, fix);
}

Error model_error(const std::vector<Complaint>& complaints) {
  std::string message;
  size_t shown = std::min(complaints.size(), kMaxInError);
  for (size_t i = 0; i < shown; ++i) message += (i == 0 ? "" : "\n") + complaints[i].text();
  if (complaints.size() > shown) {
    message += fmt::format("\nand {} more", complaints.size() - shown);
  }
  return user_error(std::move(message),
                    "correct the model file; `tally model check` reads it again");
}

}  // namespace tally::semantic
