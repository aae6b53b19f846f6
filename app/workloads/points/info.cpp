#include "app/command_line/choices_text.hpp"
#include "app/workloads/points/commands.hpp"

#include <fmt/core.h>

namespace mariani::app {

int run_points_info() {
    fmt::print("{}{}Limits\n{}", choices_text<points::EngineKind>("Engines"),
               choices_text<points::Distribution>("Distributions"),
               limits_text(knob_table<points::Problem>()));
    return 0;
}

}  // namespace mariani::app
