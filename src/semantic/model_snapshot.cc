// Each kind of thing lists its members once, in `members()`; Out and In walk that one list, so that
// what is written is what is read.

#include "semantic/model_snapshot.h"

#include <concepts>
#include <map>
#include <optional>
#include <type_traits>
#include <vector>

#include "base/bytes.h"
#include "sql/parser.h"
#include "sql/printer.h"

namespace tally::semantic {
namespace {

constexpr std::string_view kMagic = "TallyModel3\n";

class Out {
 public:
  void one(const std::string& text) { bytes_.text(text); }
  void one(bool flag) { bytes_.byte(flag ? 1 : 0); }
  void one(int number) { bytes_.number(static_cast<uint64_t>(number)); }
  template <typename Enum>
    requires std::is_enum_v<Enum>
  void one(Enum value, Enum) {
    bytes_.byte(static_cast<uint8_t>(value));
  }
  template <typename T>
  void one(const std::vector<T>& items) {
    bytes_.list(items, [&](const T& item) { one(item); });
  }
  void one(const std::map<std::string, std::vector<std::string>>& map) {
    bytes_.list(map, [&](const auto& entry) {
      one(entry.first);
      one(entry.second);
    });
  }
  void one(const std::optional<Grain>& grain) {
    one(grain.has_value());
    one(grain.value_or(Grain::year), Grain::weekday);
  }
  // Most are columns; the others as SQL, which has a parser already.
  void one(const sql::Expression& expression) {
    const auto* column = std::get_if<sql::ColumnRef>(&expression.node);
    one(column != nullptr);
    if (!column) return one(sql::print(expression));
    bytes_.list(column->name, [&](const sql::Identifier& part) {
      one(part.text);
      one(part.quoted);
    });
  }
  template <typename Thing>
  void one(const Thing& thing) {
    members(*this, thing);
  }
  const std::string& bytes() const { return bytes_.bytes(); }

 private:
  ByteWriter bytes_;
};

class In {
 public:
  explicit In(std::string_view bytes) : bytes_(bytes) {}

  void one(std::string& text) { text = bytes_.text(); }
  void one(bool& flag) { flag = bytes_.byte() != 0; }
  void one(int& number) { number = static_cast<int>(bytes_.number()); }
  template <typename Enum>
    requires std::is_enum_v<Enum>
  void one(Enum& value, Enum last) {
    uint8_t number = bytes_.byte();
    if (number > static_cast<uint8_t>(last))
      foreign_ = true;
    else
      value = static_cast<Enum>(number);
  }
  template <typename T>
  void one(std::vector<T>& items) {
    size_t count = static_cast<size_t>(bytes_.counted(1));
    items.clear();
    for (size_t i = 0; i < count && !failed(); ++i) one(items.emplace_back());
  }
  void one(std::map<std::string, std::vector<std::string>>& map) {
    size_t count = static_cast<size_t>(bytes_.counted(1));
    for (size_t i = 0; i < count && !failed(); ++i) {
      std::string name = bytes_.text();
      one(map[std::move(name)]);
    }
  }
  void one(std::optional<Grain>& grain) {
    bool given = false;
    Grain value = Grain::year;
    one(given);
    one(value, Grain::weekday);
    if (given) grain = value;
  }
  void one(sql::Expression& expression) {
    bool is_column = bytes_.byte() != 0;
    if (!is_column) return one_sql(expression);
    sql::ColumnRef column;
    size_t count = static_cast<size_t>(bytes_.counted(1));
    for (size_t i = 0; i < count && !failed(); ++i) {
      auto& part = column.name.emplace_back();
      one(part.text);
      one(part.quoted);
    }
    if (column.name.empty()) foreign_ = true;
    expression.node = std::move(column);
  }
  template <typename Thing>
  void one(Thing& thing) {
    members(*this, thing);
  }
  bool failed() const { return foreign_ || bytes_.failed(); }
  bool finished() const { return !foreign_ && bytes_.finished(); }

 private:
  void one_sql(sql::Expression& expression) {
    auto parsed = sql::parse_expression(bytes_.text());
    if (parsed.ok())
      expression = std::move(parsed).value();
    else
      foreign_ = true;
  }

  ByteReader bytes_;
  bool foreign_ = false;  // whole, but not what we write
};

// ---- what things have ----

// T or const T: written from one, read into the other.
template <typename Maybe, typename T>
concept Either = std::same_as<std::remove_const_t<Maybe>, T>;

template <typename Archive, typename... Members>
void each(Archive& archive, Members&... all) {
  (archive.one(all), ...);
}

template <typename Archive, Either<Position> T>
void members(Archive& archive, T& it) {
  each(archive, it.line, it.column);
}

template <typename Archive, Either<catalog::ObjectId> T>
void members(Archive& archive, T& it) {
  each(archive, it.database, it.schema, it.name);
}

template <typename Archive, Either<Field> T>
void members(Archive& archive, T& it) {
  each(archive, it.name, it.expression, it.is_time, it.is_dimension, it.label, it.description,
       it.instructions, it.synonyms, it.personal, it.unit, it.calendar, it.value_names,
       it.other_names, it.accepted_values, it.at);
  archive.one(it.type, DataType::opaque);
}

template <typename Archive, Either<TimeRole> T>
void members(Archive& archive, T& it) {
  each(archive, it.name, it.relationship, it.field, it.is_default, it.grain, it.synonyms, it.at);
}

template <typename Archive, Either<Dataset> T>
void members(Archive& archive, T& it) {
  each(archive, it.name, it.source, it.table, it.primary_key, it.unique_keys, it.description,
       it.instructions, it.synonyms, it.fields, it.times, it.label, it.entity_key, it.other_names,
       it.at, it.table_name);
  archive.one(it.kind, DatasetKind::dimension);
}

template <typename Archive, Either<Relationship> T>
void members(Archive& archive, T& it) {
  each(archive, it.name, it.from, it.to, it.from_columns, it.to_columns, it.synonyms, it.role,
       it.is_default, it.at);
}

template <typename Archive, Either<Metric> T>
void members(Archive& archive, T& it) {
  each(archive, it.name, it.expression, it.expression_text, it.description, it.instructions,
       it.synonyms, it.unit, it.family, it.member, it.time, it.lower_is_better, it.origin, it.notes,
       it.other_names, it.at, it.facts);
  archive.one(it.type, DataType::opaque);
}

template <typename Archive, Either<Member> T>
void members(Archive& archive, T& it) {
  each(archive, it.name, it.synonyms);
}

template <typename Archive, Either<Family> T>
void members(Archive& archive, T& it) {
  each(archive, it.name, it.synonyms, it.description);
}

template <typename Archive, Either<Unrecorded> T>
void members(Archive& archive, T& it) {
  each(archive, it.topic, it.synonyms);
}

template <typename Archive, Either<Model> T>
void members(Archive& archive, T& it) {
  each(archive, it.name, it.description, it.instructions, it.datasets, it.relationships, it.metrics,
       it.members, it.families, it.unrecorded, it.examples, it.version, it.origin);
}

}  // namespace

std::string encode_model(const Model& model, std::string_view key) {
  Out body;
  body.one(std::string(key));
  body.one(model);
  ByteWriter header;
  header.number(checksum(body.bytes()));
  return std::string(kMagic) + header.bytes() + body.bytes();
}

std::optional<Model> decode_model(std::string_view bytes, std::string_view key) {
  if (!bytes.starts_with(kMagic)) return std::nullopt;
  bytes.remove_prefix(kMagic.size());
  ByteReader header(bytes);
  uint64_t sum = header.number();
  if (header.failed() || sum != checksum(bytes.substr(sizeof sum))) return std::nullopt;
  In body(bytes.substr(sizeof sum));
  std::string made_under;
  body.one(made_under);
  if (made_under != key) return std::nullopt;
  Model model;
  body.one(model);
  if (!body.finished()) return std::nullopt;
  model.index_paths();
  return model;
}

}  // namespace tally::semantic
