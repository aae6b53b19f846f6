// The function through which measurements run an engine.
#pragma once

#include "compute/engine.hpp"
#include "compute/model/frame_request.hpp"
#include "compute/service/engine_dispatcher.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>

namespace mariani::app {

// Computes a request on the calling thread, in its turn; nullopt if stopped. Throws what
// EngineDispatcher::compute throws.
using RunEngine = std::function<std::optional<Frame>(const FrameRequest&, std::stop_token)>;

// Nobody watches its frames' progress.
inline RunEngine engine_runner(EngineDispatcher engines) {
    return [engines = std::make_shared<EngineDispatcher>(std::move(engines))](
               const FrameRequest& request, std::stop_token stop) {
        FrameProgress unwatched;
        return engines->compute(request, std::move(stop), unwatched);
    };
}

}  // namespace mariani::app
