#pragma once
// The files of data/ranking/, as they were when the program was built (cmake/EmbedText.cmake).

#include <string_view>

namespace tally::retrieval::embedded {

std::string_view search_json();
std::string_view name_patterns_json();
std::string_view stop_words_txt();
std::string_view common_words_txt();
std::string_view related_words_txt();

}  // namespace tally::retrieval::embedded
