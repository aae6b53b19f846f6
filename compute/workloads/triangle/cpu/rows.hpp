// Rows of cells, in vectors of this machine.
#pragma once

#include "compute/workloads/triangle/elements.hpp"

#include <cstdint>

namespace mariani::triangle::cpu {

// EDM: the distances of point `row` from `count` points, the first of which is `column`.
struct DistanceRow {
    const Point* points;
    int features;
    int row;
    int column;
    int count;
    float* distances;
};
void compute(const DistanceRow& row);

// Collision: whether sphere `row` touches each of the 32 from `column` on, a bit each.
struct ContactWord {
    const Point* spheres;
    int dimensions;
    int row;
    int column;
    int count;  // of spheres that are there
};
std::uint32_t contacts(const ContactWord& word);

}  // namespace mariani::triangle::cpu
