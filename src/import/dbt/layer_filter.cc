// The templates of metric filters: {{ Dimension('customer__region') }} = 'EU'.

#include <fmt/format.h>

#include <utility>

#include "import/dbt/layer_reader.h"
#include "jinja/host.h"
#include "jinja/render.h"
#include "jinja/template.h"

namespace tally::importing::dbt {
namespace {

using jinja::Call;
using jinja::Value;

// What no SQL has: a reference prints as its number between two of them.
constexpr char kMark = '\x1f';

struct References {
  std::vector<FilterReference> all;
};

std::vector<std::string> parts_of(std::string_view name) {
  std::vector<std::string> parts;
  for (size_t at = 0; at <= name.size();) {
    const size_t end = std::min(name.find("__", at), name.size());
    parts.emplace_back(name.substr(at, end - at));
    at = end + 2;
  }
  return parts;
}

bool is_grain(std::string_view word) {
  return word == "day" || word == "week" || word == "month" || word == "quarter" ||
         word == "year" || word == "hour";
}

// One reference; .grain('month') makes another of it.
class Reference final : public jinja::Object {
 public:
  Reference(FilterReference what, References& references)
      : what_(std::move(what)), references_(references) {}

  std::string_view type_name() const override { return "Dimension"; }
  Value attribute(std::string_view name) const override {
    if (name != "grain") return {};
    FilterReference what = what_;
    References& references = references_;
    return jinja::function("grain", [what, &references](Call& call) mutable -> Value {
      FilterReference finer = what;
      finer.grain = call.string(0, "time_granularity");
      return jinja::make<Reference>(std::move(finer), references);
    });
  }
  std::string text() const override {
    references_.all.push_back(what_);
    return fmt::format("{0}{1}{0}", kMark, references_.all.size() - 1);
  }

 private:
  FilterReference what_;
  References& references_;
};

Value referring(FilterReference::Kind kind, Call& call, References& references) {
  FilterReference what;
  what.kind = kind;
  const char* keyword = kind == FilterReference::Kind::entity           ? "entity_name"
                        : kind == FilterReference::Kind::metric         ? "metric_name"
                        : kind == FilterReference::Kind::time_dimension ? "time_dimension_name"
                                                                        : "name";
  auto parts = parts_of(call.string(0, keyword));
  if (parts.size() > 1 && is_grain(parts.back())) {
    what.grain = parts.back();
    parts.pop_back();
  }
  what.name = std::move(parts.back());
  parts.pop_back();
  const size_t path_at = kind == FilterReference::Kind::time_dimension ? 2 : 1;
  if (kind == FilterReference::Kind::time_dimension)
    if (std::string grain = call.string(1, "time_granularity_name"); !grain.empty())
      what.grain = std::move(grain);
  if (const Value* path = call.argument(path_at, "entity_path"); path && path->is_sequence())
    for (const Value& step : path->items().items) what.entities.push_back(step.text());
  what.entities.insert(what.entities.end(), parts.begin(), parts.end());
  return jinja::make<Reference>(std::move(what), references);
}

class FilterHost final : public jinja::Host {
 public:
  FilterHost(const jinja::Names& names, References& references)
      : names_(names), references_(references) {}

  Value lookup(jinja::Name name, const jinja::Template&) override {
    using Kind = FilterReference::Kind;
    const std::string_view text = names_.text(name);
    for (const auto& [known, kind] :
         {std::pair("Dimension", Kind::dimension), std::pair("TimeDimension", Kind::time_dimension),
          std::pair("Entity", Kind::entity), std::pair("Metric", Kind::metric)}) {
      if (text != known) continue;
      References& references = references_;
      return jinja::function(known, [which = kind, &references](Call& call) {
        return referring(which, call, references);
      });
    }
    return {};
  }

 private:
  const jinja::Names& names_;
  References& references_;
};

LayerFilter cut(const std::string& text, std::vector<FilterReference> printed) {
  LayerFilter filter;
  size_t at = 0;
  for (size_t mark; (mark = text.find(kMark, at)) != text.npos;) {
    const size_t end = text.find(kMark, mark + 1);
    if (end == text.npos) break;
    const auto index = std::stoul(text.substr(mark + 1, end - mark - 1));
    filter.text.push_back(text.substr(at, mark - at));
    filter.references.push_back(printed[index]);
    at = end + 1;
  }
  filter.text.push_back(text.substr(at));
  return filter;
}

LayerFilter read_filter(const std::string& text) {
  constexpr jinja::Limits kLimits{.steps = 100'000, .depth = 50, .output = 1u << 20};
  LayerFilter failed;
  if (text.find(kMark) != text.npos) {
    failed.fault = "it holds control characters";
    return failed;
  }
  jinja::Names names;
  auto source = jinja::Template::parse(text, "filter", names);
  if (!source.ok()) {
    failed.fault = source.error().message;
    return failed;
  }
  References references;
  FilterHost host(names, references);
  const auto rendered = jinja::render(**source, host, kLimits);
  if (!rendered.problems.empty()) {
    failed.fault = rendered.problems.back().message;
    return failed;
  }
  return cut(rendered.text, std::move(references.all));
}

}  // namespace

std::vector<LayerFilter> read_layer_filters(const Data* filter) {
  std::vector<LayerFilter> all;
  if (!filter) return all;
  if (filter->is_scalar()) {
    if (!filter->text.empty()) all.push_back(read_filter(filter->text));
    return all;
  }
  if (const Data* list = filter->get("where_filters")) return read_layer_filters(list);
  if (const Data* one = filter->get("where_sql_template")) return read_layer_filters(one);
  for (const Data& one : filter->values) {
    auto more = read_layer_filters(&one);
    std::move(more.begin(), more.end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace tally::importing::dbt
