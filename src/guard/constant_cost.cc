#include "guard/constant_cost.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "guard/allowed_functions.h"
#include "guard/node.h"
#include "guard/position.h"
#include "guard/scopes.h"

namespace tally::guard {
namespace {

// How a function's result grows with its arguments a, b, c (sizes) and their numbers.
enum class Growth {
  times_second,  // |a| × number b
  second,        // number b
  third,         // number c
  fourth,        // number d
  series,        // from a to b by c
  replaced,      // |a| × |last argument|
  joined,        // |a| × |b|
  format,        // the widths in text a
  eightfold,     // |a| × 8
  mapped,        // |a| × |lambda's result|
  folded,        // lambda applied |a| times to its own result
  kept,          // at most |a|, with the lambda computed for each
};

struct Grower {
  std::string_view name;
  Growth growth;
};
constexpr Grower kGrowers[] = {
    {"repeat", Growth::times_second},
    {"lpad", Growth::second},
    {"rpad", Growth::second},
    {"list_resize", Growth::second},
    {"array_resize", Growth::second},
    {"bitstring", Growth::second},
    {"to_base", Growth::third},
    {"equi_width_bins", Growth::third},
    {"bar", Growth::fourth},
    {"range", Growth::series},
    {"generate_series", Growth::series},
    {"replace", Growth::replaced},
    {"regexp_replace", Growth::replaced},
    {"array_to_string", Growth::joined},
    {"list_string_agg", Growth::joined},
    {"format", Growth::format},
    {"printf", Growth::format},
    {"hex", Growth::eightfold},
    {"to_hex", Growth::eightfold},
    {"bin", Growth::eightfold},
    {"to_binary", Growth::eightfold},
    {"base64", Growth::eightfold},
    {"to_base64", Growth::eightfold},
    {"url_encode", Growth::eightfold},
    {"regexp_escape", Growth::eightfold},
    {"to_json", Growth::eightfold},
    {"json_quote", Growth::eightfold},
    {"json_array", Growth::eightfold},
    {"json_object", Growth::eightfold},
    {"json_pretty", Growth::eightfold},
    {"strftime", Growth::eightfold},
    {"list_transform", Growth::mapped},
    {"list_apply", Growth::mapped},
    {"array_transform", Growth::mapped},
    {"array_apply", Growth::mapped},
    {"apply", Growth::mapped},
    {"list_filter", Growth::kept},
    {"array_filter", Growth::kept},
    {"filter", Growth::kept},
    {"list_reduce", Growth::folded},
    {"array_reduce", Growth::folded},
    {"reduce", Growth::folded},
};
constexpr std::string_view kQuadratic[] = {"levenshtein", "editdist3", "damerau_levenshtein"};

// An upper bound of what an expression computes to.
struct Size {
  bool constant = false;
  double size = 8;    // bytes of a text, elements of a list
  double number = 0;  // absolute value, 0 where it is none
};

// The greatest run of digits in a format text: "%1000d", "{:>1000}".
double greatest_number(std::string_view text) {
  double greatest = 0, run = 0;
  for (char c : text) {
    run = c >= '0' && c <= '9' ? run * 10 + (c - '0') : 0;
    greatest = std::max(greatest, run);
  }
  return greatest;
}

class ConstantJudge {
 public:
  explicit ConstantJudge(std::string_view text) : text_(text) {}

  // Finds the expressions below a node that is none itself.
  void visit(const Node& node) {
    if (refusal || (!node.is_object() && !node.is_array())) return;
    if (node.contains("class")) {
      measure(node);
      return;
    }
    // Rows in FROM stream: only lists are built.
    if (text_at(node, "type") == "TABLE_FUNCTION")
      return visit(at(at(node, "function"), "children"));
    for (const Node& part : node) visit(part);
  }

  std::optional<Refusal> refusal;

 private:
  Size measure(const Node& node);
  Size literal(const Node& node);
  Size call(const Node& node);
  Size parts(const Node& node);
  void gather(const Node& part, Size& whole);
  std::vector<Size> children(const Node& node);
  double grown(Growth growth, const std::vector<Size>& sizes, const Node& node);
  double series(const std::vector<Size>& sizes) const;
  double mapped(const Size& list, const Node& node);
  static bool takes_parts_only(const Node& node);
  double folded(const Size& list, const Node& node);
  Size lambda_body(const Node& node, const Size& first, const Size& others);
  void refuse(std::string message);
  void judge_size(double size);
  void judge_steps(std::string_view name, const std::vector<Size>& sizes);

  std::string_view text_;
  uint64_t at_ = kNowhere;
  std::vector<std::pair<std::string, Size>> parameters_;  // of lambdas, the innermost last
  bool folding_ = false;
};

void ConstantJudge::refuse(std::string message) {
  if (refusal) return;
  TextPosition position = position_of(text_, at_);
  refusal = Refusal{"huge_constant", position.line, position.column, std::move(message),
                    "Constants are computed before the query runs and cannot be stopped."};
}

void ConstantJudge::judge_size(double size) {
  if (!(size <= kMaxConstantSize))
    refuse("A constant here may grow beyond 200,000 bytes or elements.");
}

void ConstantJudge::judge_steps(std::string_view name, const std::vector<Size>& sizes) {
  if (std::find(std::begin(kQuadratic), std::end(kQuadratic), name) == std::end(kQuadratic)) return;
  if (sizes.size() < 2 || !sizes[0].constant || !sizes[1].constant) return;
  if (sizes[0].size * sizes[1].size > kMaxConstantSteps)
    refuse("Comparing constant texts of this length takes too long.");
}

Size ConstantJudge::measure(const Node& node) {
  if (const Node& place = at(node, "query_location"); place.is_number_unsigned())
    if (uint64_t offset = place.get<uint64_t>(); offset <= text_.size()) at_ = offset;
  std::string_view kind = text_at(node, "class");
  if (kind == "CONSTANT") return literal(node);
  if (kind == "FUNCTION") return call(node);
  if (kind == "COLUMN_REF") {
    const Node& names = at(node, "column_names");
    if (!names.is_array() || names.empty() || !names[0].is_string()) return {};
    std::string name = lower(names[0].get_ref<const std::string&>());
    for (auto each = parameters_.rbegin(); each != parameters_.rend(); ++each)
      if (each->first == name) return each->second;
    return {};
  }
  Size size = parts(node);
  if (kind == "SUBQUERY" || kind == "WINDOW" || kind == "STAR" || kind == "POSITIONAL_REFERENCE")
    size.constant = false;
  return size;
}

Size ConstantJudge::literal(const Node& node) {
  const Node& value = at(at(node, "value"), "value");
  Size size{.constant = true};
  if (value.is_number()) size.number = std::fabs(value.get<double>());
  if (value.is_object()) size.number = 1e30;  // a hugeint
  if (value.is_string()) {
    const auto& text = value.get_ref<const std::string&>();
    size.size = static_cast<double>(text.size());
    size.number = std::fabs(std::strtod(text.c_str(), nullptr));  // for '1000'::INTEGER
    if (!std::isfinite(size.number)) size.number = 1e30;
  }
  return size;
}

// Anything but a call: as big as its parts together.
Size ConstantJudge::parts(const Node& node) {
  Size whole{.constant = true, .size = 0};
  for (const Node& part : node) gather(part, whole);
  return whole;
}

void ConstantJudge::gather(const Node& part, Size& whole) {
  if (!part.is_object() && !part.is_array()) return;
  if (part.contains("node")) return visit(part);  // a subquery
  if (!part.contains("class")) {
    for (const Node& inner : part) gather(inner, whole);
    return;
  }
  Size size = measure(part);
  whole.constant = whole.constant && size.constant;
  whole.size += size.size;
  whole.number = std::max(whole.number, size.number);
}

std::vector<Size> ConstantJudge::children(const Node& node) {
  std::vector<Size> sizes;
  for (const Node& child : at(node, "children"))
    sizes.push_back(text_at(child, "class") == "LAMBDA" ? Size{.constant = true} : measure(child));
  return sizes;
}

Size ConstantJudge::call(const Node& node) {
  uint64_t here = at_;
  std::string name = lower(text_at(node, "function_name"));
  std::vector<Size> sizes = children(node);
  visit(at(node, "filter"));
  visit(at(node, "order_bys"));
  at_ = here;
  Size result{.constant = !is_allowed_aggregate(name), .size = 8};
  for (const Size& size : sizes) {
    result.constant = result.constant && size.constant;
    result.size += size.size;
    result.number = std::max(result.number, size.number);
  }
  if (sizes.size() == 2 && name == "*") result.number = sizes[0].number * sizes[1].number;
  if (sizes.size() == 2 && (name == "+" || name == "-"))
    result.number = sizes[0].number + sizes[1].number;
  if (sizes.size() == 2 && (name == "**" || name == "^" || name == "pow" || name == "power"))
    result.number = std::pow(sizes[0].number, sizes[1].number);
  if (sizes.size() == 2 && name == "<<")
    result.number = sizes[0].number * std::pow(2, sizes[1].number);
  for (const Grower& grower : kGrowers)
    if (grower.name == name && !sizes.empty())
      result.size = std::max(result.size, grown(grower.growth, sizes, node));
  if (result.constant) judge_size(result.size);
  judge_steps(name, sizes);
  return result;
}

double ConstantJudge::grown(Growth growth, const std::vector<Size>& sizes, const Node& node) {
  auto number = [&](size_t i) {
    double value = i < sizes.size() && sizes[i].constant ? sizes[i].number : 0;
    judge_size(value);  // a count of that size is asked for, whatever the other arguments are
    return value;
  };
  double first = sizes[0].size;
  switch (growth) {
    case Growth::times_second:
      return first * std::max(1.0, number(1));
    case Growth::second:
      return first + number(1);
    case Growth::third:
      return first + number(2);
    case Growth::fourth:
      return first + number(3);
    case Growth::series:
      return series(sizes);
    case Growth::replaced:
      return first * std::max(1.0, sizes[std::min<size_t>(2, sizes.size() - 1)].size);
    case Growth::joined:
      return sizes.size() < 2 ? first : first * std::max(1.0, sizes[1].size);
    case Growth::eightfold:
      return first * 8;
    case Growth::format: {
      double width = greatest_number(text_at(at(at(node, "children")[0], "value"), "value"));
      bool from_argument =
          text_at(at(at(node, "children")[0], "value"), "value").find_first_of("*{") !=
          std::string_view::npos;
      for (const Size& size : sizes) {
        if (from_argument && size.constant) width = std::max(width, size.number);
        first += size.size;
      }
      judge_size(width);
      return first + width;
    }
    case Growth::mapped:
      return mapped(sizes[0], node);
    case Growth::folded:
      return folded(sizes[0], node);
    case Growth::kept:
      judge_size(mapped(sizes[0], node));  // what the lambda makes on the way, for all at once
      return first;
  }
  return first;
}

double ConstantJudge::series(const std::vector<Size>& sizes) const {
  for (const Size& size : sizes)
    if (!size.constant) return 8;
  double step = sizes.size() > 2 && sizes[2].number > 0 ? sizes[2].number : 1;
  double span = sizes[0].number + (sizes.size() > 1 ? sizes[1].number : 0);
  return span / step;
}

// `first` is what the lambda's first parameter may be, `others` the rest.
Size ConstantJudge::lambda_body(const Node& node, const Size& first, const Size& others) {
  Size body{.constant = true};
  uint64_t here = at_;
  for (const Node& child : at(node, "children")) {
    if (text_at(child, "class") != "LAMBDA") continue;
    size_t outer = parameters_.size();
    auto add = [&](const Node& names) {
      if (names.is_array() && names.size() == 1 && names[0].is_string())
        parameters_.emplace_back(lower(names[0].get_ref<const std::string&>()),
                                 parameters_.size() == outer ? first : others);
    };
    const Node& left = at(child, "lhs");
    add(at(left, "column_names"));
    for (const Node& each : at(left, "children")) add(at(each, "column_names"));
    body = measure(at(child, "expr"));
    parameters_.resize(outer);
  }
  at_ = here;
  return body;
}

double ConstantJudge::mapped(const Size& list, const Node& node) {
  // Of each element itself or a field of it, as [… for x in … if …] has it: no more than there is.
  if (takes_parts_only(node)) return list.size;
  Size body = lambda_body(node, list, list);
  return list.size * std::max(1.0, body.size / 8);
}

const Node& first_of(const Node& list) {
  return list.is_array() && !list.empty() ? list[0] : list;
}

bool ConstantJudge::takes_parts_only(const Node& node) {
  for (const Node& child : at(node, "children")) {
    if (text_at(child, "class") != "LAMBDA") continue;
    const Node& own = at(at(child, "lhs"), "column_names");
    const Node& body = at(child, "expr");
    bool is_field = text_at(body, "function_name") == "struct_extract";
    const Node& taken = at(is_field ? first_of(at(body, "children")) : body, "column_names");
    // A parameter of a lambda around this one may be greater than an element.
    if (!own.is_array() || own.size() != 1 || !taken.is_array() || taken.empty()) return false;
    if (taken[0] != own[0]) return false;
  }
  return true;
}

// The result goes in again: 64 steps show whether it doubles, the rest is a straight line.
double ConstantJudge::folded(const Size& list, const Node& node) {
  Size value = list;
  double before = value.size, steps = std::min(64.0, list.size);
  if (folding_) return lambda_body(node, value, list).size * list.size;
  folding_ = true;
  for (double step = 0; step < steps && value.size <= kMaxConstantSize && !refusal; ++step) {
    before = value.size;
    value = lambda_body(node, value, list);
  }
  folding_ = false;
  return value.size + std::max(0.0, value.size - before) * std::max(0.0, list.size - steps);
}

}  // namespace

std::optional<Refusal> judge_constants(const nlohmann::json& tree, std::string_view text) {
  ConstantJudge judge(text);
  judge.visit(tree);
  return std::move(judge.refusal);
}

}  // namespace tally::guard
