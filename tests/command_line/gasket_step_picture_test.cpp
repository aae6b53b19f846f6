// Pictures of a gasket's step: what its blocks and threads do, and its tiles.
#include "app/files/picture_file.hpp"
#include "app/settings/gasket_settings.hpp"
#include "app/workloads/colours.hpp"
#include "app/workloads/gasket/picture.hpp"
#include "compute/workloads/gasket/shape.hpp"
#include "render/picture/overlay_style.hpp"
#include "render/picture/png.hpp"
#include "tests/command_line/program.hpp"

#include <fmt/format.h>

namespace mariani::app {
namespace {

class GasketStepPictureTest : public ProgramTest {
  protected:
    render::Image drawn(const std::string& arguments) const {
        const auto outcome = run("render --workload gasket --backend cpu -o a.png " + arguments);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return render::read_png(folder / "a.png");
    }
};

// Blocks of rho 8 have a thread over every place of theirs: those of BB are everywhere, those of
// lambda where the fractal has a box of eight cells.
TEST_F(GasketStepPictureTest, RenderShowsWhatTheThreadsOfAStepDo) {
    const auto& fractal = gasket::named_fractals().front();
    const auto cells = shape_of(fractal, 6), boxes = shape_of(fractal, 3);
    for (const bool everywhere : {true, false}) {
        const auto image = drawn(fmt::format("--r 6 --rho 8 --size 64x64 --colour use --engine {}",
                                             everywhere ? "bb" : "lambda"));
        for (int y = 0; y < 64; ++y)
            for (int x = 0; x < 64; ++x) {
                const gasket::Cell cell{static_cast<std::uint32_t>(x),
                                        static_cast<std::uint32_t>(y)};
                const bool has_thread = everywhere || is_member(boxes, {cell.x / 8, cell.y / 8});
                ASSERT_EQ(image.at(x, y), is_member(cells, cell) ? role::useful
                                          : has_thread           ? role::wasted
                                                                 : role::hole)
                    << everywhere << ": " << x << " " << y;
            }
    }
}

TEST_F(GasketStepPictureTest, RenderShowsHowOftenCellsAreComputed) {
    const auto image = drawn("--r 6 --size 64x64 --coverage --engine bits");
    const auto cells = shape_of(gasket::named_fractals().front(), 6);
    for (int y = 0; y < 64; ++y)
        for (int x = 0; x < 64; ++x) {
            const bool member =
                is_member(cells, {static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)});
            ASSERT_EQ(image.at(x, y), member ? role::once : role::hole) << x << " " << y;
        }
    const auto said = run("render --workload gasket --r 6 --coverage --engine bits -o a.png").out;
    EXPECT_SAYS(said, "once: 729 cells");
    EXPECT_SAYS(said, "never: 0 cells");
}

// Eight pixels to a cell, and tiles of four cells.
TEST_F(GasketStepPictureTest, RenderOutlinesTilesAndWhatTheyRead) {
    const std::string what = "--r 4 --rho 4 --engine table --size 128x128 ";
    const auto without = drawn(what), with = drawn(what + "--tiles");
    EXPECT_EQ(with.at(32, 50), render::level_colour(2));  // the left side of the tile at (4, 4)
    EXPECT_EQ(with.at(64, 100), render::level_colour(1));
    EXPECT_EQ(with.at(0, 70), render::level_colour(0));
    EXPECT_EQ(with.at(45, 45), without.at(45, 45));  // within a tile
    int dots = 0;
    for (int y = 4; y < 128; y += 8)
        for (int x = 4; x < 128; x += 8) dots += with.at(x, y) != without.at(x, y);
    EXPECT_GT(dots, 9);
}

// The picture is one of the engine, which the settings in it name.
TEST_F(GasketStepPictureTest, APictureOfAStepOpensAsOne) {
    drawn("--r 6 --rho 4 --engine nu --colour unit --tiles");
    const auto shown = *read_picture(folder / "a.png").settings.gasket;
    EXPECT_EQ(shown.engine, gasket::EngineKind::nu);
    EXPECT_EQ(shown.blocks, BlockColour::unit);
    EXPECT_TRUE(shown.tiles);
    EXPECT_FALSE(shown.coverage);
    drawn("--r 6 --engine nu");
    EXPECT_FALSE(read_picture(folder / "a.png").settings.gasket->engine);
}

TEST_F(GasketStepPictureTest, AStepThatIsTooLargeToBeWatchedIsRefused) {
    const auto outcome = run("render --workload gasket --r 16 --coverage -o a.png");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_SAYS(outcome.err, "choose a smaller level r");
    EXPECT_TRUE(files().empty());
    EXPECT_SAYS(run("render --workload gasket --colour hue -o a.png").err,
                "one of order, unit, start, duration, use");
}

}  // namespace
}  // namespace mariani::app
