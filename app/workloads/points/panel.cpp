#include "app/panels/fields.hpp"
#include "app/panels/knob_row.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/tab_rows.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/points_settings.hpp"
#include "app/workloads/points/view.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <cfloat>
#include <limits>
#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using points::EngineKind;

auto points_knobs(const PanelContext& context) {
    return knob_rows(context, *context.settings.points, tab_view<PointsView>(context.seen));
}

void what_is_seen(const PointsSettings& settings) {
    const std::string shown = settings.counts ? "from blue, few points, to yellow, many"
                                              : "from white, large, to violet, small";
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

void engine_row(const PanelContext& context) {
    auto& engine = context.settings.points->engine;
    row(context, "Engine", "What makes the tree, on both backends; all make the same.");
    pick<EngineKind>("##engine", engine);
    note_below(context, std::string(choice_of(engine).description), tone::dim);
}

// Those of all engines of the processor.
void threads_row(const PanelContext& context) {
    auto& threads = context.settings.engine.threads;
    row(context, "Threads", "The processor's, in all tabs; auto: all that it has.");
    const std::string automatic(automatic_name);
    const auto validate = [&](const std::string& text) -> std::optional<std::string> {
        const auto number = parse_integer(text);
        if (text == automatic || (number && limits::threads.holds(*number))) return std::nullopt;
        return fmt::format("threads must be auto, or a whole number from {} to {}",
                           limits::threads.min, limits::threads.max);
    };
    const auto typed =
        text_field(context, "##threads", threads ? std::to_string(*threads) : automatic, validate,
                   ImGui::GetContentRegionAvail().x);
    field_error(context, "##threads");
    if (!typed) return;
    threads.reset();
    if (*typed != automatic) threads = static_cast<int>(parse_integer(*typed).value());
}

void launches(const PanelContext& context, const PointsView& view) {
    const auto& stats = view.stats;
    const bool recursive = points::is_recursive(view.plan->engine);
    const char* const explanation =
        view.plan->backend == Backend::cpu ? "Groups of tasks, which stand for launches on a GPU."
        : recursive ? "Kernels of the GPU: the host launches the root, and the device the others."
                    : "Kernels of the GPU, which the host launches; a sort is one.";
    row_text(context, "Launches", explanation, grouped(stats.launches + stats.child_launches));
    if (recursive)
        row_text(context, "Refused", "Those that found the pool full: their parents did the work.",
                 grouped(stats.refused_launches));
}

}  // namespace

void points_panel(const PanelContext& context) {
    const auto* view = tab_view<PointsView>(context.seen);
    what_is_seen(*context.settings.points);
    gap(context);
    auto& settings = *context.settings.points;
    const auto knobs = points_knobs(context);
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

void points_textbook_panel(const PanelContext& context) {
    const auto* view = tab_view<PointsView>(context.seen);
    if (!view || !view->plan) return;
    buffers_row(context);
    replay_row(context, *view);
}

void points_circle_panel(const PanelContext& context) {
    auto& settings = *context.settings.points;
    note(
        "Which points are in a circle around the mouse? The tree leads to them: leaves that are "
        "looked into are grey-green, and what lies within the circle is taken whole, blue-green.");
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

void points_engine_panel(const PanelContext& context) {
    engine_row(context);
    backend_row(context, context.settings.points->backend);
    threads_row(context);
    points_knobs(context).show("pool");
    points_knobs(context).show("block");
    gap(context);
    const auto* view = tab_view<PointsView>(context.seen);
    with_room(2, [&] {
        if (view && view->plan) launches(context, *view);
    });
}

}  // namespace mariani::app
