#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/tab_rows.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/points_settings.hpp"
#include "app/workloads/points/view.hpp"

#include <cfloat>
#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// A small tree, and its two buffers beside it.
void open_textbook(PointsSettings& settings) {
    settings.strips = true;
    if (settings.problem.count <= points::most_textbook_points) return;
    settings.problem.count = 40;
    settings.problem.rule.min = 2;
}

void replay_row(const PanelContext& context, const PointsView& view) {
    FilmPlayer& film = context.state.recorded_run;
    row(context, "Replay (P)",
        "How the points move between the buffers, level by level, in slow motion: where a block "
        "cuts its node, they go to the other buffer.");
    if (button(film.playing() ? "Pause###play" : "Play###play",
               view.strips ? "Stops and goes on." : "Plays the buffers that are shown.",
               scaled_length(context, 64), view.strips.has_value()))
        context.commands.push_back(Action::play_subdivision);
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    if (view.strips)
        replay_slider(film, fmt::format("step {} of {}", view.strips->step + 1, view.strip_steps),
                      "How far the points are on their way through the buffers.");
}

void buffers_row(const PanelContext& context) {
    auto& settings = *context.settings.points;
    row(context, "Buffers",
        "The textbook's figure 13.12: the two buffers in which DP moves the points of a small "
        "tree, as strips below it.");
    bool shown = settings.strips;
    checkbox("##strips", shown, "Shown for up to 64 points.");
    if (shown != settings.strips) settings.strips = shown;
    ImGui::SameLine();
    if (button("Show with 40 points", "Or with those that there are, if these are up to 64.",
               -FLT_MIN))
        open_textbook(settings);
    if (settings.strips && settings.problem.count > points::most_textbook_points)
        note_below(context, "Shown for up to 64 points only.", tone::warning);
}

}  // namespace

void points_textbook_panel(const PanelContext& context) {
    const auto* view = tab_view<PointsView>(context.seen);
    if (!view || !view->plan) return;
    buffers_row(context);
    replay_row(context, *view);
}

}  // namespace mariani::app
