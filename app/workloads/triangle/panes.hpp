// Where a triangle's picture has its panes, and what lies at a point of them: the same for drawing
// and for the mouse. Everything is in pixels of the picture.
#pragma once

#include "app/settings/triangle_settings.hpp"
#include "app/workloads/triangle/scene.hpp"
#include "compute/model/geometry.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace mariani::app {

// How a launch is drawn in the pane of parallel space. Rows that are too long are wrapped.
struct DrawnPass {
    double top = 0;             // of its first row
    int columns = 1, rows = 1;  // of blocks, as drawn
    bool operator==(const DrawnPass&) const = default;
};

struct TrianglePanes {
    PixelRect parallel, data, result;  // squares
    PixelRect legend;
    double block = 1;               // the side of a block of parallel space, in the whole
    std::vector<DrawnPass> passes;  // in the whole
    PaneViews views;
    bool operator==(const TrianglePanes&) const = default;
};

// In a picture of this size whose lines of text are this high: the panes beside each other or two
// above two, whichever makes them larger. Nothing where they would have no room.
std::optional<TrianglePanes> panes_of(std::span<const triangle::Pass> passes, ImageSize picture,
                                      int line);

// Space around and between panes.
inline constexpr int pane_margin = 24, pane_gap = 28;

// The side in pixels of a block and of a cell, as they are shown.
double block_side(const TrianglePanes& panes);
double cell_side(const TriangleScene& scene, const TrianglePanes& panes);

// The least that a view can show: a single block fills its pane.
PaneViews least_views(const TriangleScene& scene, const TrianglePanes& panes);
// With their sizes from `least` to 1, and nothing outside of the whole.
PaneViews within_whole(const PaneViews& views, const PaneViews& least);

// The views with the first missed cell of a scene, which misses some, in the middle: a few blocks
// of the triangle, and those of parallel space around the one that is to have it.
PaneViews views_of_first_missed(const TriangleScene& scene, const TrianglePanes& panes);

// Where a block is drawn in parallel space; empty if it is not in view.
PixelRect place_of(const TrianglePanes& panes, const triangle::BlockPlace& block);

// Where cells are drawn in one of the panes of data space; empty if they are not in view.
PixelRect place_of(const TriangleScene& scene, const TrianglePanes& panes, const PixelRect& pane,
                   const CellRect& cells);

// The row or column of the cell at the near edge of a pixel of the panes of data space, which is
// counted from the pane's own edge.
int first_cell(const TriangleScene& scene, const PixelRect& pane, double from, double size,
               int pixel);

// A point of a block of parallel space: its number, and where in it, in shares of its side.
struct BlockPoint {
    triangle::Count number = 0;
    double across = 0, down = 0;
};
std::optional<BlockPoint> parallel_point(const TriangleScene& scene, const TrianglePanes& panes,
                                         double x, double y);

// The number of the block under a point of any pane.
std::optional<std::size_t> block_at(const TriangleScene& scene, const TrianglePanes& panes,
                                    double x, double y);

// The cell under a point of the panes of data space.
std::optional<triangle::Cell> cell_at(const TriangleScene& scene, const TrianglePanes& panes,
                                      double x, double y);

}  // namespace mariani::app
