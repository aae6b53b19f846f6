// What a user sets of the workload `volume`: its closed choices, and a knob for each value.
#pragma once

#include "compute/model/choices.hpp"
#include "compute/model/knob.hpp"
#include "compute/workloads/volume/box.hpp"

#include <cstdint>
#include <optional>

namespace mariani::volume {

// What the dwells are of.
enum class Function { julibrot, mandelbulb };

// Which regions are filled with the one dwell that their border has.
enum class Rule { uniform, interior, sides };

enum class EngineKind { ex, dp, ask, surface };

// Whether it cuts the volume into regions, begins more work while it is run, and lists regions.
constexpr bool has_regions(EngineKind engine) {
    return engine != EngineKind::ex;
}
constexpr bool has_launches(EngineKind engine) {
    return engine == EngineKind::dp;
}
constexpr bool has_list(EngineKind engine) {
    return engine == EngineKind::ask || engine == EngineKind::surface;
}

// What an entry of the offset lookup table (OLT) is, and in which order a level lists its regions.
enum class Encoding { coords, canonical, morton, hilbert, levels };
enum class Order { arrival, stable, sorted };

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
std::span<const Choice<volume::Function>> choices<volume::Function>();
template <>
std::span<const Choice<volume::Rule>> choices<volume::Rule>();
template <>
std::span<const Choice<volume::EngineKind>> choices<volume::EngineKind>();
template <>
std::span<const Choice<volume::Encoding>> choices<volume::Encoding>();
template <>
std::span<const Choice<volume::Order>> choices<volume::Order>();

template <>
const KnobTable& knob_table<volume::Problem>();

}  // namespace mariani
