#include "import/dbt/json_data.h"

#include <charconv>

namespace tally::importing::dbt {
namespace {

void read_number(Data& data) {
  const char* end = data.text.data() + data.text.size();
  data.kind = Data::Kind::integer;
  const auto whole = std::from_chars(data.text.data(), end, data.integer);
  if (whole.ec == std::errc() && whole.ptr == end) return;
  data.kind = Data::Kind::real;
  std::from_chars(data.text.data(), end, data.real);
}

}  // namespace

Data read_data(JsonCursor& json) {
  Data data;
  switch (json.kind()) {
    case JsonCursor::Kind::object:
      data.kind = Data::Kind::map;
      json.object([&](std::string_view key) {
        data.keys.emplace_back(key);  // of two alike the last one counts: Data::find
        data.values.push_back(read_data(json));
      });
      break;
    case JsonCursor::Kind::array:
      data.kind = Data::Kind::list;
      json.array([&] { data.values.push_back(read_data(json)); });
      break;
    case JsonCursor::Kind::text:
      data = Data::of(json.text());
      break;
    case JsonCursor::Kind::number:
      data.text = json.text();
      read_number(data);
      break;
    case JsonCursor::Kind::boolean:
      data = Data::of_truth(json.truth(false));
      break;
    case JsonCursor::Kind::null:
    case JsonCursor::Kind::none:
      json.skip();
      break;
  }
  return data;
}

std::vector<std::string> read_texts(JsonCursor& json) {
  std::vector<std::string> all;
  if (json.kind() == JsonCursor::Kind::array) {
    json.array([&] {
      std::string text = json.text();
      if (!text.empty()) all.push_back(std::move(text));
    });
  } else {
    std::string text = json.text();
    if (!text.empty()) all.push_back(std::move(text));
  }
  return all;
}

}  // namespace tally::importing::dbt
