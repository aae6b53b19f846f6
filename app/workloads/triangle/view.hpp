// What the tab Triangle shows: the counterpart of TriangleSettings. Main thread only.
#pragma once

#include "app/panels/panels.hpp"
#include "app/settings/triangle_settings.hpp"
#include "app/workloads/triangle/picture.hpp"
#include "app/workloads/triangle/runs.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace mariani::app {

struct HoveredBlock {
    std::size_t number = 0;              // in the scene
    std::vector<CellRect> cells;         // that it computes
    std::optional<triangle::Cell> cell;  // under the mouse
};

struct TriangleView : TabView {
    std::shared_ptr<const TriangleScene> scene;  // on screen; null before the first
    TrianglePanes panes;                         // of the scene's picture
    std::optional<HoveredBlock> hovered;
    std::optional<double> played;  // of the recorded run, by the picture: see TriangleStyle
    std::shared_ptr<const MapMeasurement> measurement;  // the last; null before the first
    // The same at several N, ascending; null before the first.
    std::shared_ptr<const std::vector<MapMeasurement>> by_side;
};

// Over the picture: the hovered block, and what is known of it.
void triangle_marks(const PanelContext& context);

// Parts of the side panel.
void triangle_introduction(const PanelContext& context);
void triangle_map_panel(const PanelContext& context);
void triangle_problem_panel(const PanelContext& context);
void triangle_data_panel(const PanelContext& context);  // and what the test found of it
void triangle_times_panel(const PanelContext& context);

}  // namespace mariani::app
