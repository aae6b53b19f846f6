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

ScaledReal most_of(const std::vector<ExactReal>& offsets) {
    ScaledReal most;
    for (const ExactReal& offset : offsets) most = std::max(most, max_norm(offset));
    return most;
}

}  // namespace

// Both parts of a point err by no more than its error together: they are far better than they say.
Offsets::Offsets(const PixelPoints& points, ImageSize size, const Reference& reference)
    : pitch_(points.pitch()),
      noise_((reference.noise() + points.error()) * ScaledReal(rounded_up)) {
    for (int x = 0; x < size.width; ++x) {
        const BigReal re = points.re(x).value;
        columns_.push_back(difference(re, reference.c_re()));
        re_.push_back(mpfr_get_d(re.get(), MPFR_RNDN));
    }
    for (int y = 0; y < size.height; ++y) {
        const BigReal im = points.im(y).value;
        rows_.push_back(difference(im, reference.c_im()));
        im_.push_back(mpfr_get_d(im.get(), MPFR_RNDN));
    }
    most_ = (most_of(columns_) + most_of(rows_) + noise_ * ScaledReal(2)) * ScaledReal(1 + 0x1p-40);
}

}  // namespace mariani::deep
