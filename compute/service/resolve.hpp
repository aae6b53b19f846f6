// From what was asked for to what is computed: the only place where `automatic` gets a value.
#pragma once

#include "compute/model/frame_request.hpp"
#include "compute/service/automatic_engine.hpp"

#include <map>
#include <optional>
#include <string>

namespace mariani {

// What is available to compute with.
struct Hardware {
    std::optional<std::string> cuda_unavailable;  // why no engine can run there
    int device = 0;                               // on cuda, if a request names none
    int threads = 1;                              // on the cpu, if a request names none
    std::map<int, std::string> failed_devices;    // GPUs that are not used again, and why
    // The cpu replaces a failed GPU even where `cuda` was asked for by name.
    bool always_fall_back = false;
};

// Why no engine can run on this GPU, or on the automatic one; nothing if one can.
std::optional<std::string> why_no_cuda(const Hardware& hardware, std::optional<int> device);

// Why the plan is what it is, in words for the user; empty if there is nothing to say.
struct PlanReasons {
    std::string engine;           // why this engine was chosen
    std::string precision;        // why this precision was chosen, where it is a deep one
    std::string scheme;           // why the scheme is not the requested one
    std::string backend_failure;  // of the GPU that the cpu replaces
};

struct Resolution {
    FramePlan plan;
    PlanReasons reasons;
};

// Pure. Throws std::invalid_argument with the refusal of a request that is not allowed
// (limits.hpp), BackendFailure if the requested GPU has failed and nothing may replace it.
Resolution resolve(const FrameRequest& request, const Hardware& hardware,
                   const AutomaticEngine& observations);

}  // namespace mariani
