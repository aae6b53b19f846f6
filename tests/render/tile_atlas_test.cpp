// Tiles drawn by GL, read back: the colours of files where a tile's pixel is the screen's, means in
// linear light where it is smaller, and nothing outside of a tile's place.
#include "render/gl/tile_atlas.hpp"

#include "compute/model/smooth_value.hpp"
#include "render/gl/framebuffer.hpp"
#include "render/picture/palette.hpp"
#include "render/picture/supersampling.hpp"
#include "tests/render/gl_context.hpp"
#include "tests/render/scene.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace mariani::render {
namespace {

constexpr int side = TileAtlas::side;
constexpr ImageSize tile_size{side, side};
constexpr std::uint32_t limit = 512;

class TileAtlasTest : public test::GlTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped()) return;
        dwells_ = test::dwells_of(test::seahorse, tile_size, limit);
        const Colouring colouring;
        map_.emplace(colouring, palettes_.get(colouring.palette), limit,
                     summarise(dwells_.host(), limit));
    }

    template <typename Value>
    TileAtlas atlas_of(ElementType type) {
        TileAtlas atlas(test::source_folder("shaders"), type, 3);
        put<Value>(atlas, 1);
        return atlas;
    }

    template <typename Value>
    void put(TileAtlas& atlas, int layer) {
        const std::vector<Value> values(dwells_.values.begin(), dwells_.values.end());
        atlas.put(layer, std::as_bytes(std::span(values)));
    }

    Image draw(TileAtlas& atlas, const std::vector<PlacedTile>& tiles, ImageSize size,
               bool mixed = true) {
        const gl::Framebuffer target(size);
        target.bind();
        glClearColor(1, 0, 1, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        atlas.draw(tiles, *map_, {0, 0, size.width, size.height}, mixed);
        return read_pixels({0, 0, size.width, size.height});
    }

    Rgb8 colour(int x, int y) const {
        return map_->colour(dwells_.values[index(dwells_.part, x, y)]);
    }

    static constexpr Rgb8 background{255, 0, 255};
    PaletteLibrary palettes_{test::source_folder("assets/palettes")};
    test::Dwells dwells_;
    std::optional<ColourMap> map_;
};

TEST_F(TileAtlasTest, PixelForPixelItHasTheColoursOfFiles) {
    auto narrow = atlas_of<std::uint16_t>(ElementType::uint16);
    auto wide = atlas_of<std::uint32_t>(ElementType::uint32);
    const PlacedTile tile{20, 10, 20 + side, 10 + side, {1, {-20, -10}}, {}, 1, tile_size};
    const Image image = draw(narrow, {tile}, {300, 290});
    EXPECT_EQ(image, draw(wide, {tile}, {300, 290}));
    for (int y = 0; y < 290; ++y)
        for (int x = 0; x < 300; ++x) {
            const bool inside = x >= 20 && x < 20 + side && y >= 10 && y < 10 + side;
            ASSERT_EQ(image.at(x, y), inside ? colour(x - 20, y - 10) : background)
                << x << ", " << y;
        }
}

// Fractions of every kind, with and without smooth colours, by both programs.
TEST_F(TileAtlasTest, SmoothValuesHaveTheColoursOfDwellAndFraction) {
    TileAtlas atlas(test::source_folder("shaders"), ElementType::uint32, 1, true);
    std::vector<std::uint32_t> values;
    for (const std::uint32_t dwell : dwells_.values) {
        const float fraction = static_cast<float>(values.size() % 1100) / 256 - 1;
        values.push_back(to_smooth_value({dwell, fraction}, limit));
    }
    values[5] = unknown_dwell;
    atlas.put(0, std::as_bytes(std::span(values)));
    const PlacedTile tile{0, 0, side, side, {1, {0, 0}}, {}, 0, tile_size};
    for (const bool smooth : {true, false}) {
        Colouring colouring;
        colouring.smooth = smooth;
        map_.emplace(colouring, palettes_.get("inferno"), limit, summarise(dwells_.host(), limit));
        for (const bool mixed : {true, false}) {
            const Image image = draw(atlas, {tile}, tile_size, mixed);
            EXPECT_EQ(image.at(5, 0), map_->hatch(5, 0));
            for (std::size_t i = 6; i < values.size(); ++i) {
                const auto [dwell, fraction] = from_smooth_value(values[i]);
                ASSERT_EQ(image.at(static_cast<int>(i) % side, static_cast<int>(i) / side),
                          map_->colour(dwell, fraction))
                    << dwell << " and " << fraction;
            }
        }
    }
}

TEST_F(TileAtlasTest, APixelIsTheMeanOfFourInLinearLight) {
    auto atlas = atlas_of<std::uint16_t>(ElementType::uint16);
    const int half = side / 2;
    const Image image = draw(
        atlas, {{0, 0, double{half}, double{half}, {2, {0, 0}}, {}, 1, tile_size}}, {half, half});
    const auto& light = linear_light();
    int mixed = 0;
    for (int y = 0; y < half; ++y)
        for (int x = 0; x < half; ++x) {
            const Rgb8 of[] = {colour(2 * x, 2 * y), colour(2 * x + 1, 2 * y),
                               colour(2 * x, 2 * y + 1), colour(2 * x + 1, 2 * y + 1)};
            mixed += of[0] != of[1];
            std::uint32_t sum = 0;
            for (const Rgb8 one : of) sum += light[one.g];
            ASSERT_NEAR(image.at(x, y).g, srgb_of_mean(sum, 4), 1) << x << ", " << y;
        }
    EXPECT_GT(mixed, 1000);
}

TEST_F(TileAtlasTest, MagnifiedItsColoursLieBetweenThoseOfItsPixels) {
    auto atlas = atlas_of<std::uint16_t>(ElementType::uint16);
    const Image image =
        draw(atlas, {{0, 0, 512, 512, {0.125, {100, 60}}, {}, 1, tile_size}}, {512, 512});
    // The centre of a pixel of the tile lies between four of the screen.
    for (int y = 4; y < 508; y += 8)
        for (int x = 4; x < 508; x += 8) {
            const Rgb8 own = colour(100 + x / 8, 60 + y / 8);
            const Rgb8 seen = image.at(x, y);
            const Rgb8 next = colour(101 + x / 8, 61 + y / 8),
                       side_by = colour(101 + x / 8, 60 + y / 8),
                       below = colour(100 + x / 8, 61 + y / 8);
            const auto [low, high] = std::minmax({own.g, next.g, side_by.g, below.g});
            ASSERT_GE(seen.g, low - 1) << x << ", " << y;
            ASSERT_LE(seen.g, high + 1) << x << ", " << y;
        }
}

TEST_F(TileAtlasTest, TilesOfOneDwellNeedNoLayerAndLaterTilesLieOnTop) {
    auto atlas = atlas_of<std::uint16_t>(ElementType::uint16);
    const PlacedTile behind{0, 0, 100, 100, {1, {0, 0}}, 7, 0, tile_size};
    const PlacedTile front{30, 40, 60, 80, {1, {0, 0}}, limit, 0, tile_size};
    const Image image = draw(atlas, {behind, front}, {120, 100});
    EXPECT_EQ(image.at(29, 40), map_->colour(7));
    EXPECT_EQ(image.at(30, 40), map_->colour(limit));
    EXPECT_EQ(image.at(59, 79), map_->colour(limit));
    EXPECT_EQ(image.at(60, 79), map_->colour(7));
    EXPECT_EQ(image.at(100, 50), background);
}

// Neighbours share their edges: each pixel of the screen belongs to one of them.
TEST_F(TileAtlasTest, NeighboursLeaveNoGap) {
    auto atlas = atlas_of<std::uint16_t>(ElementType::uint16);
    for (const double scale : {0.37, 1.0, 1.61, 3.2}) {
        std::vector<PlacedTile> tiles;
        for (int row = 0; row < 5; ++row)
            for (int column = 0; column < 5; ++column) {
                const auto edge = [&](int n) { return (n * side - 31.7) / scale; };
                tiles.push_back({edge(column),
                                 edge(row),
                                 edge(column + 1),
                                 edge(row + 1),
                                 {scale, {31.7 - column * side, 31.7 - row * side}},
                                 {},
                                 1,
                                 tile_size});
            }
        const Image image = draw(atlas, tiles, {200, 200});
        for (int y = 0; y < 200; ++y)
            for (int x = 0; x < 200; ++x) ASSERT_NE(image.at(x, y), background) << x << ", " << y;
    }
}

TEST_F(TileAtlasTest, PixelsOutsideOfThePictureAreNotMixedIn) {
    TileAtlas atlas(test::source_folder("shaders"), ElementType::uint16, 1);
    std::vector<std::uint16_t> values(std::size_t{side} * side, limit);
    for (int y = 0; y < 40; ++y)
        for (int x = 0; x < 30; ++x) values[static_cast<std::size_t>(y * side + x)] = 9;
    atlas.put(0, std::as_bytes(std::span(values)));
    const Image image = draw(atlas, {{0, 0, 50, 60, {0.7, {0, 0}}, {}, 0, {30, 40}}}, {50, 60});
    for (int y = 0; y < 60; ++y)
        for (int x = 0; x < 50; ++x) ASSERT_EQ(image.at(x, y), map_->colour(9));
}

TEST_F(TileAtlasTest, AnotherMapColoursTheSameTilesAnew) {
    auto atlas = atlas_of<std::uint16_t>(ElementType::uint16);
    const PlacedTile tile{0, 0, side, side, {1, {0, 0}}, {}, 1, tile_size};
    const Image before = draw(atlas, {tile}, tile_size);
    Colouring turned;
    turned.offset = 0.4;
    map_.emplace(turned, palettes_.get("inferno"), limit, summarise(dwells_.host(), limit));
    const Image after = draw(atlas, {tile}, tile_size);
    EXPECT_NE(before, after);
    EXPECT_EQ(after.at(17, 5), colour(17, 5));
}

}  // namespace
}  // namespace mariani::render
