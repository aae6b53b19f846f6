// The list of regions that a frame returns, and the counts that go with it.
#pragma once

#include "compute/model/engine_stats.hpp"
#include "compute/model/region.hpp"

#include <cstdint>
#include <vector>

namespace mariani::cpu {

// Where levels overlap in time, a level's ms is its share of all threads' time, scaled to the
// frame's.
void scale_times(std::vector<LevelStats>& levels, double frame_ms);

// A record that only adds iterations to the region's own: its leaf pixels are iterated after its
// border, and perhaps by several threads.
Region more_iterations(PixelRect region, std::uint8_t level, std::int64_t iterations);

// All lists as one, sorted by level, then y, then x; records of the same region are added up.
std::vector<Region> in_order(std::vector<std::vector<Region>> lists);

}  // namespace mariani::cpu
