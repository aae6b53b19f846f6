#include "app/workloads/triangle/commands.hpp"

#include "app/command_line/command_parser.hpp"
#include "app/command_line/workload_options.hpp"
#include "app/settings/triangle_settings.hpp"
#include "app/workloads/triangle/runs.hpp"
#include "app/workloads/triangle/scene.hpp"
#include "compute/service/engine_registry.hpp"
#include "compute/workloads/triangle/reference.hpp"

#include <stdexcept>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

// As the tab has them.
void add_colours(OptionParser& parser, TriangleRender& render) {
    parser.group("Picture");
    add_choice<BlockColour>(parser, "--colour",
                            "The quantity that the blocks' colours show (default: order)",
                            [&](BlockColour colour) { render.colour = colour; });
    parser.add_flag("--coverage", render.coverage,
                    "How often each cell is visited, instead of the test's values");
}

void refuse_without_run(std::string_view option, int side) {
    if (side <= max_scene_side) return;
    throw UsageError(
        fmt::format("{0} is given with --n {1}: above {2} a map is drawn without a run, so nothing "
                    "is recorded. Choose a smaller --n, or leave {0} out",
                    option, side, max_scene_side));
}

void refuse_without_values(std::string_view option, triangle::Task test) {
    if (triangle::has_output(test)) return;
    throw UsageError(fmt::format(
        "{0} is given with --test {1}, which writes no values. Choose accumulate, edm or "
        "collision, or leave {0} out",
        option, mariani::name_of(test)));
}

Contest common(const std::vector<triangle::Plan>& plans, const TriangleRounds& rounds) {
    const triangle::Plan& first = plans.front();
    const bool writes = rounds.floor_ms() > 0;
    Contest contest;
    contest.title = triangle_head(first);
    contest.family = fmt::format("triangle {}", name_of(first.test));
    contest.kind = "map";
    contest.baseline = "BB";
    contest.bound = 2;
    if (writes)
        contest.facts = {fmt::format("floor: {:.4f} ms to set the {} bytes that are written",
                                     rounds.floor_ms(), triangle::written_bytes(first))};
    contest.comparisons = {"k"};
    contest.figures = {"blocks", "wasted", "launches", "Gcell/s", writes ? "x floor" : "ns/block"};
    contest.place = {{"n", std::to_string(first.side)}, {"rho", std::to_string(first.block)}};
    return contest;
}

MeasuredEngine engine_of(const std::vector<triangle::Plan>& plans, std::size_t which,
                         const TriangleRounds& rounds) {
    const triangle::Plan& plan = plans[which];
    const double ms = spread_of(rounds.ms_of(which)).median;
    const triangle::Waste waste = triangle::waste_of(plan);
    const auto& last = rounds.last_of(which);
    const auto block_cost = rounds.beside_box(plan, ms).block_cost;
    const auto of_map = [&](triangle::Count count) {
        return plan.by_grid ? std::string("-") : std::to_string(count);
    };
    MeasuredEngine engine;
    engine.label = triangle::engine_label(plan);
    *engine.columns = {{"workload", "triangle"},
                       {"engine", triangle::engine_name(plan)},
                       {"backend", name_of(plan.backend)},
                       {"device", rounds.device()},
                       {"test", name_of(plan.test)},
                       {"n", plan.side},
                       {"rho", plan.block}};
    (*engine.beside)["k"] = block_cost ? Json(*block_cost) : Json();
    engine.compared = {hundredths_text(block_cost)};
    engine.whole = last.failed_launches == 0;
    engine.cells = static_cast<double>(triangle::cell_count(triangle::shape_of(plan)));
    engine.figures = {
        of_map(waste.blocks), of_map(waste.blocks_wasted),
        has_launches(plan) ? std::to_string(last.launches) : "-",
        fmt::format("{:.3f}", engine.cells / ms * 1e-6),
        hundredths_text(rounds.floor_ms() > 0 ? ms / rounds.floor_ms() : ns_per_block(plan, ms))};
    if (!engine.whole)
        engine.remark = fmt::format("{} launches of {} failed on the device: cells are missing\n",
                                    last.failed_launches, engine.label);
    return engine;
}

Json row_of(const triangle::Plan& plan, const TriangleRun& run, const TriangleRounds& rounds) {
    return triangle_row(plan, run, rounds);
}

class TriangleCommands final : public WorkloadCommands {
  public:
    const Texts& texts() const override {
        static const Texts all{
            .render = {"Draws a map: the blocks as launched, their places in the triangle, and "
                       "what the test\n"
                       "computes; needs no display.",
                       "  mariani render --workload triangle --map rec --n 600 -o rec.png\n"
                       "  mariani render --workload triangle --map ltm-n --epsilon 0 --test map -o "
                       "holes.png\n"
                       "  mariani render --workload triangle --map ltm-r --n 131072 --rho 8 -o "
                       "large.png\n"
                       "  mariani render --workload triangle --n 600 -o ltm.png --values-out "
                       "distances.npy"},
            .bench = {"Compares maps of blocks to a triangle under one test; needs no display.",
                      "  mariani bench --workload triangle --n 30720 --rho 32\n"
                      "  mariani bench --workload triangle --test map --map bb,rb,ltm --n 32768 -o "
                      "runs.csv"},
            .race =
                {"Ranks maps of blocks to a triangle under one test; needs no display.",
                 "  mariani race --workload triangle --test map --n 32768 --plot race.png\n"
                 "  mariani race --workload triangle --map bb,ltm-r,rb --repeat 21 -o race.csv"},
            .sweep = {"Measures maps for every n and rho of two lists; needs no display.",
                      "  mariani sweep --workload triangle --n 1024..32768 --rho 8,16,32 -o "
                      "sweep.csv\n"
                      "  mariani sweep --workload triangle --test map --map bb,rb --n 4096,30720"},
            .check = {"Counts how often a map visits each cell, and compares what a test writes "
                      "with plain\nloops; exit status 1 if anything is wrong.",
                      "  mariani check --workload triangle --n 4097 --test collision\n"
                      "  mariani check --workload triangle --map ltm-r --epsilon 0 -o wrong.csv"},
            .window = {"Shows maps of blocks to a triangle, in the window's tab Triangle.",
                       "  mariani --workload triangle --map rec --n 600\n"
                       "  mariani --workload triangle --map bb --test collision --n 100000"},
            .listed = "maps, tests, layouts and limits",
            .remedy = "a smaller --n",
            .contestant = "map",
            .gain = ", and their improvement over BB"};
        return all;
    }

    void add_render(OptionParser& parser) override;
    OtherCommand render(const OptionParser& parser, const std::filesystem::path& output) override;

    void add_contestants(OptionParser& parser) override {
        parser.group("Maps");
        add_list(parser, "--map",
                 "Maps to run; all includes the wrong ones (default: the exact ones)",
                 request.maps);
        parser.add_flag("--grid", request.grid,
                        "Also find the contacts of collision with a uniform grid, without a map");
    }
    void add_problem(OptionParser& parser, const KnobIds& left_out) override {
        add_knobs<triangle::Problem>(parser, request, left_out);
    }

    KnobIds swept() const override { return {"n", "rho"}; }
    AnyProblem problem() override { return AnyProblem::of<triangle::Problem>(request); }
    ContestPlan contest(const OptionParser& parser) override {
        return contest_plan<TriangleRounds>(plans(parser), {common, engine_of, row_of});
    }
    OtherCommand check(const OptionParser& parser,
                       const std::optional<std::filesystem::path>& output) override {
        return check_command(triangle_check(plans(parser)), output);
    }

    void print_info() const override;

    Workload tab() const override { return Workload::triangle; }
    void add_shown(OptionParser& parser) override {
        parser.group("Maps");
        add_choice<triangle::MapKind>(parser, "--map", "The map to show (default: the last one)",
                                      [&](triangle::MapKind chosen) { request.maps = {chosen}; });
    }
    SettingsEdits shown(const OptionParser& parser) override;

    // One for each map that is named, or of those that are exact.
    std::vector<triangle::Plan> plans(const OptionParser& parser) const;

    triangle::Request request;

  private:
    TriangleRender drawn_;
};

void TriangleCommands::add_render(OptionParser& parser) {
    add_trace(parser, drawn_.trace_json);
    add_file(parser, "--trace-out", "FILE.csv",
             "Also run once more, and write when and where each block worked; up to n = 4096",
             drawn_.trace, {".csv"});
    add_file(parser, "--values-out", "FILE.npy",
             "Also write the test's values as they lie in memory: float32 for edm, uint8 for "
             "accumulate, bits in uint32 for collision",
             drawn_.values, {".npy"});
    parser.group("Maps");
    add_choice<triangle::MapKind>(parser, "--map", "The map to draw (default: ltm)",
                                  [&](triangle::MapKind chosen) { request.maps = {chosen}; });
    add_problem(parser, {});
    add_colours(parser, drawn_);
    add_machine_options(parser, machine);
}

OtherCommand TriangleCommands::render(const OptionParser& parser,
                                      const std::filesystem::path& output) {
    if (drawn_.trace) refuse_without_run("--trace-out", request.side);
    if (drawn_.trace_json) refuse_without_run("--trace-json", request.side);
    if (drawn_.values) refuse_without_values("--values-out", request.test);
    if (is_of_record(drawn_.colour)) refuse_without_run("--colour", request.side);
    if (request.maps.empty()) request.maps = {triangle::MapKind::ltm};
    drawn_.plan = plans(parser).front();
    drawn_.output = output;
    return {[render = drawn_] { return run_triangle_render(render); }};
}

void TriangleCommands::print_info() const {
    fmt::print("{}{}{}Limits\n{}", choices_text<triangle::MapKind>("Maps"),
               choices_text<triangle::Task>("Tests"), choices_text<triangle::Layout>("Layouts"),
               limits_text(knob_table<triangle::Problem>()));
}

// What it had before and cannot be with them is left to the program.
SettingsEdits TriangleCommands::shown(const OptionParser& parser) {
    SettingsEdits edits;
    add_edits<triangle::Problem>(
        edits, parser, request,
        [](Settings& settings) -> triangle::Problem& { return settings.triangle->problem; });
    if (!request.maps.empty())
        edits.push_back(
            [map = request.maps.front()](Settings& settings) { settings.triangle->map = map; });
    edits.push_back([given = edits](Settings& settings) {
        leave_refused(*settings.triangle);
        app::apply(given, settings);
    });
    Settings settings;
    app::apply(edits, settings);
    if (auto why = why_invalid(*settings.triangle)) throw UsageError(*why);
    return edits;
}

std::vector<triangle::Plan> TriangleCommands::plans(const OptionParser& parser) const {
    triangle::Request asked = request;
    place(asked, machine);
    try {
        auto plans = triangle::resolve(asked, backend_unavailable(Backend::cuda));
        std::vector<triangle::MapKind> maps;
        for (const triangle::Plan& plan : plans) maps.push_back(plan.map);
        refuse_unused(parser, knob_table<triangle::Problem>(), mask_of(maps), plans.front().backend,
                      {"m"});
        return plans;
    } catch (const std::invalid_argument& error) {
        throw UsageError(error.what());
    }
}

}  // namespace

std::unique_ptr<WorkloadCommands> triangle_commands() {
    return std::make_unique<TriangleCommands>();
}

}  // namespace mariani::app
