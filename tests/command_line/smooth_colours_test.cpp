// Smooth colours have no seams: where the smooth dwell of neighbours is almost the same, so is
// their colour, whichever engine and mapping made it.
#include "render/picture/png.hpp"
#include "tests/command_line/program.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using Complex = std::complex<double>;

constexpr int side = 400, dwell_limit = 200;

struct SmoothView {
    const char* name;
    Complex centre;
    double height;
};

// The smooth dwell as books have it, from a radius so large that the formula is exact; infinite
// where the dwell limit is reached.
double smooth_dwell(Complex c) {
    constexpr double far = 1e20;
    Complex z = c;
    for (int steps = 0; steps < dwell_limit + 60; ++steps) {
        if (steps == dwell_limit && std::norm(z) < 4) break;
        if (std::norm(z) >= far) return steps + 1 - std::log2(std::log2(std::abs(z)));
        z = z * z + c;
    }
    return std::numeric_limits<double>::infinity();
}

std::vector<double> smooth_dwells(const SmoothView& view) {
    const double pitch = view.height / side, middle = 0.5 * side - 0.5;
    std::vector<double> values;
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x)
            values.push_back(smooth_dwell(view.centre + pitch * Complex{x - middle, middle - y}));
    return values;
}

int difference(render::Rgb8 a, render::Rgb8 b) {
    return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

// The largest difference in colour between neighbours whose smooth dwells are less than 0.02 apart.
int largest_jump(const render::Image& image, const std::vector<double>& values) {
    int jump = 0;
    const auto compare = [&](int x, int y, int to_x, int to_y) {
        const double apart = values[static_cast<std::size_t>(y * side + x)] -
                             values[static_cast<std::size_t>(to_y * side + to_x)];
        if (std::abs(apart) < 0.02)
            jump = std::max(jump, difference(image.at(x, y), image.at(to_x, to_y)));
    };
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) {
            if (x + 1 < side) compare(x, y, x + 1, y);
            if (y + 1 < side) compare(x, y, x, y + 1);
        }
    return jump;
}

class SmoothColoursTest : public ProgramTest, public testing::WithParamInterface<SmoothView> {};

// Interpolated fractions are up to 0.03 of a dwell off; no mapping gives a dwell more than a third
// of the palette here.
constexpr int allowed_levels = 6;

TEST_P(SmoothColoursTest, HaveNoSeams) {
    const SmoothView view = GetParam();
    const auto values = smooth_dwells(view);
    for (const char* mapping : {"cyclic --period 8", "stretched", "equalised"})
        for (const char* engine : {"ex", "ask --fill uniform", "ask --fill interior"}) {
            const auto rendered = run(fmt::format(
                "render -o out.png --center={},{} --height {} --size {}x{} --dwell {} --smooth "
                "--precision f64 --palette grey --mapping {} --engine {}",
                view.centre.real(), view.centre.imag(), view.height, side, side, dwell_limit,
                mapping, engine));
            ASSERT_EQ(rendered.status, 0) << rendered.err;
            EXPECT_LE(largest_jump(render::read_png(folder / "out.png"), values), allowed_levels)
                << mapping << "; " << engine;
        }
}

INSTANTIATE_TEST_SUITE_P(Views, SmoothColoursTest,
                         testing::Values(SmoothView{"home", {-0.5, 0}, 3},
                                         SmoothView{"far", {0, 0}, 40},
                                         SmoothView{"antenna", {-1.8, 0}, 0.3},
                                         SmoothView{"seahorse", {-0.745, 0.113}, 0.02}),
                         [](const auto& view) { return std::string(view.param.name); });

}  // namespace
}  // namespace mariani::app
