// Every function of the shared numeric source, called from device code.
#include "compute/kernel/border.hpp"
#include "compute/kernel/dwell.hpp"
#include "compute/kernel/lattice.hpp"
#include "compute/kernel/plane.hpp"

namespace mariani::cuda {
namespace {

template <typename T>
__global__ void iterate(kernel::PixelPlane<T> plane, PixelRect rect, std::uint32_t dwell_limit,
                        bool shortcuts, std::uint32_t* dwells, float* fractions) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= rect.width * rect.height) return;
    const T re = plane.re(rect.x + i % rect.width), im = plane.im(rect.y + i / rect.width);
    dwells[i] = kernel::dwell_of_point(re, im, dwell_limit, shortcuts, &fractions[i]).dwell;
}

template <typename T>
__global__ void decide(kernel::PixelPlane<T> plane, PixelRect part, SubdivisionParams params,
                       FillRule rule, std::uint32_t dwell_limit, const std::uint32_t* dwells,
                       float* fractions, int* outcome) {
    const kernel::Children regions = kernel::first_regions(part, params.g);
    const PixelRect rect = kernel::cell_rect(part, params.g, regions[regions.count() - 1]);
    const auto at = [&](int x, int y) { return dwells[y * part.width + x]; };
    const auto new_ring = kernel::new_ring_sides(rect, kernel::inside(part));
    const auto range = kernel::border_range(new_ring.side[0], at);
    *outcome = kernel::fills(rule, range, dwell_limit, plane, rect);
    if (!kernel::subdivides(part, params, params.g)) return;
    const auto below = kernel::children(part, params.g, regions[0], params.r);
    const auto value_at = [&](int x, int y) { return fractions[y * part.width + x]; };
    *fractions =
        kernel::coons(kernel::cell_rect(part, params.g * params.r, below[0]), 1, 1, value_at);
}

// What makes nvcc compile the templates for the device.
template __global__ void iterate(kernel::PixelPlane<float>, PixelRect, std::uint32_t, bool,
                                 std::uint32_t*, float*);
template __global__ void iterate(kernel::PixelPlane<double>, PixelRect, std::uint32_t, bool,
                                 std::uint32_t*, float*);
template __global__ void decide(kernel::PixelPlane<float>, PixelRect, SubdivisionParams, FillRule,
                                std::uint32_t, const std::uint32_t*, float*, int*);
template __global__ void decide(kernel::PixelPlane<double>, PixelRect, SubdivisionParams, FillRule,
                                std::uint32_t, const std::uint32_t*, float*, int*);

}  // namespace
}  // namespace mariani::cuda
