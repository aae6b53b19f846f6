// The program's arguments, one per line.
#include "app/start/command_line.hpp"
#include "tests/fuzz/fuzz_target.hpp"

#include <sstream>
#include <variant>
#include <vector>

using namespace mariani;

MARIANI_FUZZ_TARGET {
    fuzz::home();
    std::vector<std::string> arguments;
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) arguments.push_back(line);
    fuzz::read_or_reject([&] {
        const auto command = app::parse_command_line(arguments);
        if (const auto* render = std::get_if<app::RenderCommand>(&command)) {
            app::Settings settings;
            app::apply(render->edits, settings);
        }
    });
}
