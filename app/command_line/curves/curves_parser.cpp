#include "app/command_line/command_parser.hpp"
#include "app/command_line/curves/curves_commands.hpp"
#include "app/command_line/knob_options.hpp"
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

// Of commands without a picture.
void add_tolerance_side(OptionParser& parser, curves::Request& request) {
    parser.group("Curves");
    add_integer(parser, "--side", "The pixels of a tolerance: so many are a side (default: 1000)",
                {1, 1 << 20}, [&](int side) { request.side = side; });
}

void add_engines(OptionParser& parser, curves::Request& request) {
    parser.group("Engines");
    add_list(parser, "--engine", "Which engines (default: all)", request.engines);
}

void add_one_problem(OptionParser& parser, curves::Request& request) {
    add_engines(parser, request);
    add_knobs<curves::Problem>(parser, request);
    add_tolerance_side(parser, request);
}

void refuse_two_counts(const OptionParser& parser, const curves::Request& request) {
    if (request.factor && parser.given("--tolerance"))
        throw UsageError(
            "a factor and a tolerance are given: a count follows from one of them, so take one");
    if (request.factor && request.side)
        throw UsageError(
            "a factor and a side are given: only the tolerance is in pixels, so take that");
}

std::vector<curves::Plan> plans_of(const OptionParser& parser, CurvesOptions asked) {
    curves::Request& request = asked.request;
    place(request, asked.edits);
    if (request.engines.empty()) request.engines = all_of<CurvesEngine>();
    refuse_two_counts(parser, request);
    try {
        auto plans = curves::resolve(request, backend_unavailable(Backend::cuda));
        refuse_unused(parser, knob_table<curves::Problem>(), mask_of(request.engines),
                      plans.front().backend);
        if (parser.given("--heap") && request.memory == curves::VertexMemory::room)
            throw UsageError(
                "heap is given, but only malloc takes from it: give the memory malloc, too");
        return plans;
    } catch (const std::invalid_argument& error) {
        throw UsageError(error.what());
    }
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
    add_edits<curves::Problem>(edits, parser, request, [](Settings& settings) -> curves::Problem& {
        return settings.curves->problem;
    });
    if (parser.given("--tolerance"))
        edits.push_back([](Settings& settings) { settings.curves->problem.factor.reset(); });
    if (parser.given("--engine"))
        edits.push_back([engine](Settings& settings) { settings.curves->engine = engine; });
    if (parser.given("--lines") || parser.given("--seed"))
        edits.push_back([](Settings& settings) { settings.curves->placed.clear(); });
    return edits;
}

// With the defaults of the program for what is not given.
void check_curves(const SettingsEdits& edits) {
    Settings settings;
    apply(edits, settings);
    if (auto why = why_invalid(*settings.curves)) throw UsageError(*why);
}

}  // namespace

CommandLine parse_curves_bench(std::span<const std::string> arguments) {
    auto parser = new_parser(
        "bench", "Compares engines that cut Bezier curves into lines; needs no display.",
        "Examples:\n"
        "  mariani bench --workload curves --lines 1000000 --cap 128\n"
        "  mariani bench --workload curves --factor 16 --engine dp,scan --pool 64 -o runs.csv");
    CurvesOptions asked;
    ContestBench bench;
    add_one_problem(parser, asked.request);
    add_measurement(parser, asked.edits, "Measured runs of each engine (default: 5)", bench.repeat);
    add_energy_option(parser, bench.energy);
    add_file(parser, "-o,--output", "FILE.csv", "Write a row per run", bench.output, {".csv"});
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    bench.plan = curves_contest(plans_of(parser, asked));
    return OtherCommand{[bench] { return run_contest(bench); }};
}

CommandLine parse_curves_race(std::span<const std::string> arguments) {
    auto parser =
        new_parser("race", "Ranks engines that cut Bezier curves into lines; needs no display.",
                   "Examples:\n"
                   "  mariani race --workload curves --lines 131072 --plot race.png\n"
                   "  mariani race --workload curves --engine flat,scan --repeat 21 -o race.csv");
    CurvesOptions asked;
    ContestRace race;
    add_one_problem(parser, asked.request);
    add_measurement(parser, asked.edits, "Measured runs of each engine (default: 5)", race.repeat);
    add_file(parser, "-o,--output", "FILE.csv", "Write a row per engine", race.output, {".csv"});
    add_file(parser, "--plot", "FILE.png", "Draw their times", race.plot, {".png"});
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    race.plan = curves_contest(plans_of(parser, asked));
    return OtherCommand{[race] { return run_contest(race); }};
}

CommandLine parse_curves_sweep(std::span<const std::string> arguments) {
    auto parser = new_parser(
        "sweep",
        "Measures engines for every number of lines and pool of two lists; needs no display.",
        "Examples:\n"
        "  mariani sweep --workload curves --lines 1024..1048576 -o sweep.csv\n"
        "  mariani sweep --workload curves --lines 16384 --pool 64..16384 --engine dp,dp-block");
    CurvesOptions asked;
    ContestSweep sweep;
    KnobLists grid;
    add_engines(parser, asked.request);
    parser.group("Grid");
    add_knob_lists<curves::Problem>(parser, {"lines", "pool"}, grid);
    add_knobs<curves::Problem>(parser, asked.request, {"lines", "pool"});
    add_tolerance_side(parser, asked.request);
    add_measurement(parser, asked.edits, "Measured runs of each engine (default: 5)", sweep.repeat);
    add_file(parser, "-o,--output", "FILE.csv",
             "Write a row per engine, number of lines and pool, once all are measured",
             sweep.output, {".csv"});
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    check_cells_swept("--lines and --pool", "pairs", combination_count(grid));
    for (const auto& cell : combinations<curves::Problem>(asked.request, grid)) {
        static_cast<curves::Problem&>(asked.request) = cell;
        sweep.cells.push_back(curves_contest(plans_of(parser, asked)));
    }
    return OtherCommand{[sweep] { return run_contest(sweep); }};
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
    check.plans = plans_of(parser, asked);
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
    add_knobs<curves::Problem>(parser, asked.request);
    add_machine_options(parser, asked.edits);
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    if (!output)
        throw UsageError("-o is missing: it names the picture to write, as in -o curves.png");
    asked.request.engines = {engine};
    set_view(render, asked.request, centre);
    render.plan = plans_of(parser, asked).front();
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
    static_cast<curves::Problem&>(request) = CurvesSettings{}.problem;
    SettingsEdits machine;
    CurvesEngine engine{};
    add_picture(parser, command.picture);
    parser.group("Engines");
    add_choice<CurvesEngine>(parser, "--engine", "The engine that is shown (default: the last one)",
                             [&](CurvesEngine chosen) { engine = chosen; });
    add_knobs<curves::Problem>(parser, request);
    add_machine_options(parser, machine);
    parser.group("Window");
    add_window_options(parser, command);
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    check_picture(command.picture);
    refuse_two_counts(parser, request);
    command.edits = edits_of(parser, request, engine);
    check_curves(command.edits);
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
