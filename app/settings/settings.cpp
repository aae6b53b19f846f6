#include "app/settings/settings.hpp"

#include "app/settings/curves_settings.hpp"
#include "app/settings/failure.hpp"
#include "app/settings/gasket_settings.hpp"
#include "app/settings/points_settings.hpp"
#include "app/settings/triangle_settings.hpp"
#include "app/settings/volume_settings.hpp"
#include "compute/model/printable.hpp"
#include "compute/model/unit_square.hpp"

#include <cmath>
#include <stdexcept>

namespace mariani::app {

void take_problem(Settings& settings, const Settings& from, Workload workload) {
    switch (workload) {
        case Workload::mandelbrot:
            return;
        case Workload::triangle:
            settings.triangle = from.triangle;
            return;
        case Workload::gasket:
            settings.gasket = from.gasket;
            return;
        case Workload::curves:
            settings.curves = from.curves;
            return;
        case Workload::points:
            settings.points = from.points;
            return;
        case Workload::volume:
            settings.volume = from.volume;
            return;
    }
}

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

template class Indirect<GasketSettings>;

gasket::Problem gasket_problem(const GasketSettings& settings) {
    gasket::Problem problem{gasket::parse_fractal(settings.fractal), settings.numbers.level, {}};
    const auto rule = gasket::parse_rule(settings.rule);
    if (!rule)
        throw std::invalid_argument("the rule is " + in_quotes(settings.rule) +
                                    ": it must be B and S with digits from 0 to 8, as in B2/S23");
    problem.rule = *rule;
    shape_of(problem.fractal, problem.level);
    return problem;
}

std::optional<std::string> why_invalid(const GasketSettings& settings) {
    return refusal_of([&] { gasket_problem(settings); });
}

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

template class Indirect<TriangleSettings>;

triangle::Request triangle_request(const TriangleSettings& settings) {
    triangle::Request request;
    static_cast<triangle::Problem&>(request) = settings.problem;
    request.maps = {settings.map};
    request.backend = settings.backend;
    return request;
}

std::optional<std::string> why_invalid(const TriangleSettings& settings) {
    return refusal_of([&] { triangle::resolve(triangle_request(settings), std::nullopt); });
}

void leave_refused(TriangleSettings& settings) {
    if (!why_invalid(settings)) return;
    triangle::Problem& problem = settings.problem;
    problem.block.reset();
    problem.features.reset();
    problem.diagonal.reset();
    problem.cells.reset();
    problem.layout.reset();
}

template class Indirect<VolumeSettings>;

volume::Request volume_request(const VolumeSettings& settings) {
    volume::Request request;
    static_cast<volume::Problem&>(request) = settings.problem;
    if (!volume::turns(request.function, request.axes)) request.turn = 0;
    request.engine = settings.engine;
    request.backend = settings.backend;
    return request;
}

// A backend that is left to the program may be one that has all schemes.
std::optional<std::string> why_invalid(const VolumeSettings& settings) {
    return refusal_of([&] { volume::resolve(volume_request(settings), std::nullopt); });
}

Settings window_defaults() {
    Settings defaults;
    defaults.overlay.line_opacity = 1;
    defaults.colouring.smooth = true;
    defaults.colouring.mapping = render::Mapping::cyclic;
    defaults.colouring.period = 24;
    defaults.colouring.samples = 4;
    defaults.automatic_dwell_limit = true;
    return defaults;
}

}  // namespace mariani::app
