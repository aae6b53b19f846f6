#include "compute/model/suited.hpp"
#include "compute/workloads/mandelbrot/orbits.hpp"
#include "compute/workloads/mandelbrot/plane.hpp"
#include "compute/workloads/mandelbrot/point.hpp"

#include <cmath>

namespace mariani::mandelbrot {
namespace {

// A cycle is looked for once the orbit has come close to it, which takes long near the bonds of
// the set's discs: there none is found.
constexpr std::uint32_t steps_to_settle = 8192;
constexpr std::uint32_t longest_period = 1024;
constexpr double closed = 1e-9;  // the distance within which an orbit has come back

struct Complex {
    double re, im;
};

double modulus_of(Complex z) {
    return std::sqrt(norm(z.re, z.im));
}

// The least number of steps that leads back. `growth` is how a small displacement grows over them:
// below 1 the cycle attracts, else the orbit has only come near an earlier point.
std::optional<std::uint32_t> period_of(Complex z, Complex c) {
    for (std::uint32_t i = 0; i < steps_to_settle; ++i) step(z.re, z.im, c.re, c.im);
    const Complex start = z;
    double growth = 1;
    for (std::uint32_t period = 1; period <= longest_period; ++period) {
        growth *= 2 * modulus_of(z);
        step(z.re, z.im, c.re, c.im);
        if (has_escaped(z.re, z.im)) return std::nullopt;
        if (modulus_of({z.re - start.re, z.im - start.im}) < closed && growth < 1) return period;
    }
    return std::nullopt;
}

}  // namespace

PointOrbit orbit_of_pixel(const View& view, ImageSize image, int x, int y,
                          std::uint32_t dwell_limit, std::size_t max_points) {
    const auto plane = PixelPlane<double>::of(view, Piece{image});
    const auto start = plane.start(x, y);
    const Complex c{start.c_re, start.c_im};
    Complex z{start.z_re, start.z_im};
    PointOrbit orbit;
    const auto keep = [&] {
        if (orbit.points.size() < max_points) orbit.points.push_back({z.re, z.im});
    };
    keep();
    for (; orbit.steps < dwell_limit && !has_escaped(z.re, z.im); ++orbit.steps) {
        step(z.re, z.im, c.re, c.im);
        keep();
    }
    orbit.escaped = orbit.steps < dwell_limit;
    orbit.modulus = modulus_of(z);
    if (!orbit.escaped) orbit.period = period_of(z, c);
    return orbit;
}

// An orbit that comes back exactly to where it was never escapes.
bool edge_is_inside(const View& view, ImageSize image, const std::stop_token& stop) {
    constexpr std::uint32_t longest = 1 << 16;  // iterations of a point
    constexpr std::int64_t most = 1 << 26;      // of all
    if (double_exhausted(view, image)) return false;
    const auto plane = PixelPlane<double>::of(view, Piece{image});
    std::int64_t iterations = 0;
    const auto never_escapes = [&](int x, int y) {
        const auto start = plane.start(x, y);
        if (!plane.julia && is_known(start.z_re, start.z_im)) return true;
        const auto [dwell, taken] = dwell_of_orbit(start, longest, true);
        iterations += taken;
        return dwell == longest && taken < longest && iterations < most && !stop.stop_requested();
    };
    for (int x = 0; x < image.width; ++x)
        if (!never_escapes(x, 0) || !never_escapes(x, image.height - 1)) return false;
    for (int y = 0; y < image.height; ++y)
        if (!never_escapes(0, y) || !never_escapes(image.width - 1, y)) return false;
    return true;
}

}  // namespace mariani::mandelbrot
