#include "app/command_line/command_parser.hpp"
#include "app/command_line/knob_options.hpp"
#include "app/command_line/volume/volume_commands.hpp"
#include "app/command_line/volume/volume_options.hpp"
#include "app/command_line/workload_options.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr IntegerRange pixels_a_voxel{1, 64};

// What is compared.
struct Contestants {
    std::vector<volume::EngineKind> engines;  // none: all
    KnobLists lists;                          // each for the engines that use it
};

void add_contestants(OptionParser& parser, Contestants& among) {
    parser.group("Engines");
    add_list(parser, "--engine", "Which engines (default: all)", among.engines);
    add_knob_lists<volume::Problem>(parser, {"scheme", "rule", "encoding", "order"}, among.lists);
}

std::vector<volume::Plan> plans_of(const OptionParser& parser, volume::Request request,
                                   const SettingsEdits& edits, Contestants among) {
    place(request, edits);
    if (among.engines.empty()) among.engines = all_of<volume::EngineKind>();
    refuse_unused(parser, knob_table<volume::Problem>(), mask_of(among.engines), Backend::cuda,
                  {"g", "r", "B", "rule", "scheme"});
    const volume::Problem problem = request;
    std::vector<volume::Plan> plans;
    for (const volume::EngineKind engine : among.engines) {
        request.engine = engine;
        for (const auto& one : combinations(problem, among.lists, engine_bit(engine))) {
            static_cast<volume::Problem&>(request) = one;
            plans.push_back(plan_of(request));
        }
    }
    return plans;
}

}  // namespace

CommandLine parse_volume_bench(std::span<const std::string> arguments) {
    auto parser = new_parser(
        "bench", "Compares engines over one volume; needs no display.",
        "Examples:\n"
        "  mariani bench --workload volume --n 128 --engine ex,ask\n"
        "  mariani bench --workload volume --engine ask --encoding all --order all -o runs.csv");
    volume::Request request;
    Contestants contestants;
    SettingsEdits edits;
    ContestBench bench;
    add_problem(parser, request, {"turn", "scheme", "rule", "encoding", "order"});
    add_contestants(parser, contestants);
    add_measurement(parser, edits, "Measured runs of each engine (default: 5)", bench.repeat);
    add_energy_option(parser, bench.energy);
    add_file(parser, "-o,--output", "FILE.csv", "Write a row per run", bench.output, {".csv"});
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    bench.plan = volume_contest(plans_of(parser, request, edits, contestants));
    return OtherCommand{[bench] { return run_contest(bench); }};
}

CommandLine parse_volume_race(std::span<const std::string> arguments) {
    auto parser = new_parser(
        "race", "Ranks engines over one volume; needs no display.",
        "Examples:\n"
        "  mariani race --workload volume --n 128 --plot race.png\n"
        "  mariani race --workload volume --engine ask --rule all --repeat 21 -o race.csv");
    volume::Request request;
    Contestants contestants;
    SettingsEdits edits;
    ContestRace race;
    add_problem(parser, request, {"turn", "scheme", "rule", "encoding", "order"});
    add_contestants(parser, contestants);
    add_measurement(parser, edits, "Measured runs of each engine (default: 5)", race.repeat);
    add_file(parser, "-o,--output", "FILE.csv", "Write a row per engine", race.output, {".csv"});
    add_file(parser, "--plot", "FILE.png", "Draw their times, and their improvement over Ex",
             race.plot, {".png"});
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    race.plan = volume_contest(plans_of(parser, request, edits, contestants));
    return OtherCommand{[race] { return run_contest(race); }};
}

CommandLine parse_volume_sweep(std::span<const std::string> arguments) {
    auto parser = new_parser(
        "sweep", "Measures engines for every n, g, r and B of four lists; needs no display.",
        "Examples:\n"
        "  mariani sweep --workload volume --n 64..256 --B 2,4,8 -o sweep.csv\n"
        "  mariani sweep --workload volume --engine ask --g 4,8 --r 2,4");
    volume::Request request;
    Contestants contestants;
    SettingsEdits edits;
    ContestSweep sweep;
    KnobLists grid;
    add_problem(parser, request,
                {"turn", "n", "g", "r", "B", "scheme", "rule", "encoding", "order"});
    parser.group("Grid");
    add_knob_lists<volume::Problem>(parser, {"n", "g", "r", "B"}, grid);
    add_contestants(parser, contestants);
    add_measurement(parser, edits, "Measured runs of each engine (default: 5)", sweep.repeat);
    add_file(parser, "-o,--output", "FILE.csv",
             "Write a row per engine and cell, once all are measured", sweep.output, {".csv"});
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    check_cells_swept("--n, --g, --r and --B", "cells", combination_count(grid));
    for (const auto& cell : combinations<volume::Problem>(request, grid)) {
        static_cast<volume::Problem&>(request) = cell;
        sweep.cells.push_back(volume_contest(plans_of(parser, request, edits, contestants)));
    }
    return OtherCommand{[sweep] { return run_contest(sweep); }};
}

CommandLine parse_volume_check(std::span<const std::string> arguments) {
    auto parser = new_parser(
        "check",
        "Compares every voxel of engines with Ex on the processor; exit status 1 if any is wrong.",
        "Examples:\n"
        "  mariani check --workload volume --n 97\n"
        "  mariani check --workload volume --engine ask --encoding all -o wrong.csv");
    volume::Request request;
    Contestants contestants;
    SettingsEdits edits;
    VolumeCheck check;
    add_problem(parser, request, {"turn", "scheme", "rule", "encoding", "order"});
    add_contestants(parser, contestants);
    add_machine_options(parser, edits);
    parser.group("Output");
    add_file(parser, "-o,--output", "FILE.csv", "Write a row per engine", check.output, {".csv"});
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    check.plans = plans_of(parser, request, edits, contestants);
    return OtherCommand{[check] { return run_volume_check(check); }};
}

CommandLine parse_volume_render(std::span<const std::string> arguments) {
    auto parser = new_parser(
        "render",
        "Draws a volume: three orthogonal planes through its middle, or one; needs no display.",
        "Examples:\n"
        "  mariani render --workload volume --n 128 --grid -o volume.png\n"
        "  mariani render --workload volume --n 97 --slice z=48 -o frame.png --dwell-out v.npy");
    VolumeRender render;
    volume::Request request;
    SettingsEdits edits;
    std::optional<std::filesystem::path> output;
    parser.group("Output");
    add_file(parser, "-o,--output", "FILE.png", "The picture to write", output, {".png"});
    add_file(parser, "--dwell-out", "FILE.npy",
             "Also write the dwells: uint16, or uint32 from a limit of 65535; the last axis first",
             render.dwells, {".npy"});
    add_slice(parser, "Hold an axis at a voxel; once for each of one to k - 2", render.cut);
    add_integer_or_auto(parser, "--scale", "Pixels of a voxel's side", pixels_a_voxel,
                        render.scale);
    add_problem(parser, request, {"turn"});
    add_engine(parser, request);
    add_machine_options(parser, edits);
    add_palette_options(parser, edits);
    add_grid_option(parser, edits);
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    if (!output)
        throw UsageError("-o is missing: it names the picture to write, as in -o volume.png");
    place(request, edits);
    refuse_unused(parser, request.engine);
    render.plan = plan_of(request);
    render.output = *output;
    app::apply(edits, render.colours);
    if (render.colours.colouring.mapping == render::Mapping::distance)
        throw UsageError(
            "--mapping is distance: a volume has dwells alone, so take cyclic, stretched or "
            "equalised");
    if (render.colours.overlay.shown && !volume::has_regions(render.plan.engine))
        throw UsageError(
            "--grid is given, but the engine ex has no regions: take dp, ask or surface");
    try {
        planes_of(render.plan, render.cut);
    } catch (const std::invalid_argument& error) {
        throw UsageError(std::string("--slice: ") + error.what());
    }
    return OtherCommand{[render] { return run_volume_render(render); }};
}

CommandLine parse_volume_info(std::span<const std::string> arguments) {
    auto parser =
        new_parser("info", "Lists functions, engines, rules, encodings, orders and limits.", "");
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    return OtherCommand{[] { return run_volume_info(); }};
}

}  // namespace mariani::app
