#include "compute/model/limits.hpp"
#include "compute/model/suited.hpp"
#include "compute/model/text.hpp"
#include "compute/workloads/mandelbrot/deep/nucleus.hpp"
#include "compute/workloads/mandelbrot/deep/place.hpp"
#include "compute/workloads/mandelbrot/orbits.hpp"

#include <algorithm>
#include <cmath>

namespace mariani::mandelbrot {
namespace {

constexpr std::int64_t spare_bits = 64;
// Newton's method may fail for a period that the ball test allows, or leave the disc.
constexpr int most_tried = 8;

deep::ScaledReal scaled(const deep::BigReal& value) {
    long exponent = 0;
    const double mantissa = mpfr_get_d_2exp(&exponent, value.get(), MPFR_RNDN);
    return {mantissa, exponent};
}

Length length_of(const deep::ScaledReal& value) {
    constexpr std::int64_t at_once = 512;
    Length length = value.mantissa;
    std::int64_t exponent = value.exponent;
    for (; exponent < -at_once; exponent += at_once) length = length * 0x1p-512;
    return length * std::ldexp(1.0, static_cast<int>(exponent));
}

Coordinate coordinate_of(const deep::BigReal& value, Length size) {
    return *parse_coordinate(deep::to_decimal(value, needed_decimals(size) + 6));
}

double heights_between(const PlanePoint& one, const PlanePoint& other, Length height) {
    return std::hypot((one.re - other.re) / height, (one.im - other.im) / height);
}

Minibrot minibrot_of(const deep::Nucleus& nucleus) {
    Minibrot found;
    found.period = nucleus.period;
    found.disc = nucleus.disc;
    found.size = length_of(nucleus.size);
    found.centre = {coordinate_of(nucleus.re, found.size), coordinate_of(nucleus.im, found.size)};
    if (nucleus.domain) found.domain = length_of(*nucleus.domain);
    return found;
}

}  // namespace

std::optional<Minibrot> find_minibrot(const View& view, double aspect, std::uint32_t limit,
                                      const std::stop_token& stop) {
    const deep::Place place{to_text(view.centre.re), to_text(view.centre.im), to_text(view.height)};
    if (deep::why_invalid(place)) return std::nullopt;
    const double heights = 0.5 * std::hypot(1, aspect);  // the disc's radius
    const auto radius =
        scaled(deep::from_decimal(place.height, spare_bits)) * deep::ScaledReal(heights);
    const std::int64_t bits = deep::pitch_bits(place, {1, 1}) + 2 * spare_bits;
    const auto re = deep::from_decimal(place.re, bits), im = deep::from_decimal(place.im, bits);
    std::optional<std::uint32_t> period = 0;
    for (int tried = 0; tried < most_tried && !stop.stop_requested(); ++tried) {
        period = deep::period_in_disc(re, im, radius, limit, stop, *period);
        if (!period) return std::nullopt;
        const auto nucleus = deep::nucleus_near(re, im, radius, *period, stop);
        if (!nucleus) continue;
        const Minibrot found = minibrot_of(*nucleus);
        if (heights_between(found.centre, view.centre, view.height) <= heights) return found;
    }
    return std::nullopt;
}

View view_of(const Minibrot& minibrot) {
    const double heights = minibrot.disc ? 2 : 3;  // the whole set is 2.5 wide
    return {minibrot.centre,
            std::clamp<Length>(minibrot.size * heights, limits::min_height, limits::max_height)};
}

}  // namespace mariani::mandelbrot
