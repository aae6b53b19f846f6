#include "app/window/engine_runners.hpp"

#include "app/explore/first_picture.hpp"

#include <memory>
#include <utility>

namespace mariani::app {

FrameWorker::Compute frame_runner(EngineDispatcher engines, const DisplayRoute& route) {
    return [&route, engines = std::make_shared<EngineDispatcher>(std::move(engines))](
               FrameRequest request, std::stop_token stop, FrameProgress& progress) {
        request.resume = true;
        return prepare_frame(*engines, request, std::move(stop), progress, route.device());
    };
}

FrameWorker::Preview preview_runner(EngineDispatcher engines) {
    return [first = std::make_shared<FirstPicture>(std::move(engines))](const FrameRequest& request,
                                                                        std::stop_token stop) {
        return first->compute(request, std::move(stop));
    };
}

}  // namespace mariani::app
