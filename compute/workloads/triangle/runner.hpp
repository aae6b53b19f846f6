// Runs a plan, again and again: the interface of both backends.
#pragma once

#include "compute/model/block_trace.hpp"
#include "compute/model/counter_hash.hpp"
#include "compute/model/host_device.hpp"
#include "compute/workloads/triangle/plan.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace mariani::triangle {

// An element's term in sums that do not depend on the order of the visits: two sets of visits with
// the same count and the same sum mod 2^64 are the same, but for a chance of 2^-64.
MARIANI_HOST_DEVICE constexpr std::uint64_t fingerprint(std::int64_t row, std::int64_t column) {
    return mix64((static_cast<std::uint64_t>(row) << 32) + static_cast<std::uint64_t>(column) + 1);
}

// Whether a map visits every element of its domain once; no timed run counts any of it. Sums over
// all threads that hold an element.
struct Visits {
    std::int64_t inside = 0;          // of elements of the domain
    std::int64_t outside = 0;         // of what is no element: a block or a thread misplaced
    std::uint64_t sum = 0;            // of fingerprints of those inside
    std::int64_t first_outside = -1;  // the first misplaced block, in the order of the launches
    // The visits of each element, in the workload's order; empty where there are too many.
    std::vector<std::uint32_t> plane;
};

struct Coverage {
    std::int64_t elements = 0;
    Visits visits;
    bool exact = false;       // each element once, and nothing outside
    std::int64_t missed = 0;  // elements; both 0 without a plane
    std::int64_t repeated = 0;
};

// `sum` is that of the fingerprints of all elements.
inline Coverage coverage_of(std::int64_t elements, std::uint64_t sum, Visits visits) {
    Coverage coverage{elements, std::move(visits)};
    const Visits& found = coverage.visits;
    coverage.exact = found.inside == elements && found.outside == 0 && found.sum == sum;
    coverage.missed = std::ranges::count(found.plane, 0U);
    coverage.repeated =
        std::ranges::count_if(found.plane, [](std::uint32_t visits_of) { return visits_of > 1; });
    return coverage;
}

struct Progress {
    std::atomic<Count> blocks_done{0};  // by grid: spheres
    std::atomic<Count> blocks_total{0};
};

struct RunStats {
    double compute_ms = 0;             // of the launches alone
    std::int64_t launches = 0;         // kernels, by host and device; on cpu the map's passes
    std::int64_t failed_launches = 0;  // on the device, by DP: what they were to do is missing
};

// Visits are counted cell by cell up to so many cells to a side.
inline constexpr int max_plane_side = 16'384;
// When and where blocks worked is recorded of at most so many.
inline constexpr Count max_trace_blocks = Count{1} << 22;

// The floor is measured with at most this many bytes.
inline constexpr std::int64_t max_floor_bytes = std::int64_t{2} << 30;

// Has the plan's input and the memory that it writes. One call at a time. Each returns nothing
// within 100 ms of a stop request, and throws BackendFailure if the device fails.
class Runner {
  public:
    virtual ~Runner() = default;

    virtual std::string device() const = 0;

    // Moves the points or spheres to the plan's at another time: from 0 to limits::max_time.
    virtual void set_time(double time) = 0;

    virtual std::optional<RunStats> run(std::stop_token stop, Progress& progress) = 0;

    // What the runs wrote, as bytes in host memory; what no cell has is 0. Of the tests map and
    // dummy nothing is to be read.
    virtual std::vector<std::byte> output() const = 0;

    // The least ms in which as many bytes as a run writes can be set; of many, by a part of them.
    virtual double floor_ms() const = 0;
};

// The runner of a plan whose map is run.
class MapRunner : public Runner {
  public:
    // Which cells the plan's map visits.
    virtual std::optional<Visits> visit(std::stop_token stop, Progress& progress) = 0;

    // One more run, recorded. At most max_trace_blocks. DP's blocks are launched by the host.
    virtual std::optional<BlockTrace> trace(std::stop_token stop) = 0;
};

// floor_ms() for `measure_ms(bytes)`.
template <typename Measure>
double floor_of(const Plan& plan, const Measure& measure_ms) {
    const std::int64_t bytes = written_bytes(plan);
    if (bytes == 0) return 0;
    const std::int64_t measured = std::min(bytes, max_floor_bytes);
    return measure_ms(measured) * (static_cast<double>(bytes) / static_cast<double>(measured));
}

// The plan is valid. Throws std::runtime_error if memory is short or the backend is unavailable.
std::unique_ptr<Runner> make_runner(const Plan& plan);
// The plan is not by grid.
std::unique_ptr<MapRunner> make_map_runner(const Plan& plan);

// How the plan's map covers the whole domain.
std::optional<Coverage> cover(const Plan& plan, MapRunner& runner, std::stop_token stop,
                              Progress& progress);

}  // namespace mariani::triangle

namespace mariani::triangle::cpu {

// The workload on the processor's cores.
std::unique_ptr<MapRunner> make_map_runner(const Plan& plan);

// The sum of the fingerprints of all cells of the domain, by plain loops over it. Nothing if
// stopped.
std::optional<std::uint64_t> domain_fingerprint(const Plan& plan, const std::stop_token& stop);

// Contacts by a uniform grid, on the processor's cores.
std::unique_ptr<Runner> make_grid_runner(const Plan& plan);

}  // namespace mariani::triangle::cpu

namespace mariani::triangle::cuda {

// The workload on a GPU. No CUDA type is named here: a build without nvcc has this header too.
std::unique_ptr<MapRunner> make_map_runner(const Plan& plan);
std::unique_ptr<Runner> make_grid_runner(const Plan& plan);

}  // namespace mariani::triangle::cuda
