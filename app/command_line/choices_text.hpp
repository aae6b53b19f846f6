// Closed choices and limits as `info` lists them.
#pragma once

#include "compute/model/choices.hpp"
#include "compute/model/knob.hpp"
#include "compute/model/limits.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include <fmt/core.h>

namespace mariani::app {

// Under the title, a line for each: its name and what it is.
template <typename E>
std::string choices_text(std::string_view title) {
    std::size_t width = 12;
    for (const auto& each : choices<E>()) width = std::max(width, each.name.size() + 2);
    std::string text = fmt::format("{}\n", title);
    for (const auto& each : choices<E>())
        text += fmt::format("  {:<{}}{}\n", each.name, width, each.description);
    return text;
}

inline std::string limit_text(std::string_view name, const IntegerRange& range) {
    return fmt::format("  {:<12}{} to {}\n", name, range.min, range.max);
}

// The same for the numbers among the knobs that have options.
inline std::string limits_text(const KnobTable& table) {
    std::string text;
    for (const Knob& knob : table.knobs) {
        if (!knob.has_option) continue;
        if (knob.kind == Knob::Kind::integer) text += limit_text(knob.id, knob.integers);
        if (knob.kind == Knob::Kind::real)
            text += fmt::format("  {:<12}{} to {}\n", knob.id, knob.reals.min, knob.reals.max);
    }
    return text;
}

}  // namespace mariani::app
