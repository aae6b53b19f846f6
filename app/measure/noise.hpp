// When a difference of medians says something.
#pragma once

#include "app/measure/spread.hpp"

namespace mariani::app {

// Whether every run of the one was shorter than every run of the other; else the difference of
// their medians may be noise.
inline bool clearly_shorter(const Spread& one, const Spread& other) {
    return one.max < other.min;
}
inline bool clearly_differ(const Spread& one, const Spread& other) {
    return clearly_shorter(one, other) || clearly_shorter(other, one);
}

}  // namespace mariani::app
