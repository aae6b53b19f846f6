#include "app/panels/knob_row.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/tab_rows.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/triangle_settings.hpp"
#include "app/workloads/triangle/view.hpp"

#include <array>
#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using triangle::MapKind;

void map_row(const PanelContext& context) {
    auto& map = context.settings.triangle->map;
    row(context, "Map", "How the blocks of a rectangular grid come to lie in the triangle.");
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
    row(context, "Colours", "By what the blocks are coloured.");
    if (const auto picked = pick_block_colour("colour", colour)) colour = *picked;
}

void coverage_row(const PanelContext& context) {
    row(context, "Coverage", "How often each cell is visited, in place of the test's values.");
    checkbox("##coverage", context.settings.triangle->coverage,
             "Black: never. Grey: once, as it must be. Magenta: more often.");
}

void zoom_line(const PanelContext& context, const PaneViews& views) {
    const auto times = [](const PaneView& view) { return significant(1 / view.size); };
    row_text(context, "Zoom",
             "The grid's, and the triangle's. The wheel zooms at the mouse, from the whole to a "
             "single block's threads; dragging moves, Home shows the whole.",
             fmt::format("{} x   {} x", times(views.parallel), times(views.cells)));
}

// How many blocks more than the triangle has are in the paper's balanced square, if the map has it.
void square_line(const PanelContext& context, const TriangleScene& scene) {
    const bool square = scene.plan.map == MapKind::ltm_square || has_epsilon(scene.plan.map);
    if (!square) return;
    const triangle::Count more = scene.blocks - triangle::block_count(scene.shape);
    row_text(context, "Too many",
             "Blocks more than the triangle has: n'^2 - T of a square of n' to a side, where T is "
             "n (n + 1) / 2. The paper says n / 2.",
             fmt::format("{} = n'\xc2\xb2 - T   paper: n/2 = {:g}", grouped(more),
                         0.5 * scene.shape.blocks));
}

void missed_row(const PanelContext& context, const TriangleScene& scene,
                const TrianglePanes& panes) {
    if (!scene.first_missed) return;
    if (button("Show the first that is missed",
               "Zooms both panes to it, as the wheel does; Home shows the whole.",
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
        count("Useful", "Blocks all of whose threads have a cell to compute.", *scene.useful);
    if (scene.partial)
        count("Partial", "Blocks some of whose threads have none: on the diagonal or an edge.",
              *scene.partial);
    count("Wasted", "Blocks none of whose threads has a cell.", scene.wasted);
    square_line(context, scene);
    row_text(context, "Launches", "Grids of blocks that the map needs, one after the other.",
             grouped(std::ssize(scene.passes)));
    zoom_line(context, view->panes.views);
    if (!scene.detailed()) return;
    row_text(context, "Computed in", "One run on this machine, its launches alone.",
             fmt::format("{} ms on {}", significant(scene.stats.compute_ms), scene.device));
}

}  // namespace

void triangle_map_panel(const PanelContext& context) {
    map_row(context);
    test_row(context);
    colour_row(context);
    coverage_row(context);
    const auto* view = tab_view<TriangleView>(context.seen);
    recorded_run_rows(context, view && view->scene ? view->scene->trace_ns : 0);
    gap(context);
    with_room(12, [&] { figures(context); });
}

}  // namespace mariani::app
