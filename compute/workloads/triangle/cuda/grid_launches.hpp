// The launches of contacts by a uniform grid.
#pragma once

#include "compute/workloads/triangle/cuda/launches.hpp"

namespace mariani::triangle::cuda {

// Memory of the device: see SortedSpheres.
struct GridMemory {
    int* counts;     // spheres in each cell: 0 before and after each sort
    int* first;      // grid_cells + 1
    int* ranks;      // of each sphere among those of its cell, in any order
    Point* spheres;  // sorted
    int* numbers;    // of these
};

void launch_sort(const Plan& plan, const Point* spheres, const GridMemory& grid,
                 const Stream& stream);

// Sets the contacts of sorted spheres in values that are 0.
void launch_comparisons(const Plan& plan, const GridMemory& grid, const DeviceData& data,
                        const Stream& stream);

}  // namespace mariani::triangle::cuda
