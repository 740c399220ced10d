#include "retrieval/index_snapshot.h"

#include <unordered_map>

#include "base/bytes.h"
#include "base/files.h"
#include "retrieval/embedded.h"
#include "retrieval/index_builder.h"

namespace tally::retrieval {
namespace {

using catalog::Inventory;
using catalog::Resource;

// Changes whenever what is in the file, or how it is made, does.
constexpr std::string_view kVersion = "tally search index 3";
constexpr size_t kHead = 4 * sizeof(uint64_t);  // checksum, ranking data, content, size of index

uint64_t mixed(uint64_t sum, uint64_t value) {
  return (sum ^ value) * 0x9e3779b97f4a7c15u + (sum >> 31);
}
void add(uint64_t& sum, std::string_view text) {
  sum = mixed(sum, checksum(text));
}
void add(uint64_t& sum, const std::vector<std::string>& texts) {
  sum = mixed(sum, texts.size());
  for (const auto& text : texts) add(sum, text);
}

// Over all that search reads of a resource.
uint64_t fingerprint(const Resource& one) {
  uint64_t sum = static_cast<uint64_t>(one.kind);
  for (const auto* text : {&one.id, &one.name, &one.identifier, &one.owner, &one.group, &one.path,
                           &one.source_name, &one.schema, &one.description, &one.notes})
    add(sum, *text);
  add(sum, one.aliases);
  add(sum, one.tags);
  for (const auto& column : one.columns) {
    add(sum, column.name);
    add(sum, column.description);
    add(sum, column.tags);
    add(sum, column.accepted_values);
    add(sum, column.aliases);
  }
  for (const auto& reference : one.references) add(sum, reference.target);
  return sum;
}

uint64_t ranking_fingerprint() {
  uint64_t sum = 0;
  for (auto text :
       {kVersion, embedded::search_json(), embedded::name_patterns_json(),
        embedded::stop_words_txt(), embedded::common_words_txt(), embedded::related_words_txt()})
    add(sum, text);
  return sum;
}

uint64_t whole_fingerprint(const Inventory& inventory, const std::vector<uint64_t>& resources) {
  uint64_t sum = resources.size();
  for (uint64_t one : resources) sum = mixed(sum, one);
  for (const auto& edge : inventory.edges())
    sum = mixed(sum, uint64_t{edge.from.value} << 32 | edge.to.value);
  return sum;
}

}  // namespace

KeptIndex index_from(std::shared_ptr<const Inventory> inventory, std::string_view bytes,
                     std::string& written) {
  std::vector<uint64_t> resources;
  for (const Resource& one : inventory->resources()) resources.push_back(fingerprint(one));
  const uint64_t whole = whole_fingerprint(*inventory, resources);
  KeptIndex kept;
  KeptWords words;
  ByteReader head(bytes);
  const uint64_t sum = head.number(), ranking = head.number(), content = head.number(),
                 size = head.number();
  if (!head.failed() && ranking == ranking_fingerprint() && size <= bytes.size() - kHead &&
      sum == checksum(bytes.substr(sizeof sum))) {
    ByteReader whole_index(bytes.substr(kHead, size)), other_words(bytes.substr(kHead + size));
    if (content == whole) kept.index = IndexBuilder::read(whole_index, inventory);
    kept.was_whole = kept.index != nullptr;
    if (kept.was_whole) return kept;
    words.read(other_words);
  }
  IndexBuilder builder(std::move(inventory), built_in_ranking_data());
  kept.read = builder.read_words(words, resources);
  builder.complete();
  ByteWriter index_bytes, word_bytes, head_bytes, file;
  builder.write(index_bytes);
  builder.write_words(word_bytes, resources);
  for (uint64_t number : {ranking_fingerprint(), whole, uint64_t{index_bytes.bytes().size()}})
    head_bytes.number(number);
  written = head_bytes.bytes() + index_bytes.bytes() + word_bytes.bytes();
  file.number(checksum(written));
  written.insert(0, file.bytes());
  kept.index = builder.finish();
  return kept;
}

KeptIndex open_index(std::shared_ptr<const Inventory> inventory, const std::string& file) {
  auto bytes = read_file(file);
  std::string written;
  KeptIndex kept =
      index_from(std::move(inventory), bytes.ok() ? std::string_view(*bytes) : "", written);
  if (!written.empty())
    if (auto saved = write_file(file, written); !saved.ok()) kept.unkept = saved.error().message;
  return kept;
}

}  // namespace tally::retrieval
