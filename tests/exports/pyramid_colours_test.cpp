#include "app/produce/exports/pyramid_colours.hpp"

#include "app/files/folders.hpp"
#include "compute/model/growing_frame.hpp"
#include "render/picture/colour_map.hpp"
#include "render/picture/picture.hpp"
#include "render/picture/supersampling.hpp"
#include "tests/exports/sample_poster.hpp"
#include "tests/files/sandbox.hpp"

namespace mariani::app {
namespace {

using tests::finish_cell;
using tests::finish_level;
using tests::make_sample;
using tests::sample_dwell;
using tests::sample_manifest;

class PyramidColoursTest : public Sandbox {
  protected:
    render::ColourMap colours_of(PyramidColours& poster) {
        auto colours = poster.colours({}, palettes);
        if (!colours) throw std::runtime_error("no colours yet");
        return *colours;
    }
    // From the formula, and colours as a level has them.
    static render::Image expected(const PyramidShape& shape, int level,
                                  const render::ColourMap& colours) {
        const ImageSize size = level_size(shape, level);
        render::Image image(size, render::PixelFormat::rgb);
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x)
                image.set(x, y, colours.colour(sample_dwell(level, x, y)));
        return image;
    }
    static render::Image part_of(const render::Image& image, PixelRect rect) {
        render::Image part({rect.width, rect.height}, render::PixelFormat::rgb);
        for (int y = 0; y < rect.height; ++y)
            for (int x = 0; x < rect.width; ++x) part.set(x, y, image.at(rect.x + x, rect.y + y));
        return part;
    }

    const fs::path set = folder / "set";
    render::PaletteLibrary palettes{data_file("assets/palettes")};
};

TEST_F(PyramidColoursTest, ShowALevelPixelByPixel) {
    const auto manifest = make_sample(set, {1300, 900});
    PyramidColours poster(set);
    const auto colours = colours_of(poster);
    for (int level = 0; level < manifest.shape.levels; ++level) {
        const PictureCut cut = plain_cut(manifest.shape, level);
        const auto image = expected(manifest.shape, level, colours);
        EXPECT_EQ(poster.draw(cut, whole(cut.size), colours), image) << level;
        const PixelRect part{cut.size.width / 3, cut.size.height / 4, cut.size.width / 2,
                             cut.size.height / 2};
        EXPECT_EQ(poster.draw(cut, part, colours), part_of(image, part)) << level;
    }
}

TEST_F(PyramidColoursTest, AreSpreadByTheLevelNearestTo1024Pixels) {
    const auto manifest = make_sample(set, {2300, 700}, 1024);
    EXPECT_EQ(summary_level(manifest.shape), 1);  // 1150
    EXPECT_EQ(summary_level({{1024, 1024}, 512, 3}), 0);
    EXPECT_EQ(summary_level({{1 << 20, 1 << 20}, 8192, 13}), 10);
    PyramidColours poster(set);
    const ImageSize size = level_size(manifest.shape, 1);
    std::vector<std::uint32_t> dwells;
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) dwells.push_back(sample_dwell(1, x, y));
    const auto summary = summarise({whole(size), dwells}, 512);
    EXPECT_EQ(colours_of(poster),
              render::frame_colours(render::Quantity::dwell, {}, palettes, {512, summary, 0, 700}));
}

TEST_F(PyramidColoursTest, SmoothALevelByTheMeansOfFourFinerPixelsInLinearLight) {
    const auto manifest = make_sample(set, {1024, 768});
    PyramidColours poster(set);
    const auto colours = colours_of(poster);
    const auto fine = expected(manifest.shape, 0, colours);
    const PictureCut cut = smooth_cut(manifest.shape, 1);
    const auto smooth = poster.draw(cut, whole(cut.size), colours);
    const auto& light = render::linear_light();
    for (int y = 0; y < 384; y += 7)
        for (int x = 0; x < 512; x += 3) {
            std::uint32_t sum = 0;
            for (const int i : {0, 1})
                for (const int j : {0, 1}) sum += light[fine.at(2 * x + i, 2 * y + j).g];
            ASSERT_EQ(smooth.at(x, y).g, render::srgb_of_mean(sum, 4)) << x << ", " << y;
        }
    EXPECT_EQ(smooth_cut(manifest.shape, 0), plain_cut(manifest.shape, 0));
}

TEST_F(PyramidColoursTest, CountAPixelByThePartThatIsCovered) {
    const auto manifest = make_sample(set, {1000, 700});
    PyramidColours poster(set);
    const auto colours = colours_of(poster);
    const auto fine = expected(manifest.shape, 0, colours);
    const PictureCut cut{0, {0, 0, 1000, 700}, {400, 280}};  // 2.5 pixels for one
    const auto image = poster.draw(cut, whole(cut.size), colours);
    const auto& light = render::linear_light();
    for (int y = 1; y < 280; y += 20)
        for (int x = 0; x < 400; x += 7) {
            double sum = 0;
            for (int v = 0; v < 700; ++v)
                for (int u = static_cast<int>(2.5 * x); u < 2.5 * (x + 1); ++u) {
                    const auto overlap = [](int at, int of) {
                        return std::max(0.0, std::min(at + 1.0, 2.5 * (of + 1)) -
                                                 std::max<double>(at, 2.5 * of));
                    };
                    sum += overlap(u, x) * overlap(v, y) * light[fine.at(u, v).r];
                }
            ASSERT_NEAR(image.at(x, y).r,
                        render::srgb_of_mean(static_cast<std::uint32_t>(sum / 6.25), 1), 1)
                << x << ", " << y;
        }
    EXPECT_EQ(covered(3, 400, 1000).from, 7);
    EXPECT_EQ(covered(3, 400, 1000).to, 10);
    EXPECT_EQ(covered(3, 1000, 400).to - covered(3, 1000, 400).from, 1);
}

// A part must not depend on what else is drawn: tiles meet without a seam, whatever the sizes.
TEST_F(PyramidColoursTest, OfPartsAreThoseOfTheWhole) {
    const auto manifest = make_sample(set, {1301, 903});
    PyramidColours poster(set);
    const auto colours = colours_of(poster);
    const std::vector<PictureCut> cuts{smooth_cut(manifest.shape, 1),
                                       smooth_cut(manifest.shape, 3),
                                       cut_from(manifest.shape, 0, 2),
                                       {0, {100, 50, 1000, 800}, {333, 271}}};
    for (const PictureCut& cut : cuts) {
        const auto image = poster.draw(cut, whole(cut.size), colours);
        for (const PixelRect& part : {PixelRect{0, 0, 1, 1}, PixelRect{17, 31, 64, 40},
                                      PixelRect{cut.size.width - 9, cut.size.height - 5, 9, 5}})
            EXPECT_EQ(poster.draw(cut, part, colours), part_of(image, part));
    }
}

TEST_F(PyramidColoursTest, MagnifyACoarserLevel) {
    const auto manifest = make_sample(set, {1024, 1024});
    PyramidColours poster(set);
    const auto colours = colours_of(poster);
    const auto coarse = expected(manifest.shape, 2, colours);
    const auto image = poster.draw(cut_from(manifest.shape, 0, 2), {512, 256, 256, 256}, colours);
    for (int y = 0; y < 256; y += 5)
        for (int x = 0; x < 256; x += 5)
            ASSERT_EQ(image.at(x, y), coarse.at((512 + x) / 4, (256 + y) / 4));
}

TEST_F(PyramidColoursTest, SayWhatIsMissingAndSeeWhatIsAdded) {
    const auto manifest = begin_pyramid(set, sample_manifest({1024, 1024}, 512, 3));
    PyramidColours poster(set);
    EXPECT_FALSE(poster.colours({}, palettes));
    EXPECT_EQ(poster.missing_cells(0, {0, 0, 1024, 1024}), 4);
    EXPECT_SAYS(why_unfinished(poster, 0, {500, 0, 100, 100}).value_or(""),
                "2 of the cells of level 0");
    finish_level(set, manifest, 2);
    EXPECT_EQ(poster.refresh(), 1);
    EXPECT_EQ(poster.finished_cells(), 1);
    const auto first = colours_of(poster);  // of level 2
    finish_cell(set, manifest, {0, 0, 0});
    EXPECT_EQ(poster.refresh(), 1);
    EXPECT_FALSE(why_unfinished(poster, 0, {0, 0, 512, 512}));
    const auto image = poster.draw(plain_cut(manifest.shape, 0), {500, 0, 20, 4}, first);
    EXPECT_EQ(image.at(11, 3), first.colour(sample_dwell(0, 511, 3)));
    EXPECT_EQ(image.at(12, 3), first.hatch(512, 3));
}

Settings asked(const render::Colouring& colouring) {
    Settings settings;
    settings.colouring = colouring;
    return settings;
}

TEST_F(PyramidColoursTest, ShowWhatIsStoredWhateverIsAskedFor) {
    PyramidManifest dwells;
    render::Colouring colouring;
    colouring.smooth = colouring.shaded = true;
    colouring.mapping = render::Mapping::distance;
    colouring.shown = render::Quantity::level;
    const auto stored = stored_colouring(colouring, dwells);
    EXPECT_FALSE(stored.smooth);
    EXPECT_EQ(stored.shown, render::Quantity::dwell);
    EXPECT_FALSE(render::needs_exterior(stored));
    EXPECT_SAYS(left_out_of(asked(colouring), dwells).value_or(""),
                "without levels, smooth colours, distances, shading");
    EXPECT_SAYS(left_out_of(asked(colouring), dwells).value_or(""), "made with --smooth has");
    EXPECT_FALSE(left_out_of(asked(stored), dwells));
    PyramidManifest map;
    map.settings.colouring.shown = render::Quantity::work;
    EXPECT_EQ(stored_colouring(colouring, map).shown, render::Quantity::work);
    EXPECT_SAYS(left_out_of({}, map).value_or(""), "has work and nothing else");
    colouring = {};
    colouring.smooth = true;
    const auto for_map = left_out_of(asked(colouring), map).value_or("");
    EXPECT_SAYS(for_map, "smooth colours");
    EXPECT_EQ(for_map.find("--smooth"), std::string::npos) << "a map cannot be smooth";
    dwells.settings.colouring.smooth = true;
    EXPECT_TRUE(stored_colouring(colouring, dwells).smooth);
    EXPECT_FALSE(stored_colouring({}, dwells).smooth) << "bands on request";
    EXPECT_FALSE(left_out_of(asked(colouring), dwells));
}

}  // namespace
}  // namespace mariani::app
