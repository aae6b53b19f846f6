// What is found where points of the plane are iterated: an orbit, and a minibrot.
#pragma once

#include "compute/model/view.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace mariani {

// Where a point of the plane goes when it is iterated.
struct PointOrbit {
    std::vector<PlanePoint> points;  // z_0 = c, z_1 ...: the first of them, the escaped one too
    std::uint32_t steps = 0;         // taken while |z| < 2; of an escaped point its dwell
    bool escaped = false;            // within the steps that were allowed
    double modulus = 0;              // |z| after these steps
    std::optional<std::uint32_t> period;  // of the cycle that attracts the point, if one was found
    bool operator==(const PointOrbit&) const = default;
};

// A small copy of the whole set within it; or, where that has the least period in a view, a disc.
struct Minibrot {
    PlanePoint centre;  // its nucleus, with the digits that its size needs
    std::uint32_t period = 0;
    Length size = 1;               // 1 is that of the whole set
    std::optional<Length> domain;  // the radius of its atom domain; none of period 1
    bool disc = false;             // attached to a larger cardioid or disc; its size is its width
    bool operator==(const Minibrot&) const = default;
};

}  // namespace mariani
