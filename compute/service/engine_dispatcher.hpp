// Runs requests as users write them: resolves them, and has the service's engines compute the plan.
#pragma once

#include "compute/service/automatic_engine.hpp"
#include "compute/service/engine_registry.hpp"
#include "compute/service/resolve.hpp"
#include "compute/service/turn_queue.hpp"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace mariani {

struct ServiceOptions {
    // The device that draws the window: an automatic device is this one, and work on it leaves gaps
    // for drawing.
    std::optional<int> screen_device;
    // The cpu replaces a failed GPU even where `cuda` was asked for by name.
    bool always_fall_back = false;
    // Called on the computing thread, with the reason, once for each device that the cpu replaces.
    std::function<void(const std::string&)> report = [](const std::string&) {};
    std::vector<Workload> workloads = mariani::workloads();
    std::function<const EngineEntry*(EngineKind, Backend)> find_engine = mariani::find_engine;
    std::function<std::optional<std::string>(std::optional<int>)> device_unavailable =
        mariani::device_unavailable;
};

// The one owner of the engines and of what is known about the devices they run on. Shared by
// several EngineDispatchers. Thread-safe.
class ComputeService {
  public:
    explicit ComputeService(ServiceOptions options = {});

    // What requests are resolved for, including the devices that have failed so far.
    Hardware hardware() const;

    TurnQueue& turns() { return turns_; }

    // Runs `job` as TurnQueue::run() does. A GPU that fails in it is not used again: the
    // BackendFailure goes on to the caller, who may have the cpu do the same.
    template <typename Job>
    auto run_on(int device, JobPriority priority, const std::stop_token& stop, const Job& job) {
        return turns_.run(priority, stop, [&](const std::stop_token& own) {
            try {
                return job(own);
            } catch (const BackendFailure& failure) {
                give_up(device, failure.what(), true);
                throw;
            }
        });
    }

    // The plan's engine, created on first use. To be used only in a turn of this priority. Throws
    // std::runtime_error with the reason if the backend or device is unavailable,
    // std::invalid_argument if there is no such workload.
    Engine& engine_for(const FramePlan& plan, JobPriority priority);

    // Frees the engines of exports and their buffers. Only in a turn of an export.
    void free_export_engines() {
        export_engines_.clear();
        deep_export_engines_.clear();
    }

    // The device is not used again; if `replaced`, the cpu computes in its place.
    void give_up(int device, const std::string& why, bool replaced);

  private:
    using Engines =
        std::map<std::tuple<std::string_view, EngineKind, Backend, int>, std::unique_ptr<Engine>>;
    // By workload; one for all kinds of engines, backends and devices, so that they share a
    // reference.
    using DeepEngines = std::map<std::string_view, std::unique_ptr<Engine>>;

    void check_device(const FramePlan& plan) const;

    const ServiceOptions options_;
    TurnQueue turns_;
    Engines engines_;
    Engines export_engines_;  // these run beside the others
    DeepEngines deep_engines_;
    DeepEngines deep_export_engines_;
    mutable std::mutex mutex_;
    Hardware hardware_;
};

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
