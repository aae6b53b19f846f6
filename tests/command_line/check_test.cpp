#include "render/picture/png.hpp"
#include "tests/command_line/program.hpp"

#include <algorithm>
#include <sstream>

namespace mariani::app {
namespace {

using CheckTest = ProgramTest;

// A view in which fills are known to be wrong: 20 pixels (compute/README.md, "What the fill rules
// may get wrong").
const std::string seahorse = "check --view seahorse --precision f64 --engine ask -B 4 ";

TEST_F(CheckTest, FindsTheWrongPixelsOfAView) {
    const auto outcome = run(seahorse + "-o wrong.csv");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.err, "");
    EXPECT_SAYS(outcome.out, "20 of 1048576 pixels are wrong, in 14 filled regions");
    EXPECT_SAYS(outcome.out, "833     43      1024       943  filled at level 5: 832,40 8x8");

    const auto dwells = dwells_of("--view seahorse --precision f64 --engine ask -B 4");
    const auto truth = dwells_of("--view seahorse --precision f64 --engine ex");
    std::istringstream csv(text_of(folder / "wrong.csv"));
    std::string line;
    std::getline(csv, line);
    EXPECT_EQ(line, "x,y,shown,right,level,outcome,region_x,region_y,region_width,region_height");
    int rows = 0;
    for (char comma = 0; std::getline(csv, line); ++rows) {
        std::size_t x = 0, y = 0, shown = 0, right = 0;
        std::istringstream(line) >> x >> comma >> y >> comma >> shown >> comma >> right;
        EXPECT_EQ(dwells.values[y * 1024 + x], shown) << line;
        EXPECT_EQ(truth.values[y * 1024 + x], right) << line;
        EXPECT_SAYS(line, ",filled,");
    }
    EXPECT_EQ(rows, 20);
}

TEST_F(CheckTest, RingsTheWrongPixelsInAPicture) {
    EXPECT_EQ(run(seahorse + "-o wrong.png").status, 1);
    const auto image = render::read_png(folder / "wrong.png");
    EXPECT_EQ(image.size(), (ImageSize{1024, 1024}));
    EXPECT_EQ(image.at(833, 43), (render::Rgb8{255, 40, 40}));
    const auto grey = image.at(100, 900);
    EXPECT_EQ(grey.r, grey.g);
    EXPECT_EQ(grey.r, grey.b);
    // It is a picture like any other: its view and engine can be checked again.
    EXPECT_SAYS(run("check wrong.png --fill safe --precision f64 -B 4").out,
                "all 1048576 pixels match Ex");
}

TEST_F(CheckTest, SaysThatAllIsRight) {
    const auto outcome = run("check --view paper --size 300x200 -o wrong.csv");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.out, "all 60000 pixels match Ex");
    EXPECT_EQ(text_of(folder / "wrong.csv"),
              "x,y,shown,right,level,outcome,region_x,region_y,region_width,region_height\n");
}

TEST_F(CheckTest, RefusesWithAReason) {
    expect_one_line(run("check --size 0x1"), 2, "--size is \"0x1\"");
    expect_one_line(run("check -o wrong.txt"), 2, "a file name ending in .csv or .png");
    expect_one_line(run("check -o missing/wrong.csv"), 1, "missing");
    EXPECT_TRUE(files().empty());
}

}  // namespace
}  // namespace mariani::app
