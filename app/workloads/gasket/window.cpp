#include "app/command_line/knob_options.hpp"
#include "app/command_line/window_options.hpp"
#include "app/command_line/workload_options.hpp"
#include "app/settings/gasket_settings.hpp"
#include "app/workloads/gasket/commands.hpp"
#include "app/workloads/gasket/options.hpp"
#include "compute/workloads/gasket/limits.hpp"

#include <algorithm>
#include <stdexcept>
#include <tuple>

namespace mariani::app {
namespace {

struct GasketWindowOptions {
    GasketRequest request;
    std::optional<std::int64_t> steps;
    std::optional<std::pair<double, double>> center;
    std::optional<double> height;
};

void add_view(OptionParser& parser, GasketWindowOptions& given) {
    parser.group("View");
    parser.add_text("--center", "X,Y", "The cell in the middle, y down (default: the whole)",
                    [&](const std::string& text) { given.center = center_of(text); });
    parser.add_text("--height", "CELLS", "The picture's height (default: the whole)",
                    [&](const std::string& text) { given.height = height_of(text); });
}

// Another fractal or level is seen as a whole. A level that is not given is at most the highest.
void suit_box(GasketSettings& shown, bool level_given) {
    const int most = max_level(gasket::parse_fractal(shown.fractal));
    if (!level_given) shown.numbers.level = std::min(shown.numbers.level, most);
    shown.height.reset();
}

// In the settings a view has both, or neither.
void show_part(GasketSettings& shown, const GasketWindowOptions& given) {
    if (!given.center && !given.height) return;
    const auto problem = gasket_problem(shown);
    const double side = shape_of(problem.fractal, problem.level).side;
    const auto [x, y] = given.center.value_or(std::pair(side / 2, side / 2));
    shown.center_x = x;
    shown.center_y = y;
    shown.height = given.height.value_or(side);
}

// What the given options change of what the tab shows.
SettingsEdits edits_of(const OptionParser& parser, const GasketWindowOptions& given) {
    const GasketRequest& request = given.request;
    SettingsEdits edits;
    const auto add = [&](const char* option, auto GasketSettings::*field, auto value) {
        if (!parser.given(option)) return;
        edits.push_back([=](Settings& settings) { (*settings.gasket).*field = value; });
    };
    add("--fractal", &GasketSettings::fractal, request.fractal.name);
    add_edits<gasket::Numbers>(edits, parser, request, [](Settings& settings) -> gasket::Numbers& {
        return settings.gasket->numbers;
    });
    const bool level_given = parser.given("--r"),
               other_box = level_given || parser.given("--fractal");
    if (other_box)
        edits.push_back([=](Settings& settings) { suit_box(*settings.gasket, level_given); });
    if (other_box || parser.given("--density") || parser.given("--seed"))  // another beginning
        edits.push_back([](Settings& settings) { settings.gasket->steps = 0; });
    add("--rule", &GasketSettings::rule, gasket::text_of(request.rule));
    add("--steps", &GasketSettings::steps, given.steps.value_or(0));
    if (!request.engines.empty())
        add("--engine", &GasketSettings::engine, std::optional(request.engines.front()));
    edits.push_back([=](Settings& settings) { show_part(*settings.gasket, given); });
    return edits;
}

// With the defaults of the program for what is not given.
void check_gasket(const SettingsEdits& edits, GasketRequest request) {
    Settings settings;
    try {
        apply(edits, settings);
        const auto problem = gasket_problem(*settings.gasket);
        static_cast<gasket::Numbers&>(request) = settings.gasket->numbers;
        std::tie(request.fractal, request.rule) = std::tie(problem.fractal, problem.rule);
    } catch (const std::invalid_argument& why) {
        throw UsageError(why.what());
    }
    gasket_setup(request);
}

}  // namespace

CommandLine parse_gasket_window(std::span<const std::string> arguments) {
    auto parser = new_parser("", "Shows Life on a fractal, in the window's tab Gasket.",
                             "Examples:\n"
                             "  mariani --workload gasket --fractal carpet --r 6 --rule B3/S23\n"
                             "  mariani --workload gasket --r 20 --engine bits --fuse 7 --seed 3");
    WindowCommand command;
    command.workload = Workload::gasket;
    GasketWindowOptions given;
    SettingsEdits machine;
    add_picture(parser, command.picture);
    static_cast<gasket::Numbers&>(given.request) = GasketSettings{}.numbers;
    add_life_options(parser, given.request);
    add_integer(parser, "--steps", "Steps that are taken before it is shown (default: 0)",
                gasket::limits::steps, [&](int steps) { given.steps = steps; });
    add_view(parser, given);
    parser.group("Engine");
    add_choice<gasket::EngineKind>(
        parser, "--engine", "What takes the steps (default: the fastest)",
        [&](gasket::EngineKind engine) { given.request.engines = {engine}; });
    add_machine_options(parser, machine);
    parser.group("Window");
    add_window_options(parser, command);
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    check_picture(command.picture);
    command.edits = edits_of(parser, given);
    complete(given.request, parser, machine);
    check_gasket(command.edits, given.request);
    for (const auto& edit : machine) command.edits.push_back(edit);
    if (const auto backend = given.request.machine.backend)
        command.edits.push_back([=](Settings& settings) { settings.gasket->backend = backend; });
    return command;
}

}  // namespace mariani::app
