#pragma once

#include "app/settings/display_choices.hpp"
#include "app/settings/failure.hpp"
#include "compute/workloads/triangle/plan.hpp"

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
inline triangle::Request triangle_request(const TriangleSettings& settings) {
    triangle::Request request;
    static_cast<triangle::Problem&>(request) = settings.problem;
    request.maps = {settings.map};
    request.backend = settings.backend;
    return request;
}

// Why no machine can run it, in words a user can act on.
inline std::optional<std::string> why_invalid(const TriangleSettings& settings) {
    return refusal_of([&] { triangle::resolve(triangle_request(settings), std::nullopt); });
}

// Where the test cannot have what is chosen, leaves that to the program.
inline void leave_refused(TriangleSettings& settings) {
    if (!why_invalid(settings)) return;
    triangle::Problem& problem = settings.problem;
    problem.block.reset();
    problem.features.reset();
    problem.diagonal.reset();
    problem.cells.reset();
    problem.layout.reset();
}

// The fields as text: name, value, range. A forgotten field does not compile.
void visit_fields(MaybeConst<TriangleSettings> auto& shown, auto& visitor) {
    auto& [problem, map, backend, colour, coverage, views] = shown;
    visitor("map", map);
    visit_knobs(problem, visitor);
    visitor("backend", backend);
    visitor("colour", colour);
    visitor("coverage", coverage);
    auto& [parallel, cells] = views;
    auto& [grid_x, grid_y, grid_size] = parallel;
    auto& [cells_x, cells_y, cells_size] = cells;
    constexpr RealRange corner{0, 1}, size{1e-6, 1};
    visitor("grid_x", grid_x, corner);
    visitor("grid_y", grid_y, corner);
    visitor("grid_size", grid_size, size);
    visitor("cells_x", cells_x, corner);
    visitor("cells_y", cells_y, corner);
    visitor("cells_size", cells_size, size);
}

}  // namespace mariani::app
