// How far a picture is, for other threads to look at.
#pragma once

#include "compute/model/engine_stats.hpp"

#include <cstdint>

namespace mariani::deep {

using Stage = DeltaStage;
using Progress = DeltaProgress;

// Steps in so many bits that take a few ms at most.
constexpr std::uint32_t steps_between_looks(std::int64_t bits) {
    constexpr std::int64_t some_us = 4096, a_ms = 1 << 17;
    return bits < some_us ? 1024 : bits < a_ms ? 4 : 1;
}

}  // namespace mariani::deep
