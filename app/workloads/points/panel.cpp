#include "app/panels/fields.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/tab_rows.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/points_settings.hpp"
#include "app/workloads/points/view.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

void what_is_seen(const PointsSettings& settings) {
    const std::string shown =
        settings.counts ? "the darker, the more" : "from yellow, large, to blue, small";
    note(
        fmt::format("Each square is a leaf of the quadtree, {}. A square of more than {} points is "
                    "cut into four, down to level {}.",
                    shown, grouped(settings.problem.rule.min), settings.problem.rule.depth),
        tone::text);
}

// Whether the file is a picture is found when it is read.
void pixels_row(const PanelContext& context) {
    auto& settings = *context.settings.points;
    row(context, "Picture",
        "A PNG file, in whose bright pixels the points lie: drop one on the window, or type its "
        "name.");
    const auto validate = [](const std::string& text) -> std::optional<std::string> {
        constexpr std::size_t longest = 4096;
        if (text.size() <= longest) return std::nullopt;
        return "the name must have at most 4096 bytes";
    };
    const auto typed = text_field(context, "##pixels", settings.picture, validate,
                                  ImGui::GetContentRegionAvail().x);
    field_error(context, "##pixels");
    if (typed) settings.picture = *typed;
}

void figures(const PanelContext& context, const PointsView& view) {
    const auto& stats = view.stats;
    const auto count = static_cast<double>(view.plan->count);
    row_text(context, "Tree made in",
             "One run on this machine: from points to tree, without the drawing.",
             fmt::format("{} ms on {}", significant(stats.compute_ms), view.device));
    row_text(context, "Points a second", "In that run.", scaled(count / (stats.compute_ms * 1e-3)));
    row_text(context, "Floor",
             "The least time in which memory can be set as large as all points read and written "
             "once; of more than 1,048,576 points on a processor it is not measured.",
             view.floor_ms ? fmt::format("{} ms, {} of the run", significant(*view.floor_ms),
                                         share(*view.floor_ms, stats.compute_ms))
                           : std::string("not measured"));
    row_text(context, "Zoom", "The wheel zooms at the mouse, dragging moves, Home shows the whole.",
             fmt::format("{} x", significant(1 / view.part.height)));
}

}  // namespace

void points_panel(const PanelContext& context) {
    const auto* view = tab_view<PointsView>(context.seen);
    what_is_seen(*context.settings.points);
    gap(context);
    auto& settings = *context.settings.points;
    const auto knobs = knobs_of(context);
    knobs.show("points", points_drawn);
    for (const char* const id : {"min", "depth", "distribution"}) knobs.show(id);
    if (settings.problem.distribution == points::Distribution::picture) pixels_row(context);
    knobs.show("seed");
    motion_rows(context,
                "How long points have moved, each at its own speed and reflected at the sides.",
                view && view->moving, settings.problem.time, points::limits::time, settings.speed);
    gap(context);
    with_room(4, [&] {
        if (view && view->plan) figures(context, *view);
    });
}

}  // namespace mariani::app
