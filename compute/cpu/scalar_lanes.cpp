#include "compute/cpu/canvas.hpp"
#include "compute/kernel/dwell.hpp"

namespace mariani::cpu {
namespace {

// Iterates one pixel; returns the steps that it took.
template <typename T>
std::int64_t iterate_pixel(const Canvas<T>& canvas, int x, int y) {
    const auto at = canvas.index(x, y);
    const auto [dwell, steps] = kernel::dwell_of_point<kernel::ProvenReturn>(
        canvas.plane.re(x), canvas.plane.im(y), canvas.dwell_limit, canvas.shortcuts,
        canvas.fractions ? canvas.fractions + at : nullptr,
        [&canvas] { return canvas.stop.stop_requested(); });
    canvas.dwells[at] = dwell;
    canvas.count_work(at, steps);
    return steps;
}

}  // namespace

template <typename T>
bool iterate_scalar(const Canvas<T>& canvas, std::span<const PixelRun> runs,
                    std::span<std::int64_t> iterations) {
    for (const auto& [rect, owner] : runs)
        for (int y = rect.y; y < rect.y + rect.height; ++y)
            for (int x = rect.x; x < rect.x + rect.width; ++x) {
                if (canvas.stop.stop_requested()) return false;
                iterations[owner] += iterate_pixel(canvas, x, y);
                canvas.progress->pixels_done.fetch_add(1, std::memory_order_relaxed);
            }
    return true;
}

template bool iterate_scalar<float>(const Canvas<float>&, std::span<const PixelRun>,
                                    std::span<std::int64_t>);
template bool iterate_scalar<double>(const Canvas<double>&, std::span<const PixelRun>,
                                     std::span<std::int64_t>);

}  // namespace mariani::cpu
