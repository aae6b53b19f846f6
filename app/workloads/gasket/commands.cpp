#include "app/workloads/gasket/commands.hpp"

#include "app/command_line/command_parser.hpp"
#include "app/settings/gasket_settings.hpp"
#include "app/workloads/gasket/picture.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <stdexcept>
#include <tuple>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr IntegerRange steps_of_runs{1, gasket::limits::steps.max};

std::pair<double, double> center_of(const std::string& text) {
    const auto comma = text.find(',');
    const auto x = parse_real(std::string_view(text).substr(0, comma));
    const auto y = comma == std::string::npos
                       ? std::nullopt
                       : parse_real(std::string_view(text).substr(comma + 1));
    if (!x || !y) reject_option("--center", text, "X,Y in cells, such as 512,300.5");
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
                ? std::string("it is the simplest engine; name another one, too")
                : std::string("it is the only engine that fits; choose a smaller r")));
    return fitting;
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
        for_each_combination(grid, AnyProblem::of<gasket::Numbers>(request), add,
                             bits ? mask : ~mask);
    }
    return setups;
}

// As the tab has them.
void add_colours(OptionParser& parser, GasketRender& render) {
    parser.group("Picture");
    add_choice<BlockColour>(parser, "--colour",
                            "Draw the next step's blocks instead of cells, coloured by this",
                            [&](BlockColour colour) { render.style.blocks = colour; });
    parser.add_flag("--coverage", render.style.coverage,
                    "Draw how often the next step computes each cell, instead of both");
    parser.add_flag("--tiles", render.tiles,
                    "Outline the blocks or tiles, and what they read from each other");
}

// Another fractal or level is seen as a whole. A level that is not given is at most the highest.
void suit_box(GasketSettings& shown, bool level_given) {
    const int most = max_level(gasket::parse_fractal(shown.fractal));
    if (!level_given) shown.numbers.level = std::min(shown.numbers.level, most);
    shown.height.reset();
}

void print_fractals() {
    fmt::print("Fractals\n  {:<12} {:>2} {:>3} {:>5} {:>13}\n", "", "s", "k", "r to", "cells");
    for (const auto& fractal : gasket::named_fractals()) {
        const int most = max_level(fractal);
        fmt::print("  {:<12} {:>2} {:>3} {:>5} {:>13}\n", fractal.name, fractal.side,
                   fractal.offsets.size(), most, shape_of(fractal, most).cells);
    }
}

// The highest r that the engine takes; nothing if it takes none.
std::optional<int> most_of(const gasket::EngineEntry& entry, const gasket::Fractal& fractal) {
    for (int level = max_level(fractal); level >= 0; --level)
        if (!entry.refusal({fractal, level, {}})) return level;
    return std::nullopt;
}

// "gasket 15, carpet 9, ..."
std::string levels_of(const gasket::EngineEntry& entry) {
    std::string text;
    for (const auto& fractal : gasket::named_fractals())
        if (const auto most = most_of(entry, fractal))
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", fractal.name, *most);
    return text;
}

void print_gasket_engines() {
    fmt::print("Engines\n");
    for (const auto& choice : choices<gasket::EngineKind>())
        fmt::print("  {:<12}{}\n", choice.name, choice.description);
    for (const Backend backend : {Backend::cuda, Backend::cpu}) {
        const auto why = backend_unavailable(backend);
        fmt::print("Highest r on {}{}\n", mariani::name_of(backend),
                   backend == Backend::cuda ? ", if the GPU's memory suffices" : "");
        if (why) fmt::print("  {:<12}{}\n", "unavailable", *why);
        for (const auto& entry : gasket::engine_registry())
            if (entry.backend == backend && !why)
                fmt::print("  {:<12}{}\n", entry.name, levels_of(entry));
    }
}

class GasketCommands final : public WorkloadCommands {
  public:
    const Texts& texts() const override {
        static const Texts all{
            .render = {"Draws Life on a fractal after some steps: living cells bright, holes dark, "
                       "and the number\n"
                       "of living cells where a pixel covers several; needs no display.",
                       "  mariani render --workload gasket --r 10 -o gasket.png\n"
                       "  mariani render --workload gasket --r 16 --center 30000,40000 --height "
                       "500 -o part.png"},
            .bench =
                {"Compares engines for Life on a fractal; needs no display.",
                 "  mariani bench --workload gasket --r 12\n"
                 "  mariani bench --workload gasket --engine bits --fuse 7 --r 16 -o runs.csv"},
            .race =
                {"Ranks engines for Life on a fractal; needs no display.",
                 "  mariani race --workload gasket --r 12 --plot race.png\n"
                 "  mariani race --workload gasket --fractal carpet --engine bb,lambda,table -o "
                 "race.csv"},
            .sweep =
                {"Measures engines for every r, and every rho or fuse; needs no display.",
                 "  mariani sweep --workload gasket --r 8,10,12 --rho 8,16,32 --fuse 1,4,7 -o "
                 "sweep.csv\n"
                 "  mariani sweep --workload gasket --fractal vicsek --engine lambda,table --r "
                 "4,5,6"},
            .check = {"Compares engines for Life on a fractal with the simplest that fits, cell by "
                      "cell, after\n"
                      "1, 2, 17 and all steps; exit status 1 if a cell differs.",
                      "  mariani check --workload gasket --r 12\n"
                      "  mariani check --workload gasket --fractal carpet --r 6 --rule B3/S23 -o "
                      "check.csv"},
            .window = {"Shows Life on a fractal, in the window's tab Gasket.",
                       "  mariani --workload gasket --fractal carpet --r 6 --rule B3/S23\n"
                       "  mariani --workload gasket --r 20 --engine bits --fuse 7 --seed 3"},
            .listed = "fractals, engines and limits",
            .remedy = "a smaller --r, or --engine table or bits",
            .contestant = "engine",
            .checked = "engine and comparison",
            .gain = ", and their improvement over BB"};
        return all;
    }

    void add_render(OptionParser& parser) override;
    OtherCommand render(const OptionParser& parser, const std::filesystem::path& output) override;

    void add_contestants(OptionParser& parser) override {
        parser.group("Engine");
        add_list(parser, "--engine", "Engines to run (default: all that fit)", request.engines);
    }
    void add_problem(OptionParser& parser, const KnobIds& left_out) override {
        parser.group("Life");
        parser.add_text("--fractal", "NAME|OFFSETS",
                        "A name listed by info, or S:X,Y/X,Y/... (default: gasket)",
                        [&](const std::string& text) { request.fractal = gasket_fractal(text); });
        parser.add_text(
            "--rule", "B2/S23", "The numbers of neighbours with which cells are born and survive",
            [&](const std::string& text) {
                const auto rule = gasket::parse_rule(text);
                if (!rule)
                    reject_option("--rule", text, "B and S with digits from 0 to 8, as in B2/S23");
                request.rule = *rule;
            });
        add_knobs<gasket::Numbers>(parser, request, left_out);
    }
    void add_run(OptionParser& parser) override {
        add_integer(parser, "--steps", "Steps per run (default: 100)", steps_of_runs, steps_);
    }

    KnobIds swept() const override { return {"r", "rho", "fuse"}; }
    AnyProblem problem() override { return AnyProblem::of<gasket::Numbers>(request); }
    ContestPlan contest(const OptionParser& parser) override {
        return gasket_contest(gasket_setup_of_some(complete(parser)), steps_);
    }
    std::vector<ContestPlan> cells(const OptionParser& parser, const KnobLists& grid) override;

    void add_check(OptionParser& parser) override {
        parser.group("Life");
        add_integer(parser, "--steps", "Steps to take (default: 300)", steps_of_runs, check_.steps);
        parser.group("Output");
        add_file(parser, "--state-out", "FILE.npy", "Write the last state: uint8, in compact order",
                 check_.state, {".npy"});
    }
    OtherCommand check(const OptionParser& parser,
                       const std::optional<std::filesystem::path>& output) override {
        check_.output = output;
        check_.setup = gasket_setup_of_some(complete(parser));
        check_.references = references_for(check_.setup, request);
        return {[check = check_] { return run_gasket_check(check); }};
    }

    void print_info() const override;

    Workload tab() const override { return Workload::gasket; }
    void add_shown(OptionParser& parser) override;
    SettingsEdits shown(const OptionParser& parser) override;

    // With where it runs. Throws UsageError where an option is given that no engine uses there, of
    // those named.
    const GasketRequest& complete(const OptionParser& parser) {
        request.machine = machine_of(machine);
        refuse_unused(parser, knob_table<gasket::Numbers>(),
                      request.engines.empty() ? ~EngineMask{0} : mask_of(request.engines),
                      gasket_backend(request.machine));
        return request;
    }

    GasketRequest request;

  private:
    int steps_ = 100;
    GasketCheck check_;
    // What the tab is to show.
    int steps_before_ = 0;
    std::optional<std::pair<double, double>> center_;
    std::optional<double> height_;
    GasketRender drawn_;
};

void GasketCommands::add_render(OptionParser& parser) {
    add_trace(parser, drawn_.trace_json);
    add_file(parser, "--state-out", "FILE.npy", "Also write the state: uint8, in compact order",
             drawn_.state, {".npy"});
    parser.add_text("--size", "WxH", "The picture's size in pixels (default: 1024x1024)",
                    [&](const std::string& text) {
                        drawn_.size = size_of("--size", text, limits::export_side);
                    });
    parser.group("View");
    parser.add_text("--center", "X,Y", "The cell in the middle, y down (default: the whole)",
                    [&](const std::string& text) { center_ = center_of(text); });
    parser.add_text("--height", "CELLS", "The picture's height (default: the whole)",
                    [&](const std::string& text) { height_ = height_of(text); });
    add_colours(parser, drawn_);
    parser.group("Engine");
    add_choice<gasket::EngineKind>(parser, "--engine",
                                   "The engine (default: bits or table, if they fit)",
                                   [&](gasket::EngineKind engine) { request.engines = {engine}; });
    add_problem(parser, {});
    add_integer(parser, "--steps", "Steps to take (default: 300)", gasket::limits::steps,
                drawn_.steps);
    add_machine_options(parser, machine);
}

OtherCommand GasketCommands::render(const OptionParser& parser,
                                    const std::filesystem::path& output) {
    drawn_.setup = gasket_setup_of_some(complete(parser));
    choose_engine(drawn_.setup);
    drawn_.view = view_of(center_, height_, drawn_.setup, drawn_.size);
    drawn_.output = output;
    return {[render = drawn_] { return run_gasket_render(render); }};
}

void GasketCommands::print_info() const {
    print_fractals();
    print_gasket_engines();
    fmt::print("Limits\n{}  {:<12}{}\n", limits_text(knob_table<gasket::Numbers>()), "rule",
               "B and S with the digits 0 to 8, such as B2/S23");
}

// One for each r, as engines of all rhos and fuses run side by side.
std::vector<ContestPlan> GasketCommands::cells(const OptionParser& parser, const KnobLists& grid) {
    complete(parser);
    const KnobLists levels{grid.front()}, others(grid.begin() + 1, grid.end());
    std::vector<ContestPlan> cells;
    for_each_combination(levels, problem(), [&] {
        const auto setups = setups_swept(request, others);
        if (std::ranges::any_of(setups, [](const auto& each) { return !each.engines.empty(); }))
            cells.push_back(gasket_grid(setups, steps_));
    });
    if (cells.empty()) gasket_setup_of_some(request);
    return cells;
}

void GasketCommands::add_shown(OptionParser& parser) {
    static_cast<gasket::Numbers&>(request) = GasketSettings{}.numbers;
    parser.group("View");
    parser.add_text("--center", "X,Y", "The cell in the middle, y down (default: the whole)",
                    [&](const std::string& text) { center_ = center_of(text); });
    parser.add_text("--height", "CELLS", "The picture's height (default: the whole)",
                    [&](const std::string& text) { height_ = height_of(text); });
    add_integer(parser, "--steps", "Steps to take before it is shown (default: 0)",
                gasket::limits::steps, steps_before_);
    parser.group("Engine");
    add_choice<gasket::EngineKind>(parser, "--engine",
                                   "The engine that takes the steps (default: the fastest)",
                                   [&](gasket::EngineKind engine) { request.engines = {engine}; });
}

SettingsEdits GasketCommands::shown(const OptionParser& parser) {
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
    add("--steps", &GasketSettings::steps, std::int64_t{steps_before_});
    if (!request.engines.empty())
        add("--engine", &GasketSettings::engine, std::optional(request.engines.front()));
    if (center_ || height_)  // in the settings a view has both, or neither
        edits.push_back([center = center_, height = height_](Settings& settings) {
            GasketSettings& shown = *settings.gasket;
            const auto problem = gasket_problem(shown);
            const double side = shape_of(problem.fractal, problem.level).side;
            std::tie(shown.center_x, shown.center_y) =
                center.value_or(std::pair(side / 2, side / 2));
            shown.height = height.value_or(side);
        });
    GasketRequest usual = complete(parser);
    Settings settings;
    try {
        app::apply(edits, settings);
        const auto problem = gasket_problem(*settings.gasket);
        static_cast<gasket::Numbers&>(usual) = settings.gasket->numbers;
        std::tie(usual.fractal, usual.rule) = std::tie(problem.fractal, problem.rule);
    } catch (const std::invalid_argument& why) {
        throw UsageError(why.what());
    }
    gasket_setup(usual);
    return edits;
}

}  // namespace

std::unique_ptr<WorkloadCommands> gasket_commands() {
    return std::make_unique<GasketCommands>();
}

}  // namespace mariani::app
