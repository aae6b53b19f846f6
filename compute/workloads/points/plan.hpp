// What is to be run: points and a quadtree of them by an engine, with nothing left to choose.
#pragma once

#include "compute/model/limits.hpp"
#include "compute/workloads/points/emitter.hpp"
#include "compute/workloads/points/node.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mariani::points {

namespace limits {
inline constexpr IntegerRange count{0, std::int64_t{1} << 27};
inline constexpr IntegerRange min{0, std::int64_t{1} << 27};
inline constexpr IntegerRange depth{1, max_depth};
inline constexpr IntegerRange pool{1, std::int64_t{1} << 20};
inline constexpr IntegerRange block{32, 1024};  // a multiple of warp_threads
inline constexpr float time = 3600;             // seconds: later, a float's places are far apart
inline constexpr std::int64_t nodes = std::int64_t{1} << 28;
inline constexpr std::int64_t pixels = std::int64_t{1} << 24;
}  // namespace limits

inline constexpr int warp_threads = 32;

// How bright each pixel of a picture is, row by row from the top.
struct Picture {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> brightness;
};

struct Plan {
    std::int64_t count = 100'000;
    SplitRule rule;
    EngineKind engine = EngineKind::linear;
    Distribution distribution = Distribution::uniform;
    std::uint64_t seed = 1;
    float time = 0;                          // seconds since points began to move
    Point place{0.5F, 0.5F};                 // of the mouse
    std::shared_ptr<const Picture> picture;  // of the distribution picture; null otherwise
    int pool = 2048;                         // launches of DP that may be pending
    int block = 128;                         // threads of dp, dp-mbr and ask on a GPU
    Backend backend = Backend::cpu;
    int device = 0;   // of cuda
    int threads = 0;  // of cpu; 0: all
    bool operator==(const Plan&) const = default;
};

// Why it cannot be run, in words a user can act on.
std::optional<std::string> why_invalid(const Plan& plan);

// The sums of a picture's brightness, up to each pixel and with it.
std::vector<std::uint32_t> pixel_sums(const Picture& picture);

// Of a valid plan; `sums` are those of its picture, where its backend can read them.
Emitter emitter_of(const Plan& plan, const std::uint32_t* sums);

}  // namespace mariani::points
