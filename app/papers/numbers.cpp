#include "app/papers/numbers.hpp"

#include <cmath>

#include <fmt/core.h>

namespace mariani::app {

std::string short_number(double value) {
    const double size = std::abs(value);
    if (value == std::round(value) && size < 1e7) return fmt::format("{:.0f}", value);
    return fmt::format("{:.4g}", value);
}

std::string spread_text(const Spread& value) {
    if (value.min == value.max) return short_number(value.median);
    return fmt::format("{} ({} to {})", short_number(value.median), short_number(value.min),
                       short_number(value.max));
}

}  // namespace mariani::app
