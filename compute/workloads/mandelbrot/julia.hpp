// A small picture of the Julia set of one c: of z <- z^2 + c, from z = each point of the plane.
#pragma once

#include "compute/model/field.hpp"
#include "compute/model/view.hpp"

#include <cstdint>
#include <optional>
#include <stop_token>

namespace mariani::mandelbrot {

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

}  // namespace mariani::mandelbrot
