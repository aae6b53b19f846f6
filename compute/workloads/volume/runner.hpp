// Runs a plan, again and again: the interface of both backends.
#pragma once

#include "compute/model/dwell_summary.hpp"
#include "compute/model/region.hpp"
#include "compute/workloads/volume/lattice.hpp"
#include "compute/workloads/volume/paint.hpp"
#include "compute/workloads/volume/plan.hpp"
#include "compute/workloads/volume/sight.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace mariani::volume {

struct Progress {
    std::atomic<Index> voxels_done{0};
    std::atomic<Index> voxels_total{0};
};

// A region that has voxels.
struct RegionRecord {
    Cell cell;
    std::uint8_t level = 0;
    Outcome outcome = Outcome::leaf;
    bool operator==(const RegionRecord&) const = default;
};

struct LevelStats {
    std::int64_t regions = 0;
    std::int64_t filled = 0;
    std::int64_t subdivided = 0;
    std::int64_t leaves = 0;
    std::int64_t list_bytes = 0;  // of the OLT's entries that name the regions
    // Known of ask and surface, the latter's without its fronts; nothing of DP, whose levels mix.
    std::optional<double> ms;
    std::optional<Index> iterated;  // voxels
    bool operator==(const LevelStats&) const = default;

    // P of the seed's model: the share that is subdivided.
    double probability() const {
        return regions == 0 ? 0 : static_cast<double>(subdivided) / static_cast<double>(regions);
    }
};

struct RunStats {
    double compute_ms = 0;             // of the launches alone
    std::int64_t launches = 0;         // of kernels; of DP on cpu groups of tasks in their place
    std::int64_t failed_launches = 0;  // by DP, beyond the pool or refused: the parent did the work
    std::int64_t most_pending = 0;     // launches by DP at a time
    Index iterated = 0;                // voxels that were not filled
    std::vector<LevelStats> levels;    // none by Ex
};

// Has the volume. One call at a time. Each returns nothing within 100 ms of a stop request, and
// throws BackendFailure if the device fails.
class Runner {
  public:
    virtual ~Runner() = default;

    virtual std::string device() const = 0;

    virtual std::optional<RunStats> run(std::stop_token stop, Progress& progress) = 0;

    // The next runs are of the plan with this turn, in the same memory. The plan turns().
    virtual void turn_to(double turn) = 0;

    // What the last run wrote, as bytes in host memory: u16, or u32 where has_wide_dwells(), x
    // fastest.
    virtual std::vector<std::byte> output() const = 0;

    // The dwells of a plane of it, row by row.
    virtual std::vector<std::uint32_t> plane(const Plane& plane) const = 0;

    // How the dwells of planes are spread, all together: exact.
    virtual DwellSummary summary(std::span<const Plane> planes) const = 0;

    // The plane in colours: rgb, row by row.
    virtual std::vector<std::uint8_t> paint(const Plane& plane, ImageSize size,
                                            DwellColours colours) const = 0;

    // What a camera sees of it, row by row; of three or four axes.
    virtual std::optional<std::vector<Sight>> look(const Look& look, std::stop_token stop) = 0;

    // The same in colours.
    virtual std::optional<PaintedSpace> paint(const Look& look, const Scenery& scenery,
                                              DwellColours colours, std::stop_token stop) = 0;

    // The last run's, level by level, each in its list's order; by DP as they were done.
    virtual std::vector<RegionRecord> regions() const = 0;

    // The least ms in which as many bytes as the volume has can be set.
    virtual double floor_ms() const = 0;
};

// The dwell of a voxel in what a runner returned as output().
inline std::uint32_t dwell_at(const Plan& plan, const std::vector<std::byte>& output, Index voxel) {
    std::uint32_t wide = 0;
    std::uint16_t narrow = 0;
    if (has_wide_dwells(plan)) {
        std::memcpy(&wide, output.data() + 4 * voxel, sizeof(wide));
        return wide;
    }
    std::memcpy(&narrow, output.data() + 2 * voxel, sizeof(narrow));
    return narrow;
}

}  // namespace mariani::volume

namespace mariani::volume::cpu {

// The workload on the processor's cores.
std::unique_ptr<Runner> make_runner(const Plan& plan);

}  // namespace mariani::volume::cpu

namespace mariani::volume::cuda {

// The workload on a GPU. No CUDA type is named here: a build without nvcc has this header too.
std::unique_ptr<Runner> make_runner(const Plan& plan);

}  // namespace mariani::volume::cuda

namespace mariani::volume {

// The plan is valid. Throws std::runtime_error if memory is short or the backend is unavailable.
inline std::unique_ptr<Runner> make_runner(const Plan& plan) {
    return plan.backend == Backend::cpu ? cpu::make_runner(plan) : cuda::make_runner(plan);
}

}  // namespace mariani::volume
