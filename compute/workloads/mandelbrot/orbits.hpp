// What single points of the plane do when they are iterated: the orbit of one, the small picture of
// a Julia set, and the minibrot in a view. No engine, no frame, on the thread that asks.
#pragma once

#include "compute/model/field.hpp"
#include "compute/model/orbits.hpp"
#include "compute/model/view.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>

namespace mariani::mandelbrot {

// The orbit of one pixel's point, for the eye: in double, from where the pixel's orbit begins in a
// frame of double precision: its dwell is that of the frame. Keeps at most that many points. A
// point that has not escaped after the dwell limit is followed further, to find the cycle that
// attracts it.
PointOrbit orbit_of_pixel(const View& view, ImageSize image, int x, int y,
                          std::uint32_t dwell_limit, std::size_t max_points);

// Whether the picture's outermost pixels never escape, in double: then all of it is inside, for the
// set has no holes. False where this takes too long to find out (0.2 s), in deep zoom and if
// stopped.
bool edge_is_inside(const View& view, ImageSize image, const std::stop_token& stop);

// A small picture of the Julia set of one c: of z <- z^2 + c, from z = each point of the plane.
struct JuliaTask {
    PlanePoint c;
    int side = 0;       // of the square picture, in samples; even
    double height = 4;  // of the part of the plane around 0 that it shows
    std::uint32_t dwell_limit = 512;
};

struct JuliaDwells {
    Field dwells;     // uint32
    Field fractions;  // float, as in a frame
};

// Every sample is iterated, in double, with the best vector instructions of the machine: nothing is
// filled. The points of dwell k or more are connected only as long as the critical point 0 is one
// of them, so that a ring of dwell k could be filled only up to the dwell of 0, and one that is
// inside only if c is: what is left of that is not worth it for a picture this small. On one
// thread; nullopt once `stop` is requested.
std::optional<JuliaDwells> julia_dwells(const JuliaTask& task, const std::stop_token& stop);

// The minibrot in a view: the nucleus of least period in the disc around the view's picture, of
// this width over height, that Newton's method finds there for one of the first periods. Nothing
// where it finds none, no period is up to the limit, or when stopped (within 50 ms). On the calling
// thread: about the time of a few reference orbits of that period.
std::optional<Minibrot> find_minibrot(const View& view, double aspect, std::uint32_t limit,
                                      const std::stop_token& stop);

// A view that shows all of it, with a margin.
View view_of(const Minibrot& minibrot);

}  // namespace mariani::mandelbrot
