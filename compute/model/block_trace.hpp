// When and where each block of a run worked, or each region of a frame was computed, which a
// recorded run does one by one. Recording takes time, so no timed run does it.
#pragma once

#include "compute/model/host_device.hpp"
#include "compute/model/region.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace mariani {

enum class BlockUse : std::uint8_t { wasted, partial, useful };  // none, some, all of its threads

// The use of a block in which so many of its threads had something to do.
MARIANI_HOST_DEVICE constexpr BlockUse use_of(std::uint32_t busy, std::uint32_t threads) {
    return busy == 0 ? BlockUse::wasted : busy < threads ? BlockUse::partial : BlockUse::useful;
}

struct BlockRecord {
    std::uint32_t block = 0;  // its number in its launch, row by row
    std::uint16_t unit = 0;   // multiprocessor on cuda, thread on cpu
    std::uint8_t pass = 0;    // number of its launch
    BlockUse use = BlockUse::wasted;
    std::uint32_t begin_ns = 0;  // since the first block began
    std::uint32_t end_ns = 0;
};
static_assert(sizeof(BlockRecord) == 16);

using BlockTrace = std::vector<BlockRecord>;  // in the order of the launches

// Counts times from the begin of the first block. Their clock wraps around every 4.3 s: differences
// from any of its times are right.
inline void count_from_first(BlockTrace& trace) {
    if (trace.empty()) return;
    const std::uint32_t some = trace.front().begin_ns;
    std::int32_t first = 0;
    for (const BlockRecord& record : trace)
        first = std::min(first, static_cast<std::int32_t>(record.begin_ns - some));
    for (BlockRecord& record : trace) {
        record.begin_ns -= some + static_cast<std::uint32_t>(first);
        record.end_ns -= some + static_cast<std::uint32_t>(first);
    }
}

// A region's border, which decides its outcome, comes before its inside.
enum class RegionPart : std::uint8_t { border, inside };

struct RegionTime {
    PixelRect rect;                         // the whole region; of Ex a band or tile
    LatticeCell cell;                       // its place in its level's lattice; only of borders
    std::int64_t begin_ns = 0, end_ns = 0;  // since the frame began
    std::uint16_t unit = 0;                 // multiprocessor on cuda, thread on cpu
    std::uint8_t level = 0;
    Outcome outcome = Outcome::leaf;
    RegionPart part = RegionPart::border;
    bool launched = false;  // DP: by its parent's border, or an inside by its own
};

struct RegionTimes {
    std::vector<RegionTime> spans;       // in any order
    std::vector<std::int64_t> begin_ns;  // ASK: of each level's pass
};

}  // namespace mariani
