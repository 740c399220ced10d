#include "measure/slot_reader.h"

#include <fmt/format.h>

#include "measure/slot_value.h"
#include "table/cell_values.h"

namespace tally::measure {
namespace {

using semantic::Node;

// Written as a date is, and none: it would become a text without a word.
bool is_misdated(const Node& node) {
  if (node.kind != Node::Kind::plain || node.text.size() != 10) return false;
  for (size_t i = 0; i < node.text.size(); ++i) {
    bool is_dash = i == 4 || i == 7, is_digit = node.text[i] >= '0' && node.text[i] <= '9';
    if (is_dash ? node.text[i] != '-' : !is_digit) return false;
  }
  return !table::parse_date(node.text);
}

class SlotReader {
 public:
  SlotReader(const semantic::TreeReader& reader, std::string name, const std::string& owner)
      : reader_(reader), owner_(fmt::format("slot \"{}\" of {}", name, owner)) {
    slot_.name = std::move(name);
  }

  Slot read(const Node& node) {
    slot_.at = reader_.at(node);
    auto entries = reader_.map(node, owner_, {{"sql"}, {"values"}, {"columns"}});
    if (!entries) return slot_;
    slot_.parts = semantic::plain_texts(reader_.texts(*entries, "columns", owner_));
    slot_.sql = reader_.text(*entries, "sql", owner_);
    const Node* values = entries->find("values");
    if (entries->find("sql") && values)
      reader_.complain(*values, owner_ + " has both \"sql\" and \"values\"", "keep one of them");
    if (!entries->find("sql") && !values)
      reader_.complain(node, owner_ + " has no values", "add \"sql\" or \"values\"");
    if (!values) return slot_;
    for (const Node* item : reader_.list(*entries, "values", owner_)) read_choice(*item);
    if (values->kind == Node::Kind::list && values->children.empty())
      reader_.complain(*values, owner_ + " has no values", "list at least one");
    return slot_;
  }

 private:
  void read_choice(const Node& item) {
    if (!slot_.parts.empty()) return read_parts(item);
    if (item.kind == Node::Kind::map) return read_spoken(item);
    if (auto value = read_value(item)) slot_.choices.push_back({*std::move(value)});
  }

  void read_spoken(const Node& item) {
    std::string owner = "a value of " + owner_;
    auto entries = reader_.map(item, owner, {{"value", true}, {"say", true}});
    if (!entries || !entries->find("value")) return;
    auto value = read_value(*entries->find("value"));
    if (!value) return;
    value->say = reader_.text(*entries, "say", owner);
    slot_.choices.push_back({*std::move(value)});
  }

  void read_parts(const Node& item) {
    if (item.kind != Node::Kind::list || item.children.size() != slot_.parts.size()) {
      reader_.complain(
          item,
          fmt::format("a value of {} is a list of its {} columns", owner_, slot_.parts.size()), "");
      return;
    }
    std::vector<SlotValue> choice;
    for (uint32_t child : item.children)
      if (auto value = read_value(reader_.tree()[child])) choice.push_back(*std::move(value));
    if (choice.size() == slot_.parts.size()) slot_.choices.push_back(std::move(choice));
  }

  std::optional<SlotValue> read_value(const Node& node) {
    auto value = slot_value(node);
    if (!value)
      reader_.complain(node,
                       fmt::format("a value of {} must be a number, a date or text, not {}", owner_,
                                   semantic::kind_text(node.kind)),
                       "");
    else if (is_misdated(node))
      reader_.complain(node, fmt::format("{} in {} is no day of the calendar", node.text, owner_),
                       "quote it if it is text");
    return value;
  }

  const semantic::TreeReader& reader_;
  std::string owner_;
  Slot slot_;
};

}  // namespace

std::vector<Slot> read_slots(const Node& node, const semantic::TreeReader& reader,
                             const std::string& owner) {
  std::vector<Slot> slots;
  for (const auto& [name, value] : reader.free_map(node, "the slots of " + owner))
    slots.push_back(SlotReader(reader, name.text, owner).read(*value));
  return slots;
}

}  // namespace tally::measure
