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
    Insertion insertion = Insertion::per_region;
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
inline FrameRequest request_for(const FramePlan& plan) {
    FrameRequest request{plan, {}};
    request.resume = false;  // what is made from a frame may be measured
    request.dwell_limit = plan.dwell_limit;
    request.fill = plan.fill;
    request.shortcuts = plan.shortcuts;
    request.quality = plan.quality;
    request.precision = plan.precision;
    request.engine = plan.engine;
    request.scheme = plan.scheme;
    request.backend = plan.backend;
    set_subdivision(request, plan.subdivision);
    request.insertion = plan.insertion;
    request.block = plan.block;
    if (plan.backend == Backend::cuda) request.device = plan.device;
    request.threads = plan.threads;
    return request;
}

}  // namespace mariani
