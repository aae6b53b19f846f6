// From what was asked for to what is computed: the only place where `automatic` gets a value.
#pragma once

#include "compute/model/frame_request.hpp"
#include "compute/service/automatic_engine.hpp"

#include <map>
#include <optional>
#include <string>

namespace mariani {

// What there is to compute with.
struct Hardware {
    std::optional<std::string> cuda_unavailable;  // why no engine can run there
    int device = 0;                               // of cuda, where a request names none
    int threads = 1;                              // of the cpu, where a request names none
    std::map<int, std::string> failed_devices;    // GPUs that are not used again, and why
    // The cpu computes in place of a failed GPU also where `cuda` was asked for by name.
    bool always_fall_back = false;
};

// Why the plan is what it is, in words for the user; empty where there is nothing to say.
struct PlanReasons {
    std::string engine;           // why this engine was chosen
    std::string scheme;           // why another scheme than the one asked for is taken
    std::string backend_failure;  // of the GPU in whose place the cpu computes
};

struct Resolution {
    FramePlan plan;
    PlanReasons reasons;
};

// Pure. Throws std::invalid_argument with the refusal of a request that may not be (limits.hpp),
// BackendFailure where the GPU asked for has failed and nothing may take its place.
Resolution resolve(const FrameRequest& request, const Hardware& hardware,
                   const AutomaticEngine& observations);

}  // namespace mariani
