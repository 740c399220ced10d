// Catalog and facts as files: a header that says what it is, a checksum, then strings and numbers
// one after another. Read on every start of the program, so there is nothing to parse: 10,000
// values load in about a millisecond. A file of another version, kind or key is as good as none.

#include <filesystem>
#include <string_view>
#include <utility>

#include "base/bytes.h"
#include "base/files.h"
#include "import/warehouse/warehouse.h"

namespace tally::importing {
namespace {

constexpr std::string_view kMagic = "TallySnapshot\n";
constexpr uint8_t kVersion = 4;
enum class Kind : uint8_t { catalog = 1, facts = 2 };

using Writer = ByteWriter;
using Reader = ByteReader;

Result<void> save(const std::string& path, Kind kind, const std::string& key, const Writer& body) {
  Writer payload;
  payload.text(key);
  std::string content = payload.bytes() + body.bytes();
  Writer header;
  header.byte(kVersion);
  header.byte(static_cast<uint8_t>(kind));
  header.number(checksum(content));
  return write_file(path, std::string(kMagic) + header.bytes() + content);
}

// The body, if the file is a snapshot of this kind and key and whole. Keeps the bytes alive in
// `file`.
std::optional<Reader> open(const std::string& path, Kind kind, const std::string& key,
                           std::string& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  auto read = read_file(path);
  if (!read.ok()) return std::nullopt;
  file = std::move(*read);
  if (!file.starts_with(kMagic)) return std::nullopt;
  constexpr size_t kHeader = kMagic.size() + 2 + 8;
  Reader header(std::string_view(file).substr(kMagic.size()));
  uint8_t version = header.byte(), found_kind = header.byte();
  uint64_t sum = header.number();
  if (header.failed() || version != kVersion || found_kind != static_cast<uint8_t>(kind))
    return std::nullopt;
  std::string_view content = std::string_view(file).substr(kHeader);
  if (checksum(content) != sum) return std::nullopt;
  Reader body(content);
  if (body.text() != key || body.failed()) return std::nullopt;
  return body;
}

void write_id(Writer& out, const catalog::ObjectId& id) {
  out.text(id.database);
  out.text(id.schema);
  out.text(id.name);
}
catalog::ObjectId read_id(Reader& in) {
  catalog::ObjectId id;
  id.database = in.text();
  id.schema = in.text();
  id.name = in.text();
  return id;
}

void write_table(Writer& out, const catalog::Table& table) {
  write_id(out, table.id);
  out.byte(table.kind == catalog::ObjectKind::view ? 1 : 0);
  out.text(table.comment);
  out.number(table.estimated_rows);
  out.list(table.columns, [&](const catalog::Column& column) {
    out.text(column.name);
    out.text(column.type);
    out.byte(column.nullable ? 1 : 0);
    out.text(column.comment);
  });
  out.texts(table.primary_key);
  out.list(table.unique_keys, [&](const auto& columns) { out.texts(columns); });
  out.list(table.foreign_keys, [&](const catalog::ForeignKey& key) {
    out.texts(key.columns);
    write_id(out, key.target);
    out.texts(key.target_columns);
  });
  out.list(table.reads, [&](const catalog::ObjectId& id) { write_id(out, id); });
}

catalog::Table read_table(Reader& in) {
  catalog::Table table;
  table.id = read_id(in);
  table.kind = in.byte() == 1 ? catalog::ObjectKind::view : catalog::ObjectKind::table;
  table.comment = in.text();
  table.estimated_rows = in.number();
  table.columns.resize(static_cast<size_t>(in.counted(13)));
  for (auto& column : table.columns) {
    column.name = in.text();
    column.type = in.text();
    column.nullable = in.byte() == 1;
    column.comment = in.text();
  }
  table.primary_key = in.texts();
  table.unique_keys.resize(static_cast<size_t>(in.counted(8)));
  for (auto& columns : table.unique_keys) columns = in.texts();
  table.foreign_keys.resize(static_cast<size_t>(in.counted(28)));
  for (auto& key : table.foreign_keys) {
    key.columns = in.texts();
    key.target = read_id(in);
    key.target_columns = in.texts();
  }
  table.reads.resize(static_cast<size_t>(in.counted(12)));
  for (auto& id : table.reads) id = read_id(in);
  return table;
}

void write_definitions(Writer& out, const catalog::Definitions& definitions) {
  out.list(definitions.macros, [&](const catalog::Macro& macro) {
    write_id(out, macro.id);
    out.byte(macro.is_table ? 1 : 0);
  });
  out.list(definitions.types, [&](const catalog::UserType& type) {
    write_id(out, type.id);
    out.text(type.type);
  });
}

catalog::Definitions read_definitions(Reader& in) {
  catalog::Definitions definitions;
  definitions.macros.resize(static_cast<size_t>(in.counted(13)));
  for (auto& macro : definitions.macros) {
    macro.id = read_id(in);
    macro.is_table = in.byte() == 1;
  }
  definitions.types.resize(static_cast<size_t>(in.counted(16)));
  for (auto& type : definitions.types) {
    type.id = read_id(in);
    type.type = in.text();
  }
  return definitions;
}

void write_values(Writer& out, const catalog::ColumnValues& column) {
  out.text(column.dataset);
  out.text(column.field);
  out.byte(column.complete ? 1 : 0);
  out.list(column.values, [&](const auto& value) {
    out.text(value.first);
    out.number(value.second);
  });
}

catalog::ColumnValues read_values(Reader& in) {
  catalog::ColumnValues column;
  column.dataset = in.text();
  column.field = in.text();
  column.complete = in.byte() == 1;
  column.values.resize(static_cast<size_t>(in.counted(12)));
  for (auto& [value, rows] : column.values) {
    value = in.text();
    rows = in.number();
  }
  return column;
}

}  // namespace

Result<void> save_catalog(const std::string& path, const std::string& key,
                          const catalog::Catalog& catalog) {
  Writer out;
  out.text(catalog.database());
  out.text(catalog.schema());
  out.text(catalog.version());
  out.list(catalog.tables(), [&](const catalog::Table& table) { write_table(out, table); });
  write_definitions(out, catalog.definitions());
  return save(path, Kind::catalog, key, out);
}

std::optional<catalog::Catalog> load_catalog(const std::string& path, const std::string& key) {
  std::string file;
  auto in = open(path, Kind::catalog, key, file);
  if (!in) return std::nullopt;
  std::string database = in->text(), schema = in->text(), version = in->text();
  std::vector<catalog::Table> tables(static_cast<size_t>(in->counted(32)));
  for (auto& table : tables) table = read_table(*in);
  catalog::Definitions definitions = read_definitions(*in);
  if (!in->finished()) return std::nullopt;
  return catalog::Catalog(std::move(tables), std::move(database), std::move(schema),
                          std::move(version), std::move(definitions));
}

Result<void> save_facts(const std::string& path, const std::string& key,
                        const catalog::Facts& facts) {
  Writer out;
  out.list(facts.date_ranges, [&](const auto& range) {
    out.text(range.first);
    out.text(range.second.first);
    out.text(range.second.last);
    out.byte(static_cast<uint8_t>(range.second.step));
  });
  out.list(facts.row_counts, [&](const auto& count) {
    out.text(count.first);
    out.number(count.second);
  });
  out.texts(facts.warnings);
  out.list(facts.values.columns(), [&](const auto& column) { write_values(out, column); });
  out.text(facts.values.forms());
  out.raw(facts.values.entries());
  out.number(facts.values.longest_words());
  return save(path, Kind::facts, key, out);
}

std::optional<catalog::Facts> load_facts(const std::string& path, const std::string& key) {
  std::string file;
  auto in = open(path, Kind::facts, key, file);
  if (!in) return std::nullopt;
  catalog::Facts facts;
  for (uint64_t count = in->counted(13); count > 0; --count) {
    std::string name = in->text(), first = in->text(), last = in->text();
    uint8_t step = in->byte();
    if (step > static_cast<uint8_t>(text::Unit::year)) return std::nullopt;
    facts.date_ranges[std::move(name)] = {std::move(first), std::move(last),
                                          static_cast<text::Unit>(step)};
  }
  for (uint64_t count = in->counted(12); count > 0; --count) {
    std::string name = in->text();
    facts.row_counts[std::move(name)] = in->number();
  }
  facts.warnings = in->texts();
  std::vector<catalog::ColumnValues> columns(static_cast<size_t>(in->counted(17)));
  for (auto& column : columns) column = read_values(*in);
  std::string forms = in->text();
  auto entries = in->raw<catalog::ValueIndex::Entry>();
  const uint64_t longest_words = in->number();
  if (!in->finished()) return std::nullopt;
  auto values = catalog::ValueIndex::restore(std::move(columns), std::move(forms),
                                             std::move(entries), longest_words);
  if (!values) return std::nullopt;
  facts.values = std::move(*values);
  return facts;
}

}  // namespace tally::importing
