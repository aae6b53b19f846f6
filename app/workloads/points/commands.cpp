#include "app/workloads/points/commands.hpp"

#include "app/command_line/command_parser.hpp"
#include "app/command_line/workload_options.hpp"
#include "app/measure/timing_log.hpp"
#include "app/settings/points_settings.hpp"
#include "app/workloads/points/runs.hpp"
#include "app/workloads/points/scene.hpp"
#include "compute/service/engine_registry.hpp"

#include <stdexcept>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

using PointsEngine = points::EngineKind;

points::Point point_of(const std::string& text) {
    const auto comma = text.find(',');
    if (comma == std::string::npos)
        reject_option("--place", text, "two numbers from 0 to less than 1, such as 0.3,0.7");
    return {static_cast<float>(real_of("--place", text.substr(0, comma))),
            static_cast<float>(real_of("--place", text.substr(comma + 1)))};
}

Contest common(const std::vector<points::Plan>& plans, const PointsRounds& rounds) {
    const points::Plan& first = plans.front();
    Contest contest;
    contest.title = points_head(first);
    contest.family = fmt::format("points {}", name_of(first.distribution));
    contest.kind = "engine";
    contest.baseline = "DP";
    contest.facts = {fmt::format("{} nodes on {} levels, including {} leaves",
                                 rounds.last_of(0).nodes, rounds.levels().size(),
                                 leaf_count(rounds.levels()))};
    if (rounds.floor_ms() > 0)
        contest.facts.push_back(
            fmt::format("floor: {:.4f} ms to set the {} bytes of points read and written",
                        rounds.floor_ms(), least_bytes(first)));
    contest.figures = {"launches", "failed", "Mpoint/s", "x floor"};
    contest.place = {{"points", std::to_string(first.count)},
                     {"min", std::to_string(first.rule.min)}};
    return contest;
}

MeasuredEngine engine_of(const std::vector<points::Plan>& plans, std::size_t which,
                         const PointsRounds& rounds) {
    const points::Plan& plan = plans[which];
    const auto& stats = rounds.last_of(which);
    const double ms = spread_of(rounds.ms_of(which)).median;
    MeasuredEngine engine;
    engine.label = choice_of(plan.engine).label;
    add_plan(*engine.columns, plan, rounds.device());
    (*engine.columns)["nodes"] = stats.nodes;
    engine.cells = static_cast<double>(plan.count);
    engine.figures = {std::to_string(stats.launches + stats.child_launches),
                      std::to_string(stats.refused_launches),
                      fmt::format("{:.1f}", engine.cells / ms * 1e-3),
                      hundredths_text(over_floor(rounds, ms))};
    return engine;
}

Json row_of(const points::Plan& plan, const PointsRun& run, const PointsRounds& rounds) {
    Json row = Json::object();
    row["time"] = iso_time(run.time);
    add_plan(row, plan, rounds.device());
    row["run"] = run.number;
    add_run(row, plan, run.stats, rounds.levels());
    row["floor_ms"] = rounds.floor_ms();
    add_energy_columns(row, rounds.energy_of(run.which), static_cast<double>(plan.count), "cells");
    return row;
}

class PointsCommands final : public WorkloadCommands {
  public:
    const Texts& texts() const override {
        static const Texts all{
            .render = {"Draws a quadtree: its leaves coloured by level, and its points; needs no\n"
                       "display.",
                       "  mariani render --workload points --distribution spiral -o spiral.png\n"
                       "  mariani render --workload points --points 64 --distribution grid --min 2 "
                       "-o tree.png"},
            .bench = {"Compares engines that build a quadtree of points; needs no display.",
                      "  mariani bench --workload points --points 1000000 --distribution clumps\n"
                      "  mariani bench --workload points --engine dp,linear --pool 64 -o runs.csv"},
            .race = {"Ranks engines that build a quadtree of points; needs no display.",
                     "  mariani race --workload points --points 1000000 --plot race.png\n"
                     "  mariani race --workload points --engine linear,karras --repeat 21 -o "
                     "race.csv"},
            .sweep = {"Measures engines for every number of points and min of two lists; needs no "
                      "display.",
                      "  mariani sweep --workload points --points 1024..1048576 -o sweep.csv\n"
                      "  mariani sweep --workload points --points 100000 --min 1,16,256 --engine "
                      "dp,linear"},
            .check = {"Compares the quadtrees of engines with that of plain recursion; exit status "
                      "1 if any\nis wrong.",
                      "  mariani check --workload points --points 1000000 --min 0\n"
                      "  mariani check --workload points --engine dp --pool 1 -o trees.csv"},
            .window = {"Shows a quadtree of points, in the window's tab Points.",
                       "  mariani --workload points --points 1000000 --distribution clumps\n"
                       "  mariani --workload points --points 64 --distribution grid --min 2"},
            .listed = "engines, distributions and limits",
            .remedy = "fewer --points",
            .contestant = "engine"};
        return all;
    }

    void add_render(OptionParser& parser) override;
    OtherCommand render(const OptionParser& parser, const std::filesystem::path& output) override;

    void add_contestants(OptionParser& parser) override {
        parser.group("Engines");
        add_list(parser, "--engine", "Engines to run (default: all)", request.engines);
    }
    void add_problem(OptionParser& parser, const KnobIds& left_out) override {
        add_knobs<points::Problem>(parser, request, left_out);
        parser.add_text("--place", "X,Y", "The centre of the distribution mouse, y up",
                        [&](const std::string& text) { request.place = point_of(text); });
        add_file(parser, "--pixels", "FILE.png", "The file for the distribution picture", picture,
                 {".png"});
    }

    KnobIds swept() const override { return {"points", "min"}; }
    AnyProblem problem() override { return AnyProblem::of<points::Problem>(request); }
    ContestPlan contest(const OptionParser& parser) override {
        return contest_plan<PointsRounds>(plans(parser), {common, engine_of, row_of});
    }
    OtherCommand check(const OptionParser& parser,
                       const std::optional<std::filesystem::path>& output) override {
        return check_command(points_check(plans(parser)), output);
    }

    void print_info() const override;

    Workload tab() const override { return Workload::points; }
    void add_shown(OptionParser& parser) override {
        parser.group("Engines");
        add_choice<PointsEngine>(parser, "--engine", "The engine to show (default: the last one)",
                                 [&](PointsEngine chosen) { request.engines = {chosen}; });
    }
    SettingsEdits shown(const OptionParser& parser) override;

    // One for each engine that is named, or of all.
    std::vector<points::Plan> plans(const OptionParser& parser) const;

    points::Request request;
    std::optional<std::filesystem::path> picture;

  private:
    PointsRender drawn_;
};

void PointsCommands::add_render(OptionParser& parser) {
    add_trace(parser, drawn_.trace_json);
    add_integer(parser, "--side", "The picture's side in pixels (default: 1024)", {64, 8192},
                drawn_.side);
    add_file(parser, "--tree-out", "FILE.csv", "Write the tree, one row per node", drawn_.tree,
             {".csv"});
    parser.group("Engines");
    add_choice<PointsEngine>(parser, "--engine",
                             "The engine that builds the tree (default: linear)",
                             [&](PointsEngine chosen) { request.engines = {chosen}; });
    add_problem(parser, {});
    add_machine_options(parser, machine);
}

OtherCommand PointsCommands::render(const OptionParser& parser,
                                    const std::filesystem::path& output) {
    if (request.engines.empty()) request.engines = {PointsEngine::linear};
    drawn_.plan = plans(parser).front();
    if (drawn_.trace_json && drawn_.plan.engine == PointsEngine::karras)
        throw UsageError(
            "--trace-json is given with the engine karras, which makes the nodes of all levels at "
            "once: choose another engine, or leave it out");
    if (picture) drawn_.pixels = std::filesystem::absolute(*picture);
    drawn_.output = output;
    return {[render = drawn_] { return run_points_render(render); }};
}

void PointsCommands::print_info() const {
    fmt::print("{}{}Limits\n{}", choices_text<points::EngineKind>("Engines"),
               choices_text<points::Distribution>("Distributions"),
               limits_text(knob_table<points::Problem>()));
}

// A place is that of the mouse, whose distribution can be chosen later.
SettingsEdits PointsCommands::shown(const OptionParser& parser) {
    SettingsEdits edits;
    add_edits<points::Problem>(edits, parser, request, [](Settings& settings) -> points::Problem& {
        return settings.points->problem;
    });
    const auto add = [&](const char* option, auto PointsSettings::*field, auto value) {
        if (!parser.given(option)) return;
        edits.push_back([=](Settings& settings) { (*settings.points).*field = value; });
    };
    if (!request.engines.empty()) add("--engine", &PointsSettings::engine, request.engines.front());
    const points::Point place = request.place.value_or(points::Point{});
    add("--place", &PointsSettings::place_x, double{place.x});
    add("--place", &PointsSettings::place_y, double{place.y});
    if (picture)  // the window may later be opened from another folder
        add("--pixels", &PointsSettings::picture, std::filesystem::absolute(*picture).string());
    Settings settings;
    app::apply(edits, settings);
    if (auto why = why_invalid(*settings.points)) throw UsageError(*why);
    points::Plan plan;
    plan.place = request.place.value_or(plan.place);
    if (auto why = points::why_invalid(plan)) throw UsageError(*why);
    return edits;
}

std::vector<points::Plan> PointsCommands::plans(const OptionParser& parser) const {
    points::Request asked = request;
    place(asked, machine);
    if (asked.engines.empty()) asked.engines = all_of<PointsEngine>();
    try {
        if (picture) asked.picture = pixels_of(*picture);
        auto plans = points::resolve(asked, backend_unavailable(Backend::cuda));
        refuse_unused(parser, knob_table<points::Problem>(), mask_of(asked.engines),
                      plans.front().backend);
        return plans;
    } catch (const std::invalid_argument& error) {
        throw UsageError(error.what());
    }
}

}  // namespace

std::unique_ptr<WorkloadCommands> points_commands() {
    return std::make_unique<PointsCommands>();
}

}  // namespace mariani::app
