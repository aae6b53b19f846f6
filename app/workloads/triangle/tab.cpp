#include "app/panels/tab.hpp"

#include "app/files/json_text.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/workloads/triangle/screen.hpp"
#include "app/workloads/triangle/view.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using nlohmann::json;

json measured_maps(const TriangleView& view) {
    json maps = json::array();
    if (!view.measurement) return maps;
    for (const MapTimes& times : view.measurement->times)
        maps.push_back(times.by_grid ? "grid" : mariani::name_of(times.map));
    return maps;
}

json measured_sides(const TriangleView& view) {
    json sides = json::array();
    if (!view.by_side) return sides;
    for (const MapMeasurement& measured : *view.by_side) sides.push_back(measured.plan.side);
    return sides;
}

// What a pane shows of its whole: left, top and side.
json view_of(const PaneView& view) {
    return {view.x, view.y, view.size};
}

json triangle_report(const TabView& seen) {
    const auto& view = dynamic_cast<const TriangleView&>(seen);
    if (!view.scene) return json::object();
    const TriangleScene& scene = *view.scene;
    json report{{"map", mariani::name_of(scene.plan.map)},
                {"test", mariani::name_of(scene.plan.test)},
                {"n", scene.plan.side},
                {"time", scene.plan.time},
                {"blocks", scene.blocks},
                {"wasted", scene.wasted},
                {"partial", scene.partial ? json(*scene.partial) : json()},
                {"views", {view_of(view.panes.views.parallel), view_of(view.panes.views.cells)}},
                {"missed", scene.missed},
                {"repeated", scene.repeated},
                {"panes", {view.panes.parallel, view.panes.data, view.panes.result}},
                {"played", view.played ? json(*view.played) : json()},
                {"measured", measured_maps(view)},
                {"measured_sides", measured_sides(view)},
                {"block", json()},
                {"cells", json()}};
    if (!view.hovered) return report;
    // Rectangles of cells: first row, first column, rows, columns.
    const auto& cell = view.hovered->cell;
    report["block"] = view.hovered->number;
    report["cell"] = cell ? json{cell->row, cell->column} : json();
    report["cells"] = json::array();
    for (const auto& [row, column, rows, columns] : view.hovered->cells)
        report["cells"].push_back({row, column, rows, columns});
    return report;
}

// Blocks below a diagonal.
void icon(ImDrawList& list, ImVec2 at, float side) {
    constexpr int rows = 4;
    const float pitch = side / rows, gap = 0.08f * side;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < rows; ++column) {
            const ImVec2 from{at.x + pitch * static_cast<float>(column),
                              at.y + pitch * static_cast<float>(row)};
            list.AddRectFilled(from, {from.x + pitch - gap, from.y + pitch - gap},
                               tone::packed(column <= row ? tone::accent_bright : tone::faint));
        }
}

std::string status(const PanelContext& context) {
    const auto* view = tab_view<TriangleView>(context.seen);
    if (!view || !view->scene) return "";
    const auto& scene = *view->scene;
    return fmt::format("{} on {}, {} ms", choice_of(scene.plan.map).label,
                       choice_of(scene.plan.backend).label, significant(scene.stats.compute_ms));
}

constexpr std::array<Section, 4> sections{
    {{"triangle_map", "Map", triangle_map_panel,
      [](const PanelContext& context) -> std::string {
          const auto* view = tab_view<TriangleView>(context.seen);
          return view && view->scene ? counted(view->scene->blocks, "block", "blocks") : "";
      },
      true, PanelPart::explore, true},
     {"triangle_problem", "Problem", triangle_problem_panel,
      [](const PanelContext& context) {
          return "N " + grouped(context.settings.triangle->problem.side);
      },
      true, PanelPart::regions},
     {"triangle_data", "Data", triangle_data_panel},
     {"triangle_times", "Times", triangle_times_panel, nullptr, true, PanelPart::measure}}};

}  // namespace

extern const Tab triangle_tab{
    Workload::triangle,
    "Triangle",
    "Maps from GPU blocks to the pairs i, j with j up to i.",
    icon,
    status,
    {"With the bounding box BB almost half of a GPU's blocks have nothing to do; another map "
     "launches fewer blocks for the same triangle. The parallel space on the left is the "
     "rectangular grid of blocks that the GPU launches, with idle blocks in red. The data space is "
     "a triangle: the pairs (i, j) with j up to i. The block under the mouse is lit where it is "
     "launched and where it computes.",
     "Measure all maps, under Times, compares them. I is BB's time divided by the map's, at most "
     "2, because a map saves no more than half of the blocks. k = 2 / I is the cost of a block "
     "under the map relative to BB. LTM-X, R and N use the paper's roots: with an epsilon of 0, or "
     "a large N, the triangle shows in white what they miss."},
    triangle_introduction,
    sections,
    make_screen<TriangleScreen>,
    triangle_report,
    triangle_marks,
    nullptr,
    TabTimeline::played};

}  // namespace mariani::app
