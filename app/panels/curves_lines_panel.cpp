#include "app/panels/curves_view.hpp"
#include "app/panels/fields.hpp"
#include "app/panels/log_rows.hpp"
#include "app/panels/motion_rows.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/curves_settings.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using curves::CountBy;

constexpr double usual_factor = 16;  // the textbook's

// As many as can be kept of the vertices that the other field allows.
IntegerRange below(IntegerRange range, int other) {
    return {range.min, std::min(range.max, curves::limits::vertices / other)};
}

void lines_row(const PanelContext& context) {
    auto& settings = *context.settings.curves;
    row(context, "Curves", "How many: each begins where the one before it ends.");
    if (const auto next = stepped_field(context, "lines", "curves", settings.lines,
                                        below(curves_drawn, settings.cap)))
        settings.lines = static_cast<int>(*next);
}

void count_row(const PanelContext& context) {
    auto& factor = context.settings.curves->factor;
    CountBy by = factor ? CountBy::curvature : CountBy::tolerance;
    row(context, "Count by", "What a curve's number of vertices follows from.");
    choose<CountBy>("count", by);
    if (by == CountBy::tolerance)
        factor.reset();
    else if (!factor)
        factor = usual_factor;
}

// A number that the settings can be run with.
void number_row(const PanelContext& context, const char* label, const char* explanation,
                double least, double most, double& value) {
    row(context, label, explanation);
    const std::string id = fmt::format("##{}", label);
    if (const auto typed = real_field(context, id.c_str(), label, to_text(value), least, most))
        value = *typed;
}

void measure_of_count_row(const PanelContext& context) {
    auto& settings = *context.settings.curves;
    if (settings.factor)
        return number_row(context, "Factor",
                          "Vertices of a curve that is as high as its chord is long: 4 to 32.",
                          0.01, 1e6, *settings.factor);
    number_row(context, "Tolerance",
               "How far a chord may be from its curve, in pixels: zooming in makes more vertices.",
               0.01, 1000, settings.tolerance);
}

void cap_row(const PanelContext& context) {
    auto& settings = *context.settings.curves;
    row(context, "Cap", "No curve has more vertices.");
    if (const auto next = stepped_field(context, "cap", "cap", settings.cap,
                                        below(curves::limits::cap, settings.lines)))
        settings.cap = static_cast<int>(*next);
}

void seed_row(const PanelContext& context) {
    auto& seed = context.settings.curves->seed;
    row(context, "Seed", "Of the points: the same seed makes the same curves.");
    const auto next =
        integer_field(context, "##seed", "seed", static_cast<std::int64_t>(seed),
                      {0, std::numeric_limits<int>::max()}, ImGui::GetContentRegionAvail().x);
    field_error(context, "##seed");
    if (next) seed = static_cast<std::uint64_t>(*next);
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
    row_text(context, "Vertices", "Of all curves that are not lost, and of one in the mean.",
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
    lines_row(context);
    count_row(context);
    measure_of_count_row(context);
    cap_row(context);
    seed_row(context);
    placed_row(context);
    const auto& view = context.seen.curves;
    auto& settings = *context.settings.curves;
    motion_rows(context, "How long control points have moved, each at its own speed.",
                view && view->moving, settings.time, curves::limits::time, settings.speed);
    gap(context);
    with_room(4, [&] {
        if (view && view->plan) figures(context, *view);
    });
    gap(context);
    if (view)
        log_rows(context, view->log, "Writes a row per run that is shown to a file, as it goes.");
}

}  // namespace mariani::app
