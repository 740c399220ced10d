#include "answer/answer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "table/json.h"

namespace tally::answer {
namespace {

using Json = nlohmann::ordered_json;

// Text from data or a model may hold any bytes; JSON may not.
std::string dump(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

template <typename Items, typename ToText>
std::string list(const Items& items, ToText to_text) {
  std::vector<std::string> parts;
  for (const auto& item : items) parts.push_back(to_text(item));
  return fmt::format("[{}]", fmt::join(parts, ","));
}

std::string choice_json(const Choice& choice) {
  return dump({{"question", choice.question}, {"about", choice.about}});
}

std::string trust_json(const Trust& trust) {
  Json reasons = Json::array();
  for (const auto& reason : trust.reasons)
    reasons.push_back({{"kind", reason.kind}, {"text", reason.text}});
  Json probability = nullptr;
  if (trust.probability) probability = *trust.probability;
  return dump({{"grade", grade_name(trust.grade)},
               {"probability", std::move(probability)},
               {"reasons", std::move(reasons)}});
}

std::string entry_json(const Entry& entry) {
  Json findings = Json::array();
  for (const auto& finding : entry.findings)
    findings.push_back(
        {{"check", finding.check}, {"passed", finding.passed}, {"text", finding.text}});
  // The request prints itself; numbers in it keep their digits.
  return fmt::format(
      R"({{"route":{},"outcome":{},"request":{},"sql":{},"row_count":{},"seconds":{},"findings":{}}})",
      dump(entry.route), dump(outcome_name(entry.outcome)),
      entry.request ? semantic::to_json(*entry.request) : "null",
      entry.sql.empty() ? "null" : dump(entry.sql), entry.row_count, dump(entry.seconds),
      dump(findings));
}

std::string stage_json(const Stage& stage) {
  return dump({{"stage", stage.name}, {"start_ms", stage.start_ms}, {"ms", stage.ms}});
}

std::string cost_json(const Cost& cost) {
  return dump({{"credits", cost.credits},
               {"calls", cost.calls},
               {"tokens_in", cost.tokens_in},
               {"tokens_out", cost.tokens_out}});
}

std::string answer_table_json(const Answer& answer) {
  if (!answer.table) return "null";
  std::vector<std::string> units;
  for (const auto& column : answer.columns) units.push_back(column.unit);
  return table::table_json(*answer.table, units);
}

}  // namespace

std::string to_json(const Answer& answer) {
  return fmt::format(
      R"({{"question":{},"outcome":{},"reason":{},"reading":{},"choices":{},"table":{},)"
      R"("trust":{},"entries":{},"timeline":{},"cost":{}}})",
      dump(answer.question), dump(outcome_name(answer.outcome)), dump(answer.reason),
      dump(answer.reading), list(answer.choices, choice_json), answer_table_json(answer),
      answer.trust ? trust_json(*answer.trust) : "null", list(answer.entries, entry_json),
      list(answer.timeline, stage_json), cost_json(answer.cost));
}

const char* outcome_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::answer:
      return "answer";
    case Outcome::clarify:
      return "clarify";
    case Outcome::abstain:
      return "abstain";
    case Outcome::refuse:
      return "refuse";
    case Outcome::failed:
      return "failed";
  }
  return "failed";
}

const char* grade_name(TrustGrade grade) {
  switch (grade) {
    case TrustGrade::agreed:
      return "agreed";
    case TrustGrade::checked:
      return "checked";
    case TrustGrade::single:
      return "single";
    case TrustGrade::disputed:
      return "disputed";
  }
  return "single";
}

std::string_view answer_schema() {
  return R"schema({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "Tallystick answer",
  "type": "object",
  "required": ["question", "outcome", "reason", "reading", "choices", "table", "trust", "entries",
               "timeline", "cost"],
  "additionalProperties": false,
  "properties": {
    "question": {"type": "string"},
    "outcome": {"enum": ["answer", "clarify", "abstain", "refuse", "failed"]},
    "reason": {"type": "string", "description": "why it was not answered; empty for an answer"},
    "reading": {"type": "string", "description": "one sentence: how the question was read"},
    "choices": {
      "type": "array",
      "items": {
        "type": "object",
        "required": ["question", "about"],
        "properties": {
          "question": {"type": "string", "description": "can be asked as it stands"},
          "about": {"type": "string"}
        }
      }
    },
    "table": {
      "type": ["object", "null"],
      "required": ["columns", "rows", "more_rows"],
      "properties": {
        "columns": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["name", "type", "unit"],
            "properties": {
              "name": {"type": "string"},
              "type": {"type": "string"},
              "unit": {"type": ["string", "null"]}
            }
          }
        },
        "rows": {"type": "array", "items": {"type": "array"}},
        "more_rows": {"type": "boolean", "description": "a limit cut the table"}
      }
    },
    "trust": {
      "type": ["object", "null"],
      "required": ["grade", "probability", "reasons"],
      "properties": {
        "grade": {"enum": ["agreed", "checked", "single", "disputed"]},
        "probability": {"type": ["number", "null"], "description": "only once calibrated"},
        "reasons": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["kind", "text"],
            "properties": {"kind": {"type": "string"}, "text": {"type": "string"}}
          }
        }
      }
    },
    "entries": {
      "type": "array",
      "items": {
        "type": "object",
        "required": ["route", "outcome", "request", "sql", "row_count", "seconds", "findings"],
        "properties": {
          "route": {"type": "string"},
          "outcome": {"enum": ["answer", "clarify", "abstain", "refuse", "failed"]},
          "request": {"type": ["object", "null"], "description": "see tally request --schema"},
          "sql": {"type": ["string", "null"]},
          "row_count": {"type": "integer"},
          "seconds": {"type": "number"},
          "findings": {
            "type": "array",
            "items": {
              "type": "object",
              "required": ["check", "passed", "text"],
              "properties": {
                "check": {"type": "string"},
                "passed": {"type": "boolean"},
                "text": {"type": "string"}
              }
            }
          }
        }
      }
    },
    "timeline": {
      "type": "array",
      "items": {
        "type": "object",
        "required": ["stage", "start_ms", "ms"],
        "properties": {
          "stage": {"type": "string"},
          "start_ms": {"type": "number"},
          "ms": {"type": "number"}
        }
      }
    },
    "cost": {
      "type": "object",
      "required": ["credits", "calls", "tokens_in", "tokens_out"],
      "properties": {
        "credits": {"type": "number"},
        "calls": {"type": "integer"},
        "tokens_in": {"type": "integer"},
        "tokens_out": {"type": "integer"}
      }
    }
  }
}
)schema";
}

}  // namespace tally::answer
