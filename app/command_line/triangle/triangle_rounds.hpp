// Measured runs of several maps, as a terminal sees them.
#pragma once

#include "app/command_line/interruption.hpp"
#include "app/workloads/triangle_rounds.hpp"

#include <cstddef>
#include <string_view>

namespace mariani::app {

// Measures and shows how far it is. False if interrupted, which it says: nothing is written then.
bool measure_with_progress(TriangleRounds& rounds, std::string_view command, std::size_t maps,
                           int repeat, const Interruption& interruption);

}  // namespace mariani::app
