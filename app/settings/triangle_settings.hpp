#pragma once

#include "app/settings/block_colour.hpp"
#include "compute/service/triangle_request.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace mariani::app {

// The part of a pane's whole that it shows: a square, with its upper left corner, in shares of the
// whole's side.
struct PaneView {
    double x = 0, y = 0, size = 1;
    bool operator==(const PaneView&) const = default;
};

// Both panes of data space show the same part.
struct PaneViews {
    PaneView parallel, cells;
    bool operator==(const PaneViews&) const = default;
};

// What the workload `triangle` shows: a map under a test. Nothing where the program is to choose.
struct TriangleSettings {
    triangle::MapKind map = triangle::MapKind::bb;
    triangle::Task test = triangle::Task::edm;
    int side = triangle::default_side;           // N, in cells
    std::optional<int> block;                    // rho, the side of a block in cells
    std::optional<int> features;                 // coordinates of a point
    std::optional<bool> diagonal;                // whether its cells are computed
    double epsilon = triangle::printed_epsilon;  // of maps that have one
    std::optional<int> rec_base;                 // m of REC
    std::optional<triangle::Layout> layout;      // of the values in memory
    std::uint64_t seed = 1;                      // of points and spheres
    double time = 0;                             // in s: they have moved for as long
    std::optional<Backend> backend;
    BlockColour colour = BlockColour::order;
    bool coverage = false;  // how often each cell is visited, in place of the test's values
    PaneViews views;        // at the least a single block is shown, whatever they say
    bool operator==(const TriangleSettings&) const = default;
};

// The request of one map; where it runs, besides the backend, is the caller's to say.
triangle::Request triangle_request(const TriangleSettings& settings);

// Why no machine can run it, in words a user can act on.
std::optional<std::string> why_invalid(const TriangleSettings& settings);

}  // namespace mariani::app
