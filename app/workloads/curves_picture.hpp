// Curves as a picture: each as its chords, coloured by its number of vertices.
#pragma once

#include "compute/service/curves.hpp"
#include "render/picture/image.hpp"

#include <optional>
#include <stop_token>

namespace mariani::app {

// A square part of the plane, y up.
struct CurvesView {
    double x = 0.5, y = 0.5;  // its centre
    double height = 1;
};

// Of `side` pixels a side. Few lines have a dot at each vertex. Nothing if stopped.
std::optional<render::Image> draw_curves(const curves::Tessellation& tessellation,
                                         const CurvesView& view, int side,
                                         const std::stop_token& stop);

}  // namespace mariani::app
