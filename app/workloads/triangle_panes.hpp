// Where a triangle's picture has its panes, and what lies at a point of them: the same for drawing
// and for the mouse. Everything is in pixels of the picture.
#pragma once

#include "app/workloads/triangle_scene.hpp"
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
    double block = 1;  // the side of a block of parallel space
    std::vector<DrawnPass> passes;
    bool operator==(const TrianglePanes&) const = default;
};

// In a picture of this size whose lines of text are this high: the panes beside each other or two
// above two, whichever makes them larger. Nothing where they would have no room.
std::optional<TrianglePanes> panes_of(std::span<const triangle::Pass> passes, ImageSize picture,
                                      int line);

// Space around and between panes.
inline constexpr int pane_margin = 24, pane_gap = 28;

// Where a block is drawn in parallel space.
PixelRect place_of(const TrianglePanes& panes, const triangle::BlockPlace& block);

// Where cells are drawn in a pane of data space.
PixelRect place_of(const TriangleScene& scene, const PixelRect& pane, const CellRect& cells);

// The number of the block under a point of any pane.
std::optional<std::size_t> block_at(const TriangleScene& scene, const TrianglePanes& panes,
                                    double x, double y);

// The cell under a point of the panes of data space.
std::optional<triangle::Cell> cell_at(const TriangleScene& scene, const TrianglePanes& panes,
                                      double x, double y);

}  // namespace mariani::app
