#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "measure/scorecard_page.h"
#include "text/html.h"

namespace tally::measure {
namespace {

constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --line: #8886; --good: #2a7f4f; --bad: #b3402e; --bar: #4472b8; }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: .6rem 0 1.4rem; }
th, td { padding: .2rem .7rem .2rem 0; text-align: left; border-bottom: 1px solid var(--line);
         vertical-align: top; font-variant-numeric: tabular-nums; }
td.n, th.n { text-align: right; white-space: nowrap; }
.met { color: var(--good); font-weight: 600; } .missed { color: var(--bad); font-weight: 600; }
.dim { opacity: .7; } h2 { margin-top: 2.2rem; }
svg { max-width: 100%; height: auto; } svg text { font: 12px system-ui, sans-serif; fill: currentColor; }
)";

std::string percent(const std::optional<double>& share) {
  return share ? fmt::format("{:.1f} %", *share * 100) : "–";
}

std::string with_range(const Rate& rate) {
  if (rate.of == 0) return "–";
  auto range = wilson(rate);
  return fmt::format("{} <span class=dim>({:.0f}–{:.0f})</span>", percent(rate.value()),
                     range.low * 100, range.high * 100);
}

std::string milliseconds(const std::optional<double>& seconds) {
  return seconds ? fmt::format("{:.1f} ms", *seconds * 1000) : "–";
}

std::string figures_row(const std::string& name, const Figures& figures) {
  return fmt::format(
      "<tr><td>{}<td class=n>{}<td class=n>{}<td class=n>{}<td class=n>{}<td class=n>{}"
      "<td class=n>{:+.2f}<td class=n>{}<td class=n>{}\n",
      text::escape_html(name), figures.questions, with_range(figures.accuracy),
      percent(figures.coverage.value()), with_range(figures.wrong_among_answered),
      with_range(figures.handled), figures.utility, milliseconds(figures.latency_p50),
      milliseconds(figures.latency_p95));
}

std::string cut_table(const Cut& cut) {
  std::string out = fmt::format(
      "<h3>By {}</h3><table><tr><th>{}<th class=n>questions<th class=n>right<th class=n>coverage"
      "<th class=n>wrong of answered<th class=n>handled<th class=n>utility<th class=n>p50"
      "<th class=n>p95\n",
      text::escape_html(cut.by), text::escape_html(cut.by));
  for (const auto& slice : cut.slices) out += figures_row(slice.name, slice.figures);
  return out + "</table>\n";
}

// Horizontal bars with the 95 % range as a whisker.
std::string accuracy_plot(const Cut& cut) {
  constexpr int kLeft = 230, kWidth = 420, kStep = 22;
  std::string bars;
  int y = 10;
  for (const auto& slice : cut.slices) {
    const auto& rate = slice.figures.accuracy.of ? slice.figures.accuracy : slice.figures.handled;
    if (rate.of == 0) continue;
    auto range = wilson(rate);
    auto x = [](double share) { return kLeft + share * kWidth; };
    int middle = y + kStep / 2 - 3;
    bars += fmt::format(
        "<text x='{}' y='{}' text-anchor='end'>{}</text>"
        "<rect x='{}' y='{}' width='{:.1f}' height='{}' fill='var(--bar)' opacity='.75'/>"
        "<path d='M{:.1f} {}H{:.1f}' stroke='currentColor' stroke-width='1.5'/>"
        "<text x='{}' y='{}'>{} of {}</text>\n",
        kLeft - 8, middle + 4, text::escape_html(slice.name), kLeft, y, *rate.value() * kWidth,
        kStep - 6, x(range.low), middle, x(range.high), kLeft + kWidth + 8, middle + 4, rate.hits,
        rate.of);
    y += kStep;
  }
  return fmt::format(
      "<svg viewBox='0 0 740 {}' width='740' role='img' aria-label='right answers by "
      "{}'>{}</svg>\n",
      y + 6, text::escape_html(cut.by), bars);
}

// Latencies in classes of doubling width from 1 ms.
std::string latency_plot(const Sitting& sitting) {
  std::array<size_t, 16> counts{};
  for (const auto& question : sitting.questions) {
    if (!question.answered() && question.mark != Mark::failed) continue;  // as in Figures
    double doublings = std::log2(std::max(question.seconds * 1000, 1.0));
    ++counts[std::min(counts.size() - 1, static_cast<size_t>(doublings))];
  }
  size_t most = std::max<size_t>(1, *std::max_element(counts.begin(), counts.end()));
  std::string bars;
  for (size_t i = 0; i < counts.size(); ++i) {
    double height = 110.0 * static_cast<double>(counts[i]) / static_cast<double>(most);
    size_t x = 10 + i * 45;
    bars += fmt::format(
        "<rect x='{}' y='{:.1f}' width='40' height='{:.1f}' fill='var(--bar)' opacity='.75'/>"
        "<text x='{}' y='148' text-anchor='middle'>{}</text>",
        x, 125 - height, height, x + 20, 1u << i);
    if (counts[i])
      bars += fmt::format("<text x='{}' y='{:.1f}' text-anchor='middle'>{}</text>\n", x + 20,
                          121 - height, counts[i]);
  }
  return fmt::format(
      "<h3>Time of an answer (ms, from)</h3><svg viewBox='0 0 740 155' width='740' role='img' "
      "aria-label='latencies'>{}</svg>\n",
      bars);
}

std::string target_rows(const Scorecard& card) {
  if (card.targets.empty()) return "";
  std::string out =
      "<h3>Targets</h3><table><tr><th>target<th>figure<th class=n>is<th class=n>wanted<th>\n";
  for (const auto& outcome : card.targets) {
    const auto& target = outcome.target;
    bool least = target.at_least.has_value();
    out += fmt::format("<tr><td>{}<td>{}{}<td class=n>{}<td class=n>{} {:g}<td class={}>{}\n",
                       text::escape_html(target.name), text::escape_html(target.figure),
                       text::escape_html(" " + target.tier),
                       outcome.value ? fmt::format("{:.3f}", *outcome.value) : "no question",
                       least ? "≥" : "≤", least ? *target.at_least : *target.at_most,
                       outcome.met        ? "met"
                       : outcome.missed() ? "missed"
                                          : "dim",
                       outcome.met        ? "MET"
                       : outcome.missed() ? "MISSED"
                                          : "not run");
  }
  return out + "</table>\n";
}

// What was said against what came, with 95 % ranges: on the line, both are the same.
std::string reliability_plot(const Calibration& calibration) {
  constexpr double kLeft = 40, kTop = 10, kSide = 260;
  auto x = [](double share) { return kLeft + share * kSide; };
  auto y = [](double share) { return kTop + (1 - share) * kSide; };
  std::string out = fmt::format(
      "<svg viewBox='0 0 320 310' width='320' role='img' aria-label='reliability'>"
      "<rect x='{0}' y='{1}' width='{2}' height='{2}' fill='none' stroke='var(--line)'/>"
      "<path d='M{3} {4}L{5} {6}' stroke='var(--line)'/>",
      kLeft, kTop, kSide, x(0), y(0), x(1), y(1));
  for (double share : {0.0, 0.5, 1.0})
    out += fmt::format(
        "<text x='{}' y='{}' text-anchor='middle'>{:.0f} %</text>"
        "<text x='{}' y='{}' text-anchor='end'>{:.0f}</text>",
        x(share), kTop + kSide + 18, share * 100, kLeft - 5, y(share) + 4, share * 100);
  for (const auto& bin : calibration.bins) {
    auto range = wilson(bin.right);
    out += fmt::format(
        "<path d='M{0:.1f} {1:.1f}V{2:.1f}' stroke='currentColor'/>"
        "<circle cx='{0:.1f}' cy='{3:.1f}' r='4' fill='var(--bar)'/>\n",
        x(bin.said), y(range.low), y(range.high), y(*bin.right.value()));
  }
  return out + "</svg>\n";
}

std::string calibration_part(const Scorecard& card) {
  if (!card.calibration) return "";
  const auto& calibration = *card.calibration;
  std::string out = fmt::format(
      "<h3>Calibration of trust</h3><p>{} answers with a probability: Brier {:.3f}, expected "
      "calibration error {:.3f}\n",
      calibration.count, calibration.brier, calibration.error);
  out += reliability_plot(calibration) +
         "<table><tr><th class=n>said<th class=n>right<th class=n>answers\n";
  for (const auto& bin : calibration.bins)
    out += fmt::format("<tr><td class=n>{}<td class=n>{}<td class=n>{}\n", percent(bin.said),
                       with_range(bin.right), bin.right.of);
  return out + "</table>\n";
}

std::string failure_list(const Scorecard& card) {
  std::string out = "<h3>What went wrong</h3>\n";
  if (card.failures.empty()) return out + "<p>Nothing.\n";
  for (const auto& failure : card.failures) {
    out += fmt::format("<details><summary>{} × {}</summary><table>\n", failure.ids.size(),
                       text::escape_html(failure.reason));
    for (const auto& question : card.sitting.questions) {
      if (!std::count(failure.ids.begin(), failure.ids.end(), question.id)) continue;
      std::string facts;
      for (const auto& fact : question.facts) facts += "<br>" + text::escape_html(fact.text);
      out += fmt::format("<tr><td>{}<td>{}<td>{}<span class=dim>{}</span>\n",
                         text::escape_html(question.id), text::escape_html(question.question),
                         text::escape_html(question.reason), facts);
    }
    out += "</table></details>\n";
  }
  return out;
}

std::string card_html(const Scorecard& card) {
  const auto& header = card.sitting.header;
  std::string out = fmt::format(
      "<h2>{} version {}, {}</h2><p class=dim>{} of {} questions{} · model {} · program {} · {}\n",
      text::escape_html(header.exam), header.version, text::escape_html(header.split),
      card.sitting.questions.size(), header.questions,
      card.sitting.complete() ? "" : " (incomplete)", text::escape_html(header.model),
      text::escape_html(header.program), text::escape_html(header.started));
  out += target_rows(card);
  out += "<h3>Right answers, with 95 % ranges (T4: rightly not answered)</h3>\n";
  for (const auto& cut : card.cuts)
    if (cut.by == "tier and templates") out += accuracy_plot(cut);
  out += latency_plot(card.sitting) + calibration_part(card);
  if (card.all.credits > 0) out += fmt::format("<p>Cost: {:.2f} credits\n", card.all.credits);
  Cut all{"everything", {{"all", card.all}}};
  out += cut_table(all);
  for (const auto& cut : card.cuts) out += cut_table(cut);
  return out + failure_list(card);
}

}  // namespace

std::string scorecards_html(const std::vector<Scorecard>& cards) {
  std::string out = fmt::format(
      "<!doctype html>\n<html lang=en>\n<meta charset=utf-8>\n"
      "<meta name=viewport content='width=device-width'>\n"
      "<title>Scorecards</title>\n<style>{}</style>\n<h1>Scorecards</h1>\n",
      kStyle);
  for (const auto& card : cards) out += card_html(card);
  return out;
}

}  // namespace tally::measure
