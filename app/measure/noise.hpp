// When a difference of medians says something.
#pragma once

#include "app/measure/spread.hpp"

#include <string_view>

namespace mariani::app {

// Whether every run of the one was shorter than every run of the other; else the difference of
// their medians may be noise.
inline bool clearly_shorter(const Spread& one, const Spread& other) {
    return one.max < other.min;
}
inline bool clearly_differ(const Spread& one, const Spread& other) {
    return clearly_shorter(one, other) || clearly_shorter(other, one);
}

// Behind a rank in a table, and below the table what it means.
inline constexpr std::string_view noise_mark = "~";
inline constexpr std::string_view noise_remark =
    "~ runs overlap those of the rank above: the difference may be noise\n";

}  // namespace mariani::app
