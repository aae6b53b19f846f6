#include "app/window/display_route.hpp"

#include "app/explore/prepared_frame.hpp"
#include "app/produce/gpu_team.hpp"
#include "compute/service/engine_registry.hpp"

#include <stdexcept>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using render::interop::Support;

// CUDA is not initialised if no engine can use it.
Support find_support(DisplayChoice choice) {
    if (!render::interop::built()) return render::interop::query_support();
    if (const auto why = backend_unavailable(Backend::cuda)) return {std::nullopt, *why};
    if (choice == DisplayChoice::staged) return {std::nullopt, "--display staged"};
    return render::interop::query_support();
}

}  // namespace

DisplayRoute::DisplayRoute(DisplayChoice choice) : support_(find_support(choice)) {
    if (choice == DisplayChoice::interop && !support_.device)
        throw std::runtime_error(fmt::format(
            "--display interop is not available here: {}; --display auto uses the best route",
            support_.reason));
    if (!support_.device) return;
    bridge_ = std::make_shared<render::interop::Bridge>(*support_.device);
    device_ = *support_.device;
}

ServiceOptions DisplayRoute::service_options() const {
    ServiceOptions options;
    options.screen_device = support_.device;
    options.always_fall_back = true;
    return options;
}

std::optional<int> DisplayRoute::device() const {
    const int device = device_;
    return device == none ? std::nullopt : std::optional(device);
}

void DisplayRoute::give_up(const std::string& why) {
    device_ = none;
    support_ = {std::nullopt, why};
}

DisplayPath DisplayRoute::path_of(const Frame& frame) const {
    using enum DisplayPath::Kind;
    if (!frame.dwells.on_host()) return {interop, support_.reason};
    if (frame.plan.backend != Backend::cuda)
        return {upload, "the dwells are copied from host memory"};
    if (!support_.device) return {staged, support_.reason};
    if (frame.plan.device == support_.device)
        return {staged, "some pixels of this frame were corrected in host memory"};
    return {staged, fmt::format("GPU {} computes, and {}", frame.plan.device, support_.reason)};
}

FrameWorker::Compute frame_runner(EngineDispatcher engines, const DisplayRoute& route) {
    return [&route, engines = std::make_shared<EngineDispatcher>(std::move(engines))](
               FrameRequest request, const std::stop_token& stop, FrameProgress& progress) {
        request.resume = true;
        auto frame = prepare_frame(*engines, request, stop, progress, route.device());
        if (frame) frame->all_inside = is_all_inside(*frame, stop);
        return frame;
    };
}

std::vector<FrameWorker::Compute> further_runners(const EngineDispatcher& engines,
                                                  const FrameRequest& request,
                                                  const DisplayRoute& route) {
    std::vector<FrameWorker::Compute> runners;
    for (FurtherGpu& gpu : further_gpus(engines, request))
        runners.push_back(
            [compute = frame_runner(std::move(*gpu.dispatcher), route), device = gpu.device](
                FrameRequest asked, const std::stop_token& stop, FrameProgress& progress) {
                asked.backend = Backend::cuda;
                asked.device = device;
                return compute(asked, stop, progress);
            });
    return runners;
}

FrameWorker::Preview preview_runner(EngineDispatcher engines) {
    return [first = std::make_shared<FirstPicture>(std::move(engines))](const FrameRequest& request,
                                                                        std::stop_token stop) {
        return first->compute(request, std::move(stop));
    };
}

}  // namespace mariani::app
