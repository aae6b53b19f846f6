// What a frame takes of the processor's memory, told before anything is allocated.
#pragma once

#include "compute/model/frame_plan.hpp"
#include "compute/model/memory_estimate.hpp"

namespace mariani {

inline constexpr std::string_view frame_remedy =
    "a smaller picture or, where many regions are kept, a larger B";

// The fields that are returned, with dwells of so many bytes, but for the work.
std::vector<MemoryPart> parts_of_fields(const FramePlan& plan, std::int64_t dwell_bytes);

// The regions that there will be, where as many are subdivided as in pictures of the whole set.
double expected_regions(const FramePlan& plan);

// What a plan takes of it, of a GPU's plan too: nothing but for a deep one. How long the reference
// orbit of a deep frame will be, nobody knows before: it is not among the parts.
MemoryEstimate host_memory_of(const FramePlan& plan);

}  // namespace mariani
