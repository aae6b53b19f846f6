// Sums over the tiles of one launch, in one pass: a tile tells the tiles after it what it knows
// (Merrill, Garland 2016).
#pragma once

#include "compute/cuda/warp.cuh"

#include <cstdint>

namespace mariani::cuda {

// A tile's word: its own sum first, then that of all tiles up to it. Everything is in one word;
// that of another run tells nothing.
using Told = unsigned long long;

enum class Known : std::uint64_t { own = 1, all = 2 };

inline constexpr unsigned runs_apart = (1U << 30) - 1;

__device__ inline Told word_of(unsigned run, Known known, std::uint32_t sum) {
    return static_cast<Told>(run) << 34 | static_cast<Told>(known) << 32 | sum;
}
__device__ inline bool tells(Told word, unsigned run) {
    return word >> 34 == run && (word >> 32 & 3) != 0;
}
__device__ inline bool tells_all(Told word) {
    return (word >> 32 & 3) == static_cast<Told>(Known::all);
}

__device__ inline void tell(Told& told, Told word) {
    store_volatile(told, word);
}

// By a warp, after it has told the tile's own: the sum of all tiles before it, which are under way.
// A lane asks a tile, the last one the nearest, until one knows all before itself.
__device__ inline std::uint32_t sum_before(const Told* told, std::uint32_t tile, unsigned run) {
    const int lane = lane_id();
    std::uint32_t before = 0;
    for (auto end = static_cast<std::int64_t>(tile); end > 0; end -= warp_lanes) {
        const std::int64_t asked = end - warp_lanes + lane;
        Told word = 0;
        do {
            if (asked >= 0) word = *static_cast<const volatile Told*>(told + asked);
        } while (!__all_sync(full_mask, asked < 0 || tells(word, run)));
        const bool knows_all = asked >= 0 && tells_all(word);
        const unsigned all = __ballot_sync(full_mask, knows_all ? 1 : 0);
        const int nearest = all == 0 ? 0 : warp_lanes - 1 - __clz(static_cast<int>(all));
        const bool counts = asked >= 0 && lane >= nearest;
        before += warp_reduce_sum(counts ? static_cast<std::uint32_t>(word) : 0U);
        if (all != 0) break;
    }
    return before;
}

}  // namespace mariani::cuda
