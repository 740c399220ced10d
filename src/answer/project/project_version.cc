#include "answer/project/project_version.h"

#include <fmt/format.h>

#include "base/bytes.h"

namespace tally::answer {
namespace {

namespace dbt = importing::dbt;

void write(const catalog::ResourceColumn& column, ByteWriter& out) {
  out.text(column.name);
  out.text(column.description);
  out.texts(column.aliases);
  out.texts(column.accepted_values);
  out.byte(static_cast<uint8_t>((column.nullable ? 1 : 0) + (column.unique ? 2 : 0) +
                                (column.is_hidden ? 4 : 0)));
}

void write(const catalog::Resource& resource, ByteWriter& out) {
  for (const auto* text : {&resource.id, &resource.name, &resource.schema, &resource.identifier,
                           &resource.description, &resource.materialized})
    out.text(*text);
  out.texts(resource.aliases);
  out.texts(resource.primary_key);
  out.list(resource.columns, [&](const auto& column) { write(column, out); });
  out.list(resource.references, [&](const auto& reference) {
    out.texts(reference.columns);
    out.text(reference.target);
    out.texts(reference.target_columns);
  });
}

void write(const dbt::LayerFilter& filter, ByteWriter& out) {
  out.texts(filter.text);
  out.text(filter.fault);
  out.list(filter.references, [&](const dbt::FilterReference& reference) {
    out.byte(static_cast<uint8_t>(reference.kind));
    out.texts(reference.entities);
    out.text(reference.name);
    out.text(reference.grain);
  });
}

void write(const std::vector<dbt::LayerFilter>& filters, ByteWriter& out) {
  out.list(filters, [&](const dbt::LayerFilter& filter) { write(filter, out); });
}

void write(const dbt::LayerAggregation& how, ByteWriter& out) {
  for (const auto* text : {&how.agg, &how.expr, &how.agg_time_dimension, &how.percentile})
    out.text(*text);
  out.byte(static_cast<uint8_t>((how.is_discrete ? 1 : 0) + (how.is_approximate ? 2 : 0) +
                                (how.is_non_additive ? 4 : 0)));
}

void write(const dbt::LayerModel& model, ByteWriter& out) {
  for (const auto* text :
       {&model.id, &model.name, &model.model, &model.relation.schema, &model.relation.name,
        &model.label, &model.description, &model.primary_entity, &model.agg_time_dimension})
    out.text(*text);
  out.list(model.entities, [&](const dbt::LayerEntity& one) {
    for (const auto* text : {&one.name, &one.type, &one.expr, &one.label, &one.description})
      out.text(*text);
  });
  out.list(model.dimensions, [&](const dbt::LayerDimension& one) {
    for (const auto* text : {&one.name, &one.expr, &one.label, &one.description, &one.grain})
      out.text(*text);
    out.byte(static_cast<uint8_t>((one.is_time ? 1 : 0) + (one.is_validity ? 2 : 0)));
    out.texts(one.names);
  });
  out.list(model.measures, [&](const dbt::LayerMeasure& one) {
    for (const auto* text : {&one.name, &one.label, &one.description}) out.text(*text);
    write(one.aggregation, out);
  });
}

void write(const dbt::LayerInput& input, ByteWriter& out) {
  for (const auto* text : {&input.name, &input.alias, &input.fill_nulls_with}) out.text(*text);
  write(input.filters, out);
  out.byte(static_cast<uint8_t>((input.is_offset ? 1 : 0) + (input.joins_time_spine ? 2 : 0)));
}

void write(const std::optional<dbt::LayerInput>& input, ByteWriter& out) {
  out.byte(input ? 1 : 0);
  if (input) write(*input, out);
}

void write(const dbt::LayerMetric& metric, ByteWriter& out) {
  for (const auto* text :
       {&metric.id, &metric.name, &metric.type, &metric.label, &metric.description, &metric.model,
        &metric.expr, &metric.fill_nulls_with})
    out.text(*text);
  out.texts(metric.names);
  for (const auto* input : {&metric.measure, &metric.numerator, &metric.denominator})
    write(*input, out);
  out.list(metric.inputs, [&](const dbt::LayerInput& input) { write(input, out); });
  write(metric.filters, out);
  out.byte(static_cast<uint8_t>((metric.own ? 1 : 0) + (metric.joins_time_spine ? 2 : 0)));
  if (metric.own) write(*metric.own, out);
}

}  // namespace

std::string version_of(const importing::dbt::Import& import) {
  ByteWriter out;
  out.text(import.inventory.project());
  out.list(import.inventory.resources(), [&](const auto& resource) { write(resource, out); });
  out.list(import.hidden, [&](const auto& one) {
    out.text(one.id.text());
    out.byte(one.is_source ? 1 : 0);
  });
  out.list(import.semantics.models, [&](const auto& model) { write(model, out); });
  out.list(import.semantics.metrics, [&](const auto& metric) { write(metric, out); });
  return fmt::format("{:016x}", checksum(out.bytes()));
}

}  // namespace tally::answer
