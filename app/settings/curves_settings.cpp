#include "app/settings/curves_settings.hpp"

#include "app/settings/indirect.hpp"
#include "app/settings/refusal.hpp"

#include <cmath>

namespace mariani::app {

template class Indirect<CurvesSettings>;

curves::Request curves_request(const CurvesSettings& settings, int picture_height) {
    curves::Request request;
    static_cast<curves::Problem&>(request) = settings.problem;
    request.engines = {settings.engine};
    request.side = std::llround(picture_height / settings.height);
    request.placed = settings.placed;
    request.backend = settings.backend;
    return request;
}

std::optional<std::string> why_invalid(const CurvesSettings& settings) {
    constexpr int usual_height = 1000;
    return refusal_of(
        [&] { curves::resolve(curves_request(settings, usual_height), std::nullopt); });
}

}  // namespace mariani::app
