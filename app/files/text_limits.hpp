// What a text may be, whoever wrote it. Parsers recurse and take memory as the text says, so it is
// checked before one sees it.
#pragma once

#include <cstdint>
#include <string_view>

namespace mariani::app {

struct TextLimits {
    std::int64_t bytes;
    std::int64_t values = 100'000;  // of lists and tables, about
    int depth = 32;                 // of lists and tables in one another, and of the parts of a key
};

// For JSON and TOML, damaged or not. Throws std::invalid_argument: what there is too much of, and
// how much there may be.
void check_text(std::string_view text, const TextLimits& limits);

}  // namespace mariani::app
