#include "compute/workloads/mandelbrot/deep/bounded_pixels.hpp"

#include "compute/workloads/mandelbrot/deep/direct.hpp"
#include "compute/workloads/mandelbrot/deep/real_axis.hpp"

namespace mariani::deep {
namespace {

bool are_all_bounded(const Request& request, const PixelPoints& points,
                     const std::stop_token& stop) {
    const double half_sides = 0.5 * (request.size.width + request.size.height);
    const ScaledReal radius = scaled_real(points.pitch()) * ScaledReal(half_sides * rounded_up);
    return is_bounded_around(points.centre_re_part(), points.centre_im_part(), radius,
                             request.dwell_limit, stop);
}

// Farther inside than the roundings of c and of these formulas reach.
bool is_in_cardioid_or_disc(double re, double im) {
    constexpr double margin = 0x1p-40;
    const double from_cusp = re - 0.25, im_squared = im * im;
    const double q = from_cusp * from_cusp + im_squared;
    if (q * (q + from_cusp) < 0.25 * im_squared - margin) return true;
    return (re + 1) * (re + 1) + im_squared < 0.0625 - margin;
}

}  // namespace

BoundedPixels::BoundedPixels(const Request& request, const PixelPoints& points,
                             const std::stop_token& stop)
    : part_(part_of(request)), all_(are_all_bounded(request, points, stop)) {
    if (all_) return;
    real_ = bounded_real_pixels(request.place, request.size, points, part_);
    for (int x = part_.x; x < part_.x + part_.width; ++x)
        re_.push_back(mpfr_get_d(points.re(x).value.get(), MPFR_RNDN));
    for (int y = part_.y; y < part_.y + part_.height; ++y)
        im_.push_back(mpfr_get_d(points.im(y).value.get(), MPFR_RNDN));
}

bool BoundedPixels::contains(int x, int y) const {
    return mariani::contains(real_, x, y) ||
           is_in_cardioid_or_disc(re_[static_cast<std::size_t>(x - part_.x)],
                                  im_[static_cast<std::size_t>(y - part_.y)]);
}

}  // namespace mariani::deep
