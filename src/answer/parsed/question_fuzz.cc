// libFuzzer target: any bytes have an outcome, and what is offered or read can be said and asked
// again. Built like fuzz_sql_parser (src/sql/parser_fuzz.cc), over a model of the tests.
//   build/fuzz/fuzz_question corpus (tools/fuzz.sh makes seeds of the questions of tests/parsed)

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "answer/parsed/describe_request.h"
#include "answer/parsed/question_parser.h"
#include "base/files.h"

namespace {

using namespace tally;
using namespace tally::answer::parsed;

struct Courier {
  semantic::Model model = load();
  catalog::Facts facts = values();
  SpokenNames names{model};
  QuestionParser parser{model, facts, {"2023-06-15"}};

  static semantic::Model load() {
    const std::string path = std::string(TALLY_SOURCE_DIR) + "/tests/parsed/models/courier.yml";
    auto outcome = semantic::load_model(read_file(path).value(), "courier.yml", nullptr);
    return std::move(outcome.model).value();
  }
  static catalog::Facts values() {
    catalog::Facts made;
    made.date_ranges["delivery"] = {"2021-01-01", "2023-12-31"};
    made.values = catalog::ValueIndex({{"depot", "district", {{"North", 3}, {"South", 2}}, true},
                                       {"rider", "grade", {{"Junior", 3}, {"OR", 2}}, true}});
    return made;
  }
};

void require(bool holds, const char* what, const std::string& text) {
  if (holds) return;
  std::fprintf(stderr, "%s:\n%s\n", what, text.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const Courier courier;
  const std::string question(reinterpret_cast<const char*>(data), size);
  const Parsed parsed = courier.parser.parse(question);
  if (const auto* reading = std::get_if<Reading>(&parsed)) {
    require(!reading->sentence.empty(), "an answer without a reading", question);
    require(!reading->request.metrics.empty() || !reading->request.calculations.empty(),
            "an answer without a metric", question);
    courier.parser.parse(ask_again(courier.model, courier.names, reading->request));
  } else if (const auto* clarify = std::get_if<Clarify>(&parsed)) {
    require(!clarify->reason.empty(), "a clarification without a reason", question);
    for (const answer::Choice& choice : clarify->choices) courier.parser.parse(choice.question);
  }
  return 0;
}
