// Where a point of the plane goes when it is iterated.
#pragma once

#include "compute/model/view.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace mariani {

struct PointOrbit {
    std::vector<PlanePoint> points;  // z_0 = c, z_1 ...: the first of them, the escaped one too
    std::uint32_t steps = 0;         // taken while |z| < 2; of an escaped point its dwell
    bool escaped = false;            // within the steps that were allowed
    double modulus = 0;              // |z| after these steps
    std::optional<std::uint32_t> period;  // of the cycle that attracts the point, if one was found
    bool operator==(const PointOrbit&) const = default;
};

}  // namespace mariani
