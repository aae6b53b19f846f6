// The engines that measurements run in tests.
#pragma once

#include "app/measure/rounds.hpp"
#include "compute/service/engine_dispatcher.hpp"

#include <memory>
#include <utility>

namespace mariani::app {

// All that this machine has, kept as long as the function is.
inline RunEngine engines() {
    return [dispatcher = std::make_shared<EngineDispatcher>()](const FrameRequest& request,
                                                               std::stop_token stop) {
        FrameProgress unwatched;
        return dispatcher->compute(request, std::move(stop), unwatched);
    };
}

}  // namespace mariani::app
