#include "table/compare_match.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "table/pairing.h"

namespace tally::table {
namespace {

using Columns = std::vector<std::optional<size_t>>;  // answer column of each reference column

// Rows of both sides in classes: only rows of one class can be partners. Every class has as many
// rows on either side; `count == rows` means that every row's partner is known.
struct Partition {
  std::vector<uint32_t> reference, answer;
  uint32_t count = 0;
};

uint64_t mix(uint64_t value) {  // splitmix64's finaliser
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}
uint64_t joined(uint32_t row_class, uint32_t id) {
  return uint64_t{row_class} << 32 | id;
}

// Equal for two columns if the same ids occur equally often in every class, whatever the order.
// The reverse holds but for hash collisions, so a match is always verified by other means.
uint64_t signature(const std::vector<uint32_t>& classes, const std::vector<uint32_t>& ids) {
  uint64_t sum = 0;
  for (size_t row = 0; row < ids.size(); ++row) sum += mix(joined(classes[row], ids[row]) + 1);
  return sum;
}

// An open-addressing map from (class, id) to a small number, made for a known number of keys.
class FlatMap {
 public:
  explicit FlatMap(size_t keys) : slots_(std::bit_ceil(keys * 2 + 2)) {}
  uint32_t& operator[](uint64_t key) {
    size_t mask = slots_.size() - 1;
    size_t at = mix(key) & mask;
    while (slots_[at].used && slots_[at].key != key) at = (at + 1) & mask;
    slots_[at].used = true;
    slots_[at].key = key;
    return slots_[at].value;
  }

 private:
  struct Slot {
    uint64_t key = 0;
    uint32_t value = 0;
    bool used = false;
  };
  std::vector<Slot> slots_;
};

// Rows that are sorted by value, by class and then value: a counting sort.
std::vector<uint32_t> by_class(const std::vector<uint32_t>& order,
                               const std::vector<uint32_t>& classes, uint32_t count) {
  std::vector<uint32_t> start(count + 1, 0), out(order.size());
  for (uint32_t row : order) ++start[classes[row] + 1];
  std::partial_sum(start.begin(), start.end(), start.begin());
  for (uint32_t row : order) out[start[classes[row]]++] = row;
  return out;
}

std::vector<long double> numbers_of(const CellColumn& cells, std::span<const uint32_t> rows) {
  std::vector<long double> numbers;
  for (uint32_t row : rows) numbers.push_back(cells.numbers[row]);
  return numbers;
}

// One measure column's numbers of both sides, by class and value.
struct SortedPair {
  std::vector<uint32_t> reference, answer;
};

// Splits one class of sorted numbers where the gap is wider than any tolerance: partners are never
// on both sides of such a gap, though neighbours on one side need not be partners.
class GapSplitter {
 public:
  GapSplitter(const CellColumn& reference, const CellColumn& answer, std::optional<int> places)
      : reference_(reference), answer_(answer), places_(places) {}

  // Writes the new classes, counting up from next.count; false: a part with unequal sides.
  bool split(std::span<const uint32_t> left, std::span<const uint32_t> right, Partition& next) {
    size_t i = 0, j = 0;
    while (i < left.size() || j < right.size()) {
      size_t first_left = i, first_right = j;
      long double last = take(left, i, right, j, next);
      while ((i < left.size() || j < right.size()) && linked(last, peek(left, i, right, j)))
        last = take(left, i, right, j, next);
      if (i - first_left != j - first_right) return false;
      ++next.count;
    }
    return true;
  }

 private:
  bool linked(long double lower, long double upper) const {
    return upper - lower <= std::max(reach(lower, places_), reach(upper, places_));
  }
  bool left_first(std::span<const uint32_t> left, size_t i, std::span<const uint32_t> right,
                  size_t j) const {
    if (i == left.size() || j == right.size()) return j == right.size();
    return reference_.numbers[left[i]] <= answer_.numbers[right[j]];
  }
  long double peek(std::span<const uint32_t> left, size_t i, std::span<const uint32_t> right,
                   size_t j) const {
    return left_first(left, i, right, j) ? reference_.numbers[left[i]] : answer_.numbers[right[j]];
  }
  long double take(std::span<const uint32_t> left, size_t& i, std::span<const uint32_t> right,
                   size_t& j, Partition& next) const {
    long double value = peek(left, i, right, j);
    if (left_first(left, i, right, j))
      next.reference[left[i++]] = next.count;
    else
      next.answer[right[j++]] = next.count;
    return value;
  }

  const CellColumn& reference_;
  const CellColumn& answer_;
  std::optional<int> places_;
};

// [begin, end) of the rows from `begin` on that are of one class.
std::span<const uint32_t> class_run(const std::vector<uint32_t>& rows, size_t begin,
                                    const std::vector<uint32_t>& classes) {
  size_t end = begin;
  while (end < rows.size() && classes[rows[end]] == classes[rows[begin]]) ++end;
  return std::span(rows).subspan(begin, end - begin);
}

class Matcher {
 public:
  Matcher(const MatchProblem& problem, uint64_t budget) : problem_(problem), budget_(budget) {
    for (const auto& column : problem.columns) answer_count_ = column.answers.size();
    find_twins();
  }

  std::optional<Partition> hold(const std::vector<size_t>& columns) {
    std::optional<Partition> held = start();
    for (size_t r = 0; r < columns.size() && held; ++r) held = refined(*held, r, columns[r]);
    return held;
  }

  MatchOutcome run() {
    Columns columns(problem_.columns.size());
    bool found = search(start(), columns);
    MatchOutcome outcome;
    if (!found && !over()) outcome.hopeless_column = hopeless_column(start());
    if (over()) outcome.kind = MatchOutcome::Kind::over_budget;
    if (found && !over()) {
      outcome.kind = MatchOutcome::Kind::matched;
      for (auto column : columns) outcome.columns.push_back(*column);
    }
    return outcome;
  }

 private:
  using Candidates = std::vector<size_t>;

  Partition start() const {
    return {problem_.reference_class, problem_.answer_class, problem_.class_count};
  }
  bool over() const { return spent_ > budget_; }
  void spend(uint64_t steps) { spent_ += steps; }
  const MatchProblem::ReferenceColumn& column(size_t r) const { return problem_.columns[r]; }

  // Answer columns with the same content under the same kind stand for each other: trying one is
  // trying all. twin_[r][a] is the first such column.
  void find_twins() {
    twin_.resize(problem_.columns.size());
    for (size_t r = 0; r < problem_.columns.size(); ++r) {
      const auto& answers = column(r).answers;
      if (r > 0 && answers == column(r - 1).answers) {  // the same kind
        twin_[r] = twin_[r - 1];
        continue;
      }
      for (size_t a = 0; a < answers.size(); ++a) {
        size_t twin = 0;
        while (twin < a && !same_content(answers[twin], answers[a])) ++twin;
        twin_[r].push_back(twin);
      }
    }
  }
  bool same_content(const CellColumn* a, const CellColumn* b) {
    if (a == nullptr || b == nullptr) return a == b;
    spend(8);
    return a == b || (a->ids == b->ids && a->numbers == b->numbers);
  }

  bool search(const Partition& partition, Columns& columns) {
    if (partition.count == problem_.rows) return finish_known_rows(partition, columns);
    auto chosen = choose(partition, columns);
    if (over()) return false;
    if (!chosen) return false;
    auto& [reference, candidates] = *chosen;
    if (reference == columns.size()) return pair_rows(partition, columns);
    for (size_t answer : candidates) {
      auto next = refined(partition, reference, answer);
      if (over()) return false;
      if (!next) continue;
      columns[reference] = answer;
      if (search(*next, columns)) return true;
      columns[reference].reset();
      if (over()) return false;
    }
    return false;
  }

  // The unassigned column with the fewest candidates, exact ones first; columns.size() when all are
  // assigned; nullopt when some column has none.
  std::optional<std::pair<size_t, Candidates>> choose(const Partition& partition,
                                                      const Columns& columns) {
    std::pair<size_t, Candidates> best{columns.size(), {}};
    for (bool measures : {false, true}) {
      for (size_t r = 0; r < columns.size(); ++r) {
        if (best.second.size() == 1) return best;  // no choice here: the rest can wait
        if (columns[r] || column(r).is_measure != measures) continue;
        Candidates found = candidates(partition, columns, r);
        if (over()) return std::nullopt;
        if (found.empty()) return std::nullopt;
        if (best.second.empty() || found.size() < best.second.size()) best = {r, std::move(found)};
      }
    }
    return best;
  }

  std::optional<size_t> hopeless_column(const Partition& start) {
    Columns none(problem_.columns.size());
    for (size_t r = 0; r < none.size(); ++r)
      if (candidates(start, none, r).empty()) return r;
    return std::nullopt;
  }

  Candidates candidates(const Partition& partition, const Columns& columns, size_t r) {
    std::vector<bool> used(answer_count_, false), tried(answer_count_, false);
    for (auto taken : columns)
      if (taken) used[*taken] = true;
    spend(problem_.rows);
    uint64_t wanted = signature(partition.reference, column(r).cells.ids);
    Candidates found;
    for (size_t a = 0; a < answer_count_; ++a) {
      const CellColumn* cells = column(r).answers[a];
      if (cells == nullptr || used[a] || tried[twin_[r][a]]) continue;
      tried[twin_[r][a]] = true;
      spend(problem_.rows);
      if (signature(partition.answer, cells->ids) != wanted) continue;
      if (column(r).is_measure && !feasible(partition, r, a)) continue;
      found.push_back(a);
      if (over()) return found;
    }
    return found;
  }

  SortedPair sorted(const Partition& partition, size_t r, size_t a) {
    const CellColumn &reference = column(r).cells, &answer = *column(r).answers[a];
    spend(problem_.rows * 2);
    return {by_class(reference.order, partition.reference, partition.count),
            by_class(answer.order, partition.answer, partition.count)};
  }

  // Could every number of the reference column have its own partner in the answer column within its
  // class? If so, the sorted values can be paired in their order wherever what is allowed grows
  // with the value without a step: an interval that begins before another ends before it too. Only
  // about the step at magnitude 1 they have to be paired exactly, those about it with those of
  // their ranks.
  bool feasible(const Partition& partition, size_t r, size_t a) {
    const CellColumn &reference = column(r).cells, &answer = *column(r).answers[a];
    SortedPair rows = sorted(partition, r, a);
    if (rows.reference.size() != rows.answer.size()) return false;
    auto class_at = [&](size_t i) { return partition.reference[rows.reference[i]]; };
    auto about_step = [&](size_t i) {
      return !column(r).places && is_about_step(reference.numbers[rows.reference[i]]);
    };
    for (size_t i = 0; i < rows.reference.size(); ++i) {
      if (class_at(i) != partition.answer[rows.answer[i]]) return false;
      if (within(reference.numbers[rows.reference[i]], answer.numbers[rows.answer[i]],
                 column(r).places))
        continue;
      if (!about_step(i)) return false;
      size_t begin = i, end = i;
      while (begin > 0 && class_at(begin - 1) == class_at(i) && about_step(begin - 1)) --begin;
      while (end < rows.reference.size() && class_at(end) == class_at(i) && about_step(end)) ++end;
      spend((end - begin) * 8);
      auto left = std::span(rows.reference).subspan(begin, end - begin);
      auto right = std::span(rows.answer).subspan(begin, end - begin);
      if (partition.answer[right.back()] != class_at(i)) return false;
      auto paired =
          pair_on_line(numbers_of(reference, left), numbers_of(answer, right), column(r).places);
      if (std::find(paired.begin(), paired.end(), false) != paired.end()) return false;
      i = end - 1;
    }
    return true;
  }

  // Does this number's interval begin where that of a smaller one does, or before? It may between a
  // little below 1 and what reaches below 1 (tolerance() in compare_cells.h).
  static bool is_about_step(long double number) {
    return std::fabs(std::fabs(number) - 1) <= 0.006L;
  }

  std::optional<Partition> refined(const Partition& partition, size_t r, size_t a) {
    Partition next{partition.reference, partition.answer, 0};
    if (!refine_ids(partition, r, a, next)) return std::nullopt;
    if (!column(r).is_measure) return next;
    // Numbers were put into one class per old class: split those by their gaps.
    const CellColumn &reference = column(r).cells, &answer = *column(r).answers[a];
    SortedPair rows = sorted(partition, r, a);
    if (rows.reference.size() != rows.answer.size()) return std::nullopt;
    GapSplitter splitter(reference, answer, column(r).places);
    for (size_t begin = 0; begin < rows.reference.size();) {
      auto left = class_run(rows.reference, begin, partition.reference);
      auto right = class_run(rows.answer, begin, partition.answer);
      if (!splitter.split(left, right, next)) return std::nullopt;
      begin += left.size();
    }
    return compacted(std::move(next));
  }

  // Splits every class by id, exactly; false: some id occurs more often on one side.
  bool refine_ids(const Partition& partition, size_t r, size_t a, Partition& next) {
    const auto &left = column(r).cells.ids, &right = column(r).answers[a]->ids;
    spend(problem_.rows * 4);
    FlatMap classes(problem_.rows);
    std::vector<int64_t> balance;
    for (size_t row = 0; row < problem_.rows; ++row) {
      uint32_t& number = classes[joined(partition.reference[row], left[row])];
      if (number == 0) {
        balance.push_back(0);
        number = static_cast<uint32_t>(balance.size());
      }
      next.reference[row] = number - 1;
      ++balance[number - 1];
    }
    for (size_t row = 0; row < problem_.rows; ++row) {
      uint32_t number = classes[joined(partition.answer[row], right[row])];
      if (number == 0 || --balance[number - 1] < 0) return false;
      next.answer[row] = number - 1;
    }
    next.count = static_cast<uint32_t>(balance.size());
    return true;
  }

  // Splitting left gaps in the numbering of the classes; `count` must be their number.
  Partition compacted(Partition partition) {
    std::vector<uint32_t> number(partition.count, 0);
    for (uint32_t c : partition.reference) number[c] = 1;
    uint32_t count = 0;
    for (uint32_t& n : number)
      if (n == 1) n = count++;
    for (uint32_t& c : partition.reference) c = number[c];
    for (uint32_t& c : partition.answer) c = number[c];
    partition.count = count;
    return partition;
  }

  bool cells_equal(size_t r, size_t a, size_t reference_row, size_t answer_row) {
    spend(1);
    const CellColumn &reference = column(r).cells, &answer = *column(r).answers[a];
    if (reference.ids[reference_row] != answer.ids[answer_row]) return false;
    if (!column(r).is_measure || reference.ids[reference_row] != CellColumn::kNumber) return true;
    return within(reference.numbers[reference_row], answer.numbers[answer_row], column(r).places);
  }

  // Every row has one possible partner, so each pair of columns is decided by itself, and what is
  // left is to give every reference column an answer column of its own.
  bool finish_known_rows(const Partition& partition, Columns& columns) {
    std::vector<size_t> row_of_class(problem_.rows), partner(problem_.rows);
    for (size_t row = 0; row < problem_.rows; ++row) row_of_class[partition.answer[row]] = row;
    for (size_t row = 0; row < problem_.rows; ++row)
      partner[row] = row_of_class[partition.reference[row]];
    auto equal = [&](size_t r, size_t a) {
      if (column(r).answers[a] == nullptr) return false;
      for (size_t row = 0; row < problem_.rows; ++row)
        if (!cells_equal(r, a, row, partner[row])) return false;
      return true;
    };
    std::vector<bool> used(answer_count_, false);
    std::vector<size_t> open;
    for (size_t r = 0; r < columns.size(); ++r) {
      if (!columns[r]) open.push_back(r);
      if (columns[r]) used[*columns[r]] = true;
      if (columns[r] && !equal(r, *columns[r])) return false;
    }
    std::vector<std::vector<size_t>> edges(open.size());
    for (size_t i = 0; i < open.size(); ++i)
      for (size_t a = 0; a < answer_count_ && !over(); ++a)
        if (!used[a] && equal(open[i], a)) edges[i].push_back(a);
    std::vector<size_t> partners;
    auto found = perfect_pairing(
        open.size(), answer_count_,
        [&](size_t left, const Visit& visit) {
          for (size_t a : edges[left])
            if (visit(a)) return;
        },
        [&] { return over(); }, &partners);
    if (!found.value_or(false)) return false;
    for (size_t i = 0; i < open.size(); ++i) columns[open[i]] = partners[i];
    return true;
  }

  // All columns are assigned; rows of one class agree in the exact columns and are near each other
  // in the measures. Is there a pairing in which all are near enough?
  bool pair_rows(const Partition& partition, const Columns& columns) {
    std::vector<size_t> measures;
    for (size_t r = 0; r < columns.size(); ++r)
      if (column(r).is_measure) measures.push_back(r);
    if (measures.empty()) return true;
    if (measures.size() == 1) return feasible(partition, measures[0], *columns[measures[0]]);
    std::vector<std::vector<size_t>> left(partition.count), right(partition.count);
    for (size_t row = 0; row < problem_.rows; ++row) {
      left[partition.reference[row]].push_back(row);
      right[partition.answer[row]].push_back(row);
    }
    for (uint32_t c = 0; c < partition.count; ++c)
      if (!pair_class(left[c], right[c], measures, columns)) return false;
    return true;
  }

  bool pair_class(std::vector<size_t>& left, std::vector<size_t>& right,
                  const std::vector<size_t>& measures, const Columns& columns) {
    // Ascending in all measures on both sides: mostly the first free partner is the right one.
    auto ascending = [&](bool reference) {
      return [&, reference](size_t a, size_t b) {
        for (size_t r : measures) {
          const auto& numbers =
              reference ? column(r).cells.numbers : column(r).answers[*columns[r]]->numbers;
          if (numbers[a] != numbers[b]) return numbers[a] < numbers[b];
        }
        return false;
      };
    };
    std::sort(left.begin(), left.end(), ascending(true));
    std::sort(right.begin(), right.end(), ascending(false));
    spend((left.size() + right.size()) * 8);
    auto equal = [&](size_t i, size_t j) {
      for (size_t r : measures)
        if (!cells_equal(r, *columns[r], left[i], right[j])) return false;
      return true;
    };
    bool as_they_stand = true;
    for (size_t i = 0; i < left.size() && as_they_stand; ++i) as_they_stand = equal(i, i);
    if (as_they_stand) return !over();
    // Only answers near in the first measure come into question: a window of the sorted rows.
    const auto& values = column(measures[0]).cells.numbers;
    const auto& answers = column(measures[0]).answers[*columns[measures[0]]]->numbers;
    auto found = perfect_pairing(
        left.size(), right.size(),
        [&](size_t i, const Visit& visit) {
          long double value = values[left[i]];
          long double near = tolerance(value, column(measures[0]).places);
          auto first =
              std::lower_bound(right.begin(), right.end(), value - near,
                               [&](size_t row, long double x) { return answers[row] < x; });
          for (auto j = first; j != right.end() && answers[*j] <= value + near && !over(); ++j)
            if (equal(i, static_cast<size_t>(j - right.begin())) &&
                visit(static_cast<size_t>(j - right.begin())))
              return;
        },
        [&] { return over(); });
    return found.value_or(false);
  }

  const MatchProblem& problem_;
  uint64_t budget_, spent_ = 0;
  size_t answer_count_ = 0;
  std::vector<std::vector<size_t>> twin_;
};

}  // namespace

MatchOutcome match_tables(const MatchProblem& problem, uint64_t budget) {
  return Matcher(problem, budget).run();
}

bool hold_columns(MatchProblem& problem, const std::vector<size_t>& columns) {
  auto held = Matcher(problem, std::numeric_limits<uint64_t>::max()).hold(columns);
  if (!held) return false;
  problem.reference_class = std::move(held->reference);
  problem.answer_class = std::move(held->answer);
  problem.class_count = held->count;
  return true;
}

std::optional<size_t> first_unpaired_row(const MatchProblem& problem, size_t reference,
                                         size_t answer) {
  const auto& column = problem.columns[reference];
  const CellColumn& cells = *column.answers[answer];
  // Numbers first, class by class: those that get no partner.
  std::vector<bool> unpaired(problem.rows, false);
  if (column.is_measure) {
    auto left = by_class(column.cells.order, problem.reference_class, problem.class_count);
    auto right = by_class(cells.order, problem.answer_class, problem.class_count);
    size_t other = 0;
    for (size_t begin = 0; begin < left.size();) {
      auto run = class_run(left, begin, problem.reference_class);
      uint32_t row_class = problem.reference_class[run[0]];
      while (other < right.size() && problem.answer_class[right[other]] < row_class) ++other;
      std::span<const uint32_t> partners;
      if (other < right.size() && problem.answer_class[right[other]] == row_class)
        partners = class_run(right, other, problem.answer_class);
      auto paired =
          pair_on_line(numbers_of(column.cells, run), numbers_of(cells, partners), column.places);
      for (size_t i = 0; i < run.size(); ++i) unpaired[run[i]] = !paired[i];
      begin += run.size();
    }
  }
  FlatMap available(problem.rows * 2);
  for (size_t row = 0; row < problem.rows; ++row)
    ++available[joined(problem.answer_class[row], cells.ids[row])];
  for (size_t row = 0; row < problem.rows; ++row) {
    if (unpaired[row]) return row;
    bool is_number = column.is_measure && column.cells.ids[row] == CellColumn::kNumber;
    uint32_t& left = available[joined(problem.reference_class[row], column.cells.ids[row])];
    if (!is_number && left-- == 0) return row;
  }
  return std::nullopt;
}

}  // namespace tally::table
