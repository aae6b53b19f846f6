#include "compute/workloads/mandelbrot/deep/offsets.hpp"

#include "compute/workloads/mandelbrot/deep/jump.hpp"

#include <algorithm>

namespace mariani::deep {
namespace {

ExactReal difference(const BigReal& to, const BigReal& from) {
    BigReal offset(to);
    mpfr_sub(offset.get(), to.get(), from.get(), MPFR_RNDN);
    return exact_real(offset);
}

}  // namespace

// Both parts of a point err by no more than its error together: they are far better than they say.
Offsets::Offsets(const PixelPoints& points, ImageSize size, const PixelRect& part,
                 const Reference& reference)
    : part_(part),
      pitch_(points.pitch()),
      noise_((reference.noise() + points.error()) * ScaledReal(rounded_up)) {
    const auto column = [&](int x) { return difference(points.re(x).value, reference.c_re()); };
    const auto row = [&](int y) { return difference(points.im(y).value, reference.c_im()); };
    for (int x = part.x; x < part.x + part.width; ++x) {
        columns_.push_back(column(x));
        re_.push_back(mpfr_get_d(points.re(x).value.get(), MPFR_RNDN));
    }
    for (int y = part.y; y < part.y + part.height; ++y) {
        rows_.push_back(row(y));
        im_.push_back(mpfr_get_d(points.im(y).value.get(), MPFR_RNDN));
    }
    const auto most = [](const ExactReal& first, const ExactReal& last) {
        return std::max(max_norm(first), max_norm(last));
    };
    most_ = (most(column(0), column(size.width - 1)) + most(row(0), row(size.height - 1)) +
             noise_ * ScaledReal(2)) *
            ScaledReal(1 + 0x1p-40);
}

}  // namespace mariani::deep
