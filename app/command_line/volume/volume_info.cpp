#include "app/command_line/choices_text.hpp"
#include "app/command_line/volume/volume_commands.hpp"

#include <fmt/core.h>

namespace mariani::app {

int run_volume_info() {
    fmt::print("{}", choices_text<volume::Function>("Functions"));
    fmt::print("{}", choices_text<volume::EngineKind>("Engines"));
    fmt::print("{}", choices_text<volume::Rule>("Rules"));
    fmt::print("{}", choices_text<volume::Encoding>("Encodings"));
    fmt::print("{}", choices_text<volume::Order>("Orders"));
    fmt::print("Limits\n  {:<12}{} to {}\n  {:<12}{} to {}, and with k 4 to {}\n", "k",
               volume::limits::axes.min, volume::limits::axes.max, "n", volume::limits::side.min,
               volume::limits::side.max, volume::limits::side_of_four.max);
    fmt::print("  {:<12}{} to {}\n", "pool", volume::limits::pool.min, volume::limits::pool.max);
    return 0;
}

}  // namespace mariani::app
