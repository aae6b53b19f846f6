#include "app/settings/curves_settings.hpp"

#include "app/settings/indirect.hpp"
#include "app/settings/refusal.hpp"

#include <cmath>

namespace mariani::app {

template class Indirect<CurvesSettings>;

curves::Request curves_request(const CurvesSettings& settings, int picture_height) {
    curves::Request request;
    request.engines = {settings.engine};
    request.lines = settings.lines;
    request.seed = settings.seed;
    request.time = settings.time;
    request.placed = settings.placed;
    request.factor = settings.factor;
    if (!settings.factor) {
        request.tolerance = settings.tolerance;
        request.side = std::llround(picture_height / settings.height);
    }
    request.cap = settings.cap;
    request.child_block = settings.child_block;
    if (curves::has_launches(settings.engine)) {
        request.parent_block = settings.parent_block;
        request.pool = settings.pool;
        request.repair = settings.repair;
    }
    request.backend = settings.backend;
    return request;
}

std::optional<std::string> why_invalid(const CurvesSettings& settings) {
    constexpr int usual_height = 1000;
    return refusal_of(
        [&] { curves::resolve(curves_request(settings, usual_height), std::nullopt); });
}

}  // namespace mariani::app
