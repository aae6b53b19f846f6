#pragma once

#include "app/settings/display_choices.hpp"
#include "app/settings/failure.hpp"
#include "compute/workloads/curves/plan.hpp"

#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

// By what curves are coloured. Unit and start are those of a recorded run.
enum class LineColour { vertices, block, unit, start };

template <>
inline constexpr std::array<std::pair<LineColour, std::string_view>, 4> text_names<LineColour>{
    {{LineColour::vertices, "vertices"},
     {LineColour::block, "block"},
     {LineColour::unit, "unit"},
     {LineColour::start, "start"}}};

// What the workload `curves` shows: Bezier curves by their chords.
struct CurvesSettings {
    curves::Problem problem{.lines = 100, .factor = {}, .cap = 256};
    curves::EngineKind engine = curves::EngineKind::dp;  // the point of the tab
    std::optional<Backend> backend;                      // nothing: what is available
    double speed = 1;  // of their motion: so many seconds pass in one
    double center_x = 0.5, center_y = 0.5, height = 1;  // of the view, y up
    LineColour colour = LineColour::vertices;  // by block: of engines that have parent blocks
    std::vector<curves::PlacedPoint> placed;   // that were dragged, of these lines and this seed
    bool operator==(const CurvesSettings&) const = default;
};

// The window draws a part that is as high.
inline constexpr double least_curves_height = 0.0005, most_curves_height = 4;
inline constexpr double least_curves_place = -1, most_curves_place = 2;  // of its centre

// The request of one engine, for a picture of that height in pixels; where it runs, besides the
// backend, is the caller's to say.
inline curves::Request curves_request(const CurvesSettings& settings, int picture_height) {
    curves::Request request;
    static_cast<curves::Problem&>(request) = settings.problem;
    request.engines = {settings.engine};
    request.side = std::llround(picture_height / settings.height);
    request.placed = settings.placed;
    request.backend = settings.backend;
    return request;
}

// Why no machine can run it, in words a user can act on.
inline std::optional<std::string> why_invalid(const CurvesSettings& settings) {
    constexpr int usual_height = 1000;
    return refusal_of(
        [&] { curves::resolve(curves_request(settings, usual_height), std::nullopt); });
}

// The fields as text: name, value, range. A forgotten field does not compile.
void visit_fields(MaybeConst<CurvesSettings> auto& shown, auto& visitor) {
    auto& [problem, engine, backend, speed, center_x, center_y, height, colour, placed] = shown;
    visit_knobs(problem, visitor);
    visitor("engine", engine);
    visitor("backend", backend);
    visitor("speed", speed, RealRange{least_motion_speed, most_motion_speed});
    constexpr RealRange places{least_curves_place, most_curves_place};
    visitor("center_x", center_x, places);
    visitor("center_y", center_y, places);
    visitor("height", height, RealRange{least_curves_height, most_curves_height});
    visitor("colour", colour);
    visitor("placed", placed);
}

template <>
inline curves::Problem usual_problem<curves::Problem>() {
    return CurvesSettings{}.problem;
}

}  // namespace mariani::app
