// Fractions, distances and normals beside the derivative in many digits, and beside the formulas of
// shallow frames.
#include "compute/cuda/engines.hpp"
#include "compute/workloads/mandelbrot/deep/engine/ladder.hpp"
#include "compute/workloads/mandelbrot/exterior.hpp"
#include "compute/workloads/mandelbrot/periodicity.hpp"
#include "oracle.hpp"
#include "places.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace mariani::deep {
namespace {

Picture computed(Request request, std::optional<int> device = std::nullopt) {
    request.smooth = request.exterior = true;
    Ladder ladder(2, device);
    Progress progress;
    return *ladder.compute(request, {}, progress);
}

double turns_apart(double a, double b) {
    return std::abs(std::remainder(a - b, 1.0));
}

// A pixel's three values, to `digits` of them.
void expect_escape(const Picture& picture, int x, int y, const OracleEscape& expected,
                   double digits) {
    SCOPED_TRACE(std::to_string(x) + "," + std::to_string(y));
    const auto distances = picture.exterior.distances.host<float>();
    const auto normals = picture.exterior.normals.host<float>();
    const auto fractions = picture.fractions.host<float>();
    const double distance = distances.at(x, y), normal = normals.at(x, y);
    ASSERT_EQ(picture.dwells[distances.index(x, y)], expected.dwell);
    EXPECT_NEAR(fractions.at(x, y), expected.fraction, 1e-5 + digits);
    if (expected.distance == 0) {
        EXPECT_EQ(distance, 0);
        EXPECT_EQ(normal, 0);
        return;
    }
    // How far a pixel is from the set is known to a double's part of the picture.
    const double apart = 1e-6 + digits + 1e-14 / expected.distance;
    EXPECT_NEAR(distance, expected.distance, apart * expected.distance);
    EXPECT_LT(turns_apart(normal, expected.normal), apart);
}

void expect_escapes(const Request& request, int count, double digits) {
    const Picture picture = computed(request);
    std::mt19937 random(11);
    for (int i = 0; i < count; ++i) {
        const int x = static_cast<int>(random() % static_cast<unsigned>(request.size.width));
        const int y = static_cast<int>(random() % static_cast<unsigned>(request.size.height));
        expect_escape(picture, x, y, oracle_escape(request, x, y, oracle_bits(request)), digits);
    }
}

class DeepEscapesTest : public testing::TestWithParam<const KnownPlace*> {};
TEST_P(DeepEscapesTest, AreThoseOfTheDerivativeInManyDigits) {
    const KnownPlace& known = *GetParam();
    const Request request{known.place, {20, 20}, known.limit};
    expect_escapes(request, known.limit > 20'000 ? 12 : 40, 1e-6);
}
TEST_P(DeepEscapesTest, APreviewIsNear) {
    const KnownPlace& known = *GetParam();
    Request request{known.place, {12, 12}, known.limit};
    const Picture proven = computed(request);
    request.quality = Quality::preview;
    const Picture preview = computed(request);
    const auto expected = proven.exterior.distances.host<float>().values;
    const auto found = preview.exterior.distances.host<float>().values;
    int near = 0;
    for (std::size_t i = 0; i < found.size(); ++i)
        near += std::abs(found[i] - expected[i]) <= 0.01F * expected[i] ? 1 : 0;
    EXPECT_GT(near, 12 * 12 * 4 / 5);
}
INSTANTIATE_TEST_SUITE_P(, DeepEscapesTest,
                         testing::Values(&place_1e14(), &place_1e50(), &place_1e113(),
                                         &place_1e300(), &place_1e533(), &place_1e1086()),
                         [](const auto& test) {
                             return "height_1e" + std::string(test.param->name).substr(3);
                         });

TEST(DeepEscapes, FromHomeToWhereDoublesEnd) {
    for (const Request& request :
         {Request{{"-0.5", "0", "2"}, {48, 32}, 512}, Request{{"1", "1", "1000"}, {33, 17}, 100},
          Request{{"-0.7436", "0.1318", "1e-3"}, {32, 32}, 2000},
          Request{{"-2", "0", "1e-60"}, {15, 15}, 300},
          Request{{"0", "1", "1e-200"}, {9, 9}, 2000}})
        expect_escapes(request, 60, 1e-6);
}

// The window colours deep and shallow frames alike. In longer orbits those of shallow frames err.
TEST(DeepEscapes, AreThoseOfShallowFrames) {
    const ImageSize size{64, 64};
    const View view{{-0.75, 0.125}, 0.5};
    const Request request{{"-0.75", "0.125", "0.5"}, size, 50};
    const Picture picture = computed(request);
    const auto plane = mandelbrot::MandelbrotPlane<double>::of(view, Piece{size});
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            float fraction = 0;
            const auto dwell =
                mandelbrot::dwell_of_orbit(plane.start(x, y), request.dwell_limit, true, &fraction)
                    .dwell;
            if (dwell == request.dwell_limit) {
                expect_escape(picture, x, y, {dwell, 0, 0, 0}, 0);
                continue;
            }
            const auto exterior = mandelbrot::exterior_of_pixel(plane, x, y, dwell);
            expect_escape(picture, x, y, {dwell, fraction, exterior.distance, exterior.normal},
                          1e-5);
        }
}

// Whichever rung decides, and however many threads.
TEST(DeepEscapes, AreOnlyThereIfAskedFor) {
    const Request request{place_1e50().place, {16, 16}, 12'000};
    Ladder ladder(2);
    Progress progress;
    Request smooth = request, exterior = request;
    smooth.smooth = true;
    exterior.exterior = true;
    const Picture all = computed(request), none = *ladder.compute(request, {}, progress);
    const Picture one = *ladder.compute(smooth, {}, progress);
    const Picture other = *ladder.compute(exterior, {}, progress);
    EXPECT_FALSE(none.fractions || none.exterior);
    EXPECT_TRUE(one.fractions && !one.exterior);
    EXPECT_TRUE(!other.fractions && other.exterior);
    EXPECT_EQ(none.dwells, all.dwells);
    EXPECT_EQ(one.statistics.work, all.statistics.work);
    EXPECT_EQ(other.statistics.work, all.statistics.work);
    // Dwells alone are proven by coarser jumps.
    EXPECT_LT(none.statistics.work.steps, all.statistics.work.steps);
    const auto same = [](const Field& a, const Field& b) {
        return std::ranges::equal(a.host<float>().values, b.host<float>().values);
    };
    EXPECT_TRUE(same(one.fractions, all.fractions));
    EXPECT_TRUE(same(other.exterior.distances, all.exterior.distances));
    EXPECT_TRUE(same(other.exterior.normals, all.exterior.normals));
}

TEST(DeepEscapes_cuda, AreThoseOfTheProcessor) {
    if (const auto why = mariani::cuda::unavailable()) GTEST_SKIP() << *why;
    for (const auto* known : {&place_1e50(), &place_1e533()}) {
        SCOPED_TRACE(known->name);
        const Request request{known->place, {40, 30}, known->limit};
        const Picture a = computed(request), b = computed(request, 0);
        const auto expect_bits = [](const Field& one, const Field& other) {
            EXPECT_TRUE(std::ranges::equal(one.host<float>().values, other.host<float>().values));
        };
        expect_bits(a.fractions, b.fractions);
        expect_bits(a.exterior.distances, b.exterior.distances);
        expect_bits(a.exterior.normals, b.exterior.normals);
    }
}

}  // namespace
}  // namespace mariani::deep
