#pragma once

#include "app/settings/display_choices.hpp"
#include "compute/service/triangle_request.hpp"

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

// What the workload `triangle` shows: a map under a test.
struct TriangleSettings {
    triangle::Problem problem;
    triangle::MapKind map = triangle::MapKind::bb;
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

// Where the test cannot have what is chosen, leaves that to the program.
void leave_refused(TriangleSettings& settings);

}  // namespace mariani::app
