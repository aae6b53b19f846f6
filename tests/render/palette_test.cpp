#include "render/picture/palette.hpp"

#include "render/picture/colour_map.hpp"
#include "tests/render/scene.hpp"

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

namespace mariani::render {
namespace {

class PaletteFile : public testing::Test {
  protected:
    std::filesystem::path write(const char* name, const std::string& text) {
        std::ofstream(folder_ / name, std::ios::binary) << text;
        return folder_ / name;
    }
    // The message with which the file is refused, without the folder's name.
    std::string error_of(const char* name, const std::string& text) {
        const auto path = write(name, text);
        try {
            read_palette(path);
        } catch (const std::runtime_error& error) {
            std::string message = error.what();
            const std::string prefix = folder_.path().string() + "/";
            for (std::size_t at; (at = message.find(prefix)) != std::string::npos;)
                message.erase(at, prefix.size());
            return message;
        }
        return "accepted";
    }
    test::TemporaryFolder folder_;
};

TEST_F(PaletteFile, ReadsFractintMapsWithCommentsAndEitherLineEnd) {
    const auto palette = read_palette(write("volcano.map",
                                            "0 0 0 The first is black\r\n  255\t128 1\r\n\n# ours\n"
                                            "1 2 3"));
    EXPECT_EQ(palette.name, "volcano");
    EXPECT_EQ(palette.colours, (std::vector<Rgb8>{{0, 0, 0}, {255, 128, 1}, {1, 2, 3}}));
}

TEST_F(PaletteFile, ReadsGimpPalettes) {
    const auto palette = read_palette(write("x.gpl",
                                            "GIMP Palette\nName: Warm Sands\nColumns: 4\n"
                                            "#\n 10  20  30\tDune\n255 255 255 White\n"));
    EXPECT_EQ(palette.name, "Warm Sands");
    EXPECT_EQ(palette.colours, (std::vector<Rgb8>{{10, 20, 30}, {255, 255, 255}}));
}

const std::vector<Rgb8> two_colours{{1, 2, 3}, {40, 50, 60}};

TEST_F(PaletteFile, ReadsTextsOfAnySystem) {
    for (const std::string start : {"", "\xEF\xBB\xBF"})
        for (const std::string end_of_line : {"\n", "\r\n", "\r"})
            for (const std::string end :
                 {"", "\n", "\x1A", "\r\n\x1A\x1A and the rest of a block"}) {
                const std::string lines = "1 2 3" + end_of_line + "40 50 60" + end;
                EXPECT_EQ(read_palette(write("a.map", start + lines)).colours, two_colours);
                const std::string head = "GIMP Palette" + end_of_line + "Name: Two" + end_of_line;
                const auto palette = read_palette(write("a.gpl", start + head + lines));
                EXPECT_EQ(palette.colours, two_colours);
                EXPECT_EQ(palette.name, "Two");
            }
}

TEST_F(PaletteFile, SkipsCommentsAndTakesCommas) {
    for (const std::string lines :
         {"; of another program\n1 2 3\n// and another\n40 50 60\n", "1,2,3\n40,50,60",
          " 1 ,2, 3 black\n40\t,\t50,60,", "1 2 3;black\n40 50 60// white\n  ; none\n",
          "1, 2, 3, 255\n40, 50, 60, 255", "1 2 3# black\n40 50 60"}) {
        EXPECT_EQ(read_palette(write("a.map", lines)).colours, two_colours) << lines;
        EXPECT_EQ(read_palette(write("a.gpl", "GIMP Palette\n" + lines)).colours, two_colours);
    }
    for (const std::string bad : {"1,,2,3", "1 2", ",1 2 3", "1;2;3", "1 2 3x", "1/2/3", "1 2,"})
        EXPECT_NE(error_of("a.map", bad).find("expected three whole"), std::string::npos) << bad;
}

TEST_F(PaletteFile, KnowsTheHeadersOfOtherPrograms) {
    const auto palette = read_palette(write("a.gpl",
                                            "GIMP Palette\nChannels: RGBA\nColumns 2\n"
                                            "Name Sands of Time\n#\n1 2 3 255 a\n40 50 60 0 b\n"));
    EXPECT_EQ(palette.colours, two_colours);
    EXPECT_EQ(palette.name, "Sands of Time");
    EXPECT_NE(error_of("b.gpl", "GIMP Palette\nNames: x\n1 2 3").find("line 2"), std::string::npos);
    EXPECT_NE(error_of("b.gpl", "GIMP Palette\nRows: 2\n1 2 3").find("line 2"), std::string::npos);
}

TEST_F(PaletteFile, Takes256AsTheMostAndTellsIt) {
    const auto palette = read_palette(write("a.map", "0 0 0\n1 256 255\n"));
    EXPECT_EQ(palette.colours, (std::vector<Rgb8>{{0, 0, 0}, {1, 255, 255}}));
    ASSERT_EQ(palette.notices.size(), 1u);
    EXPECT_NE(palette.notices[0].find("a.map, line 2: 256 was taken as 255"), std::string::npos);
    const auto more = read_palette(write("b.map", "256 0 0\n256 256 0\n0 0 256"));
    ASSERT_EQ(more.notices.size(), 1u);
    EXPECT_NE(more.notices[0].find("line 1 and 2 more"), std::string::npos);
    EXPECT_TRUE(read_palette(write("c.map", "255 0 0\n")).notices.empty());
}

TEST_F(PaletteFile, RefusesBadFilesNamingFileLineAndWhatIsExpected) {
    const std::string numbers = "three whole numbers from 0 to 255 (red green blue)";
    EXPECT_EQ(error_of("a.map", "1 2 3\n4 5\n"),
              "a.map, line 2: expected " + numbers + ", found \"4 5\"");
    EXPECT_EQ(error_of("b.map", "1 2 257\n"),
              "b.map, line 1: expected " + numbers + ", found \"1 2 257\"");
    EXPECT_EQ(error_of("c.map", "0.1 0.2 0.3\n"),
              "c.map, line 1: expected " + numbers + ", found \"0.1 0.2 0.3\"");
    EXPECT_EQ(error_of("d.gpl", "1 2 3\n"),
              "d.gpl, line 1: expected \"GIMP Palette\", found \"1 2 3\"");
    EXPECT_EQ(error_of("e.gpl", "GIMP Palette\nName: x\n-1 2 3\n"),
              "e.gpl, line 3: expected " + numbers + ", found \"-1 2 3\"");
    EXPECT_EQ(error_of("f.map", ""),
              "f.map: expected lines of three numbers (red green blue), found none");
    EXPECT_EQ(error_of("g.txt", "1 2 3\n"),
              "cannot read the palette g.txt: expected a file that ends in .map or .gpl");
}

TEST_F(PaletteFile, RefusesWhatIsNoTextWithoutFillingMemory) {
    std::string lines;
    for (int i = 0; i < 70'000; ++i) lines += "1 2 3\n";
    EXPECT_NE(error_of("long.map", lines).find("no more than 65536 colours"), std::string::npos);
    EXPECT_NE(error_of("noise.map", std::string(100'000, '\x01')).find("line 1"),
              std::string::npos);
    EXPECT_THROW(read_palette(folder_ / "missing.map"), std::runtime_error);
}

TEST_F(PaletteFile, FollowsItsColoursFromEndToEnd) {
    const Palette palette{"", {{0, 0, 0}, {100, 50, 200}, {200, 100, 0}}};
    EXPECT_EQ(colour_on_ramp(palette, 0), (Rgb8{0, 0, 0}));
    EXPECT_EQ(colour_on_ramp(palette, 0.25), (Rgb8{50, 25, 100}));
    EXPECT_EQ(colour_on_ramp(palette, 1), (Rgb8{200, 100, 0}));
}

TEST_F(PaletteFile, ClosesTheRingWithoutAnEdge) {
    const PaletteLibrary library(test::source_folder("assets/palettes"));
    for (const auto& name : library.names()) {
        PaletteLibrary copy = library;
        const Palette& palette = copy.get(name);
        Colouring colouring;
        colouring.mapping = Mapping::cyclic;
        colouring.period = 1024;
        const ColourMap map(colouring, palette, 2000);
        Rgb8 last = map.colour(0);
        for (std::uint32_t i = 1; i <= 1024; ++i) {
            const Rgb8 next = map.colour(i);
            EXPECT_LT(std::max({std::abs(next.r - last.r), std::abs(next.g - last.g),
                                std::abs(next.b - last.b)}),
                      12)
                << name << " at " << i;
            last = next;
        }
    }
}

TEST_F(PaletteFile, RunsForthAndBackOnlyWhereTheEndsDiffer) {
    PaletteLibrary library(test::source_folder("assets/palettes"));
    EXPECT_TRUE(repeats_mirrored(library.get("viridis")));
    EXPECT_TRUE(repeats_mirrored(library.get("grey")));
    EXPECT_FALSE(repeats_mirrored(library.get("twilight")));
    EXPECT_FALSE(repeats_mirrored(library.get("blue-gold")));
}

TEST(PaletteLibrary, HasTheBuiltInOnesTheDefaultFirst) {
    const PaletteLibrary library(test::source_folder("assets/palettes"));
    const auto& names = library.names();
    EXPECT_EQ(names.front(), Colouring{}.palette);
    for (const char* name : {"viridis", "cividis", "inferno", "twilight", "blue-gold", "grey"})
        EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
}

TEST(PaletteLibrary, LoadsAUsersFileOnceAndListsIt) {
    const test::TemporaryFolder folder;
    const std::string path = (folder / "mine.map").string();
    std::ofstream(path) << "1 2 3\n4 5 6\n";
    PaletteLibrary library(test::source_folder("assets/palettes"));
    const Palette& palette = library.get(path);
    EXPECT_EQ(palette.colours.size(), 2u);
    EXPECT_EQ(library.names().back(), path);
    std::filesystem::remove(path);
    EXPECT_EQ(&library.get(path), &palette);
}

TEST(PaletteLibrary, SaysWhichPalettesThereAre) {
    PaletteLibrary library(test::source_folder("assets/palettes"));
    try {
        library.get("virdis");
        FAIL();
    } catch (const std::runtime_error& error) {
        EXPECT_NE(std::string(error.what()).find("there is no palette virdis"), std::string::npos);
        EXPECT_NE(std::string(error.what()).find("viridis"), std::string::npos);
    }
    EXPECT_THROW(PaletteLibrary("/nowhere"), std::runtime_error);
}

}  // namespace
}  // namespace mariani::render
