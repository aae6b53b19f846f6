// Which part of the complex plane is visible, of which set, and how it maps to pixels.
#pragma once

#include "compute/model/coordinate.hpp"
#include "compute/model/geometry.hpp"

#include <optional>

namespace mariani {

// A point of the complex plane.
struct PlanePoint {
    Coordinate re;
    Coordinate im;
    bool operator==(const PlanePoint&) const = default;
};

// The visible part of the plane: its centre and its height; pixels are square. The plane is that of
// c, which shows the Mandelbrot set, or that of z for one c, which shows its Julia set.
struct View {
    PlanePoint centre{-0.5, 0.0};
    Length height = 2.0;
    std::optional<PlanePoint> julia = std::nullopt;  // the c of a Julia set
    bool operator==(const View&) const = default;
};

// Another part of the same plane.
inline View moved(const View& view, PlanePoint centre, Length height) {
    return {centre, height, view.julia};
}

// The distance between neighbouring pixels, in units of the plane.
inline Length pitch(const View& view, ImageSize image) {
    return view.height / image.height;
}

// The point of the plane at (x, y), in pixels from the image's top left corner; the centre of pixel
// (column, row) is (column + 0.5, row + 0.5).
inline PlanePoint point_at(const View& view, ImageSize image, double x, double y) {
    const Length step = pitch(view, image);
    return {view.centre.re.moved(step * (x - 0.5 * image.width), step),
            view.centre.im.moved(step * -(y - 0.5 * image.height), step)};
}

}  // namespace mariani
