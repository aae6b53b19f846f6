// What an engine counted and timed while it computed one frame.
#pragma once

#include "compute/model/choices.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace mariani {

// One level of the subdivision. filled + subdivided + leaves = regions.
struct LevelStats {
    int level = 0;
    double side = 0;  // of the level's regions in pixels: max(W, H) / (g r^level)
    std::int64_t regions = 0;
    std::int64_t filled = 0;
    std::int64_t subdivided = 0;
    std::int64_t leaves = 0;
    std::int64_t empty_children = 0;  // children of this level's subdivided regions without a pixel
    std::int64_t pixels_filled = 0;
    std::int64_t pixels_iterated = 0;
    std::int64_t iterations = 0;
    std::int64_t leaf_pixels = 0;  // of those iterated: not on a border, as the insides of leaves
    std::int64_t leaf_iterations = 0;
    double ms = 0;
};

// P_i of the paper: the live subdivision probability of a level.
inline double subdivision_probability(const LevelStats& level) {
    return level.regions == 0
               ? 0.0
               : static_cast<double>(level.subdivided) / static_cast<double>(level.regions);
}

struct EngineStats {
    EngineKind engine = EngineKind::ex;
    Backend backend = Backend::cpu;
    Precision precision = Precision::f64;
    std::string device;              // "AMD EPYC, 2 threads, AVX-512"
    std::string engine_reason;       // why `automatic` chose it; empty when the user did
    std::string scheme_reason;       // why not the one asked for; or empty
    std::string backend_failure;     // of the backend in whose place this one computed; or empty
    std::vector<LevelStats> levels;  // one for Ex
    double compute_ms = 0;
    // Of kernels on cuda: those of the host and, of DP, those of the device. None on cpu.
    std::int64_t launches = 0;
    std::int64_t failed_launches = 0;  // DP on cuda: done in place by the launching block
    std::int64_t full_table = 0;       // ASK on cuda: regions done in place, as a list had no room

    std::int64_t regions() const { return sum(&LevelStats::regions); }
    std::int64_t filled() const { return sum(&LevelStats::filled); }
    std::int64_t subdivided() const { return sum(&LevelStats::subdivided); }
    std::int64_t leaves() const { return sum(&LevelStats::leaves); }
    std::int64_t pixels_filled() const { return sum(&LevelStats::pixels_filled); }
    std::int64_t pixels_iterated() const { return sum(&LevelStats::pixels_iterated); }
    std::int64_t iterations() const { return sum(&LevelStats::iterations); }
    std::int64_t leaf_pixels() const { return sum(&LevelStats::leaf_pixels); }
    std::int64_t leaf_iterations() const { return sum(&LevelStats::leaf_iterations); }

  private:
    std::int64_t sum(std::int64_t LevelStats::*count) const {
        std::int64_t total = 0;
        for (const auto& level : levels) total += level.*count;
        return total;
    }
};

}  // namespace mariani
