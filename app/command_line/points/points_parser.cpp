#include "app/command_line/command_parser.hpp"
#include "app/command_line/knob_options.hpp"
#include "app/command_line/points/points_commands.hpp"
#include "app/command_line/window_options.hpp"
#include "app/command_line/workload_options.hpp"
#include "app/settings/points_settings.hpp"
#include "app/workloads/points_pixels.hpp"
#include "compute/service/engine_registry.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using PointsEngine = points::EngineKind;

// What a command is given of the points and their tree.
struct PointsOptions {
    points::Request request;
    SettingsEdits edits;
    std::optional<std::filesystem::path> picture;
};

points::Point point_of(const std::string& text) {
    const auto comma = text.find(',');
    if (comma == std::string::npos)
        reject_option("--place", text, "two numbers from 0 to below 1, such as 0.3,0.7");
    return {static_cast<float>(real_of("--place", text.substr(0, comma))),
            static_cast<float>(real_of("--place", text.substr(comma + 1)))};
}

// Commands whose --points and --min are lists leave these out.
void add_problem(OptionParser& parser, PointsOptions& asked,
                 std::initializer_list<std::string_view> left_out = {}) {
    add_knobs<points::Problem>(parser, asked.request, left_out);
    parser.add_text("--place", "X,Y", "The middle of the distribution mouse, y up",
                    [&](const std::string& text) { asked.request.place = point_of(text); });
    add_file(parser, "--pixels", "FILE.png", "The file of the distribution picture", asked.picture,
             {".png"});
}

void add_engines(OptionParser& parser, points::Request& request) {
    parser.group("Engines");
    add_list(parser, "--engine", "Which engines (default: all)", request.engines);
}

// What the given options change of what the tab shows.
SettingsEdits edits_of(const OptionParser& parser, const PointsOptions& asked,
                       PointsEngine engine) {
    SettingsEdits edits;
    add_edits<points::Problem>(
        edits, parser, asked.request,
        [](Settings& settings) -> points::Problem& { return settings.points->problem; });
    const auto add = [&](const char* option, auto PointsSettings::*field, auto value) {
        if (!parser.given(option)) return;
        edits.push_back([=](Settings& settings) { (*settings.points).*field = value; });
    };
    add("--engine", &PointsSettings::engine, engine);
    const points::Point place = asked.request.place.value_or(points::Point{});
    add("--place", &PointsSettings::place_x, double{place.x});
    add("--place", &PointsSettings::place_y, double{place.y});
    if (asked.picture)  // the window may later be opened from another folder
        add("--pixels", &PointsSettings::picture,
            std::filesystem::absolute(*asked.picture).string());
    return edits;
}

// With the defaults of the program for what is not given. A place is that of the mouse, whose
// distribution can be chosen later.
void check_points(const SettingsEdits& edits, const points::Request& request) {
    Settings settings;
    apply(edits, settings);
    if (auto why = why_invalid(*settings.points)) throw UsageError(*why);
    points::Plan plan;
    plan.place = request.place.value_or(plan.place);
    if (auto why = points::why_invalid(plan)) throw UsageError(*why);
}

std::vector<points::Plan> plans_of(const OptionParser& parser, PointsOptions asked) {
    points::Request& request = asked.request;
    const auto cuda_unavailable = backend_unavailable(Backend::cuda);
    place(request, asked.edits);
    if (request.engines.empty()) request.engines = all_of<PointsEngine>();
    try {
        if (asked.picture) request.picture = pixels_of(*asked.picture);
        auto plans = points::resolve(request, cuda_unavailable);
        refuse_unused(parser, knob_table<points::Problem>(), mask_of(request.engines),
                      plans.front().backend);
        return plans;
    } catch (const std::invalid_argument& error) {
        throw UsageError(error.what());
    }
}

}  // namespace

CommandLine parse_points_bench(std::span<const std::string> arguments) {
    auto parser =
        new_parser("bench", "Compares engines that make a quadtree of points; needs no display.",
                   "Examples:\n"
                   "  mariani bench --workload points --points 1000000 --distribution clumps\n"
                   "  mariani bench --workload points --engine dp,linear --pool 64 -o runs.csv");
    PointsOptions asked;
    ContestBench bench;
    add_engines(parser, asked.request);
    add_problem(parser, asked);
    add_measurement(parser, asked.edits, "Measured runs of each engine (default: 5)", bench.repeat);
    add_energy_option(parser, bench.energy);
    add_file(parser, "-o,--output", "FILE.csv", "Write a row per run", bench.output, {".csv"});
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    bench.plan = points_contest(plans_of(parser, asked));
    return OtherCommand{[bench] { return run_contest(bench); }};
}

CommandLine parse_points_race(std::span<const std::string> arguments) {
    auto parser = new_parser(
        "race", "Ranks engines that make a quadtree of points; needs no display.",
        "Examples:\n"
        "  mariani race --workload points --points 1000000 --plot race.png\n"
        "  mariani race --workload points --engine linear,karras --repeat 21 -o race.csv");
    PointsOptions asked;
    ContestRace race;
    add_engines(parser, asked.request);
    add_problem(parser, asked);
    add_measurement(parser, asked.edits, "Measured runs of each engine (default: 5)", race.repeat);
    add_file(parser, "-o,--output", "FILE.csv", "Write a row per engine", race.output, {".csv"});
    add_file(parser, "--plot", "FILE.png", "Draw their times", race.plot, {".png"});
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    race.plan = points_contest(plans_of(parser, asked));
    return OtherCommand{[race] { return run_contest(race); }};
}

CommandLine parse_points_sweep(std::span<const std::string> arguments) {
    auto parser = new_parser(
        "sweep",
        "Measures engines for every number of points and min of two lists; needs no display.",
        "Examples:\n"
        "  mariani sweep --workload points --points 1024..1048576 -o sweep.csv\n"
        "  mariani sweep --workload points --points 100000 --min 1,16,256 --engine dp,linear");
    PointsOptions asked;
    ContestSweep sweep;
    KnobLists grid;
    add_engines(parser, asked.request);
    parser.group("Grid");
    add_knob_lists<points::Problem>(parser, {"points", "min"}, grid);
    add_problem(parser, asked, {"points", "min"});
    add_measurement(parser, asked.edits, "Measured runs of each engine (default: 5)", sweep.repeat);
    add_file(parser, "-o,--output", "FILE.csv",
             "Write a row per engine, number of points and min, once all are measured",
             sweep.output, {".csv"});
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    check_cells_swept("--points and --min", "pairs", combination_count(grid));
    for (const auto& cell : combinations<points::Problem>(asked.request, grid)) {
        static_cast<points::Problem&>(asked.request) = cell;
        sweep.cells.push_back(points_contest(plans_of(parser, asked)));
    }
    return OtherCommand{[sweep] { return run_contest(sweep); }};
}

CommandLine parse_points_check(std::span<const std::string> arguments) {
    auto parser = new_parser(
        "check",
        "Compares the quadtrees of engines with that of plain recursion; exit status 1 if any\n"
        "is wrong.",
        "Examples:\n"
        "  mariani check --workload points --points 1000000 --min 0\n"
        "  mariani check --workload points --engine dp --pool 1 -o trees.csv");
    PointsOptions asked;
    PointsCheck check;
    add_engines(parser, asked.request);
    add_problem(parser, asked);
    add_machine_options(parser, asked.edits);
    parser.group("Output");
    add_file(parser, "-o,--output", "FILE.csv", "Write a row per engine", check.output, {".csv"});
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    check.plans = plans_of(parser, asked);
    return OtherCommand{[check] { return run_points_check(check); }};
}

CommandLine parse_points_render(std::span<const std::string> arguments) {
    auto parser = new_parser(
        "render",
        "Draws a quadtree of points: its leaves coloured by level, and the points; needs no\n"
        "display.",
        "Examples:\n"
        "  mariani render --workload points --distribution spiral -o spiral.png\n"
        "  mariani render --workload points --points 64 --distribution grid --min 2 -o tree.png");
    PointsOptions asked;
    PointsRender render;
    std::optional<std::filesystem::path> output;
    PointsEngine engine = PointsEngine::linear;
    parser.group("Output");
    add_file(parser, "-o,--output", "FILE.png", "The picture to write", output, {".png"});
    add_integer(parser, "--side", "The picture's side in pixels (default: 1024)", {64, 8192},
                [&](int side) { render.side = side; });
    add_file(parser, "--tree-out", "FILE.csv", "Write the tree, a row per node", render.tree,
             {".csv"});
    parser.group("Engines");
    add_choice<PointsEngine>(parser, "--engine", "The engine that makes it (default: linear)",
                             [&](PointsEngine chosen) { engine = chosen; });
    add_problem(parser, asked);
    add_machine_options(parser, asked.edits);
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    if (!output)
        throw UsageError("-o is missing: it names the picture to write, as in -o points.png");
    asked.request.engines = {engine};
    render.plan = plans_of(parser, asked).front();
    if (asked.picture) render.pixels = std::filesystem::absolute(*asked.picture);
    render.output = *output;
    return OtherCommand{[render] { return run_points_render(render); }};
}

CommandLine parse_points_window(std::span<const std::string> arguments) {
    auto parser = new_parser("", "Shows a quadtree of points, in the window's tab Points.",
                             "Examples:\n"
                             "  mariani --workload points --points 1000000 --distribution clumps\n"
                             "  mariani --workload points --points 64 --distribution grid --min 2");
    WindowCommand command;
    command.workload = Workload::points;
    PointsOptions asked;
    SettingsEdits machine;
    PointsEngine engine{};
    add_picture(parser, command.picture);
    parser.group("Engines");
    add_choice<PointsEngine>(parser, "--engine", "The engine that is shown (default: the last one)",
                             [&](PointsEngine chosen) { engine = chosen; });
    add_problem(parser, asked);
    add_machine_options(parser, machine);
    parser.group("Window");
    add_window_options(parser, command);
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    check_picture(command.picture);
    command.edits = edits_of(parser, asked, engine);
    check_points(command.edits, asked.request);
    for (const auto& edit : machine) command.edits.push_back(edit);
    if (const auto backend = machine_of(machine).backend)
        command.edits.push_back([=](Settings& settings) { settings.points->backend = backend; });
    return command;
}

CommandLine parse_points_info(std::span<const std::string> arguments) {
    auto parser = new_parser("info", "Lists engines, distributions and limits.", "");
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    return OtherCommand{[] { return run_points_info(); }};
}

}  // namespace mariani::app
