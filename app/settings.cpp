#include "app/settings.hpp"

#include "compute/model/printable.hpp"
#include "compute/model/unit_square.hpp"

#include <cmath>
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
    request.time = settings.time;
    request.backend = settings.backend;
    return request;
}

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

volume::Request volume_request(const VolumeSettings& settings) {
    volume::Request request;
    request.function = settings.function;
    request.axes = settings.axes;
    request.side = settings.side;
    request.dwell_limit = settings.dwell_limit;
    request.centre_re = settings.center_re;
    request.centre_im = settings.center_im;
    request.height = settings.height;
    if (volume::turns(settings.function, settings.axes)) request.turn = settings.turn;
    request.g = settings.g;
    request.r = settings.r;
    request.B = settings.B;
    request.rule = settings.rule;
    request.engine = settings.engine;
    if (volume::has_regions(settings.engine)) request.scheme = settings.scheme;
    if (volume::has_launches(settings.engine)) request.pool = settings.pool;
    if (volume::has_list(settings.engine)) {
        request.encoding = settings.encoding;
        request.order = settings.order;
    }
    request.precision = settings.precision;
    request.backend = settings.backend;
    return request;
}

namespace {

// What std::invalid_argument the action throws says, if it does.
template <typename Action>
std::optional<std::string> refusal_of(const Action& action) {
    try {
        action();
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string> why_invalid(const TriangleSettings& settings) {
    return refusal_of([&] { triangle::resolve(triangle_request(settings), std::nullopt); });
}

gasket::Problem gasket_problem(const GasketSettings& settings) {
    gasket::Problem problem{gasket::parse_fractal(settings.fractal), settings.level, {}};
    const auto rule = gasket::parse_rule(settings.rule);
    if (!rule)
        throw std::invalid_argument("the rule is " + in_quotes(settings.rule) +
                                    ": it must be B and S with digits from 0 to 8, as in B2/S23");
    problem.rule = *rule;
    shape_of(problem.fractal, problem.level);
    return problem;
}

std::optional<std::string> why_invalid(const CurvesSettings& settings) {
    constexpr int usual_height = 1000;
    return refusal_of(
        [&] { curves::resolve(curves_request(settings, usual_height), std::nullopt); });
}

std::optional<std::string> why_invalid(const PointsSettings& settings) {
    auto request = points_request(settings);
    if (request.distribution == points::Distribution::picture)
        request.distribution = points::Distribution::uniform;
    return refusal_of([&] { points::resolve(request, std::nullopt); });
}

// A backend that is left to the program may be one that has all schemes.
std::optional<std::string> why_invalid(const VolumeSettings& settings) {
    return refusal_of([&] { volume::resolve(volume_request(settings), std::nullopt); });
}

std::optional<std::string> why_invalid(const GasketSettings& settings) {
    return refusal_of([&] { gasket_problem(settings); });
}

}  // namespace mariani::app
