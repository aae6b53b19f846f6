#include "app/panels/fields.hpp"
#include "app/panels/knob_row.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/tab_rows.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/triangle_settings.hpp"
#include "app/workloads/triangle/view.hpp"
#include "compute/service/engine_registry.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using triangle::MapKind;
using Taken = std::optional<triangle::Plan>;
using triangle::Cell;
using triangle::Point;

void map_row(const PanelContext& context) {
    auto& map = context.settings.triangle->map;
    row(context, "Map", "The map from a rectangular grid of blocks to the triangle.");
    resettable(
        context, [](auto& s) -> auto& { return s.triangle->map; });
    pick<MapKind>("##map", map);
    note_below(context, std::string(choice_of(map).description), tone::dim);
}

// What only the other test can have is left to the program again.
void test_row(const PanelContext& context) {
    auto& settings = *context.settings.triangle;
    const triangle::Task before = settings.problem.test;
    KnobRows(context, settings.problem, settings.map, Backend::cuda).show("test");
    if (settings.problem.test != before) leave_refused(settings);
}

void colour_row(const PanelContext& context) {
    auto& colour = context.settings.triangle->colour;
    row(context, "Colours", "The quantity that the blocks' colours show.");
    resettable(
        context, [](auto& s) -> auto& { return s.triangle->colour; });
    if (const auto picked = pick_block_colour("colour", colour)) colour = *picked;
}

void coverage_row(const PanelContext& context) {
    row(context, "Coverage", "Shows how often each cell is visited, instead of the test's values.");
    resettable(
        context, [](auto& s) -> auto& { return s.triangle->coverage; });
    checkbox("##coverage", context.settings.triangle->coverage,
             "White: never. Grey: once, as it must be. Magenta: more often.");
}

void zoom_line(const PanelContext& context, const PaneViews& views) {
    const auto times = [](const PaneView& view) { return significant(1 / view.size); };
    row_text(context, "Zoom",
             "The zoom of the grid and of the triangle. The wheel zooms at the mouse, from the "
             "whole to a single block's threads; dragging moves, Home shows the whole.",
             fmt::format("{} x   {} x", times(views.parallel), times(views.cells)));
}

// How many blocks more than the triangle has are in the paper's balanced square, if the map has it.
void square_line(const PanelContext& context, const TriangleScene& scene) {
    const bool square = scene.plan.map == MapKind::ltm_square || has_epsilon(scene.plan.map);
    if (!square) return;
    const triangle::Count more = scene.blocks - triangle::block_count(scene.shape);
    row_text(context, "Too many",
             "Blocks in excess: n'^2 - T for a square of side n', where the triangle has T = n (n "
             "+ 1) / 2 blocks. The paper says n / 2.",
             fmt::format("{} = n'\xc2\xb2 - T   paper: n/2 = {:g}", grouped(more),
                         0.5 * scene.shape.blocks));
}

void missed_row(const PanelContext& context, const TriangleScene& scene,
                const TrianglePanes& panes) {
    if (!scene.first_missed) return;
    if (button("Show the first missed cell", "Zooms both panes to it; Home shows the whole.",
               ImGui::GetContentRegionAvail().x))
        context.settings.triangle->views = views_of_first_missed(scene, panes);
}

void figures(const PanelContext& context) {
    const auto* view = tab_view<TriangleView>(context.seen);
    if (!view || !view->scene) return;
    const TriangleScene& scene = *view->scene;
    const auto blocks = static_cast<double>(scene.blocks);
    const auto count = [&](const char* label, const char* explanation, triangle::Count value) {
        row_text(context, label, explanation,
                 fmt::format("{}   {}", grouped(value), share(static_cast<double>(value), blocks)));
    };
    note(sentence_of(scene), tone::text);
    note(verdict_of(scene), scene.missed + scene.repeated > 0 ? tone::error : tone::dim);
    missed_row(context, scene, view->panes);
    gap(context);
    if (scene.useful)
        count("Useful", "Blocks whose threads all have a cell to compute.", *scene.useful);
    if (scene.partial)
        count("Partial", "Blocks with some idle threads, on the diagonal or an edge.",
              *scene.partial);
    count("Wasted", "Blocks whose threads are all idle.", scene.wasted);
    row_text(context, "Idle threads", "Threads without a cell, in blocks of all kinds.",
             grouped(scene.threads_wasted));
    square_line(context, scene);
    row_text(context, "Launches", "Grids of blocks that the map launches, one after the other.",
             grouped(std::ssize(scene.passes)));
    zoom_line(context, view->panes.views);
    if (!scene.detailed()) return;
    row_text(context, "Computed in", "The time of one run on this machine, launches only.",
             fmt::format("{} ms on {}", significant(scene.stats.compute_ms), scene.device));
}

// What "auto" takes in these settings; nothing where they cannot be run.
Taken taken_by(const TriangleSettings& settings) {
    try {
        return triangle::resolve(triangle_request(settings), backend_unavailable(Backend::cuda))
            .front();
    } catch (const std::invalid_argument&) {
        return std::nullopt;
    }
}

// "auto", and while it is chosen what it takes.
std::string automatic_label(bool chosen, const std::optional<std::string>& taken) {
    if (!chosen || !taken) return std::string(automatic_name);
    return fmt::format("{}: {}", automatic_name, *taken);
}

void triangle_backend_row(const PanelContext& context, const Taken& taken) {
    auto& backend = context.settings.triangle->backend;
    backend_row(context, backend,
                automatic_label(!backend,
                                taken ? std::optional(std::string(choice_of(taken->backend).label))
                                      : std::nullopt));
}

constexpr std::size_t most_drawn = 1000;  // points
constexpr std::size_t most_listed = 8;    // pairs

// The points as seen along the third axis, in a square of the panel.
class Plot {
  public:
    Plot(const PanelContext& context, const TriangleScene& scene)
        : scene_(scene),
          spheres_(scene.plan.test == triangle::Task::collision),
          from_(ImGui::GetCursorScreenPos()),
          side_(std::min(ImGui::GetContentRegionAvail().x, scaled_length(context, 560))),
          width_(std::max(1.0f, scaled_length(context, 1))),
          list_(*ImGui::GetWindowDrawList()) {
        ImGui::Dummy({side_, side_});
    }

    void draw(const std::optional<HoveredBlock>& hovered) const {
        const ImVec2 to{from_.x + side_, from_.y + side_};
        list_.PushClipRect(from_, to, true);
        list_.AddRectFilled(from_, to, tone::packed(tone::field));
        for (std::size_t i = 0; i < drawn(); ++i) disc(i);
        for (const Cell pair : scene_.data->touching)
            line(pair, tone::with_alpha(tone::lit, 0.85f));
        if (hovered && hovered->cell) light_up(*hovered->cell);
        list_.PopClipRect();
    }

    std::size_t drawn() const { return std::min(most_drawn, scene_.points.size()); }

  private:
    float scale() const { return spheres_ ? side_ / triangle::space_side : side_; }

    // With one coordinate only, in the middle.
    ImVec2 place(std::size_t i) const {
        const Point& point = scene_.points[i];
        const float down = scene_.plan.features == 1 ? 0.5f * side_ : scale() * point.y;
        return {from_.x + scale() * point.x, from_.y + side_ - down};
    }

    float radius(std::size_t i) const {
        return spheres_ ? scale() * scene_.points[i].w : 1.5f * width_;
    }

    void disc(std::size_t i) const {
        const bool touches = spheres_ && scene_.data->touches[i];
        list_.AddCircleFilled(
            place(i), radius(i),
            tone::packed(tone::with_alpha(tone_of(touches ? role::touching : role::useful), 0.4f)));
    }

    void line(Cell pair, const ImVec4& colour) const {
        const auto row = static_cast<std::size_t>(pair.row);
        const auto column = static_cast<std::size_t>(pair.column);
        if (row < drawn()) list_.AddLine(place(row), place(column), tone::packed(colour), width_);
    }

    // The pair of the cell under the mouse.
    void light_up(Cell pair) const {
        line(pair, tone::brightest);
        for (const int each : {pair.row, pair.column}) {
            const auto i = static_cast<std::size_t>(each);
            list_.AddCircle(place(i), radius(i) + width_, tone::packed(tone::brightest), 0,
                            1.5f * width_);
        }
    }

    const TriangleScene& scene_;
    bool spheres_;
    ImVec2 from_;
    float side_, width_;
    ImDrawList& list_;
};

std::string pair_text(Cell pair) {
    return fmt::format("{}, {}", grouped(pair.row), grouped(pair.column));
}

void motion_row(const PanelContext& context, bool moving) {
    double& time = context.settings.triangle->problem.time;
    row(context, "Time  s",
        "The time for which points and spheres have moved, each at its own speed, reflected at the "
        "walls.");
    if (button(moving ? "Hold" : "Move", "Same as Space.", scaled_length(context, 64)))
        context.commands.push_back(Action::play_pause);
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    if (button("Once", "Moves on by a twentieth of a second, then pauses (.).",
               scaled_length(context, 64)))
        context.commands.push_back(Action::step_once);
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    if (const auto typed = real_field(context, "##time", "time", fmt::format("{:.2f}", time), 0,
                                      triangle::limits::max_time))
        time = *typed;
}

void contacts(const PanelContext& context, const TriangleScene& scene) {
    const TriangleData& data = *scene.data;
    const auto pairs = static_cast<double>(triangle::cell_count(scene.shape));
    row_text(context, "Contacts", "Pairs of touching spheres, found by the run.",
             fmt::format("{}   {}", grouped(data.contacts),
                         share(static_cast<double>(data.contacts), pairs)));
    row_text(context, "With a grid",
             "The pairs that a uniform grid compares to find the same contacts: spheres in "
             "adjacent cells of side 12.",
             fmt::format("{}   {}", grouped(data.compared),
                         share(static_cast<double>(data.compared), pairs)));
    note(
        "A grid finds the same contacts with that many comparisons; the triangle of all pairs was "
        "the wrong domain for them.");
    const std::size_t listed = std::min(most_listed, data.touching.size());
    for (std::size_t i = 0; i < listed; ++i)
        row_text(context, i == 0 ? "First pairs" : "",
                 "The numbers i, j of the first pairs, row by row.", pair_text(data.touching[i]));
}

void nearest(const PanelContext& context, const TriangleData& data) {
    if (!data.nearest) return;
    row_text(context, "Nearest pair", "The closest points i, j, found by the run.",
             fmt::format("{}   {}", pair_text(*data.nearest),
                         significant(static_cast<double>(data.distance))));
}

}  // namespace

void triangle_introduction(const PanelContext& context) {
    auto& settings = *context.settings.triangle;
    if (!introduce(
            context,
            {.sentence = "A square of blocks that covers a triangle is almost half idle. A better "
                         "map launches fewer blocks for the same triangle.",
             .ready =
                 settings.map == triangle::MapKind::bb && settings.problem.side <= max_scene_side,
             .set_up_label = "Show the idle blocks",
             .set_up_help = "The bounding box BB, with its idle blocks in red.",
             .moving = context.state.recorded_run.playing(),
             .move_label = "Play the run of BB",
             .hold_label = "Pause",
             .move_help =
                 "Plays a recorded run block by block: idle ones take their turns too (P).",
             .move = Action::play_subdivision}))
        return;
    settings.map = triangle::MapKind::bb;
    settings.problem.side = std::min(settings.problem.side, max_scene_side);
    settings.colour = BlockColour::use;
    settings.coverage = false;
    leave_refused(settings);
}

void triangle_map_panel(const PanelContext& context) {
    map_row(context);
    test_row(context);
    colour_row(context);
    coverage_row(context);
    const auto* view = tab_view<TriangleView>(context.seen);
    recorded_run_rows(context, view && view->scene ? view->scene->trace_ns : 0);
    timeline_toggle(context);
    gap(context);
    of_picture(context, 13, [&] { figures(context); });
}

void triangle_problem_panel(const PanelContext& context) {
    auto& settings = *context.settings.triangle;
    const Taken taken = taken_by(settings);
    const bool on_gpu = taken && taken->backend == Backend::cuda;
    const KnobRows knobs(context, settings.problem, settings.map, Backend::cuda,
                         {taken ? std::optional(problem_of(*taken)) : std::nullopt,
                          [&](const triangle::Problem& changed) {
                              TriangleSettings tried = settings;
                              tried.problem = changed;
                              return why_invalid(tried);
                          }});
    knobs.show_all({"n", "rho", "features", "diagonal"});
    triangle_backend_row(context, taken);
    details(context, [&] {
        if (on_gpu) knobs.show("cells");
        knobs.show_all({"layout", "epsilon", "m", "seed"});
    });
}

void triangle_data_panel(const PanelContext& context) {
    const auto* view = tab_view<TriangleView>(context.seen);
    if (!view || !view->scene) return;
    const TriangleScene& scene = *view->scene;
    if (scene.points.empty()) return note("This test has no points: choose EDM or collision.");
    if (!scene.data)
        return note(fmt::format("Points are shown up to N = {}, where the map is run.",
                                grouped(max_scene_side)));
    motion_row(context, view->moving);
    const Plot plot(context, scene);
    plot.draw(view->hovered);
    if (plot.drawn() < scene.points.size())
        note(fmt::format("The first {} of {} are drawn.",
                         grouped(static_cast<std::int64_t>(plot.drawn())),
                         grouped(std::ssize(scene.points))));
    if (scene.plan.test == triangle::Task::collision)
        contacts(context, scene);
    else
        nearest(context, *scene.data);
}

}  // namespace mariani::app
