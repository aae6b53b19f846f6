// The region grid as GL draws it.
#include "render/gl/region_overlay.hpp"

#include "render/gl/framebuffer.hpp"
#include "render/gl/read_pixels.hpp"
#include "render/picture/picture.hpp"
#include "tests/render/gl_context.hpp"
#include "tests/render/scene.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace mariani::render {
namespace {

class RegionOverlayTest : public test::GlTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (!IsSkipped()) overlay_.emplace(test::source_folder("shaders"));
    }

    void show(std::span<const Region> regions, ImageSize image) {
        overlay_->show(std::make_shared<RegionMap>(map_regions(regions, image)));
    }

    // Over a ground of (64, 64, 64).
    Image draw(const OverlayStyle& style, const Placement& placement, ImageSize size,
               int line_width = 1) {
        const gl::Framebuffer target(size);
        target.bind();
        glClearColor(64 / 255.0f, 64 / 255.0f, 64 / 255.0f, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        overlay_->draw(style, placement, {0, 0, size.width, size.height}, line_width);
        return read_pixels({0, 0, size.width, size.height});
    }

    static Image plain(ImageSize size) {
        Image image(size, PixelFormat::rgb);
        std::ranges::fill(image.bytes(), std::uint8_t{64});
        return image;
    }

    std::optional<RegionOverlay> overlay_;
};

// Each layer is rounded to a byte, in its own way.
int greatest_difference(const Image& a, const Image& b) {
    int greatest = 0;
    for (std::size_t i = 0; i < a.bytes().size(); ++i)
        greatest = std::max(greatest, std::abs(a.bytes()[i] - b.bytes()[i]));
    return greatest;
}

OverlayStyle opaque_lines() {
    OverlayStyle style;
    style.tint = 0;
    style.line_opacity = 1;
    return style;
}

Region region(PixelRect rect, int level) {
    Region result;
    result.rect = rect;
    result.level = static_cast<std::uint8_t>(level);
    return result;
}

TEST_F(RegionOverlayTest, AgreesWithTheFileForEveryStyle) {
    const ImageSize size{150, 110};
    const auto dwells = test::dwells_of(test::paper, size, 80);
    const auto regions = test::regions_of(dwells, 3, 2, 8);
    show(*regions, size);
    std::vector<OverlayStyle> styles(6);
    styles[1].filled = false;
    styles[2].leaves = styles[2].subdivided = false;
    styles[3].levels = 0b1010;
    styles[4].replay_level = 2;
    styles[5] = opaque_lines();
    for (const OverlayStyle& style : styles)
        for (const int line_width : {1, 2}) {
            Image expected = plain(size);
            draw_overlay(expected, whole(size), *regions, style, line_width);
            const Image shown = draw(style, {}, size, line_width);
            EXPECT_LE(greatest_difference(shown, expected), 3)
                << "style " << &style - styles.data();
        }
}

TEST_F(RegionOverlayTest, MovesAndStretchesEveryRegionWithThePicture) {
    const ImageSize size{128, 96};
    const auto regions = test::regions_of(test::dwells_of(test::paper, size, 80), 3, 2, 8);
    show(*regions, size);
    const ImageSize viewport{300, 200};
    OverlayStyle style = opaque_lines();
    style.tint = 0.5f;
    // In between, off the edges, nothing left; the regions are wide enough for full lines always.
    for (const Placement& placement : {Placement{0.2, 17.31, 5.92}, Placement{0.33, -20.07, -7.41},
                                       Placement{0.25, 60.53, 44.13}, Placement{0.3, 128, 0}}) {
        std::vector<Region> moved = *regions;
        for (auto& [rect, least, most, iterations, level, outcome] : moved) {
            const auto edge = [&](int at, double offset) {
                return static_cast<int>(std::floor((at - offset) / placement.scale + 0.5));
            };
            const int right = edge(rect.x + rect.width, placement.offset_x);
            const int bottom = edge(rect.y + rect.height, placement.offset_y);
            rect.x = edge(rect.x, placement.offset_x);
            rect.y = edge(rect.y, placement.offset_y);
            rect.width = right - rect.x;
            rect.height = bottom - rect.y;
        }
        Image expected = plain(viewport);
        draw_overlay(expected, whole(viewport), moved, style);
        EXPECT_LE(greatest_difference(draw(style, placement, viewport), expected), 3)
            << placement.scale;
    }
}

TEST_F(RegionOverlayTest, OutlinesStayOneWidthOfLineWhenThePictureIsStretched) {
    const std::vector regions{region({4, 4, 8, 8}, 0)};
    show(regions, {20, 20});
    const Image shown = draw(opaque_lines(), {0.2, 0, 0}, {100, 100}, 2);  // 5 times larger
    const Rgb8 line = level_colour(0);
    const Rgb8 ground{64, 64, 64};
    for (int x = 0; x < 100; ++x) {
        const int depth = std::min(x - 20, 59 - x);
        if (depth == 0 || depth == 1)
            EXPECT_EQ(shown.at(x, 40), line) << x;
        else if (depth == 2 || depth == 3)
            EXPECT_LT(shown.at(x, 40).g, ground.g) << x;  // the dark casing
        else
            EXPECT_EQ(shown.at(x, 40), ground) << x;
    }
}

TEST_F(RegionOverlayTest, DrawsAMillionRegions) {
    std::vector<Region> regions;
    for (int y = 0; y < 1000; ++y)
        for (int x = 0; x < 1000; ++x) {
            regions.push_back(region({4 * x, 4 * y, 4, 4}, 3));
            regions.back().outcome = (x + y) % 2 ? Outcome::filled : Outcome::leaf;
        }
    show(regions, {4000, 4000});
    OverlayStyle style = opaque_lines();
    const auto line_pixels = [&](const Placement& placement) {
        const Image shown = draw(style, placement, {320, 160});
        int count = 0;
        for (int y = 0; y < 160; ++y)
            for (int x = 0; x < 320; ++x) count += shown.at(x, y) == level_colour(3) ? 1 : 0;
        return count;
    };
    // Each of 20 x 10 regions appears 16 pixels wide.
    for (const double corner : {0.0, 1960.0, 3920.0}) {
        EXPECT_EQ(line_pixels({0.25, corner, corner}), 20 * 10 * 60) << corner;
    }
    style.leaves = false;
    EXPECT_EQ(line_pixels({0.25, 1960, 1960}), 100 * 60);
    // Seen from afar no region is wide enough for its outline.
    EXPECT_EQ(line_pixels({50, 0, 0}), 0);
}

TEST_F(RegionOverlayTest, ForgetsTheLastFramesRegions) {
    show(std::vector{region({0, 0, 20, 20}, 0)}, {30, 30});
    EXPECT_EQ(draw(opaque_lines(), {}, {30, 30}).at(0, 0), level_colour(0));
    show(std::vector{region({10, 10, 20, 20}, 0)}, {30, 30});
    const Image shown = draw(opaque_lines(), {}, {30, 30});
    EXPECT_EQ(shown.at(0, 0), (Rgb8{64, 64, 64}));
    EXPECT_EQ(shown.at(10, 10), level_colour(0));
    show({}, {30, 30});
    EXPECT_EQ(draw(opaque_lines(), {}, {30, 30}), plain({30, 30}));
}

}  // namespace
}  // namespace mariani::render
