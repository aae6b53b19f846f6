// What a plan takes of memory, part by part, before anything is allocated.
#pragma once

#include "compute/model/frame_plan.hpp"

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace mariani {

struct MemoryPart {
    std::string_view name;  // "for the values"
    std::int64_t bytes = 0;
    bool yields = false;  // takes less where less is free
    bool operator==(const MemoryPart&) const = default;
};

struct MemoryEstimate {
    std::string_view remedy;        // what would take less: "a smaller n"
    std::vector<MemoryPart> parts;  // all in use at the same time
    std::optional<int> gpu = {};    // whose memory it is; if none's, the machine's

    std::int64_t total() const;
    std::int64_t needed() const;  // without the parts that yield

    // The same with one more part.
    MemoryEstimate with(std::string_view name, std::int64_t bytes) const;
};

// What is told where memory ended, whatever was estimated: "not enough memory: choose a smaller n".
std::string shortage_text(std::string_view remedy);

// "1.5 GiB", "37 MiB"
std::string bytes_text(std::int64_t bytes);

// What memory does not suffice for; its text is that of why_too_large() or shortage_text().
class MemoryShortage : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Why it is refused where no more than `free` bytes are free: how many it takes and for what, how
// many there are, and what to make smaller. Nothing if they suffice.
std::optional<std::string> why_too_large(const MemoryEstimate& estimate, std::int64_t free);

// What a frame takes of the processor's memory, told before anything is allocated.
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
