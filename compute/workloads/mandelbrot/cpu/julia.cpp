#include "compute/workloads/mandelbrot/cpu/lanes.hpp"
#include "compute/workloads/mandelbrot/orbits.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace mariani::mandelbrot {
namespace {

// Fills the row that shows the points -z of another one's z: z^2 is the same.
template <typename T>
void mirror(std::span<const T> row, std::span<T> opposite) {
    std::ranges::reverse_copy(row, opposite.begin());
}

}  // namespace

std::optional<JuliaDwells> julia_dwells(const JuliaTask& task, const std::stop_token& stop) {
    const auto side = static_cast<std::size_t>(task.side);
    std::vector<std::uint32_t> dwells(side * side);
    std::vector<float> fractions(side * side);
    const auto row_of = [&](auto& values, std::size_t y) {
        return std::span(values).subspan(y * side, side);
    };
    const double c_re = task.c.re.nearest(), c_im = task.c.im.nearest();
    const double pitch = task.height / task.side;
    const double first = 0.5 * pitch - 0.5 * task.height;
    for (std::size_t y = 0; y < side / 2; ++y) {
        if (stop.stop_requested()) return std::nullopt;
        // |z| grows once it is 2 or more, and |c| or more.
        iterate({c_re, c_im, first, pitch, -(first + static_cast<double>(y) * pitch),
                 std::max(4.0, c_re * c_re + c_im * c_im), task.dwell_limit, row_of(dwells, y),
                 row_of(fractions, y)});
        mirror<std::uint32_t>(row_of(dwells, y), row_of(dwells, side - 1 - y));
        mirror<float>(row_of(fractions, y), row_of(fractions, side - 1 - y));
    }
    const PixelRect extent{0, 0, task.side, task.side};
    return JuliaDwells{field_of(extent, std::move(dwells)), field_of(extent, std::move(fractions))};
}

}  // namespace mariani::mandelbrot
