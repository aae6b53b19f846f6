// Runs requests as users write them: resolves them, and has the service's engines compute the plan.
#pragma once

#include "compute/service/automatic_engine.hpp"
#include "compute/service/compute_service.hpp"

#include <memory>
#include <optional>
#include <utility>

namespace mariani {

// One client of a shared service. The engine `auto` learns from this client's frames alone. Used by
// one thread at a time.
class EngineDispatcher {
  public:
    EngineDispatcher(std::shared_ptr<ComputeService> service, JobPriority priority)
        : service_(std::move(service)), priority_(priority) {}
    // With a service of its own.
    explicit EngineDispatcher(ServiceOptions options = {})
        : EngineDispatcher(std::make_shared<ComputeService>(std::move(options)),
                           JobPriority::frame) {}

    // Like Engine::compute, for the plan that resolve() makes of the request, in a turn of this
    // priority. A GPU that fails is not used again; the cpu computes instead, and the stats say so.
    // Throws std::invalid_argument if the request is not allowed (limits.hpp), std::runtime_error
    // if the requested backend or device is unavailable, and BackendFailure if it fails and nothing
    // may replace it; the message gives the reason.
    std::optional<Frame> compute(const FrameRequest& request, const std::stop_token& stop,
                                 FrameProgress& progress) {
        return compute_and(request, stop, progress, [](Frame frame) { return frame; });
    }

    // Computes, and returns the result of `make` for the frame, in the same turn; nullopt if
    // stopped. A device that fails only in `make` has failed too: the frame is computed again
    // elsewhere, if allowed.
    template <typename Make>
    auto compute_and(const FrameRequest& request, const std::stop_token& stop,
                     FrameProgress& progress, const Make& make)
        -> std::optional<decltype(make(std::declval<Frame>()))> {
        using Made = std::optional<decltype(make(std::declval<Frame>()))>;
        const auto once = [&](const std::stop_token& own) -> Made {
            auto frame = compute_resolved(request, own, progress);
            if (!frame) return std::nullopt;
            return make(std::move(*frame));
        };
        return service_->turns().run(priority_, stop, [&](const std::stop_token& own) -> Made {
            try {
                return once(own);
            } catch (const BackendFailure& failure) {
                if (!fall_back(request, failure)) throw;
            }
            return once(own);
        });
    }

    // What the request would be computed with, were it computed now. Throws as resolve() does.
    FramePlan plan_of(const FrameRequest& request) const;

    Hardware hardware() const { return service_->hardware(); }

    // To be called when an export has ended: the next may be far off.
    void free_export_engines();

  private:
    // The device is not used again. False if nothing may replace it for this request.
    bool fall_back(const FrameRequest& request, const BackendFailure& failure);
    std::optional<Frame> compute_resolved(const FrameRequest& request, const std::stop_token& stop,
                                          FrameProgress& progress);

    std::shared_ptr<ComputeService> service_;
    JobPriority priority_;
    AutomaticEngine automatic_;
};

}  // namespace mariani
