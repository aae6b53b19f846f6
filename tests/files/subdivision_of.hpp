// g, r and B of settings or of a request, to be compared as one.
#pragma once

#include "compute/model/frame_plan.hpp"
#include "tests/files/subdivision_of.hpp"

namespace mariani::app {

// 0 for what is automatic.
template <typename Asked>
SubdivisionParams subdivision_of(const Asked& asked) {
    return {asked.g.value_or(0), asked.r.value_or(0), asked.B};
}

}  // namespace mariani::app
