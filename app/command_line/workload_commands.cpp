#include "app/command_line/workload_commands.hpp"

#include "app/command_line/curves/curves_commands.hpp"
#include "app/command_line/gasket/gasket_commands.hpp"
#include "app/command_line/points/points_commands.hpp"
#include "app/command_line/setting_options.hpp"
#include "app/command_line/triangle/triangle_commands.hpp"
#include "app/command_line/volume/volume_commands.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mariani::app {
namespace {

constexpr std::string_view option = "--workload";
constexpr std::string_view usual = "mandelbrot";

// What would take less memory.
std::string_view remedy_of(std::string_view workload) {
    if (workload == "curves") return "fewer --lines or a smaller --cap";
    if (workload == "gasket") return "a smaller --r, or --engine table or bits";
    return workload == "points" ? "fewer --points" : "a smaller --n";
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

// The window has all workloads, in tabs; a tab may have options of its own.
std::optional<CommandLine> parse_tab(std::vector<std::string> arguments) {
    const auto tab = take_option(arguments);
    if (tab == "triangle") return parse_triangle_window(arguments);
    if (tab == "gasket") return parse_gasket_window(arguments);
    if (tab == "curves") return parse_curves_window(arguments);
    if (tab == "points") return parse_points_window(arguments);
    if (tab == "volume") return parse_volume_window(arguments);
    return std::nullopt;
}

}  // namespace

std::span<const WorkloadCommand> workload_commands() {
    static constexpr std::array all{
        WorkloadCommand{"curves", "render", parse_curves_render},
        WorkloadCommand{"curves", "bench", parse_curves_bench},
        WorkloadCommand{"curves", "sweep", parse_curves_sweep},
        WorkloadCommand{"curves", "race", parse_curves_race},
        WorkloadCommand{"curves", "check", parse_curves_check},
        WorkloadCommand{"curves", "info", parse_curves_info},
        WorkloadCommand{"gasket", "render", parse_gasket_render},
        WorkloadCommand{"gasket", "bench", parse_gasket_bench},
        WorkloadCommand{"gasket", "sweep", parse_gasket_sweep},
        WorkloadCommand{"gasket", "race", parse_gasket_race},
        WorkloadCommand{"gasket", "check", parse_gasket_check},
        WorkloadCommand{"gasket", "info", parse_gasket_info},
        WorkloadCommand{"points", "render", parse_points_render},
        WorkloadCommand{"points", "bench", parse_points_bench},
        WorkloadCommand{"points", "sweep", parse_points_sweep},
        WorkloadCommand{"points", "race", parse_points_race},
        WorkloadCommand{"points", "check", parse_points_check},
        WorkloadCommand{"points", "info", parse_points_info},
        WorkloadCommand{"triangle", "render", parse_triangle_render},
        WorkloadCommand{"triangle", "bench", parse_triangle_bench},
        WorkloadCommand{"triangle", "sweep", parse_triangle_sweep},
        WorkloadCommand{"triangle", "race", parse_triangle_race},
        WorkloadCommand{"triangle", "check", parse_triangle_check},
        WorkloadCommand{"triangle", "info", parse_triangle_info},
        WorkloadCommand{"volume", "render", parse_volume_render},
        WorkloadCommand{"volume", "bench", parse_volume_bench},
        WorkloadCommand{"volume", "sweep", parse_volume_sweep},
        WorkloadCommand{"volume", "race", parse_volume_race},
        WorkloadCommand{"volume", "check", parse_volume_check},
        WorkloadCommand{"volume", "info", parse_volume_info},
    };
    return all;
}

std::vector<std::string_view> workloads_of(std::string_view command) {
    std::vector<std::string_view> names{usual};
    for (const WorkloadCommand& each : workload_commands())
        if (each.command == command) names.push_back(each.workload);
    return names;
}

std::optional<CommandLine> parse_workload(std::string_view command,
                                          std::vector<std::string>& arguments) {
    if (command.empty()) return parse_tab(arguments);
    const auto name = take_option(arguments);
    if (!name || *name == usual) return std::nullopt;
    const auto all = workload_commands();
    if (std::ranges::find(all, *name, &WorkloadCommand::workload) == all.end()) {
        std::vector<std::string_view> names{usual};
        for (const WorkloadCommand& each : all)
            if (names.back() != each.workload) names.push_back(each.workload);
        reject_option(option, *name, fmt::format("one of {}", fmt::join(names, ", ")));
    }
    std::vector<std::string_view> commands;
    for (const WorkloadCommand& each : all) {
        if (each.workload != *name) continue;
        if (each.command == command) {
            CommandLine parsed = each.parse(arguments);
            if (auto* other = std::get_if<OtherCommand>(&parsed)) other->remedy = remedy_of(*name);
            return parsed;
        }
        commands.push_back(each.command);
    }
    throw UsageError(
        fmt::format("--workload {} is for the commands {}: {} has the Mandelbrot set only", *name,
                    fmt::join(commands, ", "), command));
}

}  // namespace mariani::app
