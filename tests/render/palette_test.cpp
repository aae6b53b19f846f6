#include "render/picture/colouring.hpp"
#include "render/picture/palette_library.hpp"
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

TEST_F(PaletteFile, RefusesBadFilesNamingFileLineAndWhatIsExpected) {
    const std::string numbers = "three whole numbers from 0 to 255 (red green blue)";
    EXPECT_EQ(error_of("a.map", "1 2 3\n4 5\n"),
              "a.map, line 2: expected " + numbers + ", found \"4 5\"");
    EXPECT_EQ(error_of("b.map", "1 2 256\n"),
              "b.map, line 1: expected " + numbers + ", found \"1 2 256\"");
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
        Rgb8 last = colour_on_ring(palette, 0);
        for (int i = 1; i <= 1024; ++i) {
            const Rgb8 next = colour_on_ring(palette, i / 1024.0);
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
