#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/tab_rows.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/curves_settings.hpp"
#include "app/workloads/curves/view.hpp"

#include <algorithm>
#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using curves::CountBy;

constexpr double usual_factor = 16;  // the textbook's

// As many as can be kept of the vertices that the other field allows.
IntegerRange below(IntegerRange range, std::int64_t other) {
    return {range.min, std::min(range.max, curves::limits::vertices / other)};
}

void count_row(const PanelContext& context) {
    auto& factor = context.settings.curves->problem.factor;
    CountBy by = factor ? CountBy::curvature : CountBy::tolerance;
    row(context, "Count by", "What a curve's number of vertices follows from.");
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
        "A point under the mouse is lit, and dragging it bends its curves. It stays there while "
        "others move, until the number of curves or the seed is another (Ctrl+Z: back).");
    const auto label = placed.empty() ? std::string("None###back")
                                      : fmt::format("Put {} back###back", placed.size());
    if (button(label.c_str(), "All points as the seed has them.", ImGui::GetContentRegionAvail().x,
               !placed.empty()))
        placed.clear();
}

void figures(const PanelContext& context, const CurvesView& view) {
    const auto& stats = view.stats;
    const auto placed = std::max<std::int64_t>(1, view.plan->lines - stats.lost_lines);
    const auto mean = static_cast<double>(stats.vertices) / static_cast<double>(placed);
    row_text(context, "Vertices", "Those of all curves that are not lost, and the mean of one.",
             fmt::format("{}   {}", grouped(stats.vertices), significant(mean)));
    row_text(context, "Cut curves",
             "Those, of the curves that are not lost, that would have more vertices than the cap.",
             grouped(stats.cut_lines));
    row_text(context, "Zoom",
             "The wheel zooms at the mouse, dragging moves, Home shows the whole. Space moves the "
             "control points.",
             fmt::format("{} x", significant(1 / view.part.height)));
    row_text(context, "Computed in", "One run on this machine, without the drawing.",
             fmt::format("{} ms on {}", significant(stats.compute_ms), view.device));
}

}  // namespace

void curves_lines_panel(const PanelContext& context) {
    auto& settings = *context.settings.curves;
    auto& problem = settings.problem;
    const auto knobs = curves_knobs(context);
    knobs.show("lines", below(curves::limits::lines, problem.cap));
    count_row(context);
    knobs.show(problem.factor ? "factor" : "tolerance");
    knobs.show("cap", below(curves::limits::cap, problem.lines));
    knobs.show("seed");
    placed_row(context);
    const auto* view = tab_view<CurvesView>(context.seen);
    motion_rows(context, "How long control points have moved, each at its own speed.",
                view && view->moving, problem.time, curves::limits::time, settings.speed);
    gap(context);
    with_room(4, [&] {
        if (view && view->plan) figures(context, *view);
    });
    gap(context);
    if (view)
        log_rows(context, view->log, "Writes a row per run that is shown to a file, as it goes.");
}

}  // namespace mariani::app
