#include "app/settings/points_settings.hpp"

#include "app/settings/indirect.hpp"
#include "app/settings/refusal.hpp"
#include "compute/model/unit_square.hpp"

namespace mariani::app {

template class Indirect<PointsSettings>;

points::Point place_of(const PointsSettings& settings) {
    return {into_square(static_cast<float>(settings.place_x)),
            into_square(static_cast<float>(settings.place_y))};
}

points::Request points_request(const PointsSettings& settings) {
    points::Request request;
    request.engines = {settings.engine};
    request.count = settings.count;
    request.min = settings.min;
    request.depth = settings.depth;
    request.distribution = settings.distribution;
    request.seed = settings.seed;
    request.time = settings.time;
    if (settings.distribution == points::Distribution::mouse) request.place = place_of(settings);
    if (points::is_recursive(settings.engine)) request.pool = settings.pool;
    if (!points::sorts(settings.engine)) request.block = settings.block;
    request.backend = settings.backend;
    return request;
}

std::optional<std::string> why_invalid(const PointsSettings& settings) {
    auto request = points_request(settings);
    if (request.distribution == points::Distribution::picture)
        request.distribution = points::Distribution::uniform;
    return refusal_of([&] { points::resolve(request, std::nullopt); });
}

}  // namespace mariani::app
