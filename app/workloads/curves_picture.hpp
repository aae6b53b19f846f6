// Curves as a picture: each as its chords, coloured by its number of vertices.
#pragma once

#include "compute/service/curves.hpp"
#include "render/picture/image.hpp"

#include <optional>
#include <span>
#include <stop_token>

namespace mariani::app {

// A part of the plane, y up; as wide as the picture of it makes it.
struct CurvesPart {
    double x = 0.5, y = 0.5;  // its centre
    double height = 1;
    bool operator==(const CurvesPart&) const = default;
};

// What is drawn, which outlives the drawing.
struct DrawnCurves {
    const curves::Tessellation& tessellation;
    std::span<const curves::Line> lines;  // of it; none is needed if none is lost
    int block = 0;  // so many lines have a colour; 0: a line's is that of its number of vertices
};

// Few lines have a dot at each vertex; one that is lost is dashed, where it would be. Nothing if
// stopped.
std::optional<render::Image> draw_curves(const DrawnCurves& curves, const CurvesPart& part,
                                         ImageSize size, const std::stop_token& stop);

}  // namespace mariani::app
