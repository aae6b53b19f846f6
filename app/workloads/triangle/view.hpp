// What the tab Triangle shows: the counterpart of TriangleSettings. Main thread only.
#pragma once

#include "app/measure/spread.hpp"
#include "app/panels/panels.hpp"
#include "app/settings/triangle_settings.hpp"
#include "app/workloads/triangle/panes.hpp"
#include "compute/model/energy.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

struct HoveredBlock {
    std::size_t number = 0;              // in the scene
    std::vector<CellRect> cells;         // that it computes
    std::optional<triangle::Cell> cell;  // under the mouse
};

// A map that was measured under the test, or the grid.
struct MapTimes {
    triangle::MapKind map = triangle::MapKind::bb;
    Spread ms;
    std::optional<double> improvement;  // I: BB's median over its own
    bool by_grid = false;               // not by the map
    std::optional<FrameEnergy> energy;  // of a run, if it was measured
    std::optional<double> block_cost;   // k: of a block beside one of BB; nothing of the grid
    std::optional<double> block_ns;     // see ns_per_block()

    // I with the range that its own runs give beside BB's median.
    Spread improvement_spread() const {
        const double bb = *improvement * ms.median;
        return {bb / ms.max, *improvement, bb / ms.min};
    }
};

// BB launches at most twice the blocks that are needed.
inline constexpr double max_improvement = 2;

struct MapMeasurement {
    triangle::Plan plan;          // of the first; the others differ by their maps only, or by grid
    std::vector<MapTimes> times;  // in the order of the maps, then of the grid
    std::string device;
    double floor_ms = 0;  // of a run; 0 where nothing is written
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

// The points or spheres of the test, and what it found of them.
void triangle_data_panel(const PanelContext& context);

// Figures of the test that were published, and this program's on a GPU.
void triangle_figures_panel(const PanelContext& context);

// Says that times measured on the processor are not those of a GPU.
void processor_note(const triangle::Plan& plan);

// Over the picture: the hovered block, and what is known of it.
void triangle_marks(const PanelContext& context);

// Sections of the side panel.
void triangle_map_panel(const PanelContext& context);
void triangle_problem_panel(const PanelContext& context);
void triangle_times_panel(const PanelContext& context);
void triangle_improvement_panel(const PanelContext& context);  // I against N, below its buttons

}  // namespace mariani::app
