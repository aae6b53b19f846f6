// What a user asks for: a plain, comparable value. What holds no value is automatic; resolve()
// (compute/resolve.hpp) makes a plan of it.
#pragma once

#include "compute/model/frame_plan.hpp"

#include <cstdint>
#include <optional>

namespace mariani {

struct FrameRequest {
    View view;
    ImageSize image;  // as in FramePlan, and so on
    PixelRect part;
    std::uint32_t dwell_limit = 512;
    std::optional<Precision> precision;
    std::optional<EngineKind> engine;
    std::optional<Scheme> scheme;
    std::optional<Backend> backend;
    std::optional<int> g;
    std::optional<int> r;
    int B = SubdivisionParams{}.B;
    FillRule fill = FillRule::uniform;
    bool shortcuts = true;
    bool smooth = false;
    bool keep_regions = false;
    bool count_work = false;
    std::optional<BlockSize> block;
    std::optional<int> device;
    std::optional<int> threads;
    bool operator==(const FrameRequest&) const = default;
};

// Of a FrameRequest, or of other values that ask for g, r and B.
template <typename Asked>
void set_subdivision(Asked& asked, const SubdivisionParams& subdivision) {
    asked.g = subdivision.g;
    asked.r = subdivision.r;
    asked.B = subdivision.B;
}

// Asks for exactly what was planned.
FrameRequest request_for(const FramePlan& plan);

}  // namespace mariani
