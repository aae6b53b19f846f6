// What a test found of its points or spheres: the values of cells, one by one and summed up.
#pragma once

#include "compute/service/triangle.hpp"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace mariani::app {

struct TriangleScene;

// A pair of points or spheres: the cell (i, j).
struct TriangleData {
    static constexpr std::size_t most_kept = 4096;

    triangle::Count contacts = 0;           // of spheres
    triangle::Count compared = 0;           // pairs of spheres, if a uniform grid found them
    std::vector<triangle::Cell> touching;   // the first of them, row by row
    std::vector<bool> touches;              // of each sphere: another one
    std::optional<triangle::Cell> nearest;  // of points: the pair, the first of equals
    float distance = 0;                     // of that pair
};

// What the test computes of a cell of the domain: a distance, or 1 where two spheres touch and else
// 0. As the run has it, or, of a scene that is not detailed, as the host computes it: the same
// bits. 0 where the map misses the cell.
double value_of(const TriangleScene& scene, triangle::Cell cell);

// The data of a detailed scene whose test has points or spheres. Nothing if stopped.
std::optional<TriangleData> data_of(const TriangleScene& scene, const std::stop_token& stop);

}  // namespace mariani::app
