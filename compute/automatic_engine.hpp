// `--engine auto`: Ex or ASK for a view, from what the last frames cost.
#pragma once

#include "compute/model/engine_stats.hpp"
#include "compute/model/frame_request.hpp"

#include <optional>
#include <string>

namespace mariani {

class AutomaticEngine {
  public:
    struct Choice {
        EngineKind engine;
        std::string reason;  // for the panel: "ASK: filling saves 83 % of the iterations here"
    };

    Choice choose(const FrameRequest& request) const;

    // Takes in what a finished frame cost.
    void learn(const FrameRequest& request, const EngineStats& stats);
};

}  // namespace mariani
