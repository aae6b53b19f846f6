// What every engine is given: the points, two buffers for them in turn, threads, and when to stop.
#pragma once

#include "compute/cpu/tasks.hpp"
#include "compute/workloads/points/cpu/level_spans.hpp"
#include "compute/workloads/points/cpu/node_list.hpp"
#include "compute/workloads/points/plan.hpp"
#include "compute/workloads/points/point_buffers.hpp"
#include "compute/workloads/points/runner.hpp"

#include <cstdint>
#include <stop_token>

namespace mariani::points::cpu {

using mariani::cpu::ThreadPool;

struct Job {
    const Plan& plan;
    const PointBuffers& points;
    ThreadPool& pool;
    const std::stop_token& stop;
    LevelSpans* spans = nullptr;  // of a run that is recorded

    // Calls work(), and in such a run notes it as part of that level.
    template <typename Work>
    auto at_level(std::uint32_t level, const Work& work) const {
        return spans == nullptr ? work() : spans->timed(level, work);
    }

    std::uint32_t count() const { return static_cast<std::uint32_t>(plan.count); }
    Node root() const { return {{}, 0, count()}; }
};

struct Tree {
    NodeList nodes;  // in any order
    std::int64_t child_launches = 0;
    std::int64_t refused_launches = 0;
};

}  // namespace mariani::points::cpu
