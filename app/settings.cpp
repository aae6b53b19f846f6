#include "app/settings.hpp"

#include <stdexcept>

namespace mariani::app {

FrameRequest frame_request(const Settings& settings, ImageSize image) {
    FrameRequest request{{}, settings.engine};
    request.view = settings.view;
    request.image = image;
    request.part = whole(image);
    request.smooth = settings.colouring.smooth;
    request.exterior = render::needs_exterior(settings.colouring);
    request.count_work = settings.colouring.shown != render::Quantity::dwell;
    request.keep_regions = settings.overlay.shown || request.count_work;
    const bool shows_regions = settings.overlay.shown ||
                               settings.colouring.shown == render::Quantity::level ||
                               settings.colouring.shown == render::Quantity::outcome;
    request.subdivide = shows_regions && !request.engine;
    return request;
}

triangle::Request triangle_request(const TriangleSettings& settings) {
    triangle::Request request;
    request.maps = {settings.map};
    request.test = settings.test;
    request.side = settings.side;
    request.block = settings.block;
    request.features = settings.features;
    request.diagonal = settings.diagonal;
    if (triangle::has_epsilon(settings.map)) request.epsilon = settings.epsilon;
    request.rec_base = settings.rec_base;
    request.layout = settings.layout;
    request.seed = settings.seed;
    request.backend = settings.backend;
    return request;
}

std::optional<std::string> why_invalid(const TriangleSettings& settings) {
    try {
        triangle::resolve(triangle_request(settings), std::nullopt);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return std::nullopt;
}

}  // namespace mariani::app
