#include "app/command_line/choices_text.hpp"
#include "app/command_line/points/points_commands.hpp"

#include <fmt/core.h>

namespace mariani::app {
int run_points_info() {
    fmt::print("{}{}Limits\n{}{}{}{}{}", choices_text<points::EngineKind>("Engines"),
               choices_text<points::Distribution>("Distributions"),
               limit_text("points", points::limits::count), limit_text("min", points::limits::min),
               limit_text("depth", points::limits::depth), limit_text("pool", points::limits::pool),
               limit_text("block", points::limits::block));
    return 0;
}

}  // namespace mariani::app
