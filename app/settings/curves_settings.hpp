#pragma once

#include "app/settings/choice_names.hpp"
#include "app/settings/motion_speed.hpp"
#include "compute/service/curves_request.hpp"

#include <cstdint>
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
    int lines = 100;
    std::optional<double> factor;  // counts by curvature; nothing: by the tolerance
    double tolerance = 0.5;        // of chords from their curves, in pixels of the picture
    int cap = 256;                 // vertices of a line
    curves::EngineKind engine = curves::EngineKind::scan;
    int parent_block = 64;  // lines
    int child_block = 32;   // vertices
    curves::StreamMode streams = curves::StreamMode::forget;
    int pool = 2048;
    bool repair = true;  // of launches that fail
    curves::VertexMemory memory = curves::VertexMemory::room;
    int heap = 8 << 20;              // bytes, of malloc
    std::optional<Backend> backend;  // nothing: what is available
    std::uint64_t seed = 1;
    double time = 0;   // in s: control points have moved for as long
    double speed = 1;  // of their motion: so many seconds pass in one
    double center_x = 0.5, center_y = 0.5, height = 1;  // of the view, y up
    LineColour colour = LineColour::vertices;  // by block: of engines that have parent blocks
    std::vector<curves::PlacedPoint> placed;   // that were dragged, of these lines and this seed
    bool operator==(const CurvesSettings&) const = default;
};

// The window draws so many at a time, of a part that is as high.
inline constexpr IntegerRange curves_drawn{1, std::int64_t{1} << 21};
inline constexpr double least_curves_height = 0.0005, most_curves_height = 4;
inline constexpr double least_curves_place = -1, most_curves_place = 2;  // of its centre
inline constexpr double least_curves_factor = 0.01, most_curves_factor = 1e6;
inline constexpr double least_curves_tolerance = 0.01, most_curves_tolerance = 1000;  // pixels

// The request of one engine, for a picture of that height in pixels; where it runs, besides the
// backend, is the caller's to say, and so are the streams and the heap of a GPU.
curves::Request curves_request(const CurvesSettings& settings, int picture_height);

// Why no machine can run it, in words a user can act on.
std::optional<std::string> why_invalid(const CurvesSettings& settings);

}  // namespace mariani::app
