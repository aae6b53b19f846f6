// What a user asks for: a plain, comparable value. An empty member is automatic; resolve()
// (compute/service/resolve.hpp) turns a request into a plan.
#pragma once

#include "compute/model/frame_plan.hpp"

#include <cstdint>
#include <optional>

namespace mariani {

// What a user asks of an engine, for any picture.
struct EngineRequest {
    std::optional<EngineKind> engine;
    std::optional<Scheme> scheme;
    std::optional<Backend> backend;
    std::optional<Precision> precision;
    std::uint32_t dwell_limit = DwellRules{}.dwell_limit;
    std::optional<int> g;
    std::optional<int> r;
    int B = SubdivisionParams{}.B;
    FillRule fill = DwellRules{}.fill;
    bool shortcuts = DwellRules{}.shortcuts;
    Quality quality = DwellRules{}.quality;
    std::optional<BlockSize> block;
    std::optional<int> threads;
    std::optional<int> device;
    bool operator==(const EngineRequest&) const = default;
};

struct FrameRequest : FrameTask, EngineRequest {
    bool subdivide = false;  // what is automatic is chosen so that there are regions to see
    bool operator==(const FrameRequest&) const = default;
};

inline void set_subdivision(EngineRequest& asked, const SubdivisionParams& subdivision) {
    asked.g = subdivision.g;
    asked.r = subdivision.r;
    asked.B = subdivision.B;
}

// Asks for exactly this plan.
FrameRequest request_for(const FramePlan& plan);

}  // namespace mariani
