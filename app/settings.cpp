#include "app/settings.hpp"

namespace mariani::app {

FrameRequest frame_request(const Settings& settings, ImageSize image) {
    const EngineSettings& engine = settings.engine;
    FrameRequest request;
    request.view = settings.view;
    request.image = image;
    request.part = whole(image);
    request.dwell_limit = engine.dwell_limit;
    request.precision = engine.precision;
    request.engine = engine.engine;
    request.scheme = engine.scheme;
    request.backend = engine.backend;
    request.g = engine.g;
    request.r = engine.r;
    request.B = engine.B;
    request.fill = engine.fill;
    request.shortcuts = engine.shortcuts;
    request.smooth = settings.colouring.smooth;
    request.count_work = settings.colouring.shown != render::Quantity::dwell;
    request.keep_regions = settings.overlay.shown || request.count_work;
    request.block = engine.block;
    request.threads = engine.threads;
    request.device = engine.device;
    return request;
}

}  // namespace mariani::app
