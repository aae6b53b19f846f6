#include "app/command_line/command_parser.hpp"
#include "app/command_line/volume/volume_commands.hpp"
#include "app/command_line/volume/volume_options.hpp"
#include "app/command_line/workload_options.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr IntegerRange pixels_a_voxel{1, 64};

// What may be compared; nothing where the program is to choose.
struct Contestants {
    std::vector<volume::EngineKind> engines;
    std::vector<Scheme> schemes;
    std::vector<volume::Rule> rules;
    std::vector<volume::Encoding> encodings;
    std::vector<volume::Order> orders;
};

void add_contestants(OptionParser& parser, Contestants& contestants, volume::Request& request) {
    parser.group("Engines");
    add_list(parser, "--engine", "Which engines (default: all)", contestants.engines);
    add_list(parser, "--scheme", "How many threads a region has (default: sbr)",
             contestants.schemes);
    add_list(parser, "--rule", "Which regions are filled (default: uniform)", contestants.rules);
    add_list(parser, "--encoding", "What an entry of a list is (default: coords)",
             contestants.encodings);
    add_list(parser, "--order", "In which order a list is (default: stable)", contestants.orders);
    add_pool(parser, request);
}

// The values to be tried of a property: those given, of an engine that has it.
template <typename E>
std::vector<std::optional<E>> tried(const std::vector<E>& given, bool has) {
    if (given.empty() || !has) return {std::nullopt};
    return {given.begin(), given.end()};
}

// What no engine has is passed on, to be refused.
struct Refused {
    bool lists, pool;
};

// All that an engine can be with these.
void add_plans(const volume::Request& request, const Contestants& among, Refused refused,
               std::vector<volume::Plan>& plans) {
    const bool regions = volume::has_regions(request.engine);
    const bool list = refused.lists || volume::has_list(request.engine);
    const bool pool = refused.pool || volume::has_launches(request.engine);
    for (const auto scheme : tried(among.schemes, regions))
        for (const auto rule : tried(among.rules, regions))
            for (const auto encoding : tried(among.encodings, list))
                for (const auto order : tried(among.orders, list)) {
                    volume::Request one = request;
                    one.scheme = scheme;
                    if (!pool) one.pool.reset();
                    one.rule = rule.value_or(request.rule);
                    one.encoding = encoding;
                    one.order = order;
                    plans.push_back(plan_of(one));
                }
}

std::vector<volume::Plan> plans_of(volume::Request request, const SettingsEdits& edits,
                                   Contestants among) {
    place(request, edits);
    if (among.engines.empty()) among.engines = all_of<volume::EngineKind>();
    const Refused refused{std::ranges::none_of(among.engines, volume::has_list),
                          std::ranges::none_of(among.engines, volume::has_launches)};
    std::vector<volume::Plan> plans;
    for (const volume::EngineKind engine : among.engines) {
        request.engine = engine;
        add_plans(request, among, refused, plans);
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
    add_domain(parser, request);
    add_shortcuts(parser, request);
    add_side(parser, request);
    add_subdivision(parser, request);
    add_contestants(parser, contestants, request);
    add_measurement(parser, edits, "Measured runs of each engine (default: 5)", bench.repeat);
    add_energy_option(parser, bench.energy);
    add_file(parser, "-o,--output", "FILE.csv", "Write a row per run", bench.output, {".csv"});
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    bench.plan = volume_contest(plans_of(request, edits, contestants));
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
    add_domain(parser, request);
    add_shortcuts(parser, request);
    add_side(parser, request);
    add_subdivision(parser, request);
    add_contestants(parser, contestants, request);
    add_measurement(parser, edits, "Measured runs of each engine (default: 5)", race.repeat);
    add_file(parser, "-o,--output", "FILE.csv", "Write a row per engine", race.output, {".csv"});
    add_file(parser, "--plot", "FILE.png", "Draw their times, and their improvement over Ex",
             race.plot, {".png"});
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    race.plan = volume_contest(plans_of(request, edits, contestants));
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
    std::vector<int> sides, gs, rs, Bs;
    add_domain(parser, request);
    add_shortcuts(parser, request);
    parser.group("Grid");
    add_integers(parser, "--n", "Voxels along each axis (default: 96)", volume::limits::side,
                 sides);
    add_integers(parser, "-g,--g", "First regions along each axis (default: 8)", mariani::limits::g,
                 gs);
    add_integers(parser, "-r,--r", "Children of a region along each axis (default: 2)",
                 mariani::limits::r, rs);
    add_integers(parser, "-B,--B", "Stopping sizes in voxels (default: 4; surface 16)",
                 mariani::limits::B, Bs);
    add_contestants(parser, contestants, request);
    add_measurement(parser, edits, "Measured runs of each engine (default: 5)", sweep.repeat);
    add_file(parser, "-o,--output", "FILE.csv",
             "Write a row per engine and cell, once all are measured", sweep.output, {".csv"});
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    if (sides.empty()) sides = {request.side};
    if (rs.empty()) rs = {request.r};
    check_cells_swept("--n, --g, --r and --B", "cells",
                      sides.size() * std::max<std::size_t>(gs.size(), 1) * rs.size() *
                          std::max<std::size_t>(Bs.size(), 1));
    for (const int side : sides)
        for (const auto g : tried(gs, true))
            for (const int r : rs)
                for (const auto B : tried(Bs, true)) {
                    request.side = side;
                    request.g = g;
                    request.r = r;
                    request.B = B;
                    sweep.cells.push_back(volume_contest(plans_of(request, edits, contestants)));
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
    add_domain(parser, request);
    add_shortcuts(parser, request);
    add_side(parser, request);
    add_subdivision(parser, request);
    add_contestants(parser, contestants, request);
    add_machine_options(parser, edits);
    parser.group("Output");
    add_file(parser, "-o,--output", "FILE.csv", "Write a row per engine", check.output, {".csv"});
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    check.plans = plans_of(request, edits, contestants);
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
    add_domain(parser, request);
    add_shortcuts(parser, request);
    add_side(parser, request);
    add_subdivision(parser, request);
    add_engine(parser, request);
    add_machine_options(parser, edits);
    add_palette_options(parser, edits);
    add_grid_option(parser, edits);
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    if (!output)
        throw UsageError("-o is missing: it names the picture to write, as in -o volume.png");
    place(request, edits);
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
