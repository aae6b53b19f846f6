// What an engine counted and timed while it computed one frame, and how far a deep one is.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mariani {

// What decided a pixel: the rungs of the ladder, from the fastest on.
enum class Rung : std::uint8_t {
    deltas,         // double, with a shared exponent where the range needs it
    double_double,  // deltas of two doubles
    direct,         // the pixel's own orbit in many digits
    theorem,        // where its point lies
    filled,         // its region's border: a guess
    none            // nothing did: of a preview, or not known
};
inline constexpr std::size_t rung_count = 6;

struct DeltaWork {
    std::uint64_t steps = 0;
    std::uint64_t jumps = 0;
    std::uint64_t rebases = 0;
    bool operator==(const DeltaWork&) const = default;
    DeltaWork& operator+=(const DeltaWork& other) {
        steps += other.steps;
        jumps += other.jumps;
        rebases += other.rebases;
        return *this;
    }
};

// What deep zoom counted and timed, beside what every frame does.
struct DeltaStats {
    std::array<std::int64_t, rung_count> pixels{};  // by what decided them
    std::array<double, rung_count> pixels_ms{};     // of each rung, without its table
    DeltaWork work;
    std::uint64_t direct_steps = 0;
    std::int64_t reference_bits = 0;  // behind the point
    std::int64_t reference_steps = 0;
    bool shared_exponents = false;
    double reference_ms = 0;  // this frame's part: 0 if the last reference served
    double table_ms = 0;

    std::int64_t pixels_of(Rung rung) const { return pixels[static_cast<std::size_t>(rung)]; }
};

// Adds the figures of another part of the same picture.
inline DeltaStats& operator+=(DeltaStats& sum, const DeltaStats& part) {
    for (std::size_t i = 0; i < rung_count; ++i) {
        sum.pixels[i] += part.pixels[i];
        sum.pixels_ms[i] += part.pixels_ms[i];
    }
    sum.work += part.work;
    sum.direct_steps += part.direct_steps;
    sum.reference_bits = std::max(sum.reference_bits, part.reference_bits);
    sum.reference_steps = std::max(sum.reference_steps, part.reference_steps);
    sum.shared_exponents = part.shared_exponents;
    sum.reference_ms += part.reference_ms;
    sum.table_ms += part.table_ms;
    return sum;
}

enum class DeltaStage : std::uint8_t { reference, table, pixels, double_double, direct };

constexpr std::string_view name_of(DeltaStage stage) {
    constexpr std::array<std::string_view, 5> names{"reference orbit", "table of jumps", "pixels",
                                                    "pixels in two doubles",
                                                    "pixels in many digits"};
    return names[static_cast<std::size_t>(stage)];
}

// Written by the computing threads, read by any.
struct DeltaProgress {
    std::atomic<DeltaStage> stage{DeltaStage::reference};
    std::atomic<std::int64_t> done{0};  // of the stage: steps, or pixels
    std::atomic<std::int64_t> total{0};

    void begin(DeltaStage next, std::int64_t amount) {
        done = 0;
        total = amount;
        stage = next;
    }
};

// What is counted over the regions of one level, for sums, logs and both backends. A counter added
// here and to the list below is summed, transferred from the device and logged;
// the code that computes regions has to count it. `Int` is the accumulator's type: on the device,
// one that its atomics support. Only counters, each an Int, so that they can be summed as an
// array.
template <typename Int>
struct RegionCounts {
    Int regions;  // filled + subdivided + leaves
    Int filled;
    Int subdivided;
    Int leaves;
    Int pixels_filled;
    Int pixels_iterated;
    Int iterations;
    Int leaf_pixels;  // iterated pixels not on a border: the insides of leaves
    Int leaf_iterations;
    Int empty_children;  // children of subdivided regions that have no pixel
};

template <typename Int>
using RegionCountMember = Int RegionCounts<Int>::*;

template <typename Int>
struct RegionCount {
    const char* name;  // in logs
    RegionCountMember<Int> member;
};

template <typename Int>
inline constexpr std::array region_counts = {
    RegionCount<Int>{"regions", &RegionCounts<Int>::regions},
    RegionCount<Int>{"filled", &RegionCounts<Int>::filled},
    RegionCount<Int>{"subdivided", &RegionCounts<Int>::subdivided},
    RegionCount<Int>{"leaves", &RegionCounts<Int>::leaves},
    RegionCount<Int>{"pixels_filled", &RegionCounts<Int>::pixels_filled},
    RegionCount<Int>{"pixels_iterated", &RegionCounts<Int>::pixels_iterated},
    RegionCount<Int>{"iterations", &RegionCounts<Int>::iterations},
    RegionCount<Int>{"leaf_pixels", &RegionCounts<Int>::leaf_pixels},
    RegionCount<Int>{"leaf_iterations", &RegionCounts<Int>::leaf_iterations},
    RegionCount<Int>{"empty_children", &RegionCounts<Int>::empty_children},
};

static_assert(sizeof(RegionCounts<std::int64_t>) ==
                  region_counts<std::int64_t>.size() * sizeof(std::int64_t),
              "a counter is missing in the list");

template <typename Int>
RegionCounts<Int>& operator+=(RegionCounts<Int>& sum, const RegionCounts<Int>& more) {
    for (const auto& count : region_counts<Int>) sum.*count.member += more.*count.member;
    return sum;
}

// One level of the subdivision.
struct LevelStats : RegionCounts<std::int64_t> {
    LevelStats() : RegionCounts() {}

    int level = 0;
    double side = 0;  // of the level's regions, in pixels: max(W, H) / (g r^level)
    double ms = 0;
    // The list of regions (OLT) that ASK read the level from: none for the first level, which is
    // cut by g, nor where there is no such list.
    std::int64_t olt_entries = 0;
    std::int64_t olt_bytes = 0;
};

// Adds the same level of another thread or another part of the picture.
inline LevelStats& operator+=(LevelStats& sum, const LevelStats& more) {
    static_cast<RegionCounts<std::int64_t>&>(sum) += more;
    sum.ms += more.ms;
    sum.olt_entries += more.olt_entries;
    sum.olt_bytes += more.olt_bytes;
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
