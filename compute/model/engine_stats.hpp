// What an engine counted and timed while it computed one frame.
#pragma once

#include "compute/model/delta_stats.hpp"
#include "compute/model/region_counts.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mariani {

// One level of the subdivision.
struct LevelStats : RegionCounts<std::int64_t> {
    LevelStats() : RegionCounts() {}

    int level = 0;
    double side = 0;  // of the level's regions, in pixels: max(W, H) / (g r^level)
    double ms = 0;
};

// Adds the same level of another thread or another part of the picture.
inline LevelStats& operator+=(LevelStats& sum, const LevelStats& more) {
    static_cast<RegionCounts<std::int64_t>&>(sum) += more;
    sum.ms += more.ms;
    return sum;
}

// P_i of the paper: a level's live subdivision probability.
inline double subdivision_probability(const LevelStats& level) {
    return level.regions == 0
               ? 0.0
               : static_cast<double>(level.subdivided) / static_cast<double>(level.regions);
}

struct EngineStats {
    std::string device;              // "AMD EPYC, 2 threads, AVX-512"
    std::string engine_reason;       // why `automatic` chose it; empty if the user did
    std::string precision_reason;    // why `automatic` chose it, or the cpu for it; may be empty
    std::string scheme_reason;       // why not the requested one; may be empty
    std::string backend_failure;     // of the backend that this one replaced; may be empty
    std::vector<LevelStats> levels;  // one for Ex
    double compute_ms = 0;
    std::optional<DeltaStats> deltas;  // of a deep precision
    // Kernels on cuda: those launched by the host and, for DP, by the device. None on cpu.
    std::int64_t launches = 0;
    std::int64_t failed_launches = 0;  // DP on cuda: done in place by the launching block
    std::int64_t full_table = 0;       // ASK on cuda: regions done in place because a list was full

    // Over all levels.
    RegionCounts<std::int64_t> total() const {
        RegionCounts<std::int64_t> sum{};
        for (const auto& level : levels) sum += level;
        return sum;
    }
};

}  // namespace mariani
