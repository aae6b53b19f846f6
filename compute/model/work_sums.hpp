// Where a frame's iterations went, by the outcome of the pixels they were spent on.
#pragma once

#include "compute/model/engine_stats.hpp"
#include "compute/model/field.hpp"
#include "compute/model/region_map.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace mariani {

struct WorkShare {
    std::int64_t pixels = 0;
    std::int64_t iterations = 0;
    bool operator==(const WorkShare&) const = default;
};

struct WorkSums {
    std::uint32_t max = 0;  // the most iterations of one pixel
    std::array<WorkShare, pixel_outcomes> outcomes;
    std::vector<WorkShare> levels;  // by PixelOrigin::level

    const WorkShare& operator[](PixelOutcome outcome) const {
        return outcomes[static_cast<std::size_t>(outcome)];
    }
    WorkShare total() const;
    WorkSums& operator+=(const WorkSums& other);  // adds another part of the picture
    bool operator==(const WorkSums&) const = default;
};

// How many times pixels were iterated again for a deeper region's border; the stats are those of
// the same frame.
std::int64_t repeats(const WorkSums& sums, const EngineStats& stats);

// "filled", "border", "leaf"; for a subdivided border "reused" or, with engines that iterate it
// again, "repeated".
std::string_view name_of(PixelOutcome outcome, bool repeats_borders);

// With a map of the same pixels, in host memory. 2 ms per megapixel.
WorkSums sum_work(const HostField<std::uint32_t>& work, const RegionMap& map);

}  // namespace mariani
