#pragma once
// Text with slots: "sales in {state} from {span.from}". `{{` and `}}` are braces.

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"

namespace tally::measure {

// Where a slot stands: "state", or "span" and "from".
struct SlotName {
  std::string slot, part;
  bool operator==(const SlotName&) const = default;
  std::string text() const { return part.empty() ? slot : slot + "." + part; }
};

class FillText {
 public:
  struct Fault {
    size_t offset = 0;  // in bytes of the text
    std::string message;
  };

  // A fault where braces do not pair or do not hold a name.
  static std::variant<FillText, Fault> parse(std::string_view text);

  bool empty() const { return pieces_.empty(); }
  const std::string& written() const { return written_; }
  // Each slot once, in order of first use.
  std::vector<SlotName> slots() const;
  std::string fill(const std::function<std::string(const SlotName&)>& value) const;

 private:
  std::string written_;
  std::vector<std::variant<std::string, SlotName>> pieces_;
};

}  // namespace tally::measure
