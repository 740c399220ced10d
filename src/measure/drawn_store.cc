#include "measure/drawn_store.h"

#include <fmt/format.h>

#include "base/bytes.h"
#include "base/files.h"
#include "table/codec.h"

namespace tally::measure {
namespace {

constexpr std::string_view kFormat = "tally drawn questions 1";  // raised when drawing changes

void put_question(ByteWriter& out, const Question& question) {
  for (const auto* text : {&question.id, &question.template_id, &question.text, &question.sql})
    out.text(*text);
  out.byte(static_cast<uint8_t>(question.tier));
  out.byte(static_cast<uint8_t>(question.split));
  out.byte(question.unseen);
  out.byte(question.ordered);
  out.list(question.outcomes,
           [&](answer::Outcome outcome) { out.byte(static_cast<uint8_t>(outcome)); });
  out.list(question.places, [&](std::optional<int> places) {
    out.byte(static_cast<uint8_t>(places ? *places + 1 : 0));
  });
  out.text(question.reference ? table::encode(*question.reference) : "");
}

// false: not what put_question() wrote.
bool take_question(ByteReader& in, Question& question) {
  for (auto* text : {&question.id, &question.template_id, &question.text, &question.sql})
    *text = in.text();
  uint8_t tier = in.byte(), split = in.byte();
  question.unseen = in.byte() != 0;
  question.ordered = in.byte() != 0;
  if (tier > static_cast<uint8_t>(Tier::not_answered) || split > static_cast<uint8_t>(Split::pool))
    return false;
  question.tier = static_cast<Tier>(tier);
  question.split = static_cast<Split>(split);
  for (uint64_t left = in.counted(1); left > 0; --left) {
    uint8_t outcome = in.byte();
    if (outcome > static_cast<uint8_t>(answer::Outcome::failed)) return false;
    question.outcomes.push_back(static_cast<answer::Outcome>(outcome));
  }
  for (uint64_t left = in.counted(1); left > 0; --left) {
    uint8_t places = in.byte();
    question.places.push_back(places ? std::optional(places - 1) : std::nullopt);
  }
  std::string reference = in.text();
  if (in.failed()) return false;
  if (reference.empty()) return true;
  auto table = table::decode(reference);
  if (!table.ok()) return false;
  question.reference = *std::move(table);
  return true;
}

}  // namespace

std::string drawn_key(const Exam& exam, const std::string& database_fingerprint,
                      const engine::RunLimits& limits) {
  return fmt::format("{}|{}|{}|{}|{}", kFormat, exam.digest, database_fingerprint, limits.max_rows,
                     limits.max_bytes);
}

std::optional<Drawn> load_drawn(const std::string& path, const std::string& key) {
  auto bytes = read_file(path);
  if (!bytes.ok() || bytes->size() < sizeof(uint64_t)) return std::nullopt;
  ByteReader sum(*bytes);
  std::string_view body = std::string_view(*bytes).substr(sizeof(uint64_t));
  if (sum.number() != checksum(body)) return std::nullopt;
  ByteReader in(body);
  if (in.text() != key) return std::nullopt;
  Drawn drawn;
  for (uint64_t left = in.counted(8); left > 0; --left)
    if (!take_question(in, drawn.questions.emplace_back())) return std::nullopt;
  if (!in.finished()) return std::nullopt;
  return drawn;
}

Result<void> save_drawn(const std::string& path, const std::string& key, const Drawn& drawn) {
  ByteWriter body, sum;
  body.text(key);
  body.list(drawn.questions, [&](const Question& question) { put_question(body, question); });
  sum.number(checksum(body.bytes()));
  return write_file(path, sum.bytes() + body.bytes());
}

}  // namespace tally::measure
