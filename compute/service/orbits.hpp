// What single points of the plane do when they are iterated: no engine, no frame, on the thread
// that asks.
#pragma once

#include "compute/workloads/mandelbrot/orbits.hpp"

namespace mariani {

using mandelbrot::edge_is_inside;
using mandelbrot::find_minibrot;
using mandelbrot::julia_dwells;
using mandelbrot::JuliaDwells;
using mandelbrot::JuliaTask;
using mandelbrot::orbit_of_pixel;
using mandelbrot::view_of;

}  // namespace mariani
