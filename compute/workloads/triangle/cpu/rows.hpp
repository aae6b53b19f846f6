// Rows of the triangle: of cells, in vectors of this machine; and loops over rows on all cores, for
// what has neither maps nor blocks.
#pragma once

#include "compute/cpu/tasks.hpp"
#include "compute/workloads/triangle/elements.hpp"
#include "compute/workloads/triangle/plan.hpp"

#include <cstdint>
#include <functional>
#include <stop_token>

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

// Calls use(row) for so many rows, from 0, on several threads: those that a plan of the processor
// asks for, or all. False if stopped.
inline bool for_each_row_of(const Plan& plan, int rows, const std::stop_token& stop,
                            const std::function<void(int row)>& use) {
    mariani::cpu::ThreadPool pool(plan.backend == Backend::cpu ? plan.threads : 0);
    pool.for_each(rows, stop, [&](std::int64_t row) { use(static_cast<int>(row)); });
    return !stop.stop_requested();
}

}  // namespace mariani::triangle::cpu
