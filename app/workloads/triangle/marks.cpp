#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/widgets.hpp"
#include "app/workloads/triangle/picture.hpp"
#include "app/workloads/triangle/view.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {
namespace {

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

}  // namespace mariani::app
