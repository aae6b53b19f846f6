// What the window shows of the dwells, read back from GL; shader_agreement_test.cpp compares the
// colours with those of files.
#include "render/gl/picture_view.hpp"

#include "render/gl/framebuffer.hpp"
#include "render/picture/overlay_style.hpp"
#include "render/picture/palette.hpp"
#include "render/picture/picture.hpp"
#include "tests/render/gl_context.hpp"
#include "tests/render/image_difference.hpp"
#include "tests/render/scene.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace mariani::render {
namespace {

int difference(Rgb8 a, Rgb8 b) {
    return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

class PictureViewTest : public test::GlTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped()) return;
        view_.emplace(test::source_folder("shaders"));
        texture_.emplace();
    }

    ColourMap colours(const test::Dwells& dwells, std::uint32_t limit, const Colouring& colouring) {
        return {colouring, palettes_.get(colouring.palette), limit,
                summarise(dwells.host(), limit)};
    }

    Image draw(const ColourMap& map, const Placement& placement, ImageSize size) {
        const gl::Framebuffer target(size);
        target.bind();
        view_->draw(*texture_, map, placement, {0, 0, size.width, size.height});
        return read_pixels({0, 0, size.width, size.height});
    }

    PaletteLibrary palettes_{test::source_folder("assets/palettes")};
    std::optional<PictureView> view_;
    std::optional<DwellTexture> texture_;
};

// As stored by a GPU if no dwell needs more.
TEST_F(PictureViewTest, ShowsDwellsOf2BytesAsThoseOf4) {
    const ImageSize size{257, 255};
    test::Dwells dwells{whole(size), {}, {}};
    std::vector<std::uint16_t> narrow;
    for (std::uint32_t i = 0; i < 257 * 255; ++i) {
        dwells.values.push_back(65'535 - i);
        narrow.push_back(static_cast<std::uint16_t>(65'535 - i));
    }
    const Field in_2_bytes = field_of(dwells.part, narrow);
    for (const Mapping mapping : {Mapping::cyclic, Mapping::stretched, Mapping::equalised}) {
        Colouring colouring;
        colouring.mapping = mapping;
        const ColourMap map = colours(dwells, 65'535, colouring);
        const Image expected = draw_picture(dwells.host(), dwells.host_fractions(), map);
        for (const Field& shown : {in_2_bytes, dwells.field(), in_2_bytes}) {
            texture_->show(shown, {});
            EXPECT_EQ(test::max_difference(draw(map, {}, size), expected), 0);
        }
    }
}

TEST_F(PictureViewTest, ShowsAnyOtherSizeNext) {
    for (const ImageSize size : {ImageSize{33, 17}, {1, 1}, {257, 3}, {5, 300}, {257, 3}}) {
        const auto dwells = test::dwells_of(test::paper, size, 60);
        texture_->show(dwells.field(), dwells.fraction_field());
        const ColourMap map = colours(dwells, 60, {});
        EXPECT_EQ(test::max_difference(draw(map, {}, size),
                                       draw_picture(dwells.host(), dwells.host_fractions(), map)),
                  0)
            << size.width << 'x' << size.height;
    }
}

TEST_F(PictureViewTest, ShowsTheNextFrameOfTheSameSizeAndColours) {
    Colouring colouring;
    colouring.mapping = Mapping::cyclic;  // the same colours whatever the dwells
    for (const View& view : {test::paper, test::seahorse}) {
        const auto dwells = test::dwells_of(view, {50, 40}, 60);
        texture_->show(dwells.field(), dwells.fraction_field());
        const ColourMap map = colours(dwells, 60, colouring);
        EXPECT_EQ(test::max_difference(draw(map, {}, {50, 40}),
                                       draw_picture(dwells.host(), dwells.host_fractions(), map)),
                  0);
    }
}

TEST_F(PictureViewTest, MovesTheOldPictureWithTheView) {
    const ImageSize size{100, 80};
    const auto dwells = test::dwells_of(test::paper, size, 60);
    texture_->show(dwells.field(), dwells.fraction_field());
    const ColourMap map = colours(dwells, 60, {});
    View panned = test::paper;  // by 30 pixels to the right and 10 up
    panned.centre.re += pitch(panned, size) * 30;
    panned.centre.im += pitch(panned, size) * 10;
    const Image shown = draw(map, place(test::paper, size, panned, size), size);
    const Image old = draw_picture(dwells.host(), dwells.host_fractions(), map);
    for (int y = 0; y < 80; ++y)
        for (int x = 0; x < 100; ++x) {
            const bool there = x + 30 < 100 && y >= 10;
            ASSERT_EQ(shown.at(x, y), there ? old.at(x + 30, y - 10) : PictureView::outside)
                << x << ',' << y;
        }
}

TEST_F(PictureViewTest, StretchesTheOldPictureWhileZooming) {
    const ImageSize size{64, 64};
    test::Dwells dwells{whole(size), std::vector<std::uint32_t>(64 * 64, 5), {}};
    for (int y = 16; y < 32; ++y)
        for (int x = 32; x < 48; ++x) dwells.values[static_cast<std::size_t>(y * 64 + x)] = 100;
    texture_->show(dwells.field(), dwells.fraction_field());
    const ColourMap map = colours(dwells, 100, {});
    View zoomed = test::paper;  // into the upper right quarter
    zoomed.height = zoomed.height * 0.5;
    zoomed.centre.re += 0.5;
    zoomed.centre.im += 0.5;
    const Image in = draw(map, place(test::paper, size, zoomed, size), size);
    EXPECT_EQ(in.at(10, 40), map.colour(100));
    EXPECT_EQ(in.at(10, 10), map.colour(5));
    EXPECT_EQ(in.at(50, 50), map.colour(5));
    View out = test::paper;
    out.height = out.height * 4;
    const Image small = draw(map, place(test::paper, size, out, size), size);
    EXPECT_EQ(small.at(5, 32), PictureView::outside);
    EXPECT_EQ(small.at(34, 30), map.colour(100));
    EXPECT_LE(difference(small.at(26, 34), map.colour(5)), 1);
}

TEST_F(PictureViewTest, MixesColoursNeverDwells) {
    test::Dwells dwells{{0, 0, 2, 1}, {1, 400}, {}};
    texture_->show(dwells.field(), dwells.fraction_field());
    Palette three{"", {{200, 0, 0}, {0, 255, 0}, {0, 0, 200}}};
    const ColourMap map({}, three, 500, summarise(dwells.host(), 500));
    const Image shown = draw(map, {0.02, {0, 0}}, {100, 50});
    for (int x = 0; x < 100; ++x) EXPECT_LE(shown.at(x, 25).g, 2) << x;  // those between are green
    EXPECT_LE(difference(shown.at(50, 25), {99, 0, 101}), 3);
}

TEST_F(PictureViewTest, PlacesDeepViewsExactly) {
    const ImageSize size{128, 96};
    const View deep{{-0.7436438870371587, 0.13182590420531197}, 1e-11};
    View panned = deep;
    panned.centre.re += pitch(deep, size) * 5;
    const Placement placement = place(deep, size, panned, size);
    EXPECT_NEAR(placement.offset.x, 5, 2e-3);
    EXPECT_NEAR(placement.offset.y, 0, 2e-3);
    EXPECT_DOUBLE_EQ(placement.scale, 1);
}

TEST_F(PictureViewTest, DrawsIntoItsViewportOnly) {
    const auto dwells = test::dwells_of(test::paper, {40, 30}, 60);
    texture_->show(dwells.field(), dwells.fraction_field());
    const ColourMap map = colours(dwells, 60, {});
    const gl::Framebuffer target({100, 60});
    target.bind();
    glClearColor(1, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    view_->draw(*texture_, map, {}, {50, 20, 40, 30});
    EXPECT_EQ(test::max_difference(read_pixels({50, 20, 40, 30}),
                                   draw_picture(dwells.host(), dwells.host_fractions(), map)),
              0);
    const Image all = read_pixels({0, 0, 100, 60});
    EXPECT_EQ(all.at(49, 30), (Rgb8{255, 0, 255}));
    EXPECT_EQ(all.at(60, 45), (Rgb8{255, 0, 255}));
}

TEST_F(PictureViewTest, ShowsNothingButTheGroundBeforeTheFirstFrame) {
    const Image shown = draw(ColourMap({}, palettes_.get("grey"), 10), {}, {9, 9});
    EXPECT_EQ(shown.at(4, 4), PictureView::outside);
}

TEST_F(PictureViewTest, RefusesPicturesThatCannotBeShown) {
    const auto message_of = [&](const Field& field) {
        try {
            texture_->show(field, {});
        } catch (const std::runtime_error& error) {
            return std::string(error.what());
        }
        return std::string("shown");
    };
    const int max_side = DwellTexture::greatest_side();
    const PixelRect too_wide{0, 0, max_side + 1, 1};
    const auto dwells = std::make_shared<std::uint32_t[]>(static_cast<std::size_t>(max_side) + 1);
    EXPECT_NE(message_of({too_wide, dwells}).find("at most " + std::to_string(max_side)),
              std::string::npos);
    EXPECT_NE(message_of({{0, 0, 1, 1}, dwells, {MemoryKind::cuda, 0}}).find("CUDA"),
              std::string::npos);
}

}  // namespace
}  // namespace mariani::render
