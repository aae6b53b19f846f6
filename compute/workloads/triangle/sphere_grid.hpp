// Collision without the triangle: spheres sorted into a uniform grid whose cells are as wide as two
// spheres can reach, so that those that touch lie in the same cell or in cells beside each other.
// One source for host and device.
#pragma once

#include "compute/workloads/triangle/elements.hpp"

#include <span>
#include <vector>

namespace mariani::triangle {

// On a line only the first cells of the first row are used.
inline constexpr float grid_cell = 2 * max_radius;
inline constexpr int grid_side = 9;  // in cells, the last of which reaches beyond the space
inline constexpr int grid_cells = grid_side * grid_side * grid_side;
static_assert(grid_side * grid_cell >= space_side);

struct GridPlace {
    int x, y, z;
};

// Spheres that touch are less than grid_cell apart along each axis, whatever is rounded; the
// rounded quotient is below a whole number wherever the exact one is.
MARIANI_HOST_DEVICE inline GridPlace grid_place(const Point& sphere) {
    return {static_cast<int>(sphere.x / grid_cell), static_cast<int>(sphere.y / grid_cell),
            static_cast<int>(sphere.z / grid_cell)};
}

// Cells are numbered row after row, so that those beside each other along x follow one another.
MARIANI_HOST_DEVICE constexpr int grid_number(const GridPlace& place) {
    return (place.z * grid_side + place.y) * grid_side + place.x;
}

// Spheres in the order of their cells, from `begin` to just before `end`.
struct GridRun {
    int begin, end;
};

// With which the sphere at `place` of that order is to be compared: in so many runs each pair of
// spheres in the same cell, or in cells beside each other, is met once. The first run has the
// spheres after it in its own cell, and those of the next; the others have three cells each of the
// row after it in y and of the three rows after it in z. first[c] is the place of the first
// sphere of cell c; there are grid_cells + 1.
inline constexpr int grid_runs = 5;
MARIANI_HOST_DEVICE inline GridRun grid_run(const int* first, const GridPlace& cell, int place,
                                            int run) {
    const bool next_layer = run > 1;
    const int y = cell.y + (next_layer ? run - 3 : run), z = cell.z + (next_layer ? 1 : 0);
    if (y < 0 || y >= grid_side || z >= grid_side) return {0, 0};
    const int left = cell.x > 0 ? cell.x - 1 : 0;
    const int right = cell.x < grid_side - 1 ? cell.x + 1 : cell.x;
    return {run == 0 ? place + 1 : first[grid_number({left, y, z})],
            first[grid_number({right, y, z}) + 1]};
}

// The cell (i, j) of a pair of spheres.
MARIANI_HOST_DEVICE constexpr Cell pair_of(int a, int b) {
    return a > b ? Cell{a, b} : Cell{b, a};
}

// A grid on the host.
struct SortedSpheres {
    std::vector<int> first;  // see grid_run()
    std::vector<Point> spheres;
    std::vector<int> numbers;  // of these, as they were given
};
SortedSpheres sort_into_grid(std::span<const Point> spheres);

// How many pairs it compares.
Count compared_pairs(const SortedSpheres& grid);

}  // namespace mariani::triangle
