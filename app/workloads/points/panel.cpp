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

#include <cfloat>
#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using points::EngineKind;

auto points_knobs(const PanelContext& context) {
    return knob_rows(context, *context.settings.points, tab_view<PointsView>(context.seen));
}

void what_is_seen(const PointsSettings& settings) {
    const std::string shown = settings.counts ? "from few points (blue) to many (yellow)"
                                              : "from large (white) to small (violet)";
    note(fmt::format(
             "Each square is a leaf of the quadtree, {}. A square with more than {} points is "
             "cut into four, down to level {}.",
             shown, grouped(settings.problem.rule.min), settings.problem.rule.depth),
         tone::text);
}

// Whether the file is a picture is found when it is read.
void pixels_row(const PanelContext& context) {
    auto& settings = *context.settings.points;
    row(context, "Picture",
        "A PNG file; points lie in its bright pixels. Drop one on the window, or type its name.");
    resettable(
        context, [](auto& s) -> auto& { return s.points->picture; });
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
    row_text(context, "Tree built in",
             "The time of one run on this machine, from points to tree, without drawing.",
             fmt::format("{} ms on {}", significant(stats.compute_ms), view.device));
    row_text(context, "Throughput", "Points divided by the time of this run.",
             scaled(count / (stats.compute_ms * 1e-3)));
    row_text(context, "Floor",
             "The least time: setting memory as large as all points read and written once. On a "
             "processor it is not measured for more than 1,048,576 points.",
             view.floor_ms ? fmt::format("{} ms, {} of the run", significant(*view.floor_ms),
                                         share(*view.floor_ms, stats.compute_ms))
                           : std::string("not measured"));
    row_text(context, "Zoom", "The wheel zooms at the mouse, dragging moves, Home shows the whole.",
             fmt::format("{} x", significant(1 / view.part.height)));
}

// How many, and from how many on a node is subdivided.
void set_points(PointsSettings& settings, std::int64_t count, std::uint32_t min) {
    settings.problem.count = count;
    settings.problem.rule.min = min;
}

bool has_many(const PointsSettings& settings) {
    return settings.problem.count > points::most_textbook_points;
}

void replay_row(const PanelContext& context, const PointsView& view) {
    FilmPlayer& film = context.state.recorded_run;
    row(context, "Replay (P)",
        "The points move between the buffers, level by level, in slow motion. Where a block cuts "
        "its node, they go to the other buffer.");
    if (button(film.playing() ? "Pause###play" : "Play###play",
               view.strips ? "Plays or pauses." : "Plays the buffers that are shown.",
               scaled_length(context, 64), view.strips.has_value()))
        context.commands.push_back(Action::play_subdivision);
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    if (view.strips)
        replay_slider(film, fmt::format("step {} of {}", view.strips->step + 1, view.strip_steps),
                      "The position in the replay.");
}

void buffers_row(const PanelContext& context) {
    auto& settings = *context.settings.points;
    row(context, "Buffers",
        "The textbook's figure 13.12: the two buffers in which DP (dynamic parallelism) moves the "
        "points of a small tree, as strips below it.");
    const bool many = has_many(settings);
    grey_if(many ? std::optional<std::string>("Shown for up to 64 points.") : std::nullopt,
            [&] { ImGui::Checkbox("##strips", &settings.strips); });
    ImGui::SameLine();
    if (button("Show 100,000 points", "A tree of many levels.", -FLT_MIN, !many))
        set_points(settings, 100'000, 16);
}

void found_rows(const PanelContext& context, const PointsView& view) {
    const points::DiscStats& found = *view.found;
    const auto all = static_cast<double>(view.plan->count);
    row_text(
        context, "Found", "The points in the circle.",
        fmt::format("{}   {}", grouped(found.found), share(static_cast<double>(found.found), all)));
    row_text(context, "Visited nodes",
             "Nodes that meet the circle, from the root down. A node inside it is taken whole, and "
             "nothing below it is visited.",
             fmt::format("{} of {}", grouped(found.visited), grouped(view.stats.nodes)));
    row_text(context, "Taken whole", "Nodes whose points are all taken without testing them.",
             grouped(found.whole));
    row_text(context, "Tested points", "Points in leaves that the circle cuts; no others are read.",
             fmt::format("{}   {}", grouped(found.tested),
                         share(static_cast<double>(found.tested), all)));
}

void engine_row(const PanelContext& context) {
    auto& engine = context.settings.points->engine;
    row(context, "Engine",
        "The method that builds the tree, on both backends; all give the same result.");
    resettable(
        context, [](auto& s) -> auto& { return s.points->engine; });
    pick<EngineKind>("##engine", engine);
    note_below(context, std::string(choice_of(engine).description), tone::dim);
}

// Those of all engines of the processor.
void threads_row(const PanelContext& context) {
    auto& threads = context.settings.engine.threads;
    row(context, "Threads", "Threads of the processor, in all tabs; auto uses all of them.");
    resettable(
        context, [](auto& s) -> auto& { return s.engine.threads; });
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
        view.plan->backend == Backend::cpu ? "Groups of tasks, which replace launches on a GPU."
        : recursive ? "GPU kernels: the host launches the root, and the device launches the others."
                    : "GPU kernels, launched by the host; a sort counts as one.";
    row_text(context, "Launches", explanation, grouped(stats.launches + stats.child_launches));
    if (recursive)
        row_text(context, "Refused",
                 "Launches that found the pool full; their parents did the work.",
                 grouped(stats.refused_launches));
}

}  // namespace

void points_introduction(const PanelContext& context) {
    auto& settings = *context.settings.points;
    if (!introduce(
            context,
            {.sentence = "A quadtree cuts a square that holds too many points into four, level by "
                         "level, and moves its points between two buffers.",
             .ready = !has_many(settings),
             .set_up_label = "Show with 40 points",
             .set_up_help = "Few enough to see how each one moves.",
             .moving = context.state.recorded_run.playing(),
             .move_label = "Move the points level by level",
             .hold_label = "Pause",
             .move_help = "Shows the levels one after the other, above the buffers (P).",
             .move = Action::play_subdivision}))
        return;
    set_points(settings, 40, 2);
    settings.strips = true;
}

void points_panel(const PanelContext& context) {
    const auto* view = tab_view<PointsView>(context.seen);
    what_is_seen(*context.settings.points);
    gap(context);
    auto& settings = *context.settings.points;
    const auto knobs = points_knobs(context);
    knobs.show("points", points_drawn);
    for (const char* const id : {"min", "depth", "distribution"}) knobs.show(id);
    if (settings.problem.distribution == points::Distribution::picture) pixels_row(context);
    motion_rows(
        context,
        "The time for which points have moved, each at its own speed, reflected at the sides.",
        view && view->moving, settings.problem.time, points::limits::time, settings.speed);
    gap(context);
    of_picture(context, 4, [&] {
        if (view && view->plan) figures(context, *view);
    });
    details(context, [&] { knobs.show("seed"); });
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
        "Which points are in a circle around the mouse? The tree leads to them: tested leaves are "
        "grey-green; what lies inside the circle is blue-green and taken whole.");
    row(context, "Circle", "Moves with the mouse over the picture.");
    resettable(
        context, [](auto& s) -> auto& { return s.points->circle; });
    checkbox("##circle", settings.circle, "Shows the circle and its contents.");
    row(context, "Radius", "The circle's radius, in sides of the square.");
    resettable(
        context, [](auto& s) -> auto& { return s.points->radius; });
    if (const auto typed = real_field(context, "##radius", "radius", to_text(settings.radius),
                                      least_radius, most_radius))
        settings.radius = *typed;
    const auto* view = tab_view<PointsView>(context.seen);
    of_picture(context, 4, [&] {
        if (view && view->plan && view->found) found_rows(context, *view);
    });
}

void points_engine_panel(const PanelContext& context) {
    engine_row(context);
    backend_row(context, context.settings.points->backend);
    threads_row(context);
    gap(context);
    const auto* view = tab_view<PointsView>(context.seen);
    of_picture(context, 2, [&] {
        if (view && view->plan) launches(context, *view);
    });
    details(context, [&] { points_knobs(context).show_those_of_engines(); });
}

}  // namespace mariani::app
