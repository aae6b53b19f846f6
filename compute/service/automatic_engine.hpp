// `--engine auto`: chooses Ex or ASK for a view from the cost of recent frames.
#pragma once

#include "compute/model/engine_stats.hpp"
#include "compute/model/frame_plan.hpp"

#include <optional>
#include <string>

namespace mariani {

// Starts with ASK. Where ASK fills little and a frame is short, it has Ex compute two frames for
// comparison, of which the second counts. It keeps the faster engine while the view changes little
// at a time, and tries the other again now and then. It switches only for a clear gain. Its
// decisions depend only on the calls made to it.
class AutomaticEngine {
  public:
    struct Choice {
        EngineKind engine;
        std::string reason;  // for the panel: "ASK: filling saves 83 % of the pixels here"
    };

    // All of the plan is resolved except engine and block.
    Choice choose(const FramePlan& plan) const;

    // Learns the cost of a finished frame, no matter who chose its engine.
    void learn(const FramePlan& plan, const EngineStats& stats);

  private:
    // The cost of one engine near the present view.
    struct Sample {
        double ns_per_pixel = 0;
        int age = 0;     // frames of the other engine since then
        int frames = 0;  // that it averages
    };

    bool knows(const FramePlan& plan) const;
    bool ex_is_worth_trying(const FramePlan& plan) const;
    Choice ask_so_far() const;
    Choice faster() const;

    std::optional<FramePlan> last_;
    std::optional<Sample> ex_;
    std::optional<Sample> ask_;
    EngineKind preferred_ = EngineKind::ask;
    double filled_share_ = 0;  // of the pixels of the last ASK frame
};

}  // namespace mariani
