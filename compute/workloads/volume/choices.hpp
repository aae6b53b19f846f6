// The closed choices of the workload, and the one table of their names.
#pragma once

#include "compute/model/choices.hpp"

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

}  // namespace mariani
