// The small pictures of Julia sets against a plain iteration of every sample.
#include "compute/service/orbits.hpp"
#include "compute/workloads/mandelbrot/point.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace mariani {
namespace {

struct Sample {
    std::uint32_t dwell;
    float fraction;
};

Sample iterated(double re, double im, const JuliaTask& task) {
    const double c_re = task.c.re.nearest(), c_im = task.c.im.nearest();
    const double end = std::max(4.0, c_re * c_re + c_im * c_im);
    std::uint32_t steps = 0;
    while (steps < task.dwell_limit && mandelbrot::norm(re, im) < end) {
        mandelbrot::step(re, im, c_re, c_im);
        ++steps;
    }
    if (steps == task.dwell_limit) return {steps, 0};
    return {steps,
            mandelbrot::smooth_fraction(mandelbrot::EscapedState<double>{0, re, im}, c_re, c_im)};
}

void expect_exact(const JuliaTask& task) {
    const auto julia = julia_dwells(task, {});
    ASSERT_TRUE(julia);
    const auto dwells = julia->dwells.host<std::uint32_t>();
    const auto fractions = julia->fractions.host<float>();
    const double pitch = task.height / task.side, first = 0.5 * pitch - 0.5 * task.height;
    for (int y = 0; y < task.side; ++y)
        for (int x = 0; x < task.side; ++x) {
            const Sample sample = iterated(std::fma(x, pitch, first), -(first + y * pitch), task);
            if (y < task.side / 2) {
                ASSERT_EQ(dwells.at(x, y), sample.dwell) << x << ", " << y;
                ASSERT_EQ(fractions.at(x, y), sample.fraction) << x << ", " << y;
            }
            const int opposite_x = task.side - 1 - x, opposite_y = task.side - 1 - y;
            ASSERT_EQ(dwells.at(x, y), dwells.at(opposite_x, opposite_y)) << "z and -z";
            ASSERT_EQ(fractions.at(x, y), fractions.at(opposite_x, opposite_y));
        }
}

TEST(JuliaTest, EverySampleHasTheDwellOfItsOwnIteration) {
    for (const PlanePoint& c :
         {PlanePoint{-0.12, 0.74}, PlanePoint{-0.75, 0.1}, PlanePoint{0.3, 0.5},
          PlanePoint{-1.0, 0.0}, PlanePoint{-2.0, 0.0}, PlanePoint{2.5, 1.0}})
        expect_exact({c, 62, 3.6, 300});
}

TEST(JuliaTest, RowsAndLimitsThatFitNoVectorAreWhole) {
    for (const int side : {2, 6, 18, 34})
        for (const std::uint32_t dwell_limit : {1u, 7u, 16u, 65u, 1000u})
            expect_exact({{-0.4, 0.6}, side, 4, dwell_limit});
}

TEST(JuliaTest, TheSetOfZeroIsTheUnitDisc) {
    const JuliaTask task{{0, 0}, 40, 4, 200};
    const auto julia = julia_dwells(task, {});
    ASSERT_TRUE(julia);
    const auto dwells = julia->dwells.host<std::uint32_t>();
    for (int y = 0; y < 40; ++y)
        for (int x = 0; x < 40; ++x) {
            const double modulus = std::hypot(0.1 * x - 1.95, 0.1 * y - 1.95);
            EXPECT_EQ(dwells.at(x, y) == 200, modulus < 1) << x << ", " << y;
        }
}

TEST(JuliaTest, AStopEndsIt) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(julia_dwells({{-0.1, 0.1}, 60, 4, 100}, stop.get_token()));
}

}  // namespace
}  // namespace mariani
