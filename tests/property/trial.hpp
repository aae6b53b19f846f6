// One request, computed by every engine of a backend in the same way as by commands.
#pragma once

#include "compute/service/engine_dispatcher.hpp"
#include "tests/property/laws.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mariani::tests {

struct Violation {
    std::string what;
    std::vector<FrameRequest> requests;  // the requests whose frames show it
};

struct Finding {
    std::optional<Violation> violation;
    EngineStats stats;  // of the subdivided frame
    WrongPixels wrong;
};

// Keeps its engines, and with them their memory, from one request to the next.
class Trial {
  public:
    // On the cpu: the laws, the definition of the tree, and the same frame from every engine.
    Finding on_cpu(const FrameRequest& request);

    // Compares every engine on the GPU with the cpu's, bit for bit.
    Finding on_cuda(const FrameRequest& request);

  private:
    Facts run(const FrameRequest& asked);
    // These throw Violation.
    void compare_with_definition(const Facts& facts, const Dwells& truth) const;
    void compare_variants(const Facts& facts, const Facts& ex);
    void compare_with_whole(const Facts& facts);

    EngineDispatcher dispatcher_;
};

// A simpler request for which `fails` is still true, found in at most a hundred attempts.
FrameRequest shrunk(FrameRequest request, const std::function<bool(const FrameRequest&)>& fails);

// How to reproduce it.
std::string report(const Violation& violation);

}  // namespace mariani::tests
