// A plan's launches: what the parts of the cuda runner share.
#pragma once

#include "compute/cuda/handles.hpp"
#include "compute/workloads/triangle/elements.hpp"
#include "compute/workloads/triangle/runner.hpp"

#include <cstdint>
#include <stop_token>

namespace mariani::triangle::cuda {

using mariani::cuda::Stream;

// Memory of the device that a plan reads and writes.
struct DeviceData {
    const Point* points = nullptr;  // to the end of the last block; of EDM and collision
    void* values = nullptr;         // output_bytes()
};

// Launches of DP, counted on the device.
struct DpCounts {
    unsigned long long launches;
    unsigned long long failed;
};

// Sums of visits; `first_outside` begins with all bits set.
struct DeviceVisits {
    unsigned long long inside;
    unsigned long long outside;
    unsigned long long sum;
    unsigned long long first_outside;
};

// Each puts a plan's launches into the stream, a few at a time, and returns when the last of them
// has been put there. False if stopped.
bool launch_run(const Plan& plan, const DeviceData& data, const Stream& stream,
                const std::stop_token& stop, Progress& progress);
bool launch_visits(const Plan& plan, DeviceVisits* visits, std::uint32_t* plane,
                   const Stream& stream, const std::stop_token& stop, Progress& progress);
// `records` has one for each block, by passes.
bool launch_traced(const Plan& plan, const DeviceData& data, BlockRecord* records,
                   const Stream& stream, const std::stop_token& stop);

// DP's one launch, which begins all others on the device.
void launch_dp(const Plan& plan, const DeviceData& data, DpCounts* counts, const Stream& stream);

// Fills `points` with the plan's input.
void launch_input(const Plan& plan, Point* points, int count, const Stream& stream);

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
