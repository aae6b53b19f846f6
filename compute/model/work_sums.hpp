// Where a frame's iterations went, by what became of the pixels they were spent on.
#pragma once

#include "compute/model/engine_stats.hpp"
#include "compute/model/field.hpp"
#include "compute/model/pixel_origin.hpp"

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
    std::uint32_t most = 0;  // iterations of one pixel
    std::array<WorkShare, pixel_outcomes> outcomes;
    std::vector<WorkShare> levels;  // by PixelOrigin::level

    const WorkShare& operator[](PixelOutcome outcome) const {
        return outcomes[static_cast<std::size_t>(outcome)];
    }
    WorkShare total() const;
    WorkSums& operator+=(const WorkSums& other);  // of another part of the picture
    bool operator==(const WorkSums&) const = default;
};

// How many times a pixel was iterated again with a deeper region's border; the stats are of the
// same frame.
std::int64_t repeats(const WorkSums& sums, const EngineStats& stats);

// "filled", "border", "leaf"; of a subdivided border "reused" or, by engines that repeat them,
// "repeated".
std::string_view name_of(PixelOutcome outcome, bool repeats_borders);

// Of a map of the same pixels, in host memory. 2 ms a megapixel.
WorkSums sum_work(const HostField<std::uint32_t>& work, const RegionMap& map);

}  // namespace mariani
