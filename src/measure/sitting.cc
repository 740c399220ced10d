#include "measure/sitting.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/files.h"

namespace tally::measure {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;
constexpr Mark kMarks[] = {Mark::right, Mark::wrong, Mark::undecided, Mark::declined, Mark::failed};

std::vector<std::string> texts(const Json& list) {
  return list.get<std::vector<std::string>>();
}

SatQuestion question_of(const Json& json) {
  SatQuestion out;
  out.id = json.at("id");
  out.template_id = json.at("template");
  out.tier = json.at("tier");
  out.question = json.at("question");
  out.unseen = json.at("unseen");
  out.expected = texts(json.at("expected"));
  out.got = json.at("got");
  auto mark = mark_of(json.at("mark").get<std::string>());
  if (!mark) throw std::invalid_argument("an unknown mark");
  out.mark = *mark;
  out.code = json.at("code");
  out.near_miss = json.at("near_miss");
  out.reason = json.at("reason");
  out.tables = texts(json.at("tables"));
  for (const auto& fact : json.at("facts")) out.facts.push_back({fact.at("kind"), fact.at("text")});
  out.seconds = json.at("seconds");
  out.credits = json.at("answer").at("cost").at("credits");
  const auto& answer = json.at("answer");
  if (answer.contains("trust") && answer["trust"].is_object())
    if (const auto& said = answer["trust"].at("probability"); said.is_number())
      out.probability = said.get<double>();
  return out;
}

}  // namespace

const char* mark_name(Mark mark) {
  switch (mark) {
    case Mark::right:
      return "right";
    case Mark::wrong:
      return "wrong";
    case Mark::undecided:
      return "undecided";
    case Mark::declined:
      return "declined";
    case Mark::failed:
      return "failed";
  }
  return "";
}

std::optional<Mark> mark_of(std::string_view name) {
  for (Mark mark : kMarks)
    if (name == mark_name(mark)) return mark;
  return std::nullopt;
}

std::string header_json(const SittingHeader& header) {
  Json configuration = Json::object();
  for (const auto& [key, value] : header.configuration) configuration[key] = value;
  Json json = {{"sitting", kFormat},        {"exam", header.exam},
               {"version", header.version}, {"split", header.split},
               {"seed", header.seed},       {"questions", header.questions},
               {"digest", header.digest},   {"program", header.program},
               {"model", header.model},     {"warehouse", header.warehouse},
               {"started", header.started}, {"configuration", configuration}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<SittingHeader> parse_header(std::string_view line) {
  auto json = Json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("sitting"))
    return user_error("it is no sitting: its first line is no header of one",
                      "`tally exam sit` writes sittings");
  if (json["sitting"] != kFormat)
    return user_error("it is a sitting of another version of tally", "sit the exam again");
  try {
    SittingHeader out;
    out.exam = json.at("exam");
    out.version = json.at("version");
    out.split = json.at("split");
    out.seed = json.at("seed");
    out.questions = json.at("questions");
    out.digest = json.at("digest");
    out.program = json.at("program");
    out.model = json.at("model");
    out.warehouse = json.at("warehouse");
    out.started = json.at("started");
    for (const auto& [key, value] : json.at("configuration").items())
      out.configuration.emplace_back(key, value.get<std::string>());
    return out;
  } catch (const Json::exception& error) {
    return user_error(fmt::format("its header is damaged: {}", error.what()), "sit the exam again");
  }
}

Result<SatQuestion> parse_line(std::string_view line) {
  try {
    return question_of(Json::parse(line));
  } catch (const std::exception& error) {
    return user_error(error.what());
  }
}

Result<Sitting> read_sitting(const std::string& path) {
  TALLY_TRY(auto bytes, read_file(path));
  Sitting sitting;
  sitting.file = path;
  std::set<std::string> ids;
  std::string_view rest = bytes;
  for (size_t number = 1; !rest.empty(); ++number) {
    size_t end = rest.find('\n');
    if (end == std::string_view::npos) {
      sitting.cut = true;
      if (number == 1)
        return user_error(fmt::format("{}: cut in its first line", path),
                          "nothing was answered yet: remove it and sit the exam again");
      break;
    }
    auto line = rest.substr(0, end);
    rest.remove_prefix(end + 1);
    if (number == 1) {
      auto header = parse_header(line);
      if (!header.ok())
        return user_error(fmt::format("{}: {}", path, header.error().message), header.error().hint);
      sitting.header = *std::move(header);
      continue;
    }
    auto question = parse_line(line);
    if (!question.ok())
      return user_error(
          fmt::format("{}:{}: no line of a sitting: {}", path, number, question.error().message),
          "the file is damaged: sit the exam again");
    if (!ids.insert(question->id).second)
      return user_error(fmt::format("{}:{}: {} is there twice", path, number, question->id));
    question->line = number;
    sitting.questions.push_back(*std::move(question));
  }
  if (sitting.header.questions == 0 && bytes.empty())
    return user_error(fmt::format("{} is empty", path), "`tally exam sit` writes sittings");
  std::sort(sitting.questions.begin(), sitting.questions.end(),
            [](const auto& a, const auto& b) { return a.id < b.id; });
  return sitting;
}

}  // namespace tally::measure
