// Runs requests as users write them: resolves every `automatic`, then hands over to the engine.
#pragma once

#include "compute/automatic_engine.hpp"
#include "compute/engine_registry.hpp"

#include <map>
#include <memory>
#include <string>
#include <utility>

namespace mariani {

// Owns the engines it has made. Used by one thread at a time.
class EngineDispatcher {
  public:
    // As Engine::compute, for a request that may leave engine, backend and precision `automatic`.
    // Throws std::invalid_argument when the request may not be (limits.hpp), std::runtime_error
    // when the backend asked for is unavailable; the message says why.
    std::optional<Frame> compute(FrameRequest request, std::stop_token stop,
                                 FrameProgress& progress);

  private:
    Engine& engine_for(EngineKind kind, Backend backend);

    std::map<std::pair<EngineKind, Backend>, std::unique_ptr<Engine>> engines_;
    AutomaticEngine automatic_;
};

}  // namespace mariani
