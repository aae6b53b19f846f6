#include "app/panels/tab.hpp"

#include "app/files/json_text.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/widgets.hpp"
#include "app/workloads/triangle/picture.hpp"
#include "app/workloads/triangle/screen.hpp"
#include "app/workloads/triangle/view.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using nlohmann::json;

constexpr int least_outlined = 24;  // pixels to a side

// Lights up rectangles of the picture's pixels: light, with a dark edge around all of them. What is
// large enough to have something in it is outlined.
void mark(const PanelContext& context, const std::vector<PixelRect>& places) {
    const auto area = drawn_picture(context);
    const float unit = area.width() / static_cast<float>(context.seen.picture.width);
    const float width = std::max(1.0f, std::round(scaled_length(context, 1.5f)));
    auto& list = *ImGui::GetBackgroundDrawList();
    const auto draw = [&](float grown, ImVec4 colour) {
        for (const PixelRect& place : places) {
            if (place.width == 0 || place.height == 0) continue;  // not in view
            const ImVec2 from{area.from.x + unit * static_cast<float>(place.x),
                              area.from.y + unit * static_cast<float>(place.y)};
            const ImVec2 to{from.x + unit * static_cast<float>(place.width),
                            from.y + unit * static_cast<float>(place.height)};
            const ImVec2 corner{from.x - grown, from.y - grown};
            const ImVec2 opposite{to.x + grown, to.y + grown};
            if (std::min(place.width, place.height) < least_outlined)
                list.AddRectFilled(corner, opposite, tone::packed(colour));
            else
                list.AddRect(corner, opposite, tone::packed(colour), 0, 2 * width);
        }
    };
    draw(2 * width, tone::edge);
    draw(width, tone::brightest);
}

ImVec4 tone_of_use(BlockUse use) {
    if (use == BlockUse::wasted) return tone_of(role::wasted);
    return tone_of(use == BlockUse::partial ? role::partial : role::useful);
}

// "3", or "3 to 17"
std::string span_text(int first, int last) {
    return first == last ? grouped(first) : fmt::format("{} to {}", grouped(first), grouped(last));
}

void cell_lines(const PanelContext& context, const HoveredBlock& hovered) {
    if (hovered.cells.empty()) return fact(context, "cells", "none");
    triangle::Count count = 0;
    int first_row = hovered.cells.front().row, last_row = first_row;
    int first_column = hovered.cells.front().column, last_column = first_column;
    for (const auto& [row, column, rows, columns] : hovered.cells) {
        count += triangle::Count{rows} * columns;
        first_row = std::min(first_row, row);
        last_row = std::max(last_row, row + rows - 1);
        first_column = std::min(first_column, column);
        last_column = std::max(last_column, column + columns - 1);
    }
    fact(context, "cells", grouped(count));
    fact(context, "rows i", span_text(first_row, last_row));
    fact(context, "columns j", span_text(first_column, last_column));
    if (hovered.cell)
        fact(context, "this cell (i, j)",
             fmt::format("{}, {}", hovered.cell->row, hovered.cell->column));
}

void record_lines(const PanelContext& context, const TriangleScene& scene, std::size_t block) {
    const BlockRecord* record = scene.record_of(block);
    if (record == nullptr) return;
    const bool gpu = scene.plan.backend == Backend::cuda;
    fact(context, gpu ? "multiprocessor" : "thread", std::to_string(record->unit));
    fact(context, "began at", fmt::format("{} \xc2\xb5s", significant(1e-3 * record->begin_ns)));
    fact(context, "took",
         fmt::format("{} \xc2\xb5s", significant(1e-3 * (record->end_ns - record->begin_ns))));
}

void contents(const PanelContext& context, const TriangleScene& scene,
              const HoveredBlock& hovered) {
    const triangle::BlockPlace place = scene.place(hovered.number);
    swatch(context, tone_of_use(place.use), std::string(use_name(place.use)).c_str());
    if (!ImGui::BeginTable("block", 2, ImGuiTableFlags_SizingFixedFit)) return;
    fact(context, "\xce\xbb  number",
         fmt::format("{} of {}", grouped(place.number), grouped(scene.blocks)));
    if (scene.passes.size() > 1)
        fact(context, "launch", fmt::format("{} of {}", place.pass + 1, scene.passes.size()));
    fact(context, "block (x, y)", fmt::format("{}, {}", place.column, place.row));
    cell_lines(context, hovered);
    record_lines(context, scene, hovered.number);
    ImGui::EndTable();
}

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

void triangle_marks(const PanelContext& context) {
    const auto* view = tab_view<TriangleView>(context.seen);
    if (!view || !view->scene || !view->hovered) return;
    const bool of_bar = context.state.timeline.block.has_value();  // which has its own tooltip
    if (ImGui::GetIO().WantCaptureMouse && !of_bar) return;
    const TriangleScene& scene = *view->scene;
    std::vector<PixelRect> places{place_of(view->panes, scene.place(view->hovered->number))};
    for (const CellRect& cells : view->hovered->cells)
        for (const PixelRect* pane : {&view->panes.data, &view->panes.result})
            places.push_back(place_of(scene, view->panes, *pane, cells));
    mark(context, places);
    if (!of_bar) tooltip_beside_mouse(context, [&] { contents(context, scene, *view->hovered); });
}

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
