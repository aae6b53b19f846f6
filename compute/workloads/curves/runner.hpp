// Runs a plan, again and again.
#pragma once

#include "compute/model/block_trace.hpp"
#include "compute/workloads/curves/plan.hpp"
#include "compute/workloads/curves/reference.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace mariani::curves {

struct RunStats {
    double compute_ms = 0;
    std::int64_t launches = 0;         // of cuda, by the host
    std::int64_t child_launches = 0;   // by DP: groups of tasks, in place of launches
    std::int64_t failed_launches = 0;  // beyond the pool: the parent did their work, or none did
    std::int64_t failed_mallocs = 0;   // of lines, whose parent did the work without a launch
    std::int64_t most_pending = 0;     // child launches at a time
    std::int64_t vertices = 0;
    std::int64_t cut_lines = 0;   // whose vertices are fewer than the rule wants
    std::int64_t lost_lines = 0;  // which have none, as their launch failed without repair
};

// Has lines, and the vertices of the last run. One call at a time. What takes a stop token returns
// nothing within 100 ms of a stop request.
class Runner {
  public:
    virtual ~Runner() = default;

    virtual std::string device() const = 0;

    // The plan's lines as they lie at that time, in seconds, with these points placed. False if
    // stopped.
    virtual bool move_to(double time, const std::vector<PlacedPoint>& placed,
                         std::stop_token stop) = 0;

    // Other lines in place of the plan's. Throws std::invalid_argument if the plan has another
    // number of them.
    virtual void take(std::span<const Line> lines) = 0;

    // Counts and places the vertices; first makes the plan's lines, outside of the time, if there
    // are none yet.
    virtual std::optional<RunStats> run(std::stop_token stop) = 0;

    // After a run of these lines. Runs once more, and records for each line that has vertices when
    // and where the first block of them was placed; `block` is its number, in ascending order.
    virtual std::optional<BlockTrace> trace(std::stop_token stop) = 0;

    // After a run.
    virtual std::vector<Line> lines() const = 0;
    Tessellation tessellation() const { return tessellation(0, limits::lines.max); }
    // The vertices of the lines from `first` to before `end`, as far as there are any.
    virtual Tessellation tessellation(std::int64_t first, std::int64_t end) const = 0;

    // The least ms in which as many bytes can be set as a read of all lines and a write of the
    // vertices move.
    virtual double floor_ms() const = 0;
};

// Keeps the records of lines that have vertices, numbered, with times since the first of them
// began. The records come in the order of the lines.
inline void keep_recorded(BlockTrace& trace) {
    std::uint32_t line = 0;
    for (BlockRecord& record : trace) record.block = line++;
    std::erase_if(trace, [](const BlockRecord& record) { return record.use == BlockUse::wasted; });
    count_from_first(trace);
}

// The bytes that a run moves: 24 a line, and 8 a vertex.
inline std::int64_t moved_bytes(const Plan& plan, std::int64_t vertices) {
    return plan.lines * static_cast<std::int64_t>(sizeof(Line)) +
           vertices * static_cast<std::int64_t>(sizeof(Point));
}

}  // namespace mariani::curves

namespace mariani::curves::cpu {

// The workload on the processor's cores.
std::unique_ptr<Runner> make_runner(const Plan& plan);

}  // namespace mariani::curves::cpu

namespace mariani::curves::cuda {

// The workload on a GPU. No CUDA type is named here: a build without nvcc has this header too.
std::unique_ptr<Runner> make_runner(const Plan& plan);

}  // namespace mariani::curves::cuda

namespace mariani::curves {

// The plan is valid. Throws std::runtime_error if memory is short.
inline std::unique_ptr<Runner> make_runner(const Plan& plan) {
    return plan.backend == Backend::cpu ? cpu::make_runner(plan) : cuda::make_runner(plan);
}

}  // namespace mariani::curves
