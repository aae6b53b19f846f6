// Choices and limits of the display that several of its parts have, and how choices are named.
#pragma once

#include "compute/model/knob.hpp"

#include <array>
#include <concepts>
#include <string_view>
#include <type_traits>
#include <utility>

namespace mariani::app {

// Specialised beside each of them. The model's choices have names there: compute/model/choices.hpp.
template <typename E>
inline constexpr auto text_names = nullptr;

// By what the blocks of a map are coloured. All but order and use are those of a recorded run.
enum class BlockColour { order, unit, start, duration, use };

template <>
inline constexpr std::array<std::pair<BlockColour, std::string_view>, 5> text_names<BlockColour>{
    {{BlockColour::order, "order"},
     {BlockColour::unit, "unit"},
     {BlockColour::start, "start"},
     {BlockColour::duration, "duration"},
     {BlockColour::use, "use"}}};

// How much faster than the clock curves and points may move.
inline constexpr double least_motion_speed = 0.01, most_motion_speed = 100;

// The problem with which a tab begins. Each tab's settings say so where it is not the problem's
// own.
template <typename Problem>
Problem usual_problem() {
    return {};
}

// Each tab's settings have a visit_fields(), which calls visitor(name, value), or visitor(name,
// value, range) where no why_invalid() checks the field.
template <typename T, typename Value>
concept MaybeConst = std::same_as<std::remove_const_t<T>, Value>;

// Calls visitor(knob, &problem) for each of its knobs.
template <typename AnyProblem, typename Visitor>
void visit_knobs(AnyProblem& problem, Visitor& visitor) {
    for (const Knob& knob : knob_table<std::remove_const_t<AnyProblem>>().knobs)
        visitor(knob, &problem);
}

}  // namespace mariani::app
