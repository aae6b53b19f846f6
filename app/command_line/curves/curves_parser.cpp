#include "app/command_line/command_parser.hpp"
#include "app/command_line/curves/curves_commands.hpp"
#include "app/command_line/window_options.hpp"
#include "app/command_line/workload_options.hpp"
#include "app/settings/curves_settings.hpp"
#include "app/workloads/curves_litmus.hpp"
#include "compute/service/engine_registry.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using CurvesEngine = curves::EngineKind;

// What a command is given of the lines and their vertices.
struct CurvesOptions {
    curves::Request request;
    SettingsEdits edits;
};

void add_lines(OptionParser& parser, curves::Request& request, const char* description) {
    parser.group("Curves");
    add_integer(parser, "--lines", description, curves::limits::lines,
                [&](int lines) { request.lines = lines; });
}

void add_problem(OptionParser& parser, curves::Request& request) {
    parser.group("Curves");
    parser.add_text(
        "--tolerance", "PX", "How far a chord may be from its curve, in pixels (default: 0.5)",
        [&](const std::string& text) { request.tolerance = real_of("--tolerance", text); });
    parser.add_text("--factor", "F",
                    "Count by curvature times F, as the textbook by 16, in place of a tolerance",
                    [&](const std::string& text) { request.factor = real_of("--factor", text); });
    add_integer(parser, "--cap", "A line has at most N vertices (default: 64)", curves::limits::cap,
                [&](int cap) { request.cap = cap; });
    parser.add_text("--seed", "N", "The seed of the lines (default: 1)",
                    [&](const std::string& text) { request.seed = seed_of(text); });
    parser.add_text("--time", "T", "Lines after T seconds of motion (default: 0)",
                    [&](const std::string& text) { request.time = real_of("--time", text); });
}

// Of commands without a picture.
void add_tolerance_side(OptionParser& parser, curves::Request& request) {
    parser.group("Curves");
    add_integer(parser, "--side", "The pixels of a tolerance: so many are a side (default: 1000)",
                {1, 1 << 20}, [&](int side) { request.side = side; });
}

void add_launches(OptionParser& parser, curves::Request& request) {
    parser.group("Launches");
    add_integer_or_auto(parser, "--parent-block", "Lines of a parent block, for DP (auto: 64)",
                        curves::limits::block, request.parent_block);
    add_integer(parser, "--child-block", "Vertices of a child block, for DP and flat (default: 32)",
                curves::limits::block, [&](int block) { request.child_block = block; });
    add_choice<curves::StreamMode>(parser, "--streams",
                                   "Streams of launches, for DP on a GPU (default: forget)",
                                   [&](curves::StreamMode streams) { request.streams = streams; });
    add_choice<curves::VertexMemory>(parser, "--memory",
                                     "Where a line's vertices go, for dp on a GPU (default: room)",
                                     [&](curves::VertexMemory memory) { request.memory = memory; });
    add_integer(parser, "--heap", "Bytes of the heap, for --memory malloc (default: 8388608)",
                curves::limits::heap, [&](int heap) { request.heap = heap; });
}

void add_pending_launches(OptionParser& parser, curves::Request& request) {
    add_integer_or_auto(parser, "--pool", "Launches that may be pending, for DP (auto: 2048)",
                        curves::limits::pool, request.pool);
}

void add_repair(OptionParser& parser, curves::Request& request) {
    parser.group("Launches");
    add_switch(parser, "--repair",
               "Do the work of launches that fail, or lose their lines, for DP (default: on)",
               [&](bool on) { request.repair = on; });
}

void add_engines(OptionParser& parser, curves::Request& request) {
    parser.group("Engines");
    add_list(parser, "--engine", "Which engines (default: all)", request.engines);
}

std::vector<curves::Plan> plans_of(CurvesOptions asked) {
    curves::Request& request = asked.request;
    place(request, asked.edits);
    if (request.engines.empty()) request.engines = all_of<CurvesEngine>();
    try {
        return curves::resolve(request, backend_unavailable(Backend::cuda));
    } catch (const std::invalid_argument& error) {
        throw UsageError(error.what());
    }
}

void add_one_problem(OptionParser& parser, curves::Request& request) {
    add_engines(parser, request);
    add_lines(parser, request, "How many (default: 10000)");
    add_problem(parser, request);
    add_tolerance_side(parser, request);
    add_launches(parser, request);
    add_pending_launches(parser, request);
    add_repair(parser, request);
}

// Throws UsageError where there is no GPU, or an option is given that only engines read.
CurvesLitmus litmus_of(const OptionParser& parser, const CurvesOptions& asked,
                       std::optional<std::filesystem::path> output) {
    constexpr std::array<std::string_view, 4> read{"--litmus", "--backend", "--device", "--output"};
    for (const auto& option : parser.given())
        if (std::ranges::find(read, option) == read.end())
            throw UsageError(fmt::format(
                "{} is given with --litmus, which runs no engine: leave one of them out", option));
    const WorkloadMachine machine = machine_of(asked.edits);
    if (const auto why = why_no_litmus(machine.backend.value_or(Backend::cuda),
                                       backend_unavailable(Backend::cuda)))
        throw UsageError(*why);
    return {machine.device, std::move(output)};
}

// The square that is drawn, and what a pixel of the tolerance is there.
void set_view(CurvesRender& render, curves::Request& request, const std::string& centre) {
    if (!centre.empty()) {
        const auto comma = centre.find(',');
        if (comma == std::string::npos)
            reject_option("--center", centre, "two numbers, such as 0.3,0.7");
        render.part.x = real_of("--center", centre.substr(0, comma));
        render.part.y = real_of("--center", centre.substr(comma + 1));
        const auto [least, greatest] = std::minmax(render.part.x, render.part.y);
        if (least < least_curves_place || greatest > most_curves_place)
            reject_option("--center", centre,
                          fmt::format("two numbers from {} to {}, as the curves lie in the unit "
                                      "square",
                                      least_curves_place, most_curves_place));
    }
    const double side = render.side / render.part.height;
    if (!(side >= 1 && side <= 1 << 20))
        throw UsageError(fmt::format(
            "--height is {}: the unit square must have from 1 to {} pixels a side, and has {:.4g}",
            render.part.height, 1 << 20, side));
    if (!request.factor) request.side = std::llround(side);
}

// What the given options change of what the tab shows. Points that were dragged belong to other
// lines than are named.
SettingsEdits edits_of(const OptionParser& parser, const curves::Request& request,
                       CurvesEngine engine) {
    SettingsEdits edits;
    const auto add = [&](const char* option, auto CurvesSettings::*field, auto value) {
        if (!parser.given(option)) return;
        edits.push_back([=](Settings& settings) { (*settings.curves).*field = value; });
    };
    const CurvesSettings usual;
    add("--lines", &CurvesSettings::lines, static_cast<int>(request.lines));
    add("--factor", &CurvesSettings::factor, request.factor);
    add("--tolerance", &CurvesSettings::factor, std::optional<double>());
    add("--tolerance", &CurvesSettings::tolerance, request.tolerance.value_or(usual.tolerance));
    add("--cap", &CurvesSettings::cap, static_cast<int>(request.cap));
    add("--seed", &CurvesSettings::seed, request.seed);
    add("--time", &CurvesSettings::time, request.time);
    add("--engine", &CurvesSettings::engine, engine);
    add("--parent-block", &CurvesSettings::parent_block,
        request.parent_block.value_or(usual.parent_block));
    add("--child-block", &CurvesSettings::child_block, request.child_block);
    add("--streams", &CurvesSettings::streams, request.streams.value_or(usual.streams));
    add("--pool", &CurvesSettings::pool, request.pool.value_or(usual.pool));
    add("--repair", &CurvesSettings::repair, request.repair.value_or(usual.repair));
    add("--memory", &CurvesSettings::memory, request.memory.value_or(usual.memory));
    add("--heap", &CurvesSettings::heap, request.heap.value_or(usual.heap));
    if (parser.given("--lines") || parser.given("--seed"))
        edits.push_back([](Settings& settings) { settings.curves->placed.clear(); });
    return edits;
}

// With the defaults of the program for what is not given: the engine may be chosen later.
void check_curves(const SettingsEdits& edits, const curves::Request& request) {
    if (request.factor && request.tolerance)
        throw UsageError(
            "a factor and a tolerance are given: a count follows from one of them, so take one");
    Settings settings;
    apply(edits, settings);
    for (const CurvesEngine engine : all_of<CurvesEngine>()) {
        settings.curves->engine = engine;
        if (auto why = why_invalid(*settings.curves)) throw UsageError(*why);
    }
}

}  // namespace

CommandLine parse_curves_bench(std::span<const std::string> arguments) {
    auto parser = new_parser(
        "bench", "Compares engines that cut Bezier curves into lines; needs no display.",
        "Examples:\n"
        "  mariani bench --workload curves --lines 1000000 --cap 128\n"
        "  mariani bench --workload curves --factor 16 --engine dp,scan --pool 64 -o runs.csv");
    CurvesOptions asked;
    CurvesBench bench;
    add_one_problem(parser, asked.request);
    add_measurement(parser, asked.edits, "Measured runs of each engine (default: 5)", bench.repeat);
    add_energy_option(parser, bench.energy);
    add_file(parser, "-o,--output", "FILE.csv", "Write a row per run", bench.output, {".csv"});
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    bench.plans = plans_of(asked);
    return OtherCommand{[bench] { return run_curves_bench(bench); }};
}

CommandLine parse_curves_race(std::span<const std::string> arguments) {
    auto parser =
        new_parser("race", "Ranks engines that cut Bezier curves into lines; needs no display.",
                   "Examples:\n"
                   "  mariani race --workload curves --lines 131072 --plot race.png\n"
                   "  mariani race --workload curves --engine flat,scan --repeat 21 -o race.csv");
    CurvesOptions asked;
    CurvesRace race;
    add_one_problem(parser, asked.request);
    add_measurement(parser, asked.edits, "Measured runs of each engine (default: 5)", race.repeat);
    add_file(parser, "-o,--output", "FILE.csv", "Write a row per engine", race.output, {".csv"});
    add_file(parser, "--plot", "FILE.png", "Draw their times", race.plot, {".png"});
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    race.plans = plans_of(asked);
    return OtherCommand{[race] { return run_curves_race(race); }};
}

CommandLine parse_curves_sweep(std::span<const std::string> arguments) {
    auto parser = new_parser(
        "sweep",
        "Measures engines for every number of lines and pool of two lists; needs no display.",
        "Examples:\n"
        "  mariani sweep --workload curves --lines 1024..1048576 -o sweep.csv\n"
        "  mariani sweep --workload curves --lines 16384 --pool 64..16384 --engine dp,dp-block");
    CurvesOptions asked;
    CurvesSweep sweep;
    std::vector<int> counts, pools;
    add_engines(parser, asked.request);
    parser.group("Grid");
    add_integers(parser, "--lines", "How many (default: 10000)", curves::limits::lines, counts);
    add_integers(parser, "--pool", "Launches that may be pending, for DP (default: 2048)",
                 curves::limits::pool, pools);
    add_problem(parser, asked.request);
    add_tolerance_side(parser, asked.request);
    add_launches(parser, asked.request);
    add_repair(parser, asked.request);
    add_measurement(parser, asked.edits, "Measured runs of each engine (default: 5)", sweep.repeat);
    add_file(parser, "-o,--output", "FILE.csv",
             "Write a row per engine, number of lines and pool, once all are measured",
             sweep.output, {".csv"});
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    if (counts.empty()) counts = {static_cast<int>(curves::Request{}.lines)};
    std::vector<std::optional<int>> asked_pools(pools.begin(), pools.end());
    if (pools.empty()) asked_pools = {std::nullopt};
    check_cells_swept("--lines and --pool", "pairs", counts.size() * asked_pools.size());
    for (const int count : counts)
        for (const auto& pool : asked_pools) {
            asked.request.lines = count;
            asked.request.pool = pool;
            sweep.cells.push_back(plans_of(asked));
        }
    return OtherCommand{[sweep] { return run_curves_sweep(sweep); }};
}

CommandLine parse_curves_check(std::span<const std::string> arguments) {
    auto parser = new_parser(
        "check",
        "Compares the vertices of engines with those of a plain loop, bit for bit, and measures\n"
        "how far chords are from their curves; exit status 1 if anything is wrong. With --litmus\n"
        "it measures on a GPU what CUDA promises of launches from the device; exit status 1 if a\n"
        "promise is broken.",
        "Examples:\n"
        "  mariani check --workload curves --lines 100000 --tolerance 0.1\n"
        "  mariani check --workload curves --engine dp --pool 1 -o vertices.csv\n"
        "  mariani check --workload curves --litmus -o litmus.csv");
    CurvesOptions asked;
    CurvesCheck check;
    add_one_problem(parser, asked.request);
    add_machine_options(parser, asked.edits);
    parser.group("Output");
    add_file(parser, "-o,--output", "FILE.csv", "Write a row per engine, or per litmus test",
             check.output, {".csv"});
    bool litmus = false;
    parser.group("Litmus tests");
    parser.add_flag(
        "--litmus", litmus,
        "Memory, nesting, pool and streams of launches from a GPU, in place of engines");
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    if (litmus) {
        const CurvesLitmus tests = litmus_of(parser, asked, check.output);
        return OtherCommand{[tests] { return run_curves_litmus(tests); }};
    }
    check.plans = plans_of(asked);
    return OtherCommand{[check] { return run_curves_check(check); }};
}

CommandLine parse_curves_render(std::span<const std::string> arguments) {
    auto parser = new_parser(
        "render",
        "Draws Bezier curves by their chords, coloured by how many there are; needs no display.",
        "Examples:\n"
        "  mariani render --workload curves -o curves.png\n"
        "  mariani render --workload curves --lines 20 --tolerance 20 -o coarse.png");
    CurvesOptions asked;
    CurvesRender render;
    std::optional<std::filesystem::path> output;
    std::string centre;
    CurvesEngine engine = CurvesEngine::scan;
    asked.request.lines = 100;
    parser.group("Output");
    add_file(parser, "-o,--output", "FILE.png", "The picture to write", output, {".png"});
    add_integer(parser, "--side", "The picture's side in pixels (default: 1000)", {64, 8192},
                [&](int side) { render.side = side; });
    parser.add_text("--center", "X,Y", "The picture's centre, y up (default: 0.5,0.5)",
                    [&](const std::string& text) { centre = text; });
    parser.add_text(
        "--height", "H", "The picture's height (default: 1)",
        [&](const std::string& text) { render.part.height = real_of("--height", text); });
    add_file(parser, "--vertices-out", "FILE.csv", "Write the vertices, a row each",
             render.vertices, {".csv"});
    parser.group("Engines");
    add_choice<CurvesEngine>(parser, "--engine", "The engine that places them (default: scan)",
                             [&](CurvesEngine chosen) { engine = chosen; });
    add_lines(parser, asked.request, "How many (default: 100)");
    add_problem(parser, asked.request);
    add_launches(parser, asked.request);
    add_pending_launches(parser, asked.request);
    add_repair(parser, asked.request);
    add_machine_options(parser, asked.edits);
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    if (!output)
        throw UsageError("-o is missing: it names the picture to write, as in -o curves.png");
    asked.request.engines = {engine};
    set_view(render, asked.request, centre);
    render.plan = plans_of(asked).front();
    render.output = *output;
    return OtherCommand{[render] { return run_curves_render(render); }};
}

CommandLine parse_curves_window(std::span<const std::string> arguments) {
    auto parser = new_parser("", "Shows Bezier curves by their chords, in the window's tab Curves.",
                             "Examples:\n"
                             "  mariani --workload curves --lines 1000 --tolerance 0.1\n"
                             "  mariani --workload curves --engine dp --pool 64 --repair off");
    WindowCommand command;
    command.workload = Workload::curves;
    curves::Request request;
    SettingsEdits machine;
    CurvesEngine engine{};
    add_picture(parser, command.picture);
    parser.group("Engines");
    add_choice<CurvesEngine>(parser, "--engine", "The engine that is shown (default: the last one)",
                             [&](CurvesEngine chosen) { engine = chosen; });
    add_lines(parser, request, "How many (default: as they were)");
    add_problem(parser, request);
    add_launches(parser, request);
    add_pending_launches(parser, request);
    add_repair(parser, request);
    add_machine_options(parser, machine);
    parser.group("Window");
    add_window_options(parser, command);
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    check_picture(command.picture);
    command.edits = edits_of(parser, request, engine);
    check_curves(command.edits, request);
    for (const auto& edit : machine) command.edits.push_back(edit);
    if (const auto backend = machine_of(machine).backend)
        command.edits.push_back([=](Settings& settings) { settings.curves->backend = backend; });
    return command;
}

CommandLine parse_curves_info(std::span<const std::string> arguments) {
    auto parser = new_parser("info", "Lists engines, counts, streams and limits.", "");
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    return OtherCommand{[] { return run_curves_info(); }};
}

}  // namespace mariani::app
