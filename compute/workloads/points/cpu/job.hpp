// What every engine is given: the points, two buffers for them in turn, threads, and when to stop.
#pragma once

#include "compute/cpu/tasks.hpp"
#include "compute/workloads/points/cpu/node_list.hpp"
#include "compute/workloads/points/plan.hpp"
#include "compute/workloads/points/runner.hpp"

#include <chrono>
#include <stop_token>
#include <vector>

namespace mariani::points::cpu {

using mariani::cpu::ThreadPool;

// As in the textbook, points of even levels lie in the first buffer and of odd ones in the second;
// at level 0 they are still the input. The first has the tree's points at last.
struct PointBuffers {
    const Point* input = nullptr;
    Point* first = nullptr;
    Point* second = nullptr;

    const Point* at(std::uint32_t level) const {
        if (level == 0) return input;
        return level % 2 == 0 ? first : second;
    }
    Point* below(std::uint32_t level) const { return level % 2 == 0 ? second : first; }
};

struct Job {
    const Plan& plan;
    const PointBuffers& points;
    ThreadPool& pool;
    const std::stop_token& stop;

    std::uint32_t count() const { return static_cast<std::uint32_t>(plan.count); }
    Node root() const { return {{}, 0, count()}; }
};

struct Tree {
    NodeList nodes;  // in any order
    std::int64_t child_launches = 0;
    std::int64_t refused_launches = 0;
    std::vector<double> level_ms;  // of engines that go level by level
};

inline double ms_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
        .count();
}

}  // namespace mariani::points::cpu
