#include "app/command_line/choices_text.hpp"
#include "app/workloads/volume/commands.hpp"

#include <fmt/core.h>

namespace mariani::app {

int run_volume_info() {
    fmt::print("{}", choices_text<volume::Function>("Functions"));
    fmt::print("{}", choices_text<volume::EngineKind>("Engines"));
    fmt::print("{}", choices_text<volume::Rule>("Rules"));
    fmt::print("{}", choices_text<volume::Encoding>("Encodings"));
    fmt::print("{}", choices_text<volume::Order>("Orders"));
    const IntegerRange& side = volume::limits::side_of_four;
    fmt::print("Limits\n{}  {:<12}{} to {}\n", limits_text(knob_table<volume::Problem>()),
               "n with k 4", side.min, side.max);
    return 0;
}

}  // namespace mariani::app
