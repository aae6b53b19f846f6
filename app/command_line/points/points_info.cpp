#include "app/command_line/choices_text.hpp"
#include "app/command_line/points/points_commands.hpp"

#include <fmt/format.h>

namespace mariani::app {
namespace {

std::string range_text(std::string_view name, const IntegerRange& range) {
    return fmt::format("  {:<12}{} to {}\n", name, range.min, range.max);
}

}  // namespace

int run_points_info() {
    fmt::print("{}{}Limits\n{}{}{}{}", choices_text<points::EngineKind>("Engines"),
               choices_text<points::Distribution>("Distributions"),
               range_text("points", points::limits::count), range_text("min", points::limits::min),
               range_text("depth", points::limits::depth),
               range_text("pool", points::limits::pool));
    return 0;
}

}  // namespace mariani::app
