#include "retrieval/columns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include "catalog/spelling.h"
#include "retrieval/words.h"

namespace tally::retrieval {
namespace {

using catalog::Resource;
using catalog::ResourceColumn;

constexpr float kNameWeight = 3, kTextWeight = 1, kSaturation = 1.2f, kTextNorm = 0.5f;
constexpr float kAnyRole = 0.02f;  // keys and dates come before other columns of no evidence
// "daily" asks for a grain of rows more than for a column of that name.
constexpr float kTimeWord = 0.4f;
constexpr size_t kSharedKey = 3;  // resources with a column of one name, so that it may join them

enum ColumnTrait : uint8_t {
  kNumber = 1,    // by type, and no key
  kQuantity = 2,  // by a word of its name: amount, balance, value
  kOwnKey = 4,    // of its resource
  kOtherKey = 8,  // of another one, or named as keys are
  kLabel = 16,    // what a thing is called
};

// In the order of column_feature_name().
enum ColumnFeatureIndex : size_t {
  kText,
  kName,
  kNameExplained,
  kAskedTime,
  kAskedQuantity,
  kAskedNumber,
  kIsOwnKey,
  kIsOtherKey,
  kLinked,
  kGrain,
  kIsLabel,
  kAskedLabel,
  kEarly,
};
static_assert(kEarly + 1 == kColumnFeatureCount);

bool is_type(std::string_view type, std::span<const std::string_view> starts) {
  std::string lower = catalog::lower_ascii(type);
  for (std::string_view wrapper : {"nullable(", "lowcardinality("})
    if (lower.starts_with(wrapper)) lower.erase(0, wrapper.size());
  return std::any_of(starts.begin(), starts.end(),
                     [&](std::string_view start) { return lower.starts_with(start); });
}

bool is_date_type(std::string_view type) {
  constexpr std::array<std::string_view, 4> kStarts = {"date", "timestamp", "time",
                                                       "smalldatetime"};
  return is_type(type, kStarts);
}

bool is_number_type(std::string_view type) {
  constexpr std::array<std::string_view, 17> kStarts = {
      "int",     "uint",    "tinyint",    "smallint", "bigint",  "hugeint",
      "decimal", "numeric", "number",     "real",     "double",  "float",
      "money",   "byteint", "bignumeric", "ubigint",  "uinteger"};
  return is_type(type, kStarts);
}

}  // namespace

std::string_view role_text(ColumnRole role) {
  switch (role) {
    case kKeyRole:
      return "joins";
    case kGrainRole:
      return "dates rows";
    case kPartitionRole:
      return "partitions rows";
  }
  return {};
}

// Gathers (term, column) with its frequency, then lays the entries out by term.
struct ColumnIndex::Builder {
  explicit Builder(ColumnIndex& columns) : out(columns) {}

  enum class Part : uint8_t { text, alias, name };
  struct Draft {
    uint32_t term, column;
    float frequency;
    Part part;
  };

  void read(std::string_view text, uint32_t column, float weight, Part part) {
    each_word(text, buffer, [&](std::string_view word) {
      const Analyser& analyser = out.index_->analyser();
      const uint32_t number = analyser.words().find(word);
      if (number == StringTable::kNone) return;
      for (const WeightedTerm& term : analyser.terms_of(number))
        drafts.push_back({term.term, column, weight * term.weight, part});
    });
  }

  void read_column(uint32_t column) {
    const ResourceColumn& one = out.column(column);
    read(one.name, column, kNameWeight, Part::name);
    const auto length = static_cast<float>(one.description.size());
    const float norm = 1 - kTextNorm + kTextNorm * length / std::max(mean_length, 1.0f);
    read(one.description, column, kTextWeight / norm, Part::text);
    for (const auto& alias : one.aliases) read(alias, column, kNameWeight, Part::alias);
    for (const auto& tag : one.tags) read(tag, column, kTextWeight, Part::text);
    for (const auto& value : one.accepted_values) read(value, column, kTextWeight / 2, Part::text);
  }

  void lay_out() {
    std::sort(drafts.begin(), drafts.end(), [](const Draft& a, const Draft& b) {
      return a.term != b.term ? a.term < b.term : a.column < b.column;
    });
    for (size_t at = 0; at < drafts.size();) {
      if (out.terms_.empty() || out.terms_.back() != drafts[at].term) {
        out.terms_.push_back(drafts[at].term);
        out.starts_.push_back(static_cast<uint32_t>(out.entries_.size()));
      }
      const uint32_t term = drafts[at].term, column = drafts[at].column;
      float frequency = 0;
      Part part = Part::text;
      for (; at < drafts.size() && drafts[at].term == term && drafts[at].column == column; ++at) {
        frequency += drafts[at].frequency;
        part = std::max(part, drafts[at].part);
      }
      out.entries_.push_back(
          {column, frequency / (kSaturation + frequency), part != Part::text, part == Part::alias});
    }
    out.starts_.push_back(static_cast<uint32_t>(out.entries_.size()));
  }

  ColumnIndex& out;
  std::string buffer;
  std::vector<Draft> drafts;
  float mean_length = 1;
};

ColumnIndex::ColumnIndex(std::shared_ptr<const SearchIndex> index,
                         std::span<const uint32_t> resources)
    : index_(std::move(index)) {
  Builder builder(*this);
  size_t length = 0;
  for (uint32_t resource : resources) {
    const auto& columns = index_->inventory().resources()[resource].columns;
    for (uint32_t at = 0; at < columns.size(); ++at) {
      places_.push_back({resource, at});
      length += columns[at].description.size();
    }
  }
  builder.mean_length =
      static_cast<float>(length) / static_cast<float>(std::max<size_t>(places_.size(), 1));
  for (uint32_t column = 0; column < places_.size(); ++column) builder.read_column(column);
  builder.lay_out();
  const auto count = static_cast<float>(places_.size());
  name_weight_.assign(places_.size(), 0);
  for (size_t at = 0; at < terms_.size(); ++at) {
    const auto with = static_cast<float>(starts_[at + 1] - starts_[at]);
    idf_.push_back(std::log(1 + (count - with + 0.5f) / (with + 0.5f)));
    for (const Entry& entry : entries(static_cast<uint32_t>(at)))
      if (entry.in_name && !entry.in_alias) name_weight_[entry.column] += idf_.back();
  }
  for (uint32_t column = 0; column < places_.size(); ++column) judge(column);
}

std::span<const ColumnIndex::Entry> ColumnIndex::entries(uint32_t term) const {
  return std::span(entries_).subspan(starts_[term], starts_[term + 1] - starts_[term]);
}

// Named as keys are, and found in other resources too.
bool ColumnIndex::is_shared_key(const ResourceColumn& column) const {
  std::string buffer, last;
  std::vector<uint32_t> terms;
  const Analyser& analyser = index_->analyser();
  each_word(column.name, buffer, [&](std::string_view word) {
    last = word;
    const uint32_t number = analyser.words().find(word);
    if (number == StringTable::kNone) return;
    for (const WeightedTerm& term :
         analyser.terms_of(number).first(std::min<size_t>(1, analyser.terms_of(number).size())))
      terms.push_back(term.term);
  });
  return index_->data().patterns.key_columns.count(last) > 0 &&
         index_->in_columns_of(terms, kSharedKey);
}

void ColumnIndex::judge(uint32_t at) {
  const Resource& resource = index_->inventory().resources()[places_[at].resource];
  const ResourceColumn& one = column(at);
  uint8_t roles = 0;
  const auto is_this = [&](const std::string& name) {
    return catalog::lower_ascii(name) == catalog::lower_ascii(one.name);
  };
  const auto has_this = [&](const std::vector<std::string>& names) {
    return std::any_of(names.begin(), names.end(), is_this);
  };
  uint8_t traits = 0;
  if (one.unique || has_this(resource.primary_key)) traits |= kOwnKey;
  if (traits & kOwnKey || is_shared_key(one)) roles |= kKeyRole;
  targets_.push_back(kNoTarget);
  for (const auto& reference : resource.references) {
    if (!has_this(reference.columns)) continue;
    roles |= kKeyRole;
    traits |= kOtherKey;
    if (const auto target = index_->inventory().find(reference.target))
      targets_.back() = target->value;
  }
  if (is_date_type(one.type)) roles |= kGrainRole;
  std::string buffer, last;
  bool quantity = false;
  const NamePatterns& patterns = index_->data().patterns;
  each_word(one.name, buffer, [&](std::string_view word) {
    last = word;
    if (patterns.grain_columns.count(last) &&
        (one.type.empty() || !is_number_type(one.type) || one.name.size() <= word.size() + 2))
      roles |= kGrainRole;
    quantity |= patterns.quantity_columns.count(last) > 0;
    if (word == "partition" || word == "partitiontime" || word == "partitiondate")
      roles |= kPartitionRole;
  });
  for (const auto& tag : one.tags)
    if (catalog::lower_ascii(tag).find("partition") != std::string::npos) roles |= kPartitionRole;
  roles_.push_back(roles);
  const bool named_key = patterns.key_columns.count(last) > 0;
  if (named_key) traits |= places_[at].column == 0 ? kOwnKey : kOtherKey;
  if (is_number_type(one.type) && !named_key) traits |= kNumber;
  if (quantity && !named_key && (one.type.empty() || traits & kNumber)) traits |= kQuantity;
  if (patterns.label_columns.count(last)) traits |= kLabel;
  traits_.push_back(traits);
}

ColumnSearcher::ColumnSearcher(std::shared_ptr<const ColumnIndex> index)
    : index_(std::move(index)), sums_(index_->size()) {}

void ColumnSearcher::read_query(std::string_view query) {
  const SearchIndex& index = index_->index();
  word_count_ = 0;
  asks_time_ = asks_quantity_ = asks_label_ = false;
  said_.clear();
  each_word(query, buffer_, [&](std::string_view word) {
    if (word_count_ == words_.size()) words_.emplace_back();
    Word& entry = words_[word_count_++];
    entry.word = word;
    entry.terms.clear();
    index.analyser().query_terms(word, entry.terms);
    for (const WeightedTerm& term : entry.terms) said_.push_back(term.term);
    const bool time = index.data().patterns.time_words.count(entry.word) > 0;
    asks_time_ |= time;
    entry.weight = time ? kTimeWord : 1;
    asks_quantity_ |= index.data().patterns.quantity_words.count(entry.word) > 0;
    asks_label_ |= index.data().patterns.label_words.count(entry.word) > 0;
  });
  std::sort(said_.begin(), said_.end());
}

void ColumnSearcher::add_up() {
  std::fill(sums_.begin(), sums_.end(), Sums{});
  weight_ = 0;
  for (size_t w = 0; w < word_count_; ++w) {
    float most = 0;
    for (const WeightedTerm& term : words_[w].terms) {
      const auto& terms = index_->terms_;
      const auto found = std::lower_bound(terms.begin(), terms.end(), term.term);
      if (found == terms.end() || *found != term.term) continue;
      const auto at = static_cast<uint32_t>(found - terms.begin());
      const float idf = index_->idf_[at] * term.weight * words_[w].weight;
      most = std::max(most, idf);
      for (const auto& entry : index_->entries(at)) {
        sums_[entry.column].text += idf * entry.saturation;
        if (entry.in_name) sums_[entry.column].name += idf;
      }
    }
    weight_ += most;
  }
  weight_ = std::max(weight_, 1e-6f);
}

// How much of the name of the resource that the column is a key of the query says.
float ColumnSearcher::said_of_target(uint32_t column) const {
  const uint32_t target = index_->targets_[column];
  if (target == ColumnIndex::kNoTarget) return 0;
  const SearchIndex& index = index_->index();
  const float all = index.name_weight(target);
  float said = 0;
  for (uint32_t term : index.name_terms(target))
    if (std::binary_search(said_.begin(), said_.end(), term)) said += index.idf(term);
  return all > 0 ? said / all : 0;
}

ColumnFeatures ColumnSearcher::features(uint32_t column) const {
  const Sums& sums = sums_[column];
  const float name = index_->name_weight_[column];
  const uint8_t roles = index_->roles_[column], traits = index_->traits_[column];
  const auto is = [](bool yes) { return yes ? 1.0f : 0.0f; };
  ColumnFeatures out{};
  out[kText] = sums.text / weight_;
  out[kName] = sums.name / weight_;
  out[kNameExplained] = name > 0 ? std::min(1.0f, sums.name / name) : 0;
  out[kAskedTime] = is(asks_time_ && roles & kGrainRole);
  out[kAskedQuantity] = is(asks_quantity_ && traits & kQuantity);
  out[kAskedNumber] = is(asks_quantity_ && traits & kNumber && !(traits & kQuantity) &&
                         !(roles & (kKeyRole | kGrainRole)));
  out[kIsOwnKey] = is(traits & kOwnKey);
  out[kIsOtherKey] = is(traits & kOtherKey);
  out[kLinked] = said_of_target(column);
  out[kGrain] = is(roles & kGrainRole);
  out[kIsLabel] = is(traits & kLabel);
  out[kAskedLabel] = is(asks_label_ && traits & kLabel);
  out[kEarly] = 1 / (1 + static_cast<float>(index_->places_[column].column));
  return out;
}

std::span<const ColumnHit> ColumnSearcher::rank(std::string_view query) {
  read_query(query);
  add_up();
  hits_.clear();
  const auto& weights = index_->index().data().columns;
  for (uint32_t column = 0; column < index_->size(); ++column) {
    const ColumnFeatures own = features(column);
    float score = index_->roles_[column] ? kAnyRole : 0;
    for (size_t at = 0; at < kColumnFeatureCount; ++at) score += own[at] * weights[at];
    const bool matched =
        own[kText] > 0 || own[kAskedTime] > 0 || own[kAskedQuantity] > 0 || own[kAskedNumber] > 0;
    hits_.push_back({column, score, matched});
  }
  std::stable_sort(hits_.begin(), hits_.end(),
                   [](const ColumnHit& a, const ColumnHit& b) { return a.score > b.score; });
  return hits_;
}

std::vector<std::string> ColumnSearcher::why(uint32_t column) const {
  std::string in_name, in_text;
  for (size_t w = 0; w < word_count_; ++w) {
    bool name = false, any = false;
    for (const WeightedTerm& term : words_[w].terms) {
      const auto& terms = index_->terms_;
      const auto found = std::lower_bound(terms.begin(), terms.end(), term.term);
      if (found == terms.end() || *found != term.term) continue;
      for (const auto& entry : index_->entries(static_cast<uint32_t>(found - terms.begin())))
        if (entry.column == column) {
          any = true;
          name |= entry.in_name;
        }
    }
    std::string& line = name ? in_name : in_text;
    if (any) line += (line.empty() ? "" : ", ") + words_[w].word;
  }
  std::vector<std::string> all;
  if (!in_name.empty()) all.push_back("matched name: " + in_name);
  if (!in_text.empty()) all.push_back("matched description: " + in_text);
  for (ColumnRole role : {kKeyRole, kGrainRole, kPartitionRole})
    if (index_->roles_[column] & role) all.emplace_back(role_text(role));
  return all;
}

}  // namespace tally::retrieval
