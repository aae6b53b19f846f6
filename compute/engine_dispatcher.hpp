// Runs requests as users write them: resolves them, then hands the plan to its engine.
#pragma once

#include "compute/automatic_engine.hpp"
#include "compute/engine_registry.hpp"
#include "compute/resolve.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace mariani {

struct DispatcherOptions {
    // The device that draws the window: an automatic device is this one, and what runs there leaves
    // gaps for drawing.
    std::optional<int> screen_device;
    // The cpu computes in place of a failed GPU also where `cuda` was asked for by name.
    bool always_fall_back = false;
    // Told on the computing thread why a device is not used again.
    std::function<void(const std::string&)> report = [](const std::string&) {};
    std::function<const EngineEntry*(EngineKind, Backend)> find_engine = mariani::find_engine;
    std::function<std::optional<std::string>(std::optional<int>)> device_unavailable =
        mariani::device_unavailable;
};

// What a dispatcher with these options resolves requests for, before anything has failed.
Hardware hardware_for(const DispatcherOptions& options);

// Owns the engines it has made. A GPU that fails is not used again, the cpu computes instead. Used
// by one thread at a time.
class EngineDispatcher {
  public:
    explicit EngineDispatcher(DispatcherOptions options = {});

    // As Engine::compute, for what resolve() makes of the request. Stats tell of a failed GPU.
    // Throws std::invalid_argument when the request may not be (limits.hpp), std::runtime_error
    // when the backend or device asked for is unavailable, and BackendFailure when it fails and
    // nothing may take its place; the message says why.
    std::optional<Frame> compute(const FrameRequest& request, const std::stop_token& stop,
                                 FrameProgress& progress);

    // Computes, and returns what `make` makes of the frame; nothing when stopped. A device that
    // fails only then has failed as well: the frame is computed again, elsewhere, if it may be.
    template <typename Make>
    auto compute_and(const FrameRequest& request, const std::stop_token& stop,
                     FrameProgress& progress, const Make& make)
        -> std::optional<decltype(make(std::declval<Frame>()))> {
        try {
            auto frame = compute(request, stop, progress);
            if (!frame) return std::nullopt;
            return make(std::move(*frame));
        } catch (const BackendFailure& failure) {
            if (!fall_back(request, failure)) throw;
        }
        auto frame = compute(request, stop, progress);
        if (!frame) return std::nullopt;
        return make(std::move(*frame));
    }

  private:
    // The device is not used again. False where nothing may take its place for this request.
    bool fall_back(const FrameRequest& request, const BackendFailure& failure);
    std::optional<Frame> compute_resolved(Resolution resolution, const std::stop_token& stop,
                                          FrameProgress& progress);
    Engine& engine_for(const FramePlan& plan);

    DispatcherOptions options_;
    Hardware hardware_;
    std::map<std::tuple<EngineKind, Backend, int>, std::unique_ptr<Engine>> engines_;
    AutomaticEngine automatic_;
};

}  // namespace mariani
