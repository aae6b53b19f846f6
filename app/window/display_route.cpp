#include "app/window/display_route.hpp"

#include "compute/service/engine_registry.hpp"

#include <stdexcept>

#include <fmt/format.h>

namespace mariani::app {
namespace {

using render::interop::Reach;

// CUDA is not initialised if no engine can use it.
Reach find_reach(DisplayChoice choice) {
    if (!render::interop::built()) return render::interop::reach();
    if (const auto why = backend_unavailable(Backend::cuda)) return {std::nullopt, *why};
    if (choice == DisplayChoice::staged) return {std::nullopt, "--display staged"};
    return render::interop::reach();
}

}  // namespace

DisplayRoute::DisplayRoute(DisplayChoice choice) : reach_(find_reach(choice)) {
    if (choice == DisplayChoice::interop && !reach_.device)
        throw std::runtime_error(
            fmt::format("--display interop cannot be had here: {}; --display auto does what can be",
                        reach_.reason));
    if (!reach_.device) return;
    bridge_ = std::make_shared<render::interop::Bridge>(*reach_.device);
    device_ = *reach_.device;
}

ServiceOptions DisplayRoute::service_options() const {
    ServiceOptions options;
    options.screen_device = reach_.device;
    options.always_fall_back = true;
    return options;
}

std::optional<int> DisplayRoute::device() const {
    const int device = device_;
    return device == none ? std::nullopt : std::optional(device);
}

void DisplayRoute::give_up(const std::string& why) {
    device_ = none;
    reach_ = {std::nullopt, why};
}

DisplayPath DisplayRoute::path_of(const Frame& frame) const {
    using enum DisplayPath::Kind;
    if (!frame.dwells.on_host()) return {interop, reach_.reason};
    if (frame.plan.backend != Backend::cuda)
        return {upload, "the dwells are copied from host memory"};
    if (!reach_.device) return {staged, reach_.reason};
    if (frame.plan.device == reach_.device)
        return {staged, "pixels of this frame were corrected in host memory"};
    return {staged, fmt::format("GPU {} computes, and {}", frame.plan.device, reach_.reason)};
}

}  // namespace mariani::app
