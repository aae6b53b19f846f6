// Deep zoom as an engine of frames.
#pragma once

#include "compute/engine.hpp"

#include <memory>

namespace mariani::mandelbrot {

// Computes plans of a deep precision (choices.hpp), Ex and ASK, on both backends; its fields are in
// host memory. Keeps the last reference orbit for all of them.
std::unique_ptr<Engine> make_deep_engine();

}  // namespace mariani::mandelbrot
