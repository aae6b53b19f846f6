#include "app/panels/knob_row.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/tab_rows.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/curves_settings.hpp"
#include "app/workloads/curves/view.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using curves::CountBy;
using curves::EngineKind;
using curves::VertexMemory;

auto curves_knobs(const PanelContext& context) {
    return knob_rows(context, *context.settings.curves, tab_view<CurvesView>(context.seen));
}

constexpr double usual_factor = 16;  // the textbook's

// As many as can be kept of the vertices that the other field allows.
IntegerRange below(IntegerRange range, std::int64_t other) {
    return {range.min, std::min(range.max, curves::limits::vertices / other)};
}

void count_row(const PanelContext& context) {
    auto& factor = context.settings.curves->problem.factor;
    CountBy by = factor ? CountBy::curvature : CountBy::tolerance;
    row(context, "Count by", "The rule that sets a curve's number of vertices.");
    choose<CountBy>("count", by);
    if (by == CountBy::tolerance)
        factor.reset();
    else if (!factor)
        factor = usual_factor;
}

// Those that were dragged.
void placed_row(const PanelContext& context) {
    auto& placed = context.settings.curves->placed;
    row(context, "Moved points",
        "Drag the lit point under the mouse to bend its curves. It stays in place while others "
        "move, until the number of curves or the seed changes (Ctrl+Z: back).");
    const auto label = placed.empty() ? std::string("None###back")
                                      : fmt::format("Put {} back###back", placed.size());
    if (button(label.c_str(), "Puts all points back where the seed placed them.",
               ImGui::GetContentRegionAvail().x, !placed.empty()))
        placed.clear();
}

void figures(const PanelContext& context, const CurvesView& view) {
    const auto& stats = view.stats;
    const auto placed = std::max<std::int64_t>(1, view.plan->lines - stats.lost_lines);
    const auto mean = static_cast<double>(stats.vertices) / static_cast<double>(placed);
    row_text(context, "Vertices",
             "The vertices of all curves that are not lost, and their mean per curve.",
             fmt::format("{}   {} per curve", grouped(stats.vertices), significant(mean)));
    row_text(context, "Cut curves",
             "Curves that would need more vertices than the cap; lost curves are not counted.",
             grouped(stats.cut_lines));
    row_text(context, "Zoom",
             "The wheel zooms at the mouse, dragging moves, Home shows the whole. Space moves the "
             "control points.",
             fmt::format("{} x", significant(1 / view.part.height)));
    row_text(context, "Computed in", "The time of one run on this machine, without drawing.",
             fmt::format("{} ms on {}", significant(stats.compute_ms), view.device));
}

void engine_row(const PanelContext& context) {
    auto& engine = context.settings.curves->engine;
    row(context, "Engine",
        "The method that counts and places the vertices; all give the same result.");
    resettable(
        context, [](auto& s) -> auto& { return s.curves->engine; });
    pick<EngineKind>("##engine", engine);
    note_below(context, std::string(choice_of(engine).description), tone::dim);
}

void colour_row(const PanelContext& context) {
    auto& settings = *context.settings.curves;
    const auto unavailable = used_by_others(settings.engine, curves::has_launches);
    const std::array<Segment, 4> ways{
        {{"vertices", "By number of vertices: blue for few, yellow for many.", {}},
         {"block", "By parent block: its curves share a colour.", unavailable},
         {"unit", "By the multiprocessor or thread that placed the vertices.", {}},
         {"start", "By the time when the first vertex was placed, from dark to light.", {}}}};
    row(context, "Colour",
        "The meaning of a curve's colour. Unit and start come from a recorded run; the timed run "
        "is a different one.");
    resettable(
        context, [](auto& s) -> auto& { return s.curves->colour; });
    const bool by_vertices = settings.colour == LineColour::block && unavailable;
    const auto chosen = by_vertices ? 0 : static_cast<std::size_t>(settings.colour);
    if (const auto picked = segmented("colour", ways, chosen))
        settings.colour = static_cast<LineColour>(*picked);
}

// How full the pool was.
void gauge(const PanelContext& context, const CurvesView& view) {
    const auto& stats = view.stats;
    row(context, "Pending", "The largest number of launches waiting or running at once.");
    const auto share = static_cast<float>(stats.most_pending) / static_cast<float>(view.plan->pool);
    ImGui::ProgressBar(
        share, {-FLT_MIN, 0},
        fmt::format("{} of {}", grouped(stats.most_pending), grouped(view.plan->pool)).c_str());
    row_text(context, "Launches", "Launches that ran.", grouped(stats.child_launches));
    row_text(context, "Failed", "Launches that found the pool full or were refused by CUDA.",
             grouped(stats.failed_launches));
    if (view.plan->memory == VertexMemory::heap)
        row_text(context, "Failed mallocs", "Allocations that did not fit in the heap.",
                 grouped(stats.failed_mallocs));
    row_text(context, "Lost curves",
             "Curves whose launch failed; without repair they have no vertices.",
             grouped(stats.lost_lines));
}

// What the tab is about, with what the launches of the shown picture did.
std::string curves_point(const CurvesView* view) {
    const std::string point =
        "The more a curve bends, the more vertices it needs, and nobody knows how many before "
        "looking at it. DP (dynamic parallelism) lets the GPU launch that work itself";
    if (!view || !view->plan || !curves::has_launches(view->plan->engine)) return point + ".";
    return fmt::format("{}: {}{} placed these {}.", point,
                       counted(view->stats.child_launches, "launch", "launches"),
                       view->plan->backend == Backend::cpu ? ", here tasks of the processor," : "",
                       counted(view->stats.vertices, "vertex", "vertices"));
}

}  // namespace

void curves_introduction(const PanelContext& context) {
    constexpr std::int64_t few = 1000;  // whose vertices are drawn as dots
    auto& settings = *context.settings.curves;
    const auto* view = tab_view<CurvesView>(context.seen);
    if (!introduce(
            context,
            {.sentence = curves_point(view),
             .ready = settings.problem.lines <= few && curves::has_launches(settings.engine),
             .set_up_label = "Show 100 curves by DP",
             .set_up_help = "A launch for each curve, and a dot at each vertex.",
             .moving = view && view->moving,
             .move_label = "Bend the curves",
             .hold_label = "Hold the curves",
             .move_help = "Moves the control points: each picture is launched anew, and the dots "
                          "follow the bends (Space)."}))
        return;
    settings.problem.lines = 100;
    settings.engine = EngineKind::dp;
}

void curves_lines_panel(const PanelContext& context) {
    auto& settings = *context.settings.curves;
    auto& problem = settings.problem;
    const auto knobs = curves_knobs(context);
    knobs.show("lines", below(curves::limits::lines, problem.cap));
    count_row(context);
    knobs.show(problem.factor ? "factor" : "tolerance");
    knobs.show("cap", below(curves::limits::cap, problem.lines));
    placed_row(context);
    const auto* view = tab_view<CurvesView>(context.seen);
    motion_rows(context, "The time for which control points have moved, each at its own speed.",
                view && view->moving, problem.time, curves::limits::time, settings.speed);
    gap(context);
    of_picture(context, 4, [&] {
        if (view && view->plan) figures(context, *view);
    });
    gap(context);
    log_rows(context, view ? view->log : LogView{}, "Writes one row per shown run to a file.",
             [&] { knobs.show("seed"); });
}

void curves_engine_panel(const PanelContext& context) {
    engine_row(context);
    backend_row(context, context.settings.curves->backend);
    gap(context);
    colour_row(context);
    timeline_toggle(context);
    const auto* view = tab_view<CurvesView>(context.seen);
    of_picture(context, 4, [&] {
        if (view && view->plan && curves::has_launches(view->plan->engine)) gauge(context, *view);
    });
    details(context, [&] {
        const auto knobs = curves_knobs(context);
        knobs.show_all({"parent_block", "child_block", "streams", "pool", "repair", "memory"});
        if (context.settings.curves->problem.memory == VertexMemory::heap) knobs.show("heap");
    });
}

}  // namespace mariani::app
