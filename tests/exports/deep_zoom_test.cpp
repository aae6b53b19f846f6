#include "app/produce/exports/deep_zoom.hpp"

#include "app/files/folders.hpp"
#include "app/produce/exports/dzi_export.hpp"
#include "render/picture/png.hpp"
#include "tests/exports/sample_poster.hpp"
#include "tests/files/sandbox.hpp"

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using tests::make_sample;

class DeepZoomTest : public Sandbox {
  protected:
    std::optional<DeepZoomFolder> exported(PyramidColours& poster, bool smooth = false,
                                           std::stop_token stop = {}) {
        return export_deep_zoom(out, poster, colours_of(poster), smooth, stop, progress);
    }
    render::ColourMap colours_of(PyramidColours& poster) {
        return poster.colours({}, palettes).value();
    }

    const fs::path set = folder / "set";
    const fs::path out = folder / "out";
    render::PaletteLibrary palettes{data_file("assets/palettes")};
    std::atomic<double> progress{0};
};

TEST_F(DeepZoomTest, CountsLevelsFromOnePixel) {
    EXPECT_EQ(deep_zoom_levels({1, 1}), 1);
    EXPECT_EQ(deep_zoom_levels({256, 256}), 9);
    EXPECT_EQ(deep_zoom_levels({257, 3}), 10);
    EXPECT_EQ(deep_zoom_levels({1 << 20, 1 << 20}), 21);
    const PyramidShape shape{{1300, 900}, 512, all_levels({1300, 900})};
    EXPECT_EQ(first_stored_level(shape), 8);
    for (int level = 0; level < shape.levels; ++level)
        EXPECT_EQ(deep_zoom_size(shape.size, deep_zoom_levels(shape.size) - 1 - level),
                  level_size(shape, level));
    EXPECT_EQ(deep_zoom_tiles(shape.size, 11), (GridSize{6, 4}));
    EXPECT_EQ(deep_zoom_tile(shape.size, 11, 5, 3), (PixelRect{1280, 768, 20, 132}));
}

// The colour of each tile of a level that has no file, as the page reads the list.
std::vector<std::string> uniform_tiles(const nlohmann::json& colours, const nlohmann::json& runs) {
    std::vector<std::string> tiles;
    for (std::size_t i = 0; i + 1 < runs.size(); i += 2)
        for (int n = 0; n < runs[i]; ++n)
            tiles.push_back(runs[i + 1] == 0 ? "" : colours.at(runs[i + 1].get<std::size_t>() - 1));
    return tiles;
}

nlohmann::json value_of(const std::string& script, const std::string& name) {
    const auto begin = script.find(name) + name.size() + 3;
    std::string text = script.substr(begin, script.find(";\n", begin) - begin);
    for (auto at = text.find(",]"); at != std::string::npos; at = text.find(",]"))
        text.erase(at, 1);
    for (auto at = text.find(",\n]"); at != std::string::npos; at = text.find(",\n]"))
        text.erase(at, 1);
    return nlohmann::json::parse(text);
}

TEST_F(DeepZoomTest, FolderHasEveryTileOrItsColour) {
    const auto manifest = make_sample(set, {1900, 1100});
    PyramidColours poster(set);
    const auto colours = colours_of(poster);
    const auto made = exported(poster);
    ASSERT_TRUE(made);
    EXPECT_EQ(progress, 1.0);
    EXPECT_GT(made->uniform_tiles, 4);
    EXPECT_GT(made->tiles, 20);
    const std::string script = text_of(out / "tiles.js");
    const auto names = value_of(script, "poster.colours"),
               runs = value_of(script, "poster.uniform");
    std::int64_t files = 0;
    for (int level = 0; level < deep_zoom_levels({1900, 1100}); ++level) {
        const auto listed = uniform_tiles(names, runs.at(static_cast<std::size_t>(level)));
        const auto [columns, rows] = deep_zoom_tiles({1900, 1100}, level);
        ASSERT_EQ(std::ssize(listed), columns * rows) << level;
        for (int i = 0; i < columns * rows; ++i) {
            const auto rect = deep_zoom_tile({1900, 1100}, level, i % columns, i / columns);
            const auto tile =
                poster.draw(deep_zoom_cut(manifest.shape, level, false), rect, colours);
            const std::string& colour = listed[static_cast<std::size_t>(i)];
            const auto folder_of = out / "picture_files";
            const fs::path own =
                folder_of / std::to_string(level) /
                (std::to_string(i % columns) + "_" + std::to_string(i / columns) + ".png");
            if (colour.empty()) {
                ++files;
                EXPECT_EQ(render::read_png(own), tile) << own;
                continue;
            }
            EXPECT_FALSE(fs::exists(own)) << own;
            const auto one = render::read_png(folder_of / "uniform" / (colour + ".png"));
            EXPECT_EQ(one.size(), (ImageSize{256, 256}));
            EXPECT_EQ(one.at(0, 0), tile.at(rect.width - 1, rect.height - 1)) << own;
        }
    }
    EXPECT_EQ(files, made->tiles);
}

TEST_F(DeepZoomTest, PageNamesItsScriptsWhichAreThere) {
    make_sample(set, {700, 300});
    PyramidColours poster(set);
    ASSERT_TRUE(exported(poster));
    const std::string page = text_of(out / "index.html");
    EXPECT_SAYS(page, "\"width\":700,\"height\":300,\"minLevel\":8,\"maxLevel\":10");
    EXPECT_SAYS(page, "<script src=\"tiles.js\"></script>");
    EXPECT_SAYS(text_of(out / "openseadragon.js"), "Redistribution and use");
    EXPECT_SAYS(text_of(out / "picture.dzi"), "Width=\"700\" Height=\"300\"");
}

TEST_F(DeepZoomTest, LeavesNothingBehindThatIsNotWhole) {
    make_sample(set, {700, 300});
    PyramidColours poster(set);
    std::stop_source stopped;
    stopped.request_stop();
    EXPECT_FALSE(exported(poster, false, stopped.get_token()));
    EXPECT_EQ(names_in(folder), std::vector<std::string>{"set"});
    put(out / "mine.txt", "mine");
    EXPECT_SAYS(error_of([&] { exported(poster); }), "it exists already");
    EXPECT_EQ(names_in(out), std::vector<std::string>{"mine.txt"});
}

TEST_F(DeepZoomTest, FolderOfAKilledProcessIsReplacedAndThatOfALivingOneIsNot) {
    put(folder / ".out.mariani-part" / "picture_files" / "old.png", "old");
    {
        AtomicFolder begun(out);
        EXPECT_SAYS(error_of([&] { AtomicFolder again(out); }), "another process is writing it");
        begun.write("new.txt", "new");
        begun.commit();
    }
    EXPECT_EQ(names_in(out), std::vector<std::string>{"new.txt"});
    EXPECT_FALSE(fs::exists(folder / ".out.mariani-part"));
}

TEST_F(DeepZoomTest, NeedsTheSmallLevels) {
    const auto manifest = begin_pyramid(set, tests::sample_manifest({1024, 1024}, 512, 2));
    for (const int level : {0, 1}) tests::finish_level(set, manifest, level);
    PyramidColours poster(set);
    EXPECT_SAYS(error_of([&] { exported(poster); }), "the poster has 2 down to 512x512");
}

TEST_F(DeepZoomTest, PageIsNoPlaceForOthersScripts) {
    DeepZoomPage page;
    page.palette = "</script><script>alert(1)</script>";
    const auto text = deep_zoom_page({{700, 300}, 512, 3}, page);
    EXPECT_EQ(text.find("<script>alert"), std::string::npos);
}

}  // namespace
}  // namespace mariani::app
