#include "compute/cpu/painters.hpp"

#include "compute/cpu/painter.hpp"
#include "compute/workloads/mandelbrot/cpu/lanes.hpp"
#include "compute/workloads/mandelbrot/workload.hpp"

#include <cstddef>

namespace mariani::mandelbrot {
namespace {

template <typename T>
void paint_rows(const cpu::ExteriorSurface& surface, const FramePlan& plan,
                cpu::ThreadPool& thread_pool) {
    const auto plane = PixelPlane<T>::of(plan.view, piece_of(plan));
    const PixelRect& part = surface.part;
    thread_pool.for_each(part.height, [&](std::int64_t i) {
        const int y = part.y + static_cast<int>(i);
        const std::size_t at = index(part, part.x, y);
        const auto pixels = static_cast<std::size_t>(part.width);
        find_exterior(ExteriorRow<T>{plane,
                                     part.x,
                                     y,
                                     plan.dwell_limit,
                                     {surface.dwells + at, pixels},
                                     {surface.distances + at, pixels},
                                     {surface.normals + at, pixels},
                                     surface.stop});
    });
}

// A cpu::ExteriorPainter.
void paint_exterior(const cpu::ExteriorSurface& surface, const FramePlan& plan,
                    cpu::ThreadPool& thread_pool) {
    if (plan.precision == Precision::f32)
        paint_rows<float>(surface, plan, thread_pool);
    else
        paint_rows<double>(surface, plan, thread_pool);
}

constexpr cpu::Painters all_painters() {
    cpu::Painters painters = cpu::painters_of<CpuElements>();
    painters.exterior = paint_exterior;
    return painters;
}

}  // namespace

const cpu::Painters& cpu_painters() {
    static constexpr cpu::Painters painters = all_painters();
    return painters;
}

}  // namespace mariani::mandelbrot
