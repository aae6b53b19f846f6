#include "app/command_line/workload_parsers.hpp"

#include "app/command_line/command_parser.hpp"
#include "app/command_line/workload_options.hpp"

#include <fmt/core.h>

namespace mariani::app {
namespace {

OptionParser parser_of(std::string_view command, const CommandText& text) {
    return new_parser(command, text.description, fmt::format("Examples:\n{}", text.examples));
}

void add_contest(OptionParser& parser, WorkloadOptions& options, int& repeat) {
    options.add_run(parser);
    add_measurement(
        parser, options.machine,
        fmt::format("Measured runs of each {} (default: {})", options.texts().contestant, repeat),
        repeat);
}

void add_table(OptionParser& parser, const std::string& rows,
               std::optional<std::filesystem::path>& output) {
    add_file(parser, "-o,--output", "FILE.csv", "Write a row per " + rows, output, {".csv"});
}

}  // namespace

std::vector<ContestPlan> WorkloadOptions::cells(const OptionParser& parser, const KnobLists& grid) {
    std::vector<ContestPlan> cells;
    for_each_combination(grid, problem(), [&] { cells.push_back(contest(parser)); });
    return cells;
}

CommandLine parse_bench(std::span<const std::string> arguments, WorkloadOptions& options) {
    auto parser = parser_of("bench", options.texts().bench);
    ContestBench bench;
    options.add_contestants(parser);
    options.add_problem(parser, {});
    add_contest(parser, options, bench.repeat);
    add_energy_option(parser, bench.energy);
    add_table(parser, "run", bench.output);
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    bench.plan = options.contest(parser);
    return OtherCommand{[bench] { return run_contest(bench); }};
}

CommandLine parse_race(std::span<const std::string> arguments, WorkloadOptions& options) {
    const WorkloadOptions::Texts& texts = options.texts();
    auto parser = parser_of("race", texts.race);
    ContestRace race;
    options.add_contestants(parser);
    options.add_problem(parser, {});
    add_contest(parser, options, race.repeat);
    add_table(parser, std::string(texts.contestant), race.output);
    add_file(parser, "--plot", "FILE.png", fmt::format("Draw their times{}", texts.gain), race.plot,
             {".png"});
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    race.plan = options.contest(parser);
    return OtherCommand{[race] { return run_contest(race); }};
}

CommandLine parse_sweep(std::span<const std::string> arguments, WorkloadOptions& options) {
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
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    check_cells_swept(grid);
    sweep.cells = options.cells(parser, grid);
    return OtherCommand{[sweep] { return run_contest(sweep); }};
}

CommandLine parse_check(std::span<const std::string> arguments, WorkloadOptions& options) {
    auto parser = parser_of("check", options.texts().check);
    std::optional<std::filesystem::path> output;
    options.add_contestants(parser);
    options.add_problem(parser, {});
    add_machine_options(parser, options.machine);
    options.add_check(parser);
    parser.group("Output");
    const WorkloadOptions::Texts& texts = options.texts();
    add_table(parser, std::string(texts.checked.empty() ? texts.contestant : texts.checked),
              output);
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    return options.check(parser, output);
}

CommandLine parse_tab(std::span<const std::string> arguments, WorkloadOptions& options) {
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
        command.edits.push_back([setting = options.backend_setting(), backend](Settings& settings) {
            setting(settings) = backend;
        });
    return command;
}

}  // namespace mariani::app
