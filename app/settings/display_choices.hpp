// Choices and limits of the display that several of its parts have, and how choices are named.
#pragma once

#include "compute/model/knob.hpp"

#include <array>
#include <concepts>
#include <string>
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

// How a frame's dwells reach OpenGL.
struct DisplayPath {
    enum class Kind {
        upload,   // the processor computed them: from host memory
        staged,   // a GPU computed them: copied through host memory
        interop,  // a GPU computed them, and they stay in its memory
    };
    Kind kind = Kind::upload;
    std::string reason;  // why this one
};

// The user's choice for GPU frames; `automatic`: interop if it works, else staged.
enum class DisplayChoice { automatic, interop, staged };

inline constexpr std::array<std::pair<DisplayChoice, std::string_view>, 3> display_choice_names{
    {{DisplayChoice::automatic, "auto"},
     {DisplayChoice::interop, "interop"},
     {DisplayChoice::staged, "staged"}}};

constexpr std::string_view path_name(DisplayPath::Kind kind) {
    constexpr std::array<std::string_view, 3> names{"upload", "staged", "interop"};
    return names[static_cast<std::size_t>(kind)];
}

}  // namespace mariani::app
