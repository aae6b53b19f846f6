// A small copy of the whole set within it.
#pragma once

#include "compute/model/view.hpp"

#include <cstdint>
#include <optional>

namespace mariani {

struct Minibrot {
    PlanePoint centre;  // its nucleus, with the digits that its size needs
    std::uint32_t period = 0;
    Length size = 1;               // 1 is that of the whole set
    std::optional<Length> domain;  // the radius of its atom domain; none of period 1
    bool operator==(const Minibrot&) const = default;
};

}  // namespace mariani
