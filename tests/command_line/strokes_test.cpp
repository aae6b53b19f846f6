// What lines and dots are made of in pictures of workloads.
#include "app/workloads/strokes.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

constexpr render::Rgb8 white{255, 255, 255}, black{0, 0, 0};
constexpr ImageSize size{80, 60};

using Draw = std::function<void(render::Image&, const PixelRect& clip)>;

render::Image drawn(const std::vector<PixelRect>& clips, const Draw& draw) {
    render::Image image(size, render::PixelFormat::rgba);
    fill(image, whole(size), white);
    for (const PixelRect& clip : clips) draw(image, clip);
    return image;
}

// Some of it beside the picture.
std::vector<PlotPoint> random_points(int count) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> x(-20, size.width + 20), y(-20, size.height + 20);
    std::vector<PlotPoint> points;
    for (int i = 0; i < count; ++i) points.push_back({x(random), y(random)});
    return points;
}

// How much of the picture's columns, or rows, is black: in pixels.
std::vector<double> covered(const render::Image& image, bool columns) {
    std::vector<double> sums(static_cast<std::size_t>(columns ? size.width : size.height));
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            sums[static_cast<std::size_t>(columns ? x : y)] += (255 - image.at(x, y).r) / 255.0;
    return sums;
}

TEST(StrokesTest, BandsTogetherAreTheWholePicture) {
    std::vector<PixelRect> bands;
    for (int y = 0; y < size.height; y += 7)
        bands.push_back({0, y, size.width, std::min(7, size.height - y)});
    const auto points = random_points(60);
    const std::vector<Draw> all{[&](render::Image& image, const PixelRect& clip) {
                                    for (std::size_t i = 1; i < points.size(); ++i)
                                        line(image, clip, points[i - 1], points[i], {black, 1.2});
                                },
                                [&](render::Image& image, const PixelRect& clip) {
                                    for (std::size_t i = 1; i < points.size(); ++i)
                                        hairline(image, clip, points[i - 1], points[i], black);
                                },
                                [&](render::Image& image, const PixelRect& clip) {
                                    for (const PlotPoint& point : points)
                                        dot(image, clip, point, 3, black);
                                }};
    for (const Draw& draw : all) {
        const auto image = drawn({whole(size)}, draw);
        EXPECT_NE(image, drawn({}, draw));
        EXPECT_EQ(image, drawn(bands, draw));
    }
}

TEST(StrokesTest, NothingIsDrawnBesideTheClip) {
    const PixelRect clip{20, 10, 30, 25};
    const auto points = random_points(40);
    const auto image = drawn({clip}, [&](render::Image& on, const PixelRect& within) {
        for (std::size_t i = 1; i < points.size(); ++i) {
            line(on, within, points[i - 1], points[i], {black, 3});
            hairline(on, within, points[i], points[i - 1], black);
            dot(on, within, points[i], 4, black);
        }
    });
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            const bool inside =
                x >= clip.x && x < clip.x + clip.width && y >= clip.y && y < clip.y + clip.height;
            if (inside) continue;
            ASSERT_EQ(image.at(x, y), white) << x << ", " << y;
        }
}

TEST(StrokesTest, AHairlineIsAPixelWideFromItsBeginningToItsEnd) {
    struct Case {
        PlotPoint from, to;
        bool flat;
        std::size_t begin, end;  // the columns, or rows, that it crosses
    };
    for (const Case& each : {Case{{10.5, 20.3}, {60.5, 31.9}, true, 10, 60},
                             Case{{60.5, 31.9}, {10.5, 20.3}, true, 10, 60},
                             Case{{30.2, 5.5}, {37.7, 45.5}, false, 5, 45},
                             Case{{12.5, 30.5}, {70.5, 30.5}, true, 12, 70}}) {
        const auto image = drawn({whole(size)}, [&](render::Image& on, const PixelRect& clip) {
            hairline(on, clip, each.from, each.to, black);
        });
        const auto sums = covered(image, each.flat);
        for (std::size_t i = each.begin + 1; i < each.end; ++i) EXPECT_NEAR(sums[i], 1, 0.02) << i;
        EXPECT_NEAR(std::accumulate(sums.begin(), sums.end(), 0.0),
                    static_cast<double>(each.end - each.begin), 1.01);
    }
}

TEST(StrokesTest, ALineIsAsWideAsItsPen) {
    for (const double width : {1.0, 1.2, 3.0, 4.5}) {
        const auto image = drawn({whole(size)}, [&](render::Image& on, const PixelRect& clip) {
            line(on, clip, {10, 30.5}, {70, 30.5}, {black, width});
        });
        const auto sums = covered(image, true);
        EXPECT_NEAR(sums[40], width, 0.5);
        EXPECT_EQ(sums[2], 0);
        EXPECT_EQ(sums[78], 0);
    }
}

}  // namespace
}  // namespace mariani::app
