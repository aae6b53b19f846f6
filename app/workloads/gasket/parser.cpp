#include "app/command_line/command_parser.hpp"
#include "app/command_line/knob_options.hpp"
#include "app/command_line/workload_options.hpp"
#include "app/workloads/gasket/commands.hpp"
#include "app/workloads/gasket/options.hpp"
#include "app/workloads/gasket/picture.hpp"
#include "compute/model/text.hpp"
#include "compute/workloads/gasket/limits.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr IntegerRange steps_of_runs{1, gasket::limits::steps.max};

}  // namespace

void add_life_options(OptionParser& parser, GasketRequest& request,
                      std::initializer_list<std::string_view> left_out) {
    parser.group("Life");
    parser.add_text("--fractal", "NAME|OFFSETS",
                    "As info names them, or S:X,Y/X,Y/... (default: gasket)",
                    [&](const std::string& text) { request.fractal = gasket_fractal(text); });
    parser.add_text("--rule", "B2/S23", "Neighbours with which cells are born and survive",
                    [&](const std::string& text) {
                        const auto rule = gasket::parse_rule(text);
                        if (!rule)
                            reject_option("--rule", text,
                                          "B and S with digits from 0 to 8, as in B2/S23");
                        request.rule = *rule;
                    });
    add_knobs<gasket::Numbers>(parser, request, left_out);
}

void complete(GasketRequest& request, const OptionParser& parser, const SettingsEdits& machine) {
    request.machine = machine_of(machine);
    if (!request.engines.empty())
        refuse_unused(parser, knob_table<gasket::Numbers>(), mask_of(request.engines),
                      Backend::cuda);
}

namespace {

void add_steps(OptionParser& parser, const std::string& description, IntegerRange range,
               int& steps) {
    add_integer(parser, "--steps", description, range, [&](int given) { steps = given; });
}

void add_engines(OptionParser& parser, GasketRequest& request) {
    parser.group("Engine");
    add_list(parser, "--engine", "Which engines (default: all that fit)", request.engines);
}

}  // namespace

std::pair<double, double> center_of(const std::string& text) {
    const auto comma = text.find(',');
    const auto x = parse_real(std::string_view(text).substr(0, comma));
    const auto y = comma == std::string::npos
                       ? std::nullopt
                       : parse_real(std::string_view(text).substr(comma + 1));
    if (!x || !y) reject_option("--center", text, "X,Y in cells, as in 512,300.5");
    return {*x, *y};
}

double height_of(const std::string& text) {
    const double height = real_of("--height", text);
    if (height < gasket::limits::min_height || height > gasket::limits::max_height)
        reject_option("--height", text,
                      fmt::format("a number of cells from {} to {:.0f}", gasket::limits::min_height,
                                  gasket::limits::max_height));
    return height;
}

namespace {

// What bench and race have.
void add_comparison(OptionParser& parser, GasketRequest& request, SettingsEdits& edits, int& steps,
                    int& repeat) {
    add_engines(parser, request);
    add_life_options(parser, request);
    add_steps(parser, "Steps of a run (default: 100)", steps_of_runs, steps);
    add_measurement(parser, edits, "Measured runs of each engine (default: 5)", repeat);
}

// The fastest engine that fits, if none is named.
void choose_engine(GasketSetup& setup) {
    setup.engines = {setup.engines.back()};
    setup.left_out.clear();
}

gasket::BoardView view_of(const std::optional<std::pair<double, double>>& center,
                          const std::optional<double>& height, const GasketSetup& setup,
                          ImageSize size) {
    const auto shape = setup.shape();
    auto view = whole_board(shape, size);
    if (center) std::tie(view.center_x, view.center_y) = *center;
    view.height = height.value_or(view.height);
    const auto seen = visible_cells(view, size, shape.side);
    if (seen.width == 0)
        throw UsageError(
            fmt::format("--center and --height show nothing of the fractal: its cells "
                        "go from 0 to {} in both directions",
                        shape.side));
    return view;
}

// What the engines are compared with, named or not. There must be one that is not the reference.
std::vector<gasket::EngineKind> references_for(const GasketSetup& setup, GasketRequest request) {
    request.engines.clear();
    const auto fitting = gasket_setup(request).engines;
    if (std::ranges::all_of(setup.engines,
                            [&](gasket::EngineKind engine) { return engine == fitting.front(); }))
        throw UsageError(fmt::format(
            "there is nothing to compare {} with: {}", mariani::name_of(fitting.front()),
            fitting.size() > 1
                ? std::string("it is the plainest engine; name another one, too")
                : std::string("it is the only engine that fits; choose a smaller r")));
    return fitting;
}

AnyProblem numbers_of(gasket::Numbers& request) {
    return AnyProblem::of(request);
}

// bits has a fuse, all others a rho: each is swept with its own.
std::vector<GasketSetup> setups_swept(GasketRequest request, const KnobLists& grid) {
    std::vector<GasketSetup> setups;
    for (const bool bits : {false, true}) {
        const EngineMask mask = engine_bit(gasket::EngineKind::bits);
        const auto is_other = [=](gasket::EngineKind engine) {
            return (engine == gasket::EngineKind::bits) != bits;
        };
        const auto add = [&] {
            GasketSetup& setup = setups.emplace_back(gasket_setup(request));
            std::erase_if(setup.engines, is_other);
            std::erase_if(setup.left_out,
                          [&](const LeftOutEngine& each) { return is_other(each.engine); });
        };
        for_each_combination(grid, numbers_of(request), add, bits ? mask : ~mask);
    }
    return setups;
}

// As the tab has them.
void add_colours(OptionParser& parser, GasketRender& render) {
    parser.group("Picture");
    add_choice<BlockColour>(parser, "--colour",
                            "Blocks of the next step in place of cells, by this",
                            [&](BlockColour colour) { render.style.blocks = colour; });
    parser.add_flag("--coverage", render.style.coverage,
                    "How often the next step computes each cell, in place of both");
    parser.add_flag("--tiles", render.tiles,
                    "Outline the blocks or tiles, and what they read of each other");
}

}  // namespace

CommandLine parse_gasket_bench(std::span<const std::string> arguments) {
    auto parser =
        new_parser("bench", "Compares engines for Life on a fractal; needs no display.",
                   "Examples:\n"
                   "  mariani bench --workload gasket --r 12\n"
                   "  mariani bench --workload gasket --engine bits --fuse 7 --r 16 -o runs.csv");
    GasketRequest request;
    SettingsEdits edits;
    ContestBench bench;
    int steps = 100;
    add_comparison(parser, request, edits, steps, bench.repeat);
    add_energy_option(parser, bench.energy);
    add_file(parser, "-o,--output", "FILE.csv", "Write a row per run", bench.output, {".csv"});
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    complete(request, parser, edits);
    bench.plan = gasket_contest(gasket_setup_of_some(request), steps);
    return OtherCommand{[bench] { return run_contest(bench); }};
}

CommandLine parse_gasket_race(std::span<const std::string> arguments) {
    auto parser = new_parser(
        "race", "Ranks engines for Life on a fractal; needs no display.",
        "Examples:\n"
        "  mariani race --workload gasket --r 12 --plot race.png\n"
        "  mariani race --workload gasket --fractal carpet --engine bb,lambda,table -o race.csv");
    GasketRequest request;
    SettingsEdits edits;
    ContestRace race;
    int steps = 100;
    add_comparison(parser, request, edits, steps, race.repeat);
    add_file(parser, "-o,--output", "FILE.csv", "Write a row per engine", race.output, {".csv"});
    add_file(parser, "--plot", "FILE.png", "Draw their times, and their improvement over BB",
             race.plot, {".png"});
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    complete(request, parser, edits);
    race.plan = gasket_contest(gasket_setup_of_some(request), steps);
    return OtherCommand{[race] { return run_contest(race); }};
}

CommandLine parse_gasket_sweep(std::span<const std::string> arguments) {
    auto parser = new_parser(
        "sweep", "Measures engines for every r, and every rho or fuse; needs no display.",
        "Examples:\n"
        "  mariani sweep --workload gasket --r 8,10,12 --rho 8,16,32 --fuse 1,4,7 -o sweep.csv\n"
        "  mariani sweep --workload gasket --fractal vicsek --engine lambda,table --r 4,5,6");
    GasketRequest request;
    SettingsEdits edits;
    ContestSweep sweep;
    int steps = 100;
    KnobLists levels, grid;
    add_engines(parser, request);
    add_life_options(parser, request, {"r", "rho", "fuse"});
    add_steps(parser, "Steps of a run (default: 100)", steps_of_runs, steps);
    parser.group("Grid");
    add_knob_lists(parser, numbers_of(request), {"r"}, levels);
    add_knob_lists(parser, numbers_of(request), {"rho", "fuse"}, grid);
    add_measurement(parser, edits, "Measured runs of each engine (default: 5)", sweep.repeat);
    add_file(parser, "-o,--output", "FILE.csv",
             "Write a row per engine, r, and rho or fuse, once all are measured", sweep.output,
             {".csv"});
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    complete(request, parser, edits);
    check_cells_swept("--r, --rho and --fuse", "cells",
                      std::max<std::size_t>(levels[0].values.size(), 1) *
                          (grid[0].values.size() + grid[1].values.size() + 2));
    for_each_combination(levels, numbers_of(request), [&] {
        const auto setups = setups_swept(request, grid);
        if (std::ranges::any_of(setups, [](const auto& each) { return !each.engines.empty(); }))
            sweep.cells.push_back(gasket_grid(setups, steps));
    });
    if (sweep.cells.empty()) gasket_setup_of_some(request);
    return OtherCommand{[sweep] { return run_contest(sweep); }};
}

CommandLine parse_gasket_check(std::span<const std::string> arguments) {
    auto parser = new_parser(
        "check",
        "Compares engines for Life on a fractal with the plainest that fits, cell by cell, after\n"
        "1, 2, 17 and all steps; exit status 1 if a cell differs.",
        "Examples:\n"
        "  mariani check --workload gasket --r 12\n"
        "  mariani check --workload gasket --fractal carpet --r 6 --rule B3/S23 -o check.csv");
    GasketRequest request;
    SettingsEdits edits;
    GasketCheck check;
    add_engines(parser, request);
    add_life_options(parser, request);
    add_steps(parser, "Steps that are taken (default: 300)", steps_of_runs, check.steps);
    add_machine_options(parser, edits);
    parser.group("Output");
    add_file(parser, "-o,--output", "FILE.csv", "Write a row per engine and comparison",
             check.output, {".csv"});
    add_file(parser, "--state-out", "FILE.npy", "Write the last state: uint8, in compact order",
             check.state, {".npy"});
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    complete(request, parser, edits);
    check.setup = gasket_setup_of_some(request);
    check.references = references_for(check.setup, request);
    return OtherCommand{[check] { return run_gasket_check(check); }};
}

CommandLine parse_gasket_render(std::span<const std::string> arguments) {
    auto parser = new_parser(
        "render",
        "Draws Life on a fractal after some steps: living cells bright, holes dark, and how many\n"
        "are alive where a pixel has several; needs no display.",
        "Examples:\n"
        "  mariani render --workload gasket --r 10 -o gasket.png\n"
        "  mariani render --workload gasket --r 16 --center 30000,40000 --height 500 -o part.png");
    GasketRequest request;
    SettingsEdits edits;
    GasketRender render;
    std::optional<std::filesystem::path> output;
    std::optional<std::pair<double, double>> center;
    std::optional<double> height;
    parser.group("Output");
    add_file(parser, "-o,--output", "FILE.png", "The picture to write", output, {".png"});
    add_file(parser, "--state-out", "FILE.npy", "Also write the state: uint8, in compact order",
             render.state, {".npy"});
    parser.add_text("--size", "WxH", "The picture's size in pixels (default: 1024x1024)",
                    [&](const std::string& text) {
                        render.size = size_of("--size", text, limits::export_side);
                    });
    parser.group("View");
    parser.add_text("--center", "X,Y", "The cell in the middle, y down (default: the whole)",
                    [&](const std::string& text) { center = center_of(text); });
    parser.add_text("--height", "CELLS", "The picture's height (default: the whole)",
                    [&](const std::string& text) { height = height_of(text); });
    add_colours(parser, render);
    parser.group("Engine");
    add_choice<gasket::EngineKind>(parser, "--engine",
                                   "The engine (default: bits or table, if they fit)",
                                   [&](gasket::EngineKind engine) { request.engines = {engine}; });
    add_life_options(parser, request);
    add_steps(parser, "Steps that are taken (default: 300)", gasket::limits::steps, render.steps);
    add_machine_options(parser, edits);
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    if (!output)
        throw UsageError("-o is missing: it names the picture to write, as in -o gasket.png");
    complete(request, parser, edits);
    render.setup = gasket_setup_of_some(request);
    choose_engine(render.setup);
    render.view = view_of(center, height, render.setup, render.size);
    render.output = *output;
    return OtherCommand{[render] { return run_gasket_render(render); }};
}

CommandLine parse_gasket_info(std::span<const std::string> arguments) {
    auto parser = new_parser("info", "Lists fractals, engines and limits.", "");
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    return OtherCommand{[] { return run_gasket_info(); }};
}

}  // namespace mariani::app
