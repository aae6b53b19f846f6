// Runs a plan, again and again.
#pragma once

#include "compute/workloads/points/plan.hpp"
#include "compute/workloads/points/query.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace mariani::points {

struct RunStats {
    double compute_ms = 0;
    std::int64_t launches = 0;          // of cuda, by the host; a sort is one
    std::int64_t child_launches = 0;    // by DP: of the device; of cpu, groups of tasks
    std::int64_t refused_launches = 0;  // of DP, beyond the pool: the parent did their work
    std::int64_t nodes = 0;
};

// When a level's nodes are made: from the begin of the first to the end of the last, in ms since
// those of the root began.
struct LevelSpan {
    double begin_ms = 0, end_ms = 0;
    double ms() const { return end_ms - begin_ms; }
    bool operator==(const LevelSpan&) const = default;
};

// A piece of a level's work that one thread did, by the same clock.
struct LevelTask {
    std::uint32_t level = 0;
    int thread = 0;
    double begin_ms = 0, end_ms = 0;
};

// Has points, and the tree of the last run. One call at a time. What takes a stop token returns
// nothing within 100 ms of a stop request.
class Runner {
  public:
    virtual ~Runner() = default;

    virtual std::string device() const = 0;

    // The plan's points as they lie at that time, in seconds, and with the mouse there. False if
    // stopped.
    virtual bool move_to(float time, const Point& place, std::stop_token stop) = 0;

    // Other points in place of the plan's. Throws std::invalid_argument if one is outside of
    // [0, 1)^2, or if the plan has another count.
    virtual void take(std::span<const Point> points) = 0;

    // Makes the tree; first the plan's points, outside of the time, if there are none yet.
    virtual std::optional<RunStats> run(std::stop_token stop) = 0;

    // The same tree once more, in a run that is recorded: one for each level. Those of DP overlap.
    // Sorting is no part of them; Karras has no levels. Nothing if stopped.
    virtual std::optional<std::vector<LevelSpan>> level_spans(std::stop_token stop) = 0;

    // What its threads did in that run, by thread, then by begin. A GPU's blocks are not recorded
    // one by one: there is nothing of them.
    virtual std::vector<LevelTask> level_tasks() const { return {}; }

    // After a run: its points as they were given, and in the order of the tree.
    virtual std::vector<Point> input() const = 0;
    virtual std::vector<Point> points() const = 0;

    // By level, then by prefix.
    virtual std::vector<Node> nodes() const = 0;

    // The same, counted where they are: for many, this is faster than to fetch them. Nothing if
    // stopped.
    virtual std::optional<std::vector<LevelStats>> levels(std::stop_token stop) = 0;

    // What a picture of that part shows, with the counts of leaves if asked for. False if stopped.
    virtual bool look(const TreePart& part, bool counts, TreePlanes& planes,
                      std::stop_token stop) = 0;

    // What a descent of the tree finds in the disc.
    virtual DiscStats find(const Disc& disc) = 0;

    // The least ms in which as many bytes can be set as one read and one write of all points move.
    virtual double floor_ms() const = 0;
};

}  // namespace mariani::points

namespace mariani::points::cpu {

// The workload on the processor's cores.
std::unique_ptr<Runner> make_runner(const Plan& plan);

}  // namespace mariani::points::cpu

namespace mariani::points::cuda {

// The workload on a GPU. No CUDA type is named here: a build without nvcc has this header too.
std::unique_ptr<Runner> make_runner(const Plan& plan);

}  // namespace mariani::points::cuda

namespace mariani::points {

// The plan is valid. Throws std::runtime_error if memory is short.
inline std::unique_ptr<Runner> make_runner(const Plan& plan) {
    return plan.backend == Backend::cpu ? cpu::make_runner(plan) : cuda::make_runner(plan);
}

}  // namespace mariani::points
