// What a user asks for, with nothing where the program is to choose; and the plan that this makes.
#pragma once

#include "compute/workloads/volume/plan.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace mariani::volume {

struct Request {
    Function function = Function::julibrot;
    int axes = 3;
    int side = 96;  // along each axis
    std::uint32_t dwell_limit = 256;
    std::optional<double> centre_re, centre_im, height;  // all of the function's set
    double turn = 0;                                     // of w's axis
    std::optional<int> g;                                // 8, or less of a small volume
    int r = 2;
    std::optional<int> B;  // 4; surface 16
    Rule rule = Rule::uniform;
    bool shortcuts = true;  // of the Julibrot
    EngineKind engine = EngineKind::ask;
    std::optional<Scheme> scheme;        // sbr
    std::optional<int> pool;             // 2048; only of DP
    std::optional<Encoding> encoding;    // coords
    std::optional<Order> order;          // stable
    std::optional<Precision> precision;  // f32 as long as it tells voxels apart with a margin
    std::optional<Backend> backend;      // cuda where it is available
    int device = 0;
    int threads = 0;  // 0: all
};

// `cuda_unavailable` says why this machine has no cuda, if it has none. Throws
// std::invalid_argument: what cannot be run, and why.
Plan resolve(const Request& request, const std::optional<std::string>& cuda_unavailable);

}  // namespace mariani::volume
