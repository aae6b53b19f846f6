// Distances and normals of a frame, on the processor.
#pragma once

#include "compute/cpu/painter.hpp"

namespace mariani::mandelbrot {

// A cpu::ExteriorPainter.
void paint_exterior(const cpu::ExteriorSurface& surface, const FramePlan& plan,
                    cpu::ThreadPool& thread_pool);

}  // namespace mariani::mandelbrot
