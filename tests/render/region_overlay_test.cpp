// The region grid as drawn by GL; shader_agreement_test.cpp compares it with that in files.
#include "render/gl/region_overlay.hpp"

#include "render/gl/framebuffer.hpp"
#include "tests/render/gl_context.hpp"
#include "tests/render/scene.hpp"

#include <algorithm>
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

    // Over a background of (64, 64, 64).
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

TEST_F(RegionOverlayTest, OutlinesStayOneWidthOfLineWhenThePictureIsStretched) {
    const std::vector regions{region({4, 4, 8, 8}, 0)};
    show(regions, {20, 20});
    const Image shown = draw(opaque_lines(), {0.2, {0, 0}}, {100, 100}, 2);  // 5 times larger
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
        EXPECT_EQ(line_pixels({0.25, {corner, corner}}), 20 * 10 * 60) << corner;
    }
    style.leaves = false;
    EXPECT_EQ(line_pixels({0.25, {1960, 1960}}), 100 * 60);
    // Zoomed out far, no region is wide enough for its outline.
    EXPECT_EQ(line_pixels({50, {0, 0}}), 0);
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
