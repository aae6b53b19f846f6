// g, r and B of settings or of a request, to be compared as one value.
#pragma once

#include "compute/model/frame_plan.hpp"
#include "tests/files/subdivision_of.hpp"

namespace mariani::app {

// 0 for automatic values.
template <typename Asked>
SubdivisionParams subdivision_of(const Asked& asked) {
    return {asked.g.value_or(0), asked.r.value_or(0), asked.B};
}

}  // namespace mariani::app
