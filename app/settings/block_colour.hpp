#pragma once

#include "app/settings/choice_names.hpp"

namespace mariani::app {

// By what the blocks of a map are coloured. All but order and use are those of a recorded run.
enum class BlockColour { order, unit, start, duration, use };

template <>
inline constexpr std::array<std::pair<BlockColour, std::string_view>, 5> text_names<BlockColour>{
    {{BlockColour::order, "order"},
     {BlockColour::unit, "unit"},
     {BlockColour::start, "start"},
     {BlockColour::duration, "duration"},
     {BlockColour::use, "use"}}};

}  // namespace mariani::app
