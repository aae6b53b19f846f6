// `--engine auto`: Ex or ASK for a view, from what the last frames cost.
#pragma once

#include "compute/model/engine_stats.hpp"
#include "compute/model/frame_plan.hpp"

#include <optional>
#include <string>

namespace mariani {

// Starts with ASK. Where ASK fills little, and a frame is short, it lets Ex compute two frames to
// compare, of which the second counts, keeps the faster of the two while the view changes little at
// a time, and looks at the other one again now and then. It changes its mind only for a clear gain.
// What it decides depends on nothing but the calls made to it.
class AutomaticEngine {
  public:
    struct Choice {
        EngineKind engine;
        std::string reason;  // for the panel: "ASK: filling saves 83 % of the pixels here"
    };

    // Of the plan all but engine and block is resolved.
    Choice choose(const FramePlan& plan) const;

    // Takes in what a finished frame cost, whoever chose its engine.
    void learn(const FramePlan& plan, const EngineStats& stats);

  private:
    // What one engine cost around the present view.
    struct Sample {
        double ns_per_pixel = 0;
        int age = 0;     // frames of the other engine since it was taken
        int frames = 0;  // that went into it
    };

    bool knows(const FramePlan& plan) const;
    bool ex_is_worth_a_look(const FramePlan& plan) const;
    Choice ask_so_far() const;
    Choice faster() const;

    std::optional<FramePlan> last_;
    std::optional<Sample> ex_;
    std::optional<Sample> ask_;
    EngineKind preferred_ = EngineKind::ask;
    double filled_share_ = 0;  // of the pixels of the last ASK frame
};

}  // namespace mariani
