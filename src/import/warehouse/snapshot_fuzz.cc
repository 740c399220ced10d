// libFuzzer target (`make fuzz`): a damaged snapshot of catalog or facts is one or nothing. The
// checksum is put right first, or no damage would come through. First byte: bit 0 chooses facts or
// catalog; bit 1: what follows is the body, or edits (place, place, byte) of a real one.

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>

#include "base/bytes.h"
#include "base/files.h"
#include "import/warehouse/warehouse.h"

namespace {

using namespace tally;

catalog::Catalog some_catalog() {
  catalog::Table table;
  table.id = {"db", "main", "t"};
  table.columns = {{"id", "INTEGER", false, "key"}, {"e", "VARCHAR", true, ""}};
  table.primary_key = {"id"};
  table.unique_keys = {{"id", "e"}};
  table.foreign_keys = {{{"id"}, {"db", "main", "other"}, {"id"}}};
  return catalog::Catalog({table}, "db", "main", "1",
                          {{{{"db", "main", "m"}, false}}, {{{"db", "s", "mood"}, "ENUM"}}});
}

catalog::Facts some_facts() {
  catalog::Facts facts;
  facts.date_ranges = {{"sales", {"1998-01-02", "2003-01-02"}}};
  facts.row_counts = {{"sales", 12}};
  facts.warnings = {"one"};
  facts.values = catalog::ValueIndex(
      {{"d", "f", {{"North Zealand", 3}, {"Funen", 1}}, true}, {"d", "g", {}, false}});
  return facts;
}

struct Files {
  std::string folder =
      (std::filesystem::temp_directory_path() / ("tally-fuzz-" + std::to_string(::getpid())))
          .string();
  std::string catalog, facts;  // whole ones
  Files() {
    std::filesystem::create_directories(folder);
    (void)importing::save_catalog(folder + "/whole", "key", some_catalog());
    catalog = read_file(folder + "/whole").value();
    (void)importing::save_facts(folder + "/whole", "key", some_facts());
    facts = read_file(folder + "/whole").value();
  }
  ~Files() { std::filesystem::remove_all(folder); }
};

// Magic line, version, kind, checksum, then the content that the checksum is of.
std::string damaged(const std::string& whole, uint8_t how, const uint8_t* data, size_t size) {
  const size_t head = whole.find('\n') + 3;
  std::string content = whole.substr(head + sizeof(uint64_t));
  constexpr size_t kKey = 4 + 3;
  if (how & 2) {
    content = content.substr(0, kKey) + std::string(reinterpret_cast<const char*>(data), size);
  } else {
    for (size_t i = 0; i + 2 < size; i += 3)
      content[kKey + (data[i] * 256u + data[i + 1]) % (content.size() - kKey)] =
          static_cast<char>(data[i + 2]);
  }
  ByteWriter sum;
  sum.number(checksum(content));
  return whole.substr(0, head) + sum.bytes() + content;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const Files kFiles;
  if (size == 0) return 0;
  const bool facts = data[0] & 1;
  const std::string path = kFiles.folder + "/damaged";
  if (!write_file(path, damaged(facts ? kFiles.facts : kFiles.catalog, data[0], data + 1, size - 1))
           .ok())
    std::abort();
  if (facts) {
    if (const auto loaded = importing::load_facts(path, "key")) {
      for (const char* phrase : {"funen", "north zealand", "", "zealan"}) {
        for (const auto& hit : loaded->values.lookup(phrase))
          (void)loaded->values.columns().at(hit.column).values.at(hit.value);
        for (const auto& hit : loaded->values.nearest(phrase))
          (void)loaded->values.columns().at(hit.column).values.at(hit.value);
      }
      (void)loaded->values.longest_words();
    }
  } else if (const auto loaded = importing::load_catalog(path, "key")) {
    (void)loaded->find("t");
    (void)loaded->nearest("tt");
    (void)loaded->has_macro("m");
  }
  return 0;
}
