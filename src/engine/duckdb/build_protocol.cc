#include "engine/duckdb/build_protocol.h"

#include <array>
#include <nlohmann/json.hpp>

namespace tally::engine::duckdb {
namespace {

using Json = nlohmann::json;

// Names as they stand on the wire, in the order of the enums.
constexpr std::array<std::string_view, 4> kStages = {"waiting", "generating", "checking",
                                                     "finishing"};
constexpr std::array<std::string_view, 3> kResults = {"built", "replaced", "already_there"};
constexpr std::array<std::string_view, 3> kErrorKinds = {"user", "outside", "bug"};

template <size_t N>
std::optional<size_t> index_of(const std::array<std::string_view, N>& names,
                               const std::string& name) {
  for (size_t i = 0; i < N; ++i)
    if (names[i] == name) return i;
  return std::nullopt;
}

// Messages may carry file names, which need not be UTF-8.
std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::optional<BuildEvent> event_of(const Json& json) {
  BuildEvent event;
  std::string what = json.at("event");
  if (what == "stage") {
    auto stage = index_of(kStages, json.at("stage"));
    if (!stage) return std::nullopt;
    event.stage = StageEvent{static_cast<BuildStage>(*stage), json.at("process")};
  } else if (what == "done") {
    auto result = index_of(kResults, json.at("result"));
    if (!result) return std::nullopt;
    event.done = DoneEvent{static_cast<BuildResult>(*result), json.at("bytes"), json.at("rows")};
  } else if (what == "failed") {
    auto kind = index_of(kErrorKinds, json.at("kind"));
    if (!kind) return std::nullopt;
    event.failed =
        Error{static_cast<ErrorKind>(*kind), json.at("message"), json.at("hint"), json.at("code")};
  } else {
    return std::nullopt;
  }
  return event;
}

}  // namespace

std::string_view stage_name(BuildStage stage) {
  return kStages[static_cast<size_t>(stage)];
}

std::string to_line(const StageEvent& event) {
  return line_of(
      {{"event", "stage"}, {"stage", stage_name(event.stage)}, {"process", event.process}});
}

std::string to_line(const DoneEvent& event) {
  return line_of({{"event", "done"},
                  {"result", kResults[static_cast<size_t>(event.result)]},
                  {"bytes", event.bytes},
                  {"rows", event.rows}});
}

std::string to_line(const Error& error) {
  return line_of({{"event", "failed"},
                  {"kind", kErrorKinds[static_cast<size_t>(error.kind)]},
                  {"message", error.message},
                  {"hint", error.hint},
                  {"code", error.code}});
}

std::optional<BuildEvent> parse_build_event(std::string_view line) {
  Json json = Json::parse(line, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  try {
    return event_of(json);
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

}  // namespace tally::engine::duckdb
