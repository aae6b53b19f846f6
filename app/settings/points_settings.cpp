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
    static_cast<points::Problem&>(request) = settings.problem;
    request.engines = {settings.engine};
    if (request.distribution == points::Distribution::mouse) request.place = place_of(settings);
    request.backend = settings.backend;
    return request;
}

std::optional<std::string> why_invalid(const PointsSettings& settings) {
    if (auto why = why_invalid("points", settings.problem.count, points_drawn)) return why;
    auto request = points_request(settings);
    if (request.distribution == points::Distribution::picture)
        request.distribution = points::Distribution::uniform;
    return refusal_of([&] { points::resolve(request, std::nullopt); });
}

}  // namespace mariani::app
