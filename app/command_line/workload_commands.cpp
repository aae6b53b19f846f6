#include "app/command_line/workload_commands.hpp"

#include "app/command_line/command_parser.hpp"
#include "app/files/setting_names.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace mariani::app {
namespace {

constexpr std::string_view option = "--workload";
constexpr std::array<std::string_view, 6> names_of_commands{"render", "bench", "sweep",
                                                            "race",   "check", "info"};

OptionParser parser_of(std::string_view command, const CommandText& text) {
    return new_parser(command, text.description, fmt::format("Examples:\n{}", text.examples));
}

void add_contest(OptionParser& parser, WorkloadCommands& options, int& repeat) {
    options.add_run(parser);
    add_measurement(
        parser, options.machine,
        fmt::format("Measured runs per {} (default: {})", options.texts().contestant, repeat),
        repeat);
}

void add_table(OptionParser& parser, const std::string& rows,
               std::optional<std::filesystem::path>& output) {
    add_file(parser, "-o,--output", "FILE.csv", "Write one row per " + rows, output, {".csv"});
}

CommandLine parse_render(std::span<const std::string> arguments, WorkloadCommands& options) {
    auto parser = parser_of("render", options.texts().render);
    std::optional<std::filesystem::path> output;
    parser.group("Output");
    add_file(parser, "-o,--output", "FILE.png", "The picture to write", output, {".png"});
    options.add_render(parser);
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    if (!output)
        throw UsageError(
            fmt::format("-o is missing: it names the picture to write, as in -o {}.png",
                        setting_name(options.tab())));
    return options.render(parser, *output);
}

CommandLine parse_bench(std::span<const std::string> arguments, WorkloadCommands& options) {
    auto parser = parser_of("bench", options.texts().bench);
    ContestBench bench;
    options.add_contestants(parser);
    options.add_problem(parser, {});
    add_contest(parser, options, bench.repeat);
    add_energy_option(parser, bench.energy);
    add_table(parser, "run", bench.output);
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    bench.plan = options.contest(parser);
    const auto shared = std::make_shared<const ContestBench>(std::move(bench));
    return OtherCommand{.run = [shared] { return run_contest(*shared); }, .bench = shared};
}

CommandLine parse_race(std::span<const std::string> arguments, WorkloadCommands& options) {
    const WorkloadCommands::Texts& texts = options.texts();
    auto parser = parser_of("race", texts.race);
    ContestRace race;
    options.add_contestants(parser);
    options.add_problem(parser, {});
    add_contest(parser, options, race.repeat);
    add_table(parser, std::string(texts.contestant), race.output);
    add_plot(parser, "--plot", fmt::format("Draw the times{}", texts.gain), race.plot);
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    race.plan = options.contest(parser);
    return OtherCommand{[race] { return run_contest(race); }};
}

CommandLine parse_sweep(std::span<const std::string> arguments, WorkloadCommands& options) {
    auto parser = parser_of("sweep", options.texts().sweep);
    ContestSweep sweep;
    KnobLists grid;
    options.add_contestants(parser);
    parser.group("Grid");
    add_knob_lists(parser, options.problem(), options.swept(), grid);
    options.add_problem(parser, options.swept());
    add_contest(parser, options, sweep.repeat);
    add_table(parser,
              fmt::format("{} and combination, once all are measured", options.texts().contestant),
              sweep.output);
    add_file(parser, "--plot", "FILE.svg", "Draw times and gains against what is swept", sweep.plot,
             {".svg"});
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    check_cells_swept(grid);
    sweep.cells = options.cells(parser, grid);
    return OtherCommand{[sweep] { return run_contest(sweep); }};
}

CommandLine parse_check(std::span<const std::string> arguments, WorkloadCommands& options) {
    auto parser = parser_of("check", options.texts().check);
    std::optional<std::filesystem::path> output;
    options.add_contestants(parser);
    options.add_problem(parser, {});
    add_machine_options(parser, options.machine);
    options.add_check(parser);
    parser.group("Output");
    const WorkloadCommands::Texts& texts = options.texts();
    add_table(parser, std::string(texts.checked.empty() ? texts.contestant : texts.checked),
              output);
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    return options.check(parser, output);
}

CommandLine parse_tab(std::span<const std::string> arguments, WorkloadCommands& options) {
    auto parser = parser_of("", options.texts().window);
    WindowCommand command;
    command.workload = options.tab();
    add_picture(parser, command.picture);
    options.add_shown(parser);
    options.add_problem(parser, {});
    add_machine_options(parser, options.machine);
    parser.group("Window");
    add_window_options(parser, command);
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    check_picture(command.picture);
    command.edits = options.shown(parser);
    for (const auto& edit : options.machine) command.edits.push_back(edit);
    if (const auto backend = machine_of(options.machine).backend)
        command.edits.push_back([tab = options.tab(), backend](Settings& settings) {
            backend_of(settings, tab) = backend;
        });
    return command;
}

CommandLine parse_info(std::span<const std::string> arguments,
                       std::shared_ptr<WorkloadCommands> commands) {
    auto parser = new_parser("info", fmt::format("Lists {}.", commands->texts().listed), "");
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    return OtherCommand{[commands = std::move(commands)] {
        commands->print_info();
        return 0;
    }};
}

CommandLine parse_command(std::string_view command, std::span<const std::string> arguments,
                          std::unique_ptr<WorkloadCommands> commands) {
    if (command == "render") return parse_render(arguments, *commands);
    if (command == "bench") return parse_bench(arguments, *commands);
    if (command == "race") return parse_race(arguments, *commands);
    if (command == "sweep") return parse_sweep(arguments, *commands);
    if (command == "check") return parse_check(arguments, *commands);
    return parse_info(arguments, std::move(commands));
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

// Null for the Mandelbrot set, and for a name that is no workload's.
std::unique_ptr<WorkloadCommands> commands_of(std::string_view workload,
                                              std::span<const MakeWorkloadCommands> workloads) {
    for (const MakeWorkloadCommands make : workloads)
        if (auto commands = make(); setting_name(commands->tab()) == workload) return commands;
    return nullptr;
}

bool has_workloads(std::string_view command) {
    return std::ranges::find(names_of_commands, command) != names_of_commands.end();
}

std::vector<std::string_view> names_of_workloads() {
    std::vector<std::string_view> names;
    for (const auto& [workload, name] : text_names<Workload>) names.push_back(name);
    return names;
}

}  // namespace

std::vector<ContestPlan> WorkloadCommands::cells(const OptionParser& parser,
                                                 const KnobLists& grid) {
    std::vector<ContestPlan> cells;
    for_each_combination(grid, problem(), [&] { cells.push_back(contest(parser)); });
    return cells;
}

std::vector<std::string_view> workloads_of(std::string_view command) {
    if (has_workloads(command)) return names_of_workloads();
    return {setting_name(Workload::mandelbrot)};
}

std::optional<CommandLine> parse_workload(std::string_view command,
                                          std::vector<std::string>& arguments,
                                          std::span<const MakeWorkloadCommands> workloads) {
    if (command.empty()) {  // the window has all workloads, in tabs
        auto rest = arguments;
        const auto tab = take_option(rest);
        const auto commands = tab ? commands_of(*tab, workloads) : nullptr;
        return commands ? std::optional(parse_tab(rest, *commands)) : std::nullopt;
    }
    const auto name = take_option(arguments);
    if (!name || *name == setting_name(Workload::mandelbrot)) return std::nullopt;
    auto commands = commands_of(*name, workloads);
    if (!commands)
        reject_option(option, *name,
                      fmt::format("one of {}", fmt::join(names_of_workloads(), ", ")));
    if (!has_workloads(command))
        throw UsageError(fmt::format(
            "--workload {} is available for the commands {}: {} has only the Mandelbrot set", *name,
            fmt::join(names_of_commands, ", "), command));
    const std::string_view remedy = commands->texts().remedy;
    CommandLine parsed = parse_command(command, arguments, std::move(commands));
    if (auto* other = std::get_if<OtherCommand>(&parsed)) other->remedy = remedy;
    return parsed;
}

}  // namespace mariani::app
