#include "compute/cpu/canvas.hpp"
#include "compute/kernel/dwell.hpp"

namespace mariani::cpu {

template <typename T>
bool iterate(const Canvas<T>& canvas, std::span<const PixelRun> runs,
             std::span<std::int64_t> iterations) {
    for (const auto& [rect, owner] : runs)
        for (int y = rect.y; y < rect.y + rect.height; ++y)
            for (int x = rect.x; x < rect.x + rect.width; ++x) {
                if (canvas.stop.stop_requested()) return false;
                const auto at = canvas.index(x, y);
                const auto [dwell, steps] = kernel::dwell_of_point(
                    canvas.plane.re(x), canvas.plane.im(y), canvas.dwell_limit, canvas.shortcuts,
                    canvas.fractions ? canvas.fractions + at : nullptr);
                canvas.dwells[at] = dwell;
                iterations[owner] += steps;
                canvas.progress->pixels_done.fetch_add(1, std::memory_order_relaxed);
            }
    return true;
}

template bool iterate<float>(const Canvas<float>&, std::span<const PixelRun>,
                             std::span<std::int64_t>);
template bool iterate<double>(const Canvas<double>&, std::span<const PixelRun>,
                              std::span<std::int64_t>);

}  // namespace mariani::cpu
