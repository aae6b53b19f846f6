#include "app/workloads/curves/commands.hpp"

#include "app/command_line/command_parser.hpp"
#include "app/command_line/workload_options.hpp"
#include "app/measure/timing_log.hpp"
#include "app/settings/curves_settings.hpp"
#include "app/workloads/curves/litmus.hpp"
#include "app/workloads/curves/runs.hpp"
#include "compute/service/engine_registry.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

using CurvesEngine = curves::EngineKind;

void refuse_two_counts(const OptionParser& parser, const curves::Request& request) {
    if (request.factor && parser.given("--tolerance"))
        throw UsageError(
            "a factor and a tolerance are given: only one of them may set the count, so leave one "
            "out");
    if (request.factor && request.side)
        throw UsageError(
            "a factor and a side are given: only the tolerance is in pixels, so give a tolerance "
            "instead");
}

// The GPU. Throws UsageError where there is none, or an option is given that only engines read.
int litmus_device(const OptionParser& parser, const SettingsEdits& machine_edits) {
    constexpr std::array<std::string_view, 4> read{"--litmus", "--backend", "--device", "--output"};
    for (const auto& option : parser.given())
        if (std::ranges::find(read, option) == read.end())
            throw UsageError(fmt::format(
                "{} is given with --litmus, which runs no engine: leave one of them out", option));
    const WorkloadMachine machine = machine_of(machine_edits);
    if (const auto why = why_no_litmus(machine.backend.value_or(Backend::cuda),
                                       backend_unavailable(Backend::cuda)))
        throw UsageError(*why);
    return machine.device;
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

// The run with the most vertices: others may have lost lines.
const curves::RunStats& whole_run(const std::vector<curves::Plan>& plans,
                                  const CurvesRounds& rounds) {
    std::size_t most = 0;
    for (std::size_t i = 1; i < plans.size(); ++i)
        if (rounds.last_of(i).vertices > rounds.last_of(most).vertices) most = i;
    return rounds.last_of(most);
}

Contest common(const std::vector<curves::Plan>& plans, const CurvesRounds& rounds) {
    const curves::Plan& first = plans.front();
    const auto& whole = whole_run(plans, rounds);
    const auto lines = static_cast<double>(first.lines - whole.lost_lines);
    Contest contest;
    contest.title = curves_head(first);
    contest.family = "curves";
    contest.kind = "engine";
    contest.baseline = "DP";
    contest.facts = {
        fmt::format("{} vertices, {:.2f} per line; {} lines cut", whole.vertices,
                    static_cast<double>(whole.vertices) / std::max(1.0, lines), whole.cut_lines),
        fmt::format("floor: {:.4f} ms to set the {} bytes of lines read and vertices written",
                    rounds.floor_ms(), curves::moved_bytes(first, whole.vertices))};
    contest.figures = {"launches", "failed", "Mvertex/s", "x floor"};
    const auto launching = std::ranges::find_if(
        plans, [](const curves::Plan& plan) { return has_launches(plan.engine); });
    contest.place = {{"lines", std::to_string(first.lines)},
                     {"pool", launching == plans.end() ? "-" : std::to_string(launching->pool)}};
    return contest;
}

MeasuredEngine engine_of(const std::vector<curves::Plan>& plans, std::size_t which,
                         const CurvesRounds& rounds) {
    const curves::Plan& plan = plans[which];
    const auto& stats = rounds.last_of(which);
    const double ms = spread_of(rounds.ms_of(which)).median;
    MeasuredEngine engine;
    engine.label = choice_of(plan.engine).label;
    add_plan(*engine.columns, plan, rounds.device());
    (*engine.columns)["vertices"] = stats.vertices;
    (*engine.columns)["failed_launches"] = stats.failed_launches;
    (*engine.columns)["lost_lines"] = stats.lost_lines;
    engine.cells = static_cast<double>(stats.vertices);
    engine.whole = stats.lost_lines == 0;
    engine.figures = {std::to_string(stats.launches + stats.child_launches),
                      std::to_string(stats.failed_launches),
                      fmt::format("{:.1f}", engine.cells / ms * 1e-3),
                      engine.whole ? hundredths_text(over_floor(rounds, ms)) : "-"};
    engine.remark = lost_text(plan, stats);
    return engine;
}

Json row_of(const curves::Plan& plan, const CurvesRun& run, const CurvesRounds& rounds) {
    Json row = Json::object();
    row["time"] = iso_time(run.time);
    add_plan(row, plan, rounds.device());
    row["run"] = run.number;
    add_run(row, plan, run.stats);
    row["floor_ms"] = rounds.floor_ms();
    add_energy_columns(row, rounds.energy_of(run.which), static_cast<double>(run.stats.vertices),
                       "cells");
    return row;
}

class CurvesCommands final : public WorkloadCommands {
  public:
    const Texts& texts() const override {
        static const Texts all{
            .render =
                {"Draws Bezier curves as chords, coloured by their number; needs no display.",
                 "  mariani render --workload curves -o curves.png\n"
                 "  mariani render --workload curves --lines 20 --tolerance 20 -o coarse.png"},
            .bench = {"Compares engines that cut Bezier curves into lines; needs no display.",
                      "  mariani bench --workload curves --lines 1000000 --cap 128\n"
                      "  mariani bench --workload curves --factor 16 --engine dp,scan --pool 64 -o "
                      "runs.csv"},
            .race = {"Ranks engines that cut Bezier curves into lines; needs no display.",
                     "  mariani race --workload curves --lines 131072 --plot race.png\n"
                     "  mariani race --workload curves --engine flat,scan --repeat 21 -o race.csv"},
            .sweep = {"Measures engines for every number of lines and pool of two lists; needs no "
                      "display.",
                      "  mariani sweep --workload curves --lines 1024..1048576 -o sweep.csv\n"
                      "  mariani sweep --workload curves --lines 16384 --pool 64..16384 --engine "
                      "dp,dp-block"},
            .check = {"Compares the vertices of engines with those of a plain loop, bit for bit, "
                      "and measures\n"
                      "how far chords are from their curves; exit status 1 if anything is wrong. "
                      "With --litmus\n"
                      "it tests what CUDA promises about launches from a GPU; exit status 1 if a "
                      "promise is\n"
                      "broken.",
                      "  mariani check --workload curves --lines 100000 --tolerance 0.1\n"
                      "  mariani check --workload curves --engine dp --pool 1 -o vertices.csv\n"
                      "  mariani check --workload curves --litmus -o litmus.csv"},
            .window = {"Shows Bezier curves as chords, in the window's tab Curves.",
                       "  mariani --workload curves --lines 1000 --tolerance 0.1\n"
                       "  mariani --workload curves --engine dp --pool 64 --repair off"},
            .listed = "engines, counts, streams and limits",
            .remedy = "fewer --lines or a smaller --cap",
            .contestant = "engine",
            .checked = "engine, or per litmus test"};
        return all;
    }

    void add_render(OptionParser& parser) override;
    OtherCommand render(const OptionParser& parser, const std::filesystem::path& output) override;

    void add_contestants(OptionParser& parser) override {
        parser.group("Engines");
        add_list(parser, "--engine", "Engines to run (default: all)", request.engines);
    }
    void add_problem(OptionParser& parser, const KnobIds& left_out) override {
        add_knobs<curves::Problem>(parser, request, left_out);
        if (shown_) return;  // a picture has pixels of its own
        parser.group("Curves");
        add_integer(parser, "--side",
                    "Pixels per side of the unit square, for the tolerance (default: 1000)",
                    {1, 1 << 20}, request.side);
    }

    KnobIds swept() const override { return {"lines", "pool"}; }
    AnyProblem problem() override { return AnyProblem::of<curves::Problem>(request); }
    ContestPlan contest(const OptionParser& parser) override {
        return contest_plan<CurvesRounds>(plans(parser), {common, engine_of, row_of});
    }

    void add_check(OptionParser& parser) override {
        parser.group("Litmus tests");
        parser.add_flag(
            "--litmus", litmus_,
            "Test memory, nesting, pool and streams of launches from a GPU, instead of engines");
    }
    OtherCommand check(const OptionParser& parser,
                       const std::optional<std::filesystem::path>& output) override {
        return check_command(
            litmus_ ? curves_litmus(litmus_device(parser, machine)) : curves_check(plans(parser)),
            output);
    }

    void print_info() const override;

    Workload tab() const override { return Workload::curves; }
    void add_shown(OptionParser& parser) override {
        shown_ = true;
        static_cast<curves::Problem&>(request) = CurvesSettings{}.problem;
        parser.group("Engines");
        add_choice<CurvesEngine>(parser, "--engine", "The engine to show (default: the last one)",
                                 [&](CurvesEngine chosen) { request.engines = {chosen}; });
    }
    SettingsEdits shown(const OptionParser& parser) override;

    // One for each engine that is named, or of all.
    std::vector<curves::Plan> plans(const OptionParser& parser) const;

    curves::Request request;

  private:
    bool litmus_ = false, shown_ = false;
    CurvesRender drawn_;
    std::string centre_;  // of the picture
};

void CurvesCommands::add_render(OptionParser& parser) {
    add_trace(parser, drawn_.trace_json);
    request.lines = 100;
    add_integer(parser, "--side", "The picture's side in pixels (default: 1000)", {64, 8192},
                drawn_.side);
    parser.add_text("--center", "X,Y", "The picture's centre, y up (default: 0.5,0.5)",
                    [&](const std::string& text) { centre_ = text; });
    parser.add_text(
        "--height", "H", "The picture's height (default: 1)",
        [&](const std::string& text) { drawn_.part.height = real_of("--height", text); });
    add_file(parser, "--vertices-out", "FILE.csv", "Write the vertices, one row each",
             drawn_.vertices, {".csv"});
    parser.group("Engines");
    add_choice<CurvesEngine>(parser, "--engine",
                             "The engine that places the vertices (default: scan)",
                             [&](CurvesEngine chosen) { request.engines = {chosen}; });
    add_knobs<curves::Problem>(parser, request);
    add_machine_options(parser, machine);
}

OtherCommand CurvesCommands::render(const OptionParser& parser,
                                    const std::filesystem::path& output) {
    if (request.engines.empty()) request.engines = {CurvesEngine::scan};
    set_view(drawn_, request, centre_);
    drawn_.plan = plans(parser).front();
    drawn_.output = output;
    return {[render = drawn_] { return run_curves_render(render); }};
}

void CurvesCommands::print_info() const {
    fmt::print("{}{}{}{}Limits\n{}", choices_text<curves::EngineKind>("Engines"),
               choices_text<curves::CountBy>("Counts"),
               choices_text<curves::StreamMode>("Streams, on a GPU"),
               choices_text<curves::VertexMemory>("Memory for dp, on a GPU"),
               limits_text(knob_table<curves::Problem>()));
}

// Points that were dragged belong to other lines than are named.
SettingsEdits CurvesCommands::shown(const OptionParser& parser) {
    refuse_two_counts(parser, request);
    SettingsEdits edits;
    add_edits<curves::Problem>(edits, parser, request, [](Settings& settings) -> curves::Problem& {
        return settings.curves->problem;
    });
    if (parser.given("--tolerance"))
        edits.push_back([](Settings& settings) { settings.curves->problem.factor.reset(); });
    if (!request.engines.empty())
        edits.push_back([engine = request.engines.front()](Settings& settings) {
            settings.curves->engine = engine;
        });
    if (parser.given("--lines") || parser.given("--seed"))
        edits.push_back([](Settings& settings) { settings.curves->placed.clear(); });
    Settings settings;
    app::apply(edits, settings);
    if (auto why = why_invalid(*settings.curves)) throw UsageError(*why);
    return edits;
}

std::vector<curves::Plan> CurvesCommands::plans(const OptionParser& parser) const {
    curves::Request asked = request;
    place(asked, machine);
    if (asked.engines.empty()) asked.engines = all_of<CurvesEngine>();
    refuse_two_counts(parser, asked);
    try {
        auto plans = curves::resolve(asked, backend_unavailable(Backend::cuda));
        refuse_unused(parser, knob_table<curves::Problem>(), mask_of(asked.engines),
                      plans.front().backend);
        if (parser.given("--heap") && asked.memory == curves::VertexMemory::room)
            throw UsageError(
                "heap is given, but only malloc uses it: set the memory to malloc, too");
        return plans;
    } catch (const std::invalid_argument& error) {
        throw UsageError(error.what());
    }
}

}  // namespace

std::unique_ptr<WorkloadCommands> curves_commands() {
    return std::make_unique<CurvesCommands>();
}

}  // namespace mariani::app
