// The engines: each counts and places the vertices of all lines. What they return is of no use once
// a stop was requested.
#pragma once

#include "compute/cpu/tasks.hpp"
#include "compute/model/block_trace.hpp"
#include "compute/workloads/curves/plan.hpp"
#include "compute/workloads/curves/tessellation.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>

namespace mariani::curves::cpu {

// In SIMD, with the best vector instructions of the machine: vertices [begin, end) of a line that
// has `count`, to `to` on; bit for bit those of vertex_of().
void place_vertices(const Line& line, std::uint32_t count, std::uint32_t begin, std::uint32_t end,
                    Point* to);

using mariani::cpu::ThreadPool;

// The low half of a clock.
inline std::uint32_t steady_ns() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint32_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

struct Job {
    const Plan& plan;
    std::span<const Line> lines;
    ThreadPool& pool;
    const std::stop_token& stop;
    std::span<BlockRecord> records = {};  // of the lines, in a run that is recorded; else none
};

// Places a line's vertices, or their first block, and records it where that is asked for.
template <typename Place>
void record_placing(const Job& job, std::size_t line, const Place& place) {
    if (job.records.empty()) return place();
    BlockRecord& record = job.records[line];
    record.begin_ns = steady_ns();
    place();
    record.end_ns = steady_ns();
    record.unit = static_cast<std::uint16_t>(ThreadPool::slot());
    record.use = BlockUse::useful;
}

// Kept from run to run.
class VertexBuffer {
  public:
    // Makes room for as many; what it held is lost if there were fewer.
    Point* reserve(std::int64_t count) {
        if (count > size_) {
            points_ = nullptr;
            points_ = std::make_unique_for_overwrite<Point[]>(static_cast<std::size_t>(count));
            size_ = count;
        }
        return points_.get();
    }
    const Point* get() const { return points_.get(); }

  private:
    std::unique_ptr<Point[]> points_;
    std::int64_t size_ = 0;
};

struct Launches {
    std::int64_t child = 0;
    std::int64_t failed = 0;
    std::int64_t most_pending = 0;
};

// Room for as many vertices as the cap a line, in which each line's begin at its own; `counts` are
// the lines'. Flat: a line by a task, as all of its kind.
void tessellate_lines(const Job& job, std::span<Count> counts, Point* room);

// DP: groups of tasks stand for the launches from the device, and the pool for the list of pending
// ones. What a group that finds it full would do is done by the task that wanted it, or its lines
// are lost.
Launches tessellate_by_launches(const Job& job, std::span<Count> counts, Point* room);

// Scan: counts first, so that the vertices of all lines lie one after another.
void tessellate_by_scan(const Job& job, std::span<Count> counts, VertexBuffer& vertices);

}  // namespace mariani::curves::cpu
