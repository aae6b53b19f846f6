#include "app/settings/triangle_settings.hpp"

#include "app/settings/indirect.hpp"
#include "app/settings/refusal.hpp"

namespace mariani::app {

template class Indirect<TriangleSettings>;

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
    request.time = settings.time;
    request.backend = settings.backend;
    return request;
}

std::optional<std::string> why_invalid(const TriangleSettings& settings) {
    return refusal_of([&] { triangle::resolve(triangle_request(settings), std::nullopt); });
}

}  // namespace mariani::app
