#include "app/files/folders.hpp"
#include "app/produce/exports/deep_zoom.hpp"
#include "app/produce/exports/tile_server.hpp"
#include "render/picture/png.hpp"
#include "tests/exports/sample_poster.hpp"
#include "tests/files/sandbox.hpp"

#include <fstream>
#include <thread>

namespace mariani::app {
namespace {

class TileSourceTest : public Sandbox {
  protected:
    std::optional<render::Image> tile(TileSource& source, int level, int column, int row,
                                      const std::string& palette = "") {
        const auto png = source.tile(level, column, row, palette);
        if (!png) return std::nullopt;
        const fs::path file = folder / "tile.png";
        std::ofstream(file, std::ios::binary)
            .write(reinterpret_cast<const char*>(png->data()),
                   static_cast<std::streamsize>(png->size()));
        return render::read_png(file);
    }
    render::Image drawn(const PictureCut& cut, PixelRect rect, const std::string& palette = "") {
        PyramidColours poster(set);
        render::Colouring colouring;
        if (!palette.empty()) colouring.palette = palette;
        return poster.draw(cut, rect, poster.colours(colouring, palettes).value());
    }
    // Until so many cells are seen: what is added is looked for twice a second.
    static void wait_for(TileSource& source, std::int64_t cells) {
        while (source.progress().cells != cells)
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }

    const fs::path set = folder / "set";
    render::PaletteLibrary palettes{data_file("assets/palettes")};
};

TEST_F(TileSourceTest, HandsOutEveryTileOfEveryLevel) {
    const auto manifest = tests::make_sample(set, {1300, 900});
    TileSource source(set, {}, true);
    EXPECT_EQ(source.progress().cells, source.progress().all);
    for (int level = 8; level <= 11; ++level) {
        const auto [columns, rows] = deep_zoom_tiles({1300, 900}, level);
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column)
                EXPECT_EQ(tile(source, level, column, row),
                          drawn(smooth_cut(manifest.shape, 11 - level),
                                deep_zoom_tile({1300, 900}, level, column, row)));
        EXPECT_FALSE(tile(source, level, columns, 0));
        EXPECT_FALSE(tile(source, level, 0, rows));
    }
    EXPECT_FALSE(tile(source, 7, 0, 0));
    EXPECT_FALSE(tile(source, 12, 0, 0));
    EXPECT_FALSE(tile(source, -1, 0, 0));
}

TEST_F(TileSourceTest, HasThePalettesOfTheProgramAndReadsNoOthersFile) {
    const auto manifest = tests::make_sample(set, {700, 300});
    render::Colouring colouring;
    colouring.palette = "inferno";
    TileSource source(set, colouring, false);
    EXPECT_EQ(source.palettes().front(), "inferno");
    const auto cut = plain_cut(manifest.shape, 1);
    EXPECT_EQ(tile(source, 9, 0, 0), drawn(cut, {0, 0, 256, 150}, "inferno"));
    EXPECT_EQ(tile(source, 9, 0, 0, "viridis"), drawn(cut, {0, 0, 256, 150}, "viridis"));
    EXPECT_NE(tile(source, 9, 0, 0, "viridis"), tile(source, 9, 0, 0));
    put(folder / "own.map", "1 2 3\n4 5 6\n");
    EXPECT_FALSE(tile(source, 9, 0, 0, (folder / "own.map").string()));
}

TEST_F(TileSourceTest, ShowsTheCoarserLevelUntilATileIsComputed) {
    const auto manifest = begin_pyramid(set, tests::sample_manifest({1024, 1024}, 512, 3));
    TileSource source(set, {}, true);
    EXPECT_FALSE(tile(source, 10, 0, 0));
    EXPECT_EQ(source.progress().all, 6);
    tests::finish_level(set, manifest, 2);
    wait_for(source, 1);
    const PixelRect rect{256, 0, 256, 256};
    EXPECT_EQ(tile(source, 10, 1, 0), drawn(cut_from(manifest.shape, 0, 2), rect));
    tests::finish_level(set, manifest, 1);
    wait_for(source, 2);
    EXPECT_EQ(tile(source, 10, 1, 0), drawn(cut_from(manifest.shape, 0, 1), rect));
    // A level is smooth where the finer one is there, and plain where it is not.
    tests::finish_cell(set, manifest, {0, 0, 0});
    wait_for(source, 3);
    EXPECT_EQ(tile(source, 10, 1, 0), drawn(plain_cut(manifest.shape, 0), rect));
    EXPECT_EQ(tile(source, 9, 0, 0), drawn(smooth_cut(manifest.shape, 1), {0, 0, 256, 256}));
    EXPECT_EQ(tile(source, 9, 1, 0), drawn(plain_cut(manifest.shape, 1), rect));
}

}  // namespace
}  // namespace mariani::app
