// When and where each block of a run worked. Recording takes time, so no timed run does it.
#pragma once

#include <cstdint>
#include <vector>

namespace mariani {

enum class BlockUse : std::uint8_t { wasted, partial, useful };  // none, some, all of its threads

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

}  // namespace mariani
