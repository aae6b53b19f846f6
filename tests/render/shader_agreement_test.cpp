// The shaders compared with the processor, on every case of shader_cases.hpp: the screen shows what
// files contain. Both colour in integers, and agree to the bit. The grid is blended by OpenGL,
// which leaves the rounding to the driver: Mesa's renderer takes t / 255 as (t + (t >> 8) + 128) >>
// 8, which is 1 too low for 24 of the 65,536 products of two bytes.
#include "render/gl/framebuffer.hpp"
#include "render/gl/picture_view.hpp"
#include "render/gl/region_overlay.hpp"
#include "render/picture/picture.hpp"
#include "tests/render/gl_context.hpp"
#include "tests/render/image_difference.hpp"
#include "tests/render/shader_cases.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

namespace mariani::render {
namespace {

constexpr int blending_tolerance = 1;  // of 255

using test::max_difference;

class ShaderAgreementTest : public test::GlTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped()) return;
        view_.emplace(test::source_folder("shaders"));
        overlay_.emplace(test::source_folder("shaders"));
        texture_.emplace();
    }

    Image coloured(const ColourMap& map) {
        const ImageSize size{texture_->part().width, texture_->part().height};
        const gl::Framebuffer target(size);
        target.bind();
        view_->draw(*texture_, map, {}, {0, 0, size.width, size.height});
        return read_pixels({0, 0, size.width, size.height});
    }

    Image overlaid(const Image& ground, const OverlayStyle& style, const Placement& placement,
                   int line_width) {
        const auto [width, height] = ground.size();
        const gl::Framebuffer target({width, height});
        target.bind();
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
        for (int y = 0; y < height; ++y)
            glTextureSubImage2D(target.texture().name(), 0, 0, height - 1 - y, width, 1, GL_RGB,
                                GL_UNSIGNED_BYTE, ground.row(y).data());
        overlay_->draw(style, placement, {0, 0, width, height}, line_width);
        return read_pixels({0, 0, width, height});
    }

    std::optional<PictureView> view_;
    std::optional<RegionOverlay> overlay_;
    std::optional<DwellTexture> texture_;
};

TEST_F(ShaderAgreementTest, OfEveryPaletteMappingAndDwell) {
    const auto palettes = test::palette_cases();
    const auto colourings = test::colouring_cases();
    for (const auto& [dwells_name, dwells_case] : test::dwell_cases()) {
        const test::Dwells& dwells = dwells_case.dwells;
        const DwellSummary summary = summarise(dwells.host(), dwells_case.limit);
        texture_->show(dwells.field(), dwells.fraction_field(), dwells.exterior());
        for (const Palette& palette : palettes)
            for (const auto& [colouring_name, colouring] : colourings) {
                const ColourMap map(colouring, palette, dwells_case.limit, summary, {250});
                const Image expected = draw_picture(dwells.host(), dwells.host_fractions(), map,
                                                    dwells.host_exterior());
                EXPECT_EQ(max_difference(coloured(map), expected), 0)
                    << palette.name << "; " << colouring_name << "; " << dwells_name;
            }
    }
}

TEST_F(ShaderAgreementTest, OfTheWork) {
    const Palette palette = test::palette_cases().front();
    for (auto [name, dwells_case] : test::dwell_cases()) {
        const test::Dwells& dwells = dwells_case.dwells;
        texture_->show(dwells.field(), {});
        for (const std::uint32_t max_work : {0u, dwells_case.limit, 0xffffffffu}) {
            const ColourMap map = ColourMap::of_work(palette, max_work);
            EXPECT_EQ(max_difference(coloured(map), draw_picture(dwells.host(), {}, map)), 0)
                << name << "; at most " << max_work;
        }
    }
}

TEST_F(ShaderAgreementTest, OfHowPixelsCameByTheirDwells) {
    for (const auto& [name, regions_case] : test::region_cases()) {
        const RegionMap map = map_regions(regions_case.regions, regions_case.size);
        const auto known = map.kinds.host<RegionKind>().values;
        if (std::ranges::find(known, no_region) != known.end()) continue;  // in no frame
        texture_->show(map);
        for (const ColourMap& colours : {ColourMap::of_levels(), ColourMap::of_outcomes()})
            EXPECT_EQ(
                max_difference(coloured(colours), draw_origins(map, 0, map.size().height, colours)),
                0)
                << name << (colours.shows_levels() ? "; levels" : "; outcomes");
    }
}

TEST_F(ShaderAgreementTest, OfTheGridInEveryStyleAndPlace) {
    for (const auto& [regions_name, regions] : test::region_cases()) {
        const auto map = std::make_shared<RegionMap>(map_regions(regions.regions, regions.size));
        overlay_->show(map);
        for (const auto& [style_name, style] : test::overlay_style_cases())
            for (const auto& [place_name, placement] : test::placement_cases())
                for (const int line_width : {1, 2, 3}) {
                    Image expected = test::ground_of(
                        placement == Placement{} ? regions.size : test::viewport_of_placements);
                    const Image shown = overlaid(expected, style, placement, line_width);
                    draw_overlay(expected, *map, style, placement, line_width);
                    EXPECT_LE(max_difference(shown, expected), blending_tolerance)
                        << regions_name << "; " << style_name << "; " << place_name << "; lines of "
                        << line_width;
                }
    }
}

}  // namespace
}  // namespace mariani::render
