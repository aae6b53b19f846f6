#include "app/command_line/workload_commands.hpp"

#include "app/command_line/command_parser.hpp"
#include "app/command_line/setting_options.hpp"
#include "app/command_line/workload_parsers.hpp"
#include "app/workloads/curves/commands.hpp"
#include "app/workloads/gasket/commands.hpp"
#include "app/workloads/points/commands.hpp"
#include "app/workloads/triangle/commands.hpp"
#include "app/workloads/volume/commands.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mariani::app {
namespace {

constexpr std::string_view option = "--workload";
constexpr std::string_view usual = "mandelbrot";

struct Commands {
    std::string_view workload;  // as typed
    std::string_view remedy;    // what would take less memory
    std::unique_ptr<WorkloadOptions> (*options)();
    CommandLine (*render)(std::span<const std::string> arguments);
    int (*info)();
    std::string_view listed;  // by info
};

constexpr std::array all_commands{
    Commands{"curves", "fewer --lines or a smaller --cap", curves_options, parse_curves_render,
             run_curves_info, "engines, counts, streams and limits"},
    Commands{"gasket", "a smaller --r, or --engine table or bits", gasket_options,
             parse_gasket_render, run_gasket_info, "fractals, engines and limits"},
    Commands{"points", "fewer --points", points_options, parse_points_render, run_points_info,
             "engines, distributions and limits"},
    Commands{"triangle", "a smaller --n", triangle_options, parse_triangle_render,
             run_triangle_info, "maps, tests, layouts and limits"},
    Commands{"volume", "a smaller --n", volume_options, parse_volume_render, run_volume_info,
             "functions, engines, rules, encodings, orders and limits"},
};
constexpr std::array<std::string_view, 6> names_of_commands{"render", "bench", "sweep",
                                                            "race",   "check", "info"};

CommandLine parse_info(std::span<const std::string> arguments, const Commands& commands) {
    auto parser = new_parser("info", fmt::format("Lists {}.", commands.listed), "");
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    return OtherCommand{[&commands] { return commands.info(); }};
}

CommandLine parse_command(std::string_view command, std::span<const std::string> arguments,
                          const Commands& commands) {
    if (command == "render") return commands.render(arguments);
    if (command == "info") return parse_info(arguments, commands);
    const auto options = commands.options();
    if (command == "bench") return parse_bench(arguments, *options);
    if (command == "race") return parse_race(arguments, *options);
    if (command == "sweep") return parse_sweep(arguments, *options);
    return parse_check(arguments, *options);
}

// The option's value, with the option taken out.
std::optional<std::string> take_option(std::vector<std::string>& arguments) {
    const auto named = [](const std::string& argument) {
        return argument == option || argument.starts_with(std::string(option) + "=");
    };
    const auto found = std::ranges::find_if(arguments, named);
    if (found == arguments.end()) return std::nullopt;
    if (std::find_if(found + 1, arguments.end(), named) != arguments.end())
        throw UsageError("--workload is given more than once: it takes one value");
    const bool joined = *found != option;
    if (!joined && found + 1 == arguments.end())
        throw UsageError("--workload is given without a value: it needs one");
    std::string value = joined ? found->substr(option.size() + 1) : *(found + 1);
    arguments.erase(found, found + (joined ? 1 : 2));
    return value;
}

const Commands* commands_of(std::string_view workload) {
    const auto found = std::ranges::find(all_commands, workload, &Commands::workload);
    return found == all_commands.end() ? nullptr : &*found;
}

bool has_workloads(std::string_view command) {
    return std::ranges::find(names_of_commands, command) != names_of_commands.end();
}

std::vector<std::string_view> names_of_workloads() {
    std::vector<std::string_view> names{usual};
    for (const Commands& each : all_commands) names.push_back(each.workload);
    return names;
}

// The window has all workloads, in tabs; a tab may have options of its own.
std::optional<CommandLine> parse_tab(std::vector<std::string> arguments) {
    const auto tab = take_option(arguments);
    const Commands* commands = tab ? commands_of(*tab) : nullptr;
    if (!commands) return std::nullopt;
    return parse_tab(arguments, *commands->options());
}

}  // namespace

std::vector<std::string_view> workloads_of(std::string_view command) {
    return has_workloads(command) ? names_of_workloads() : std::vector{usual};
}

std::optional<CommandLine> parse_workload(std::string_view command,
                                          std::vector<std::string>& arguments) {
    if (command.empty()) return parse_tab(arguments);
    const auto name = take_option(arguments);
    if (!name || *name == usual) return std::nullopt;
    const Commands* commands = commands_of(*name);
    if (!commands)
        reject_option(option, *name,
                      fmt::format("one of {}", fmt::join(names_of_workloads(), ", ")));
    if (!has_workloads(command))
        throw UsageError(
            fmt::format("--workload {} is for the commands {}: {} has the Mandelbrot set only",
                        *name, fmt::join(names_of_commands, ", "), command));
    CommandLine parsed = parse_command(command, arguments, *commands);
    if (auto* other = std::get_if<OtherCommand>(&parsed)) other->remedy = commands->remedy;
    return parsed;
}

}  // namespace mariani::app
