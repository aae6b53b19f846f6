#include "tests/volume/plain_volume.hpp"

#include <cmath>

namespace mariani::volume {
namespace {

template <typename T>
struct Complex {
    T re, im;
};

template <typename T>
Complex<T> next(Complex<T> z, Complex<T> c) {
    return {std::fma(z.re, z.re, std::fma(-z.im, z.im, c.re)), std::fma(z.re + z.re, z.im, c.im)};
}

template <typename T>
std::uint32_t plain_dwell(Complex<T> w, Complex<T> c, std::uint32_t limit) {
    Complex<T> z = next(w, c);
    std::uint32_t steps = 0;
    while (steps < limit && std::fma(z.re, z.re, z.im * z.im) < T(4)) {
        z = next(z, c);
        ++steps;
    }
    return steps;
}

template <typename T>
std::vector<std::uint32_t> plain(const Plan& plan) {
    const int X = plan.side.of[0], Y = plan.side.of[1], Z = plan.side.of[2], U = plan.side.of[3];
    const double pitch = plan.height / Y;
    const auto left = static_cast<T>(plan.centre_re - (0.5 * X - 0.5) * pitch);
    const auto top = static_cast<T>(plan.centre_im + (0.5 * Y - 0.5) * pitch);
    const auto along_w = [&](int at, int side) {
        return static_cast<T>(2 * at - side + 1) * static_cast<T>(pitch / 2);
    };
    std::vector<std::uint32_t> dwells;
    for (int u = 0; u < U; ++u)
        for (int z = 0; z < Z; ++z)
            for (int y = 0; y < Y; ++y)
                for (int x = 0; x < X; ++x) {
                    const Complex<T> c{std::fma(static_cast<T>(x), static_cast<T>(pitch), left),
                                       std::fma(static_cast<T>(-y), static_cast<T>(pitch), top)};
                    dwells.push_back(
                        plain_dwell({along_w(z, Z), along_w(u, U)}, c, plan.dwell_limit));
                }
    return dwells;
}

}  // namespace

std::vector<std::uint32_t> plain_volume(const Plan& plan) {
    return plan.precision == Precision::f32 ? plain<float>(plan) : plain<double>(plan);
}

}  // namespace mariani::volume
