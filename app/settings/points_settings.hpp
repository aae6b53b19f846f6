#pragma once

#include "app/settings/display_choices.hpp"
#include "app/settings/failure.hpp"
#include "compute/model/counter_hash.hpp"
#include "compute/workloads/points/plan.hpp"

#include <optional>
#include <string>

namespace mariani::app {

// What the workload `points` shows: a quadtree of points.
struct PointsSettings {
    // So few that one sees how they are moved.
    points::Problem problem{
        .count = 40, .rule = {.min = 2}, .distribution = points::Distribution::spiral};
    points::EngineKind engine = points::EngineKind::linear;
    std::optional<Backend> backend;       // nothing: what is available
    std::string picture;                  // the file of that distribution
    double speed = 1;                     // of their motion: so many seconds pass in one
    double place_x = 0.5, place_y = 0.5;  // of the mouse when it was last needed, y up
    bool circle = false;                  // at that place: which points are in it
    double radius = 0.1;                  // of the circle
    bool counts = false;                  // leaves coloured by their points, else by their level
    bool strips = true;                   // the textbook's two buffers, of few points
    double center_x = 0.5, center_y = 0.5, height = 1;  // of the view, y up
    bool operator==(const PointsSettings&) const = default;
};

// The window draws so many.
inline constexpr IntegerRange points_drawn{1, points::limits::count.max};
inline constexpr double least_points_height = 0.001, most_points_height = 4;
inline constexpr double least_radius = 0.001, most_radius = 1;

// Where the mouse is, in the unit square.
inline points::Point place_of(const PointsSettings& settings) {
    return {into_square(static_cast<float>(settings.place_x)),
            into_square(static_cast<float>(settings.place_y))};
}

// The request of one tree, but for its picture, which lies in a file; where it runs, besides the
// backend, is the caller's to say.
inline points::Request points_request(const PointsSettings& settings) {
    points::Request request;
    static_cast<points::Problem&>(request) = settings.problem;
    request.engines = {settings.engine};
    if (request.distribution == points::Distribution::mouse) request.place = place_of(settings);
    request.backend = settings.backend;
    return request;
}

// Why no machine can run it, whatever its picture, in words a user can act on.
inline std::optional<std::string> why_invalid(const PointsSettings& settings) {
    if (auto why = why_invalid("points", settings.problem.count, points_drawn)) return why;
    auto request = points_request(settings);
    if (request.distribution == points::Distribution::picture)
        request.distribution = points::Distribution::uniform;
    return refusal_of([&] { points::resolve(request, std::nullopt); });
}

// The fields as text: name, value, range. A forgotten field does not compile.
void visit_fields(MaybeConst<PointsSettings> auto& shown, auto& visitor) {
    auto& [problem, engine, backend, picture, speed, place_x, place_y, circle, radius, counts,
           strips, center_x, center_y, height] = shown;
    visit_knobs(problem, visitor);
    visitor("engine", engine);
    visitor("backend", backend);
    visitor("pixels", picture);
    visitor("speed", speed, RealRange{least_motion_speed, most_motion_speed});
    visitor("place_x", place_x, RealRange{0, 1});
    visitor("place_y", place_y, RealRange{0, 1});
    visitor("circle", circle);
    visitor("radius", radius, RealRange{least_radius, most_radius});
    visitor("counts", counts);
    visitor("strips", strips);
    visitor("center_x", center_x, RealRange{0, 1});
    visitor("center_y", center_y, RealRange{0, 1});
    visitor("height", height, RealRange{least_points_height, most_points_height});
}

template <>
inline points::Problem usual_problem<points::Problem>() {
    return PointsSettings{}.problem;
}

}  // namespace mariani::app
