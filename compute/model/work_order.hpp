// In which order the pixels of a finished frame became known, and when: what a film of it shows.
//
// Pixels carry no time stamps. Recorded are the regions with their levels, outcomes and iterations,
// the iterations of each pixel, and the time of each level. Derived from these is everything else:
// - The order is the one in which the engine hands out its work, as if one worker did all of it. Ex
//   goes through the rows (cuda: the tiles of a block, row by row). ASK goes level by level,
//   through the children of each subdivided region in turn; in SBR a region's border is followed by
//   its fill or its leaf pixels, in MBR all borders of a level by all of its fills and leaves. DP
//   on the cpu examines the children of a region together and then those of the last one that was
//   subdivided, as the stack of its tasks does; on cuda, where the hardware queues what blocks
//   launch, it goes level by level. WPR finishes a region with all below it, then the next.
// - A level lasts as long as its share of the levels' times. Within it each region and pixel takes
//   as long as its iterations, and one more for each pixel; filled pixels appear together.
#pragma once

#include "compute/model/engine_stats.hpp"
#include "compute/model/field.hpp"
#include "compute/model/frame_plan.hpp"
#include "compute/model/region.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace mariani {

// What was done by a moment.
struct WorkDone {
    std::int64_t pixels = 0;  // known
    std::int64_t iterations = 0;
    bool operator==(const WorkDone&) const = default;
};

// Moments are shares of the frame's compute time, 0 to 1.
struct WorkOrder {
    Field known_at;  // float32, over the frame's part, in host memory
    // At moments 1 / (n - 1) apart, the first at 0; never decreases, and ends with the frame's own
    // totals.
    std::vector<WorkDone> done;
};

// The regions are all of the frame's, by level, then y, then x; the work is that of its part.
// Thread-safe; 60 ms per megapixel. Throws std::logic_error if regions or work are missing.
WorkOrder order_of_work(const FramePlan& plan, const EngineStats& stats,
                        std::span<const Region> regions, const HostField<std::uint32_t>& work);

// What was done by any moment, between those stored on a straight line.
WorkDone done_at(const WorkOrder& order, double moment);

}  // namespace mariani
