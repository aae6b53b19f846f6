#include "app/panels/fields.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/points_settings.hpp"
#include "app/workloads/points/view.hpp"
#include "compute/model/text.hpp"

#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

void found_rows(const PanelContext& context, const PointsView& view) {
    const points::DiscStats& found = *view.found;
    const auto all = static_cast<double>(view.plan->count);
    row_text(
        context, "Found", "Points in the circle.",
        fmt::format("{}   {}", grouped(found.found), share(static_cast<double>(found.found), all)));
    row_text(context, "Visited nodes",
             "Those that meet the circle, from the root on: a node within it is taken whole, and "
             "nothing below it is visited.",
             fmt::format("{} of {}", grouped(found.visited), grouped(view.stats.nodes)));
    row_text(context, "Taken whole", "Nodes of which all points are taken without a look at them.",
             grouped(found.whole));
    row_text(context, "Tested points", "Those in leaves that the circle cuts: no others are read.",
             fmt::format("{}   {}", grouped(found.tested),
                         share(static_cast<double>(found.tested), all)));
}

}  // namespace

void points_circle_panel(const PanelContext& context) {
    auto& settings = *context.settings.points;
    note(
        "Which points are in a circle around the mouse? The tree leads to them: leaves that are "
        "looked into are pale, and what lies within the circle is taken whole, blue-green.");
    row(context, "Circle", "Follows the mouse over the picture.");
    checkbox("##circle", settings.circle, "Shows it, and what is in it.");
    row(context, "Radius", "The circle's, in sides of the square.");
    if (const auto typed = real_field(context, "##radius", "radius", to_text(settings.radius),
                                      least_radius, most_radius))
        settings.radius = *typed;
    const auto* view = tab_view<PointsView>(context.seen);
    with_room(4, [&] {
        if (view && view->plan && view->found) found_rows(context, *view);
    });
}

}  // namespace mariani::app
