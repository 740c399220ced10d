#include "answer/way_out.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "answer/parsed/phrases.h"
#include "catalog/spelling.h"
#include "retrieval/words.h"
#include "text/stem.h"

namespace tally::answer {
namespace {

using catalog::lower_ascii;
using Stems = std::vector<std::string>;

constexpr size_t kMostNamed = 2;
constexpr size_t kMostBesides = 2;        // words of a name that the question has not
constexpr size_t kShortest = 3;           // letters of a word that says something
constexpr size_t kMostColumns = 500'000;  // to look through: beyond, an answer would have to wait

// Words of the question that say something by themselves: "average" is none.
Stems wanted_of(const std::vector<std::string>& unknown, std::string& buffer) {
  Stems stems;
  for (const auto& words : unknown)
    retrieval::each_word(words, buffer, [&](std::string_view word) {
      if (word.size() >= kShortest && !parsed::phrases().find(word))
        stems.push_back(text::stem(std::string(word)));
    });
  return stems;
}

Stems stems_of(std::string_view text, std::string& buffer) {
  Stems stems;
  retrieval::each_word(
      text, buffer, [&](std::string_view word) { stems.push_back(text::stem(std::string(word))); });
  return stems;
}

bool holds(const Stems& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

// Something that is called so. The fewer words besides the better, then what the model knows the
// table of.
struct Match {
  size_t besides = 0;
  bool is_of_other_table = false;
  std::string name;
  auto order() const { return std::tie(besides, is_of_other_table, name); }
};

class Looking {
 public:
  explicit Looking(const semantic::Model& model) {
    for (const auto& dataset : model.datasets) {
      described_.insert(lower_ascii(dataset.table.name));
      for (const auto& field : dataset.fields) {
        const std::string name = lower_ascii(field.column());
        if (field.personal) personal_.insert({lower_ascii(field.name), name});
        if (!name.empty()) described_.insert(lower_ascii(dataset.table.name) + "." + name);
      }
    }
  }

  void look(const catalog::Table& table, const Stems& wanted) {
    const std::string name = lower_ascii(table.id.name);
    const Stems own = stems_of(name, buffer_);
    const bool is_described = described_.count(name) > 0;
    if (!is_described && has_all(own, {}, wanted))
      keep({own.size() - wanted.size(), true, table.id.name});
    for (const auto& column : table.columns) look(table, column, own, !is_described, wanted);
  }

  std::vector<std::string> names() {
    std::sort(matches_.begin(), matches_.end(),
              [](const Match& a, const Match& b) { return a.order() < b.order(); });
    std::vector<std::string> names;
    for (const Match& match : matches_)
      if (names.size() < kMostNamed && match.besides == matches_[0].besides)
        names.push_back(match.name);
    return names;
  }

 private:
  void look(const catalog::Table& table, const catalog::Column& column, const Stems& of_table,
            bool is_other, const Stems& wanted) {
    const std::string name = lower_ascii(column.name);
    const std::string whole = lower_ascii(table.id.name) + "." + name;
    if (column.is_hidden || described_.count(whole) > 0 || is_personal(name)) return;
    const Stems own = stems_of(name, buffer_);
    if (!has_all(own, of_table, wanted)) return;
    keep({own.size() - std::min(own.size(), wanted.size()), is_other,
          table.id.name + "." + column.name});
  }

  // Every word, and one at least in the name itself.
  static bool has_all(const Stems& own, const Stems& around, const Stems& wanted) {
    size_t inside = 0;
    for (const auto& word : wanted) {
      if (holds(own, word))
        ++inside;
      else if (!holds(around, word))
        return false;
    }
    return inside > 0;
  }

  bool is_personal(const std::string& name) const {
    return std::any_of(personal_.begin(), personal_.end(), [&](const auto& pair) {
      return pair.first == name || (!pair.second.empty() && pair.second == name);
    });
  }

  void keep(Match match) {
    if (match.besides > kMostBesides) return;
    const bool is_known = std::any_of(matches_.begin(), matches_.end(),
                                      [&](const Match& one) { return one.name == match.name; });
    if (!is_known) matches_.push_back(std::move(match));
  }

  std::set<std::string> described_;                         // tables, and "table.column"
  std::set<std::pair<std::string, std::string>> personal_;  // names of fields and columns
  std::vector<Match> matches_;
  std::string buffer_;
};

size_t column_count(const catalog::Catalog& catalog) {
  size_t count = 0;
  for (const auto& table : catalog.tables()) count += table.columns.size();
  return count;
}

}  // namespace

std::string way_out(const std::vector<std::string>& unknown, const semantic::Model& model,
                    const catalog::Catalog& catalog) {
  if (catalog.discretion() == catalog::Discretion::unknown || column_count(catalog) > kMostColumns)
    return {};
  std::string buffer;
  const Stems wanted = wanted_of(unknown, buffer);
  if (wanted.empty()) return {};
  Looking looking(model);
  for (const auto& table : catalog.tables()) looking.look(table, wanted);
  const auto names = looking.names();
  if (names.empty()) return {};
  return names.size() == 1
             ? fmt::format("{} looks like it, but the model does not describe it.", names[0])
             : fmt::format("{} and {} look like it, but the model does not describe them.",
                           names[0], names[1]);
}

}  // namespace tally::answer
