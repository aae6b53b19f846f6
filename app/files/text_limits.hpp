// Limits for texts of any origin. A parser's recursion and memory depend on the text, so it is
// checked before a parser sees it.
#pragma once

#include <cstdint>
#include <string_view>

namespace mariani::app {

struct TextLimits {
    std::int64_t bytes;
    std::int64_t values = 100'000;  // in lists and tables, roughly
    int depth = 32;                 // of nested lists and tables, and of the parts of a key
};

// For JSON and TOML, damaged or not. Throws std::invalid_argument: what there is too much of, and
// how much is allowed.
void check_text(std::string_view text, const TextLimits& limits);

}  // namespace mariani::app
