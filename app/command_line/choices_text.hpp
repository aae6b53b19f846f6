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

// A line for each number among the knobs that have options: what it may be.
inline std::string limits_text(const KnobTable& table) {
    std::size_t width = 12;
    for (const Knob& knob : table.knobs) width = std::max(width, knob.id.size() + 2);
    std::string text;
    for (const Knob& knob : table.knobs) {
        if (!knob.has_option) continue;
        const std::string name = spelled(knob, '-');
        if (knob.kind == Knob::Kind::integer)
            text += fmt::format("  {:<{}}{} to {}\n", name, width, knob.integers.min,
                                knob.integers.max);
        if (knob.kind == Knob::Kind::real)
            text += fmt::format("  {:<{}}{} to {}\n", name, width, knob.reals.min, knob.reals.max);
    }
    return text;
}

}  // namespace mariani::app
