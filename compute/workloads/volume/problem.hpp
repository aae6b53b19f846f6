// What a user sets of the workload `volume`, a knob each.
#pragma once

#include "compute/model/knob.hpp"
#include "compute/workloads/volume/box.hpp"
#include "compute/workloads/volume/choices.hpp"

#include <cstdint>
#include <optional>

namespace mariani::volume {

namespace limits {
inline constexpr IntegerRange axes{2, max_axes};
inline constexpr IntegerRange axes_of_bulb{2, 3};
inline constexpr IntegerRange side{1, 2048};
inline constexpr IntegerRange side_of_four{1, 256};
}  // namespace limits

// Nothing where the program is to choose.
struct Problem {
    Function function = Function::julibrot;
    int axes = 3;   // k
    int side = 96;  // n, along each axis
    std::uint32_t dwell_limit = 256;
    std::optional<double> centre_re{}, centre_im{}, height{};  // all of the function's set
    double turn = 0;                                           // of w's axis
    std::optional<Precision> precision{};  // f32 as long as it tells voxels apart with a margin
    bool shortcuts = true;                 // of the Julibrot
    std::optional<int> g{};                // 8, or less of a small volume
    int r = 2;
    std::optional<int> B{};  // 4; surface 16
    Rule rule = Rule::uniform;
    std::optional<Scheme> scheme{};  // sbr
    int pool = 2048;
    Encoding encoding = Encoding::coords;
    Order order = Order::stable;
    bool operator==(const Problem&) const = default;
};

}  // namespace mariani::volume

namespace mariani {

template <>
const KnobTable& knob_table<volume::Problem>();

}  // namespace mariani
