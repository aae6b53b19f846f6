// The texts of --help and --version.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace mariani::app {

inline constexpr std::array<std::string_view, 9> command_names{
    "render", "bench", "sweep", "race", "check", "model", "reproduce", "poster", "info"};

std::string version_text();  // "mariani 0.1.0"

// The texts of a command, or of the window if it is empty.
std::string_view description_of(std::string_view command);
std::string_view examples_of(std::string_view command);

}  // namespace mariani::app
