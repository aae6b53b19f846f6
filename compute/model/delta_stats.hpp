// What deep zoom counted and timed, beside what every frame does; and how far it is.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

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

}  // namespace mariani
