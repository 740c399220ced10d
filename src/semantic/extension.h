#pragma once
// Our additions to Ossie: the JSON in `custom_extensions` of vendor TALLYSTICK. Mistakes in it are
// reported at their place in the YAML file.

#include <string>
#include <string_view>

#include "semantic/draft.h"

namespace tally::semantic {

inline constexpr std::string_view kVendor = "TALLYSTICK";

class ExtensionReader {
 public:
  ExtensionReader(Draft& draft, std::string_view file_text, Complaints& complaints)
      : draft_(draft), file_text_(file_text), complaints_(complaints) {}

  Complaints& complaints() { return complaints_; }
  // A vendor name that is ours but for a slip would silently lose everything below it.
  void check_vendor(const Located& vendor);
  // The tree is kept by the draft. nullptr, with a complaint, if the data is not JSON.
  const Tree* parse(const Located& data, const std::string& owner);

  void read_model(const TreeReader& reader, const Node& data, const std::string& owner);
  void read_dataset(const TreeReader& reader, const Node& data, const std::string& owner,
                    Dataset& dataset, DatasetDraft& places);
  void read_field(const TreeReader& reader, const Node& data, const std::string& owner,
                  Field& field, FieldDraft& places);
  void read_relationship(const TreeReader& reader, const Node& data, const std::string& owner,
                         Relationship& relationship);
  void read_metric(const TreeReader& reader, const Node& data, const std::string& owner,
                   Metric& metric, MetricDraft& places);

 private:
  Draft& draft_;
  std::string_view file_text_;
  Complaints& complaints_;
};

}  // namespace tally::semantic
