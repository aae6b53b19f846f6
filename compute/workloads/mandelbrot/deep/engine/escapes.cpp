#include "compute/workloads/mandelbrot/deep/engine/escapes.hpp"

#include "compute/workloads/mandelbrot/exterior.hpp"
#include "compute/workloads/mandelbrot/point.hpp"

#include <utility>

namespace mariani::deep {
namespace {

std::size_t count_if(bool wanted, const PixelRect& part) {
    return wanted ? static_cast<std::size_t>(pixel_count(part)) : 0;
}

}  // namespace

Escapes::Escapes(const PixelRect& part, double pitch, bool smooth, bool exterior)
    : part_(part),
      pitch_(pitch),
      fractions_(count_if(smooth, part)),
      distances_(count_if(exterior, part)),
      normals_(count_if(exterior, part)) {}

void Escapes::take(std::size_t pixel, const Escape& escape, const Complex<double>& c) {
    mandelbrot::DerivedOrbit<double> z{escape.z.re, escape.z.im, escape.slope.re, escape.slope.im};
    // Its modulus may be rounded to less than 2.
    const bool escaped = z.re != 0 || z.im != 0;
    int extra = 0;
    for (; escaped && extra < mandelbrot::max_smooth_steps && !mandelbrot::is_far(z.re, z.im);
         ++extra) {
        mandelbrot::derivative_step(z.d_re, z.d_im, z.re, z.im, pitch_);
        mandelbrot::step(z.re, z.im, c.re, c.im);
    }
    if (!fractions_.empty())
        fractions_[pixel] = escaped ? mandelbrot::smooth_value(z.re, z.im, extra) : 0;
    if (distances_.empty()) return;
    constexpr double in_pitches = 1;
    const auto exterior =
        escaped ? mandelbrot::exterior_of_orbit(z, in_pitches) : subdivision::ElementExterior{0, 0};
    distances_[pixel] = exterior.distance;
    normals_[pixel] = exterior.normal;
}

void Escapes::keep(std::size_t pixel, const Field& fractions, const ExteriorFields& exterior) {
    if (!fractions_.empty()) fractions_[pixel] = fractions.host<float>().values[pixel];
    if (distances_.empty()) return;
    distances_[pixel] = exterior.distances.host<float>().values[pixel];
    normals_[pixel] = exterior.normals.host<float>().values[pixel];
}

Field Escapes::fractions() && {
    if (fractions_.empty()) return {};
    return field_of(part_, std::move(fractions_));
}

ExteriorFields Escapes::exterior() && {
    if (distances_.empty()) return {};
    return {field_of(part_, std::move(distances_)), field_of(part_, std::move(normals_))};
}

}  // namespace mariani::deep
