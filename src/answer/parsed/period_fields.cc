// "Fiscal year 2023", "the 2022 season", "FY23": a period that a field counts, and no time of the
// calendar. Where no field counts it, the words are named as unknown rather than read around.

#include <algorithm>
#include <array>
#include <optional>

#include "answer/parsed/chart.h"
#include "answer/parsed/weights.h"
#include "text/among.h"
#include "text/stem.h"

namespace tally::answer::parsed {

namespace {

using semantic::FilterOp;

// What a field that counts periods is called by.
constexpr std::array kPeriods = {"year", "fy", "season", "term", "semest", "vintag", "period"};

class PeriodReader {
 public:
  PeriodReader(const Vocabulary& vocabulary, Chart& chart)
      : vocabulary_(vocabulary), chart_(chart) {}

  void run() {
    for (size_t at = 0; at < tokens().size(); ++at) {
      std::vector<Item> names;
      for (const Item& item : chart_.starting[at])
        if (item.kind == ItemKind::field && item.cost <= weights::kNamed) names.push_back(item);
      for (const Item& name : names) read(name);
      read_glued(at);
      name_unknown(at);
    }
  }

 private:
  const std::vector<text::Token>& tokens() const { return chart_.tokens; }
  std::string word(size_t at) const { return at < tokens().size() ? tokens()[at].text : ""; }
  // A whole number of one token that can count a period: of four digits, or of two for a year.
  std::string period_at(size_t at) const {
    if (at >= tokens().size()) return {};
    const std::string& text = tokens()[at].text;
    auto number = text::number_at(tokens(), at);
    bool plain = number && number->bare && number->last == at + 1;
    return plain ? in_full(text) : "";
  }

  std::string in_full(const std::string& digits) const {
    bool all = !digits.empty() && digits.find_first_not_of("0123456789") == std::string::npos;
    if (!all) return {};
    if (digits.size() == 4 && digits >= "1800" && digits < "2200") return digits;
    if (digits.size() == 2 && years_) return (digits < "70" ? "20" : "19") + digits;
    return {};
  }

  // The fields of a name that count periods, as values; the calendar's own are times.
  std::vector<ValueSense> counted(const std::vector<Sense>& senses,
                                  const std::string& stored) const {
    std::vector<ValueSense> out;
    for (const Sense& sense : senses) {
      const FieldEntry& entry = vocabulary_.fields[sense.index];
      if (!counts_periods(entry) || entry.field->personal) continue;
      const auto recorded = recorded_as(sense.index, stored);
      out.push_back(
          {sense.index, recorded.value_or(stored), sense.cost, recorded.has_value(), false});
    }
    return out;
  }

  static bool has_key(const FieldEntry& entry, std::string_view word) {
    return (" " + entry.name_keys + " ").find(" " + std::string(word) + " ") != std::string::npos;
  }

  // "A term of 24 months" is measured, not counted.
  static bool counts_periods(const FieldEntry& entry) {
    if (entry.dated || entry.field->calendar || !entry.unit.empty()) return false;
    return std::any_of(kPeriods.begin(), kPeriods.end(),
                       [&](const char* word) { return has_key(entry, word); });
  }

  // Whether a number of two digits is a year of all these fields: "FY 23", and no "period 12".
  bool are_years(const std::vector<Sense>& senses) const {
    return std::all_of(senses.begin(), senses.end(), [&](const Sense& sense) {
      const FieldEntry& entry = vocabulary_.fields[sense.index];
      return has_key(entry, "year") || has_key(entry, "fy");
    });
  }

  // A text may be "FY2023", or "FY23": the one value that has the number in it. nullopt: all values
  // are known, and none has.
  std::optional<std::string> recorded_as(uint32_t field, const std::string& number) const {
    const FieldEntry& entry = vocabulary_.fields[field];
    const auto* column = vocabulary_.facts.values.find_column(
        vocabulary_.model.datasets[entry.dataset].name, entry.field->name);
    if (entry.numeric || column == nullptr) return number;
    for (const std::string& digits : {number, number.substr(number.size() - 2)}) {
      const std::string* only = nullptr;
      size_t count = 0;
      for (const auto& [value, rows] : column->values) {
        if (!has_number(value, digits)) continue;
        only = &value;
        ++count;
      }
      if (count == 1) return *only;
      if (count > 1) return number;
      if (!years_) break;
    }
    if (column->complete) return std::nullopt;
    return number;
  }

  // Whether the digits stand in the text, and no digit beside them.
  static bool has_number(const std::string& text, const std::string& digits) {
    const auto is_digit = [&](size_t at) {
      return at < text.size() && text[at] >= '0' && text[at] <= '9';
    };
    for (size_t at = text.find(digits); at != std::string::npos; at = text.find(digits, at + 1))
      if (!(at > 0 && is_digit(at - 1)) && !is_digit(at + digits.size())) return true;
    return false;
  }

  bool is_time(size_t first, size_t last) const {
    return std::any_of(chart_.starting[first].begin(), chart_.starting[first].end(),
                       [&](const Item& item) { return item.time && item.last >= last; });
  }

  // "fiscal year 2023", "fiscal years 2022 and 2023", "since fiscal year 2022", "the 2023 season"
  void read(const Item& name) {
    years_ = are_years(name.senses);
    bool grouped =
        name.first > 0 && text::among(word(name.first - 1), {"by", "per", "each", "every"});
    if (!grouped) read_behind(name);
    std::string before = name.first > 0 ? period_at(name.first - 1) : "";
    bool four = name.first > 0 && word(name.first - 1).size() == 4;
    if (four && !before.empty() && !text::is_plural(word(name.last - 1)))
      add(name, name.first - 1, name.last, before);
  }

  void read_behind(const Item& name) {
    size_t at = name.last;
    if (text::among(word(at), {"is", "was", "of", "="})) ++at;
    bool negated = word(at) == "not";
    if (negated) ++at;
    if (word(at) == "between") return read_range(name, at + 1, "and");
    std::string number = period_at(at);
    if (number.empty() || is_time(name.first, at + 1)) return;
    if (negated) return compare(name, name.first, at + 1, FilterOp::not_equal, {number});
    if (!add(name, name.first, at + 1, number)) return;
    read_list(name, at + 1);
    bool between = name.first > 0 && word(name.first - 1) == "between";
    read_range(name, at, between ? "and" : "to");
    if (at == name.last) read_sided(name, number);
  }

  bool add(const Item& name, size_t first, size_t last, const std::string& number) {
    Item item;
    item.first = first;
    item.last = last;
    item.kind = ItemKind::value;
    item.cost = weights::kValue;
    item.values = counted(name.senses, number);
    if (item.values.empty()) return false;
    chart_.starting[first].push_back(std::move(item));
    return true;
  }

  void read_list(const Item& name, size_t at) {
    while (text::among(word(at), {"and", "or", ",", "vs", "versus", "&"})) {
      while (text::among(word(at + 1), {"and", "or", "."})) ++at;
      std::string number = period_at(at + 1);
      if (number.empty() || !add(name, at + 1, at + 2, number)) return;
      // as cheap as the rest of a name that was said once
      chart_.starting[at + 1].back().cost -= weights::kTime;
      at += 2;
    }
  }

  void compare(const Item& name, size_t first, size_t last, FilterOp op,
               std::vector<std::string> numbers) {
    if (!add(name, first, last, numbers[0])) return;
    Item& item = chart_.starting[first].back();
    std::erase_if(item.values, [&](const ValueSense& sense) {
      return !vocabulary_.fields[sense.field].numeric;
    });
    item.compared_by = op;
    item.numbers = std::move(numbers);
    if (item.values.empty()) chart_.starting[first].pop_back();
  }

  void read_sided(const Item& name, const std::string& number) {
    if (name.first == 0) return;
    const std::string& lead = word(name.first - 1);
    size_t first = name.first - 1;
    size_t last = name.last + 1;
    if (text::among(lead, {"since", "from"}))
      compare(name, first, last, FilterOp::greater_equal, {number});
    if (lead == "after") compare(name, first, last, FilterOp::greater, {number});
    if (lead == "before") compare(name, first, last, FilterOp::less, {number});
    if (text::among(lead, {"until", "till", "through"}))
      compare(name, first, last, FilterOp::less_equal, {number});
  }

  // "from fiscal year 2021 to 2023", "between fiscal years 2021 and 2023"; the first at token `at`.
  void read_range(const Item& name, size_t at, std::string_view joint) {
    size_t next = at + 1;
    bool joined =
        word(next) == joint || (joint == "to" && text::among(word(next), {"-", "through"}));
    if (!joined) return;
    ++next;
    if (period_at(next).empty()) next += name.last - name.first;  // "… to fiscal year 2023"
    std::string low = period_at(at);
    std::string high = period_at(next);
    if (low.empty() || high.empty()) return;
    bool led = name.first > 0 && text::among(word(name.first - 1), {"between", "from"});
    compare(name, led ? name.first - 1 : name.first, next + 1, FilterOp::between, {low, high});
  }

  // "FY2023", "FY23"
  void read_glued(size_t at) {
    const std::string& text = tokens()[at].text;
    size_t digits = text.find_first_of("0123456789");
    if (digits == std::string::npos || digits == 0) return;
    Item name;
    for (const Sense& sense : vocabulary_.senses(key_of(text.substr(0, digits))))
      if (sense.kind == SenseKind::field) name.senses.push_back(sense);
    years_ = are_years(name.senses);
    std::string number = in_full(text.substr(digits));
    if (number.empty()) return;
    add(name, at, at + 1, number);
  }

  // "fiscal year 2023", where nothing is called a fiscal year, is not the year 2023.
  void name_unknown(size_t at) {
    bool kind =
        text::among(word(at), {"fiscal", "financial", "school", "academic", "tax", "accounting"});
    bool period = text::among(word(at + 1), {"year", "years", "quarter", "quarters", "month",
                                             "months", "period", "periods", "week", "weeks"});
    if (!kind || !period) return;
    std::string key = tokens()[at].stem + " " + tokens()[at + 1].stem;
    if (!vocabulary_.senses(key).empty() || !vocabulary_.spoken_values(key).empty()) return;
    size_t last = at + 2;
    for (size_t k = at; k < last; ++k) {
      bool named = std::any_of(chart_.starting[k].begin(), chart_.starting[k].end(),
                               [&](const Item& item) { return item.last > last && !item.time; });
      if (named) return;  // of a longer name
    }
    if (text::number_at(tokens(), last)) ++last;
    chart_.starting[at].clear();
    chart_.starting[at + 1].clear();
    Item item;
    item.first = at;
    item.last = last;
    item.cost = weights::kUnknown;
    chart_.starting[at].push_back(std::move(item));
  }

  const Vocabulary& vocabulary_;
  Chart& chart_;
  bool years_ = false;  // the name at hand is of years
};

}  // namespace

void read_periods(const Vocabulary& vocabulary, Chart& chart) {
  PeriodReader(vocabulary, chart).run();
}

}  // namespace tally::answer::parsed
