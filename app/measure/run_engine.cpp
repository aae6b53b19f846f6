#include "app/measure/run_engine.hpp"

#include <memory>
#include <utility>

namespace mariani::app {

RunEngine engine_runner(EngineDispatcher engines) {
    return [engines = std::make_shared<EngineDispatcher>(std::move(engines))](
               const FrameRequest& request, std::stop_token stop) {
        FrameProgress unwatched;
        return engines->compute(request, std::move(stop), unwatched);
    };
}

}  // namespace mariani::app
