// How frames get to the window: determined when it opens, and replaced by a safer way if it
// fails.
#pragma once

#include "app/explore/frame_worker.hpp"
#include "app/settings/display_choices.hpp"
#include "compute/service/engine_dispatcher.hpp"
#include "render/interop/bridge.hpp"

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

// Main thread, with the window's GL context, except for device().
class DisplayRoute {
  public:
    // Throws std::runtime_error with the reason if interop is chosen and not available.
    explicit DisplayRoute(DisplayChoice choice);

    // Null if there is no interop.
    const std::shared_ptr<render::interop::Bridge>& bridge() const { return bridge_; }

    // For the window's engines.
    ServiceOptions service_options() const;

    // The CUDA device whose frames stay in its memory. Any thread.
    std::optional<int> device() const;

    // Interop has failed: from now on frames are staged.
    void give_up(const std::string& why);

    DisplayPath path_of(const Frame& frame) const;

  private:
    static constexpr int none = -1;

    render::interop::Support support_;
    std::shared_ptr<render::interop::Bridge> bridge_;
    std::atomic<int> device_ = none;
};

// The engines as each part of the window is handed them. Leaves frames where the route shows them
// from; it outlives what is returned.
FrameWorker::Compute frame_runner(EngineDispatcher engines, const DisplayRoute& route);
// One for each further GPU: see further_gpus().
std::vector<FrameWorker::Compute> further_runners(const EngineDispatcher& engines,
                                                  const FrameRequest& request,
                                                  const DisplayRoute& route);
FrameWorker::Preview preview_runner(EngineDispatcher engines);

}  // namespace mariani::app
