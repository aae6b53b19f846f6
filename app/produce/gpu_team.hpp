// Frames that do not depend on each other, side by side on all GPUs that a request leaves open.
#pragma once

#include "compute/service/engine_dispatcher.hpp"
#include "compute/service/engine_registry.hpp"

#include <cstddef>
#include <future>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mariani::app {

// A GPU beside the one that the caller's dispatcher uses, with engines of its own.
struct FurtherGpu {
    int device;
    std::unique_ptr<EngineDispatcher> dispatcher;
};

// None where the request is not computed on a GPU, or names one.
inline std::vector<FurtherGpu> further_gpus(const EngineDispatcher& dispatcher,
                                            const FrameRequest& request) {
    const FramePlan plan = dispatcher.plan_of(request);
    if (plan.backend != Backend::cuda || request.device) return {};
    const auto failed = dispatcher.hardware().failed_devices;
    std::vector<FurtherGpu> further;
    for (const DeviceEntry& device : devices())
        if (!device.unavailable && device.index != plan.device && !failed.contains(device.index))
            further.push_back({device.index, std::make_unique<EngineDispatcher>()});
    return further;
}

// Used by one thread at a time.
class GpuTeam {
  public:
    GpuTeam(EngineDispatcher& first, std::vector<FurtherGpu> further)
        : first_(first), further_(std::move(further)) {}

    std::size_t size() const { return 1 + further_.size(); }
    // Why a further GPU left the team, if one did.
    const std::string& failure() const { return failure_; }

    // As EngineDispatcher::compute_and(), for up to size() requests; the results in their order.
    // `make` is called on several threads. A further GPU that cannot compute its frame leaves the
    // team, and the first one computes it.
    template <typename Make>
    auto compute_and(std::span<const FrameRequest> requests, const std::stop_token& stop,
                     FrameProgress& progress, const Make& make) {
        using Made = std::optional<decltype(make(std::declval<Frame>()))>;
        std::vector<std::future<Made>> running;
        for (std::size_t i = 1; i < requests.size(); ++i)
            running.push_back(std::async(std::launch::async, [&, i] {
                FurtherGpu& gpu = further_[i - 1];
                FrameRequest request = requests[i];
                request.backend = Backend::cuda;
                request.device = gpu.device;
                FrameProgress unseen;
                return gpu.dispatcher->compute_and(request, stop, unseen, make);
            }));
        std::vector<Made> made;
        made.push_back(first_.compute_and(requests.front(), stop, progress, make));
        for (std::size_t i = 1; i < requests.size(); ++i) try {
                made.push_back(running[i - 1].get());
            } catch (const std::exception& failure) {
                failure_ = failure.what();
                further_[i - 1].dispatcher.reset();
                made.push_back(first_.compute_and(requests[i], stop, progress, make));
            }
        std::erase_if(further_, [](const FurtherGpu& gpu) { return !gpu.dispatcher; });
        return made;
    }

  private:
    EngineDispatcher& first_;
    std::vector<FurtherGpu> further_;
    std::string failure_;
};

}  // namespace mariani::app
