// Palettes of stops: their text, their colours, and stops that come close to other palettes.
#include "render/picture/palette_stops.hpp"

#include "render/files/atomic_file.hpp"
#include "render/picture/palette.hpp"
#include "tests/render/scene.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <stdexcept>

#include <fmt/core.h>
#include <gtest/gtest.h>

namespace mariani::render {
namespace {

const std::vector<PaletteStop> three_stops{
    {0.25, {0, 0, 0}}, {0.5, {255, 170, 0}}, {1, {255, 255, 254}}};

TEST(PaletteStopsTest, TheTextGivesTheStopsBack) {
    EXPECT_EQ(text_of_stops(three_stops), "stops:0.250 000000,0.500 ffaa00,1.000 fffffe");
    EXPECT_EQ(parse_stops(text_of_stops(three_stops)), three_stops);
    EXPECT_EQ(parse_stops("stops:0 0A0b0C"), (std::vector<PaletteStop>{{0, {10, 11, 12}}}));
}

TEST(PaletteStopsTest, WrongTextsAreRefused) {
    for (const char* text :
         {"", "stops:", "stop:0 000000", "stops:0", "stops:0 00000", "stops:0 0000000",
          "stops:x 000000", "stops:-0.1 000000", "stops:1.1 000000", "stops:nan 000000",
          "stops:0 00000g", "stops:0 000000,", "stops:0.5 000000,0.4 000000", "stops:0  000000"})
        EXPECT_THROW(parse_stops(text), std::runtime_error) << text;
    std::string many = "stops:0 000000";
    for (std::size_t i = 1; i < most_stops; ++i) many += ",1 000000";
    EXPECT_EQ(parse_stops(many).size(), most_stops);
    EXPECT_THROW(parse_stops(many + ",1 000000"), std::runtime_error);
}

TEST(PaletteStopsTest, ColoursRunLinearlyBetweenStopsAndStayBeyondThem) {
    const auto colours = palette_of_stops(three_stops).colours;
    ASSERT_EQ(colours.size(), 1001u);
    EXPECT_EQ(colours[0], (Rgb8{0, 0, 0}));
    EXPECT_EQ(colours[240], (Rgb8{0, 0, 0}));
    EXPECT_EQ(colours[1000], (Rgb8{255, 255, 254}));
    const double part = (0.377 - 0.25) / 0.25;
    EXPECT_EQ(colours[377], (Rgb8{static_cast<std::uint8_t>(std::lround(255 * part)),
                                  static_cast<std::uint8_t>(std::lround(170 * part)), 0}));
}

TEST(PaletteStopsTest, TwoStopsAtOnePlaceMakeAnEdge) {
    const std::vector<PaletteStop> edge{{0, {9, 9, 9}}, {0.5, {9, 9, 9}}, {0.5, {90, 0, 0}}};
    const auto colours = palette_of_stops(edge).colours;
    EXPECT_EQ(colours[500], (Rgb8{9, 9, 9}));
    EXPECT_EQ(colours[501], (Rgb8{90, 0, 0}));
}

TEST(PaletteStopsTest, EveryStopsOwnColourIsThere) {
    const std::string most = [] {
        std::string text = "stops:";
        for (std::size_t i = 0; i < most_stops; ++i)
            text += fmt::format("{}1 {:06x}", i == 0 ? "" : ",", i * 8'000 + 1);
        return text;
    }();
    for (const std::string& text :
         {std::string("stops:0.001 0000ff,0.4 ff0001,0.401 00ff00,0.99949 020304"),
          std::string("stops:0 010101,0 020202,0 030303,1 040404,1 050505"), most}) {
        const auto stops = parse_stops(text);
        const auto colours = palette_of_stops(stops).colours;
        for (const auto& stop : stops)
            EXPECT_NE(std::ranges::find(colours, stop.colour), colours.end()) << text;
    }
}

TEST(PaletteStopsTest, StopsComeBackFromASavedPalette) {
    const test::TemporaryFolder folder;
    const std::vector<PaletteStop> stops{
        {0, {255, 0, 0}}, {0.137, {0, 0, 255}}, {0.4, {0, 255, 1}}, {1, {3, 2, 1}}};
    write_whole_file(folder / "a.gpl", gpl_text(palette_of_stops(stops)));
    EXPECT_EQ(stops_like(read_palette(folder / "a.gpl").colours), stops);
}

// They would not be found from the colours: steps of one level, an edge, stops on a line.
TEST(PaletteStopsTest, EachStopIsInTheFileOfTheirPalette) {
    const test::TemporaryFolder folder;
    const std::string text =
        "stops:0.000 000000,0.001 010203,0.100 020304,0.101 ffffff,0.300 fefefe,0.500 808080,"
        "0.500 7f7f7f,0.600 7e7e7e,0.700 7d7d7d,0.800 7c7c7c,0.999 000001,1.000 000000";
    Palette palette = palette_of_stops(parse_stops(text));
    palette.name = "twelve";
    write_whole_file(folder / "a.gpl", gpl_text(palette));
    EXPECT_EQ(read_palette(folder / "a.gpl").stops, text);

    palette.colours[700] = {1, 2, 3};
    write_whole_file(folder / "a.gpl", gpl_text(palette));
    EXPECT_EQ(read_palette(folder / "a.gpl").stops, "") << "they are of other colours";
    write_whole_file(folder / "a.gpl", "GIMP Palette\n#stops:of somebody\n1 2 3\n");
    EXPECT_EQ(read_palette(folder / "a.gpl").stops, "");
    EXPECT_EQ(read_palette(folder / "a.gpl").colours, (std::vector<Rgb8>{{1, 2, 3}}));
}

TEST(PaletteStopsTest, StopsLikeAPaletteOfStopsAreThose) {
    const std::vector<PaletteStop> stops{{0, {0, 0, 0}}, {0.4, {250, 100, 0}}, {1, {0, 0, 200}}};
    const auto like = stops_like(palette_of_stops(stops).colours);
    const auto one = palette_of_stops(stops).colours, other = palette_of_stops(like).colours;
    EXPECT_LE(like.size(), 4u);
    for (std::size_t i = 0; i < one.size(); ++i) {
        EXPECT_NEAR(one[i].r, other[i].r, 7);
        EXPECT_NEAR(one[i].b, other[i].b, 7);
    }
    EXPECT_EQ(stops_like(std::vector<Rgb8>{{1, 2, 3}}).size(), 1u);
}

TEST(PaletteStopsTest, ASavedPaletteIsReadAgain) {
    const auto file = std::filesystem::temp_directory_path() / "mariani-stops-test.gpl";
    Palette palette = palette_of_stops(three_stops);
    palette.name = "evening sky";
    write_whole_file(file, gpl_text(palette));
    EXPECT_EQ(read_palette(file), palette);
    std::filesystem::remove(file);
}

TEST(PaletteStopsTest, TheLibraryHasThemByTheirText) {
    PaletteLibrary library(test::source_folder("assets/palettes"));
    const auto names = library.names();
    EXPECT_EQ(library.get("stops:0 010203").colours.front(), (Rgb8{1, 2, 3}));
    EXPECT_EQ(library.get("stops:0 040506").colours.front(), (Rgb8{4, 5, 6}));
    EXPECT_THROW(library.get("stops:no"), std::runtime_error);
    EXPECT_EQ(library.get("stops:0 040506").colours.front(), (Rgb8{4, 5, 6}));
    EXPECT_EQ(library.names(), names) << "each edit would add one";
}

}  // namespace
}  // namespace mariani::render
