// Command lines as their parser understands them.
#pragma once

#include "app/start/command_line.hpp"

#include <string>
#include <variant>
#include <vector>

namespace mariani::app {

using Words = std::vector<std::string>;

// Fails where the words are another command, or none.
template <typename Command>
Command parsed(const Words& words) {
    return std::get<Command>(parse_command_line(words));
}

}  // namespace mariani::app
