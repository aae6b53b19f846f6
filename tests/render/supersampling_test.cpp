// Where the samples of a pixel lie, and what the mean of their colours is.
#include "render/picture/supersampling.hpp"

#include "compute/model/suited.hpp"
#include "render/picture/colouring.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::render {
namespace {

FrameRequest request_of(double height, ImageSize image) {
    FrameRequest request;
    request.view = {{-0.75, 0.125}, height};
    request.image = image;
    request.part = whole(image);
    request.keep_regions = request.count_work = request.smooth = true;
    return request;
}

// Where the sample lies in its pixel, in pixels from the centre to the right and down.
std::pair<double, double> sample_place(const FrameRequest& of, int side, int number) {
    const View moved = sample_request(of, side, number).view;
    const Length apart = pitch(of.view, of.image);
    return {(moved.centre.re - of.view.centre.re) / apart,
            -(moved.centre.im - of.view.centre.im) / apart};
}

TEST(Samples, LieOnAGridOverThePixelEachOnce) {
    const FrameRequest request = request_of(2, {64, 64});
    for (int side = 1; side <= max_samples; ++side) {
        std::vector<std::pair<double, double>> places, grid;
        for (int i = 0; i < side * side; ++i) places.push_back(sample_place(request, side, i));
        for (int x = 0; x < side; ++x)
            for (int y = 0; y < side; ++y)
                grid.emplace_back((x + 0.5) / side - 0.5, (y + 0.5) / side - 0.5);
        std::ranges::sort(places);
        std::ranges::sort(grid);
        for (std::size_t i = 0; i < grid.size(); ++i) {
            EXPECT_NEAR(places[i].first, grid[i].first, 1e-9) << side;
            EXPECT_NEAR(places[i].second, grid[i].second, 1e-9) << side;
        }
    }
}

TEST(Samples, ComeInPairsOppositeOneAnother) {
    const FrameRequest request = request_of(2, {64, 64});
    for (int side = 2; side <= max_samples; ++side) {
        const int first = side % 2;  // the one in the middle
        if (first == 1) {
            EXPECT_NEAR(std::abs(sample_place(request, side, 0).first), 0, 1e-12);
        }
        for (int i = first; i < side * side; i += 2) {
            const auto [x, y] = sample_place(request, side, i);
            const auto [opposite_x, opposite_y] = sample_place(request, side, i + 1);
            EXPECT_NEAR(x, -opposite_x, 1e-9);
            EXPECT_NEAR(y, -opposite_y, 1e-9);
        }
    }
}

TEST(Samples, AreFramesOfDwellsAndFractionsAlone) {
    const FrameRequest sample = sample_request(request_of(2, {64, 64}), 4, 3);
    EXPECT_FALSE(sample.keep_regions);
    EXPECT_FALSE(sample.count_work);
    EXPECT_TRUE(sample.smooth);
}

TEST(Samples, AreToldApartByTheirPrecision) {
    FrameRequest request = request_of(2, {1024, 1024});
    for (; suited_precision(request.view, request.image) == Precision::f32;)
        request.view.height = request.view.height / 2;
    request.view.height = request.view.height * 2;  // the deepest where pixels need no more
    EXPECT_EQ(sample_request(request, 8, 0).precision, Precision::f64);
    request.precision = Precision::f32;
    EXPECT_EQ(sample_request(request, 8, 0).precision, Precision::f32) << "as asked for";
}

TEST(LinearLight, RisesFromBlackToWhite) {
    const auto& light = linear_light();
    EXPECT_EQ(light.front(), 0u);
    EXPECT_EQ(light.back(), 65'535u);
    EXPECT_TRUE(std::ranges::is_sorted(light, std::less_equal()));
    EXPECT_EQ(light[188], 32'957u);  // 65535 ((188 / 255 + 0.055) / 1.055)^2.4
}

TEST(LinearLight, AMeanIsTheNearestValueThatASampleCanHave) {
    const auto& light = linear_light();
    for (const std::uint32_t count : {1u, 4u, 9u, 64u})
        for (std::uint32_t sum = 0; sum <= 65'535 * count; sum += 1 + count * 7) {
            const double mean = static_cast<double>(sum) / count;
            double nearest = 1e9;
            for (const std::uint32_t value : light)
                nearest = std::min(nearest, std::abs(mean - value));
            EXPECT_NEAR(std::abs(mean - light[srgb_of_mean(sum, count)]), nearest, 1e-9) << sum;
        }
}

TEST(SampleSums, KeepFlatColoursAndMixInLinearLight) {
    const ImageSize size{3, 2};
    SampleSum sum(size);
    for (const std::uint8_t grey : {std::uint8_t{0}, std::uint8_t{255}}) {
        Image picture(size, PixelFormat::rgb);
        for (int x = 0; x < 3; ++x) picture.set(x, 1, {17, grey, 200});
        for (int y = 0; y < 2; ++y) sum.add(picture.row(y), y);
        sum.count_one();
    }
    const Image mean = sum.mean(1, 1);
    EXPECT_EQ(mean.size(), (ImageSize{3, 1}));
    EXPECT_EQ(mean.at(2, 0), (Rgb8{17, 188, 200})) << "half of the light, not half of the number";
    EXPECT_EQ(sum.mean(0, 1).at(0, 0), (Rgb8{0, 0, 0}));
}

}  // namespace
}  // namespace mariani::render
