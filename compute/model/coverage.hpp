// Whether a map of blocks or threads visits every element of its domain once: what each workload's
// check counts. No timed run counts any of it.
#pragma once

#include "compute/model/counter_hash.hpp"
#include "compute/model/host_device.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace mariani {

// An element's term in sums that do not depend on the order of the visits: two sets of visits with
// the same count and the same sum mod 2^64 are the same, but for a chance of 2^-64.
MARIANI_HOST_DEVICE constexpr std::uint64_t fingerprint(std::int64_t row, std::int64_t column) {
    return mix64((static_cast<std::uint64_t>(row) << 32) + static_cast<std::uint64_t>(column) + 1);
}

// Sums over all threads that hold an element.
struct Visits {
    std::int64_t inside = 0;          // of elements of the domain
    std::int64_t outside = 0;         // of what is no element: a block or a thread misplaced
    std::uint64_t sum = 0;            // of fingerprints of those inside
    std::int64_t first_outside = -1;  // the first misplaced block, in the order of the launches
    // The visits of each element, in the workload's order; empty where there are too many.
    std::vector<std::uint32_t> plane;
};

struct Coverage {
    std::int64_t elements = 0;
    Visits visits;
    bool exact = false;       // each element once, and nothing outside
    std::int64_t missed = 0;  // elements; both 0 without a plane
    std::int64_t repeated = 0;
};

// `sum` is that of the fingerprints of all elements.
inline Coverage coverage_of(std::int64_t elements, std::uint64_t sum, Visits visits) {
    Coverage coverage{elements, std::move(visits)};
    const Visits& found = coverage.visits;
    coverage.exact = found.inside == elements && found.outside == 0 && found.sum == sum;
    coverage.missed = std::ranges::count(found.plane, 0U);
    coverage.repeated =
        std::ranges::count_if(found.plane, [](std::uint32_t visits_of) { return visits_of > 1; });
    return coverage;
}

}  // namespace mariani
