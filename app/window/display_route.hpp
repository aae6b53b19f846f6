// Which way frames take to the window: found out when it opens, and given up for a safer one when
// it fails.
#pragma once

#include "app/measure/display_path.hpp"
#include "compute/service/engine_dispatcher.hpp"
#include "render/interop/bridge.hpp"
#include "render/interop/reach.hpp"

#include <atomic>
#include <memory>
#include <optional>
#include <string>

namespace mariani::app {

// Main thread, with the window's GL context, except for device().
class DisplayRoute {
  public:
    // Throws std::runtime_error where interop is chosen and cannot be, with the reason.
    explicit DisplayRoute(DisplayChoice choice);

    // Null where there is no interop.
    const std::shared_ptr<render::interop::Bridge>& bridge() const { return bridge_; }

    // How the window's engines are used.
    ServiceOptions service_options() const;

    // The CUDA device whose frames are to stay in its memory. Any thread.
    std::optional<int> device() const;

    // Interop has failed: from now on frames are staged.
    void give_up(const std::string& why);

    DisplayPath path_of(const Frame& frame) const;

  private:
    static constexpr int none = -1;

    render::interop::Reach reach_;
    std::shared_ptr<render::interop::Bridge> bridge_;
    std::atomic<int> device_ = none;
};

}  // namespace mariani::app
