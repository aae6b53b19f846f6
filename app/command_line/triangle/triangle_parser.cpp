#include "app/command_line/command_parser.hpp"
#include "app/command_line/knob_options.hpp"
#include "app/command_line/triangle/triangle_commands.hpp"
#include "app/command_line/window_options.hpp"
#include "app/command_line/workload_options.hpp"
#include "app/settings/triangle_settings.hpp"
#include "app/workloads/triangle_scene.hpp"
#include "compute/service/engine_registry.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace mariani::app {
namespace {

void add_maps(OptionParser& parser, triangle::Request& request) {
    parser.group("Maps");
    add_list(parser, "--map", "Which maps; all has those that are wrong, too (default: the exact)",
             request.maps);
    parser.add_flag("--grid", request.grid,
                    "Also find the contacts of collision by a uniform grid, without a map");
}

std::vector<triangle::Plan> plans_of(const OptionParser& parser, triangle::Request request,
                                     const SettingsEdits& edits) {
    place(request, edits);
    try {
        auto plans = triangle::resolve(request, backend_unavailable(Backend::cuda));
        std::vector<triangle::MapKind> maps;
        for (const triangle::Plan& plan : plans) maps.push_back(plan.map);
        refuse_unused(parser, knob_table<triangle::Problem>(), mask_of(maps), plans.front().backend,
                      {"m"});
        return plans;
    } catch (const std::invalid_argument& error) {
        throw UsageError(error.what());
    }
}

// As the tab has them.
void add_colours(OptionParser& parser, TriangleRender& render) {
    parser.group("Picture");
    add_choice<BlockColour>(parser, "--colour", "By what blocks are coloured (default: order)",
                            [&](BlockColour colour) { render.colour = colour; });
    parser.add_flag("--coverage", render.coverage,
                    "How often each cell is visited, in place of the test's values");
}

void refuse_without_run(std::string_view option, int side) {
    if (side <= max_scene_side) return;
    throw UsageError(fmt::format(
        "{0} is given with --n {1}: above {2} a map is drawn without a run, which leaves no record "
        "of one. Choose a smaller --n, or leave {0} out",
        option, side, max_scene_side));
}

void refuse_without_values(std::string_view option, triangle::Task test) {
    if (triangle::has_output(test)) return;
    throw UsageError(fmt::format(
        "{0} is given with --test {1}, which writes no values. Choose accumulate, edm or "
        "collision, or leave {0} out",
        option, mariani::name_of(test)));
}

// What the given options change of what the tab shows. What it had before and cannot be with them
// is left to the program.
SettingsEdits edits_of(const OptionParser& parser, const triangle::Request& request,
                       triangle::MapKind map) {
    SettingsEdits edits;
    add_edits<triangle::Problem>(
        edits, parser, request,
        [](Settings& settings) -> triangle::Problem& { return settings.triangle->problem; });
    if (parser.given("--map"))
        edits.push_back([map](Settings& settings) { settings.triangle->map = map; });
    edits.push_back([given = edits](Settings& settings) {
        leave_refused(*settings.triangle);
        apply(given, settings);
    });
    return edits;
}

void check_triangle(const SettingsEdits& edits) {
    Settings settings;
    apply(edits, settings);
    if (auto why = why_invalid(*settings.triangle)) throw UsageError(*why);
}

}  // namespace

CommandLine parse_triangle_bench(std::span<const std::string> arguments) {
    auto parser = new_parser(
        "bench", "Compares maps of blocks to a triangle under one test; needs no display.",
        "Examples:\n"
        "  mariani bench --workload triangle --n 30720 --rho 32\n"
        "  mariani bench --workload triangle --test map --map bb,rb,ltm --n 32768 -o runs.csv");
    triangle::Request request;
    SettingsEdits edits;
    ContestBench bench;
    add_maps(parser, request);
    add_knobs<triangle::Problem>(parser, request);
    add_measurement(parser, edits, "Measured runs of each map (default: 5)", bench.repeat);
    add_energy_option(parser, bench.energy);
    add_file(parser, "-o,--output", "FILE.csv", "Write a row per run", bench.output, {".csv"});
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    bench.plan = triangle_contest(plans_of(parser, request, edits));
    return OtherCommand{[bench] { return run_contest(bench); }};
}

CommandLine parse_triangle_race(std::span<const std::string> arguments) {
    auto parser =
        new_parser("race", "Ranks maps of blocks to a triangle under one test; needs no display.",
                   "Examples:\n"
                   "  mariani race --workload triangle --test map --n 32768 --plot race.png\n"
                   "  mariani race --workload triangle --map bb,ltm-r,rb --repeat 21 -o race.csv");
    triangle::Request request;
    SettingsEdits edits;
    ContestRace race;
    add_maps(parser, request);
    add_knobs<triangle::Problem>(parser, request);
    add_measurement(parser, edits, "Measured runs of each map (default: 5)", race.repeat);
    add_file(parser, "-o,--output", "FILE.csv", "Write a row per map", race.output, {".csv"});
    add_file(parser, "--plot", "FILE.png", "Draw their times, and their improvement over BB",
             race.plot, {".png"});
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    race.plan = triangle_contest(plans_of(parser, request, edits));
    return OtherCommand{[race] { return run_contest(race); }};
}

CommandLine parse_triangle_sweep(std::span<const std::string> arguments) {
    auto parser = new_parser(
        "sweep", "Measures maps for every n and rho of two lists; needs no display.",
        "Examples:\n"
        "  mariani sweep --workload triangle --n 1024..32768 --rho 8,16,32 -o sweep.csv\n"
        "  mariani sweep --workload triangle --test map --map bb,rb --n 4096,30720");
    triangle::Request request;
    SettingsEdits edits;
    ContestSweep sweep;
    KnobLists grid;
    add_maps(parser, request);
    parser.group("Grid");
    add_knob_lists<triangle::Problem>(parser, {"n", "rho"}, grid);
    add_knobs<triangle::Problem>(parser, request, {"n", "rho"});
    add_measurement(parser, edits, "Measured runs of each map (default: 5)", sweep.repeat);
    add_file(parser, "-o,--output", "FILE.csv",
             "Write a row per map, n and rho, once all are measured", sweep.output, {".csv"});
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    check_cells_swept("--n and --rho", "pairs", combination_count(grid));
    for (const auto& cell : combinations<triangle::Problem>(request, grid)) {
        static_cast<triangle::Problem&>(request) = cell;
        sweep.cells.push_back(triangle_contest(plans_of(parser, request, edits)));
    }
    return OtherCommand{[sweep] { return run_contest(sweep); }};
}

CommandLine parse_triangle_check(std::span<const std::string> arguments) {
    auto parser = new_parser(
        "check",
        "Counts how often a map visits each cell, and compares what a test writes with plain\n"
        "loops; exit status 1 if anything is wrong.",
        "Examples:\n"
        "  mariani check --workload triangle --n 4097 --test collision\n"
        "  mariani check --workload triangle --map ltm-r --epsilon 0 -o wrong.csv");
    triangle::Request request;
    SettingsEdits edits;
    TriangleCheck check;
    add_maps(parser, request);
    add_knobs<triangle::Problem>(parser, request);
    add_machine_options(parser, edits);
    parser.group("Output");
    add_file(parser, "-o,--output", "FILE.csv", "Write a row per map", check.output, {".csv"});
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    check.plans = plans_of(parser, request, edits);
    return OtherCommand{[check] { return run_triangle_check(check); }};
}

CommandLine parse_triangle_render(std::span<const std::string> arguments) {
    auto parser = new_parser(
        "render",
        "Draws a map: the blocks as launched, where they lie in the triangle, and what the test\n"
        "computes; needs no display.",
        "Examples:\n"
        "  mariani render --workload triangle --map rec --n 600 -o rec.png\n"
        "  mariani render --workload triangle --map ltm-n --epsilon 0 --test map -o holes.png\n"
        "  mariani render --workload triangle --map ltm-r --n 131072 --rho 8 -o large.png\n"
        "  mariani render --workload triangle --n 600 -o ltm.png --values-out distances.npy");
    triangle::Request request;
    SettingsEdits edits;
    triangle::MapKind map = triangle::MapKind::ltm;
    std::optional<std::filesystem::path> output, trace, values;
    TriangleRender render;
    parser.group("Output");
    add_file(parser, "-o,--output", "FILE.png", "The picture to write", output, {".png"});
    add_file(parser, "--trace-out", "FILE.csv",
             "Also run once more, and write when and where each block worked; up to n = 4096",
             trace, {".csv"});
    add_file(parser, "--values-out", "FILE.npy",
             "Also write the test's values, as they lie in memory: float32 of edm, uint8 of "
             "accumulate, bits in uint32 of collision",
             values, {".npy"});
    parser.group("Maps");
    add_choice<triangle::MapKind>(parser, "--map", "The map that is drawn (default: ltm)",
                                  [&](triangle::MapKind chosen) { map = chosen; });
    add_knobs<triangle::Problem>(parser, request);
    add_colours(parser, render);
    add_machine_options(parser, edits);
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    if (!output)
        throw UsageError("-o is missing: it names the picture to write, as in -o triangle.png");
    if (trace) refuse_without_run("--trace-out", request.side);
    if (values) refuse_without_values("--values-out", request.test);
    if (is_of_record(render.colour)) refuse_without_run("--colour", request.side);
    request.maps = {map};
    render.plan = plans_of(parser, request, edits).front();
    render.output = *output;
    render.trace = trace;
    render.values = values;
    return OtherCommand{[render] { return run_triangle_render(render); }};
}

CommandLine parse_triangle_window(std::span<const std::string> arguments) {
    auto parser =
        new_parser("", "Shows maps of blocks to a triangle, in the window's tab Triangle.",
                   "Examples:\n"
                   "  mariani --workload triangle --map rec --n 600\n"
                   "  mariani --workload triangle --map bb --test collision --n 100000");
    WindowCommand command;
    command.workload = Workload::triangle;
    triangle::Request request;
    SettingsEdits machine;
    triangle::MapKind map{};
    add_picture(parser, command.picture);
    parser.group("Maps");
    add_choice<triangle::MapKind>(parser, "--map", "The map that is shown (default: the last one)",
                                  [&](triangle::MapKind chosen) { map = chosen; });
    add_knobs<triangle::Problem>(parser, request);
    add_machine_options(parser, machine);
    parser.group("Window");
    add_window_options(parser, command);
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    check_picture(command.picture);
    command.edits = edits_of(parser, request, map);
    check_triangle(command.edits);
    for (const auto& edit : machine) command.edits.push_back(edit);
    if (const auto backend = machine_of(machine).backend)
        command.edits.push_back([=](Settings& settings) { settings.triangle->backend = backend; });
    return command;
}

CommandLine parse_triangle_info(std::span<const std::string> arguments) {
    auto parser = new_parser("info", "Lists maps, tests, layouts and limits.", "");
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    return OtherCommand{[] { return run_triangle_info(); }};
}

}  // namespace mariani::app
