#pragma once
// What a model's columns are, in as few words as do: the schema block that goes into a prompt or
// before a person's eyes. The whole schema while it is short; else the columns that the question
// needs, in their own order, with a footer that says what was left out and how to see it.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "retrieval/columns.h"

namespace tally::retrieval {

struct SchemaOptions {
  std::string query;
  size_t full = 30;  // columns up to which all are shown
  size_t top = 20;   // of a longer one so many at least
  bool ddl = false;  // CREATE TABLE instead of a Markdown table
};

struct SchemaBlock {
  std::string text;
  std::vector<uint32_t> shown;     // positions of columns in their resource, ascending
  std::vector<uint32_t> left_out;  // likewise
  size_t tokens = 0;               // estimate_tokens(text)
};

SchemaBlock schema_block(const std::shared_ptr<const SearchIndex>& index, uint32_t resource,
                         const SchemaOptions& options);

// About how many tokens a language model's byte pair encoding makes of a text: a run of letters is
// one for its first seven and one for each four more, digits go by threes, everything else but
// single spaces is one by itself. Within a tenth of common encodings on schemas and prose.
size_t estimate_tokens(std::string_view text);

}  // namespace tally::retrieval
