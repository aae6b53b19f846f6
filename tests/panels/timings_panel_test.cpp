// Every figure of the panel Timings, compared with values worked out by hand.
#include "app/panels/panel_style.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

class TimingsPanelTest : public testing::Test {
  protected:
    TimingsPanelTest() {
        stage.seen.history = {{10, 1, 2}, {40, 5, 3}, {20, 2, 9}, {31, 3, 4}};
        stage.seen.display_fps = 59.6;
        stage.seen.frame = std::make_shared<Frame>(frame());
        stage.show(timings_panel, 700);
        stage.frames(2);
    }

    // A part of a picture, in 8 ms.
    static Frame frame() {
        Frame made = fake_frame();
        made.plan.part = {100, 50, 300, 200};
        made.stats.compute_ms = 8;
        made.stats.levels.resize(2);
        made.stats.levels[0].iterations = 1'200'000;
        made.stats.levels[1].iterations = 3'600'000;
        return made;
    }

    // The position of a value on the scale that ends at 50 ms.
    float height_of(double ms) const { return stage.in_plot(ms / 50); }

    Stage stage;
};

TEST_F(TimingsPanelTest, TheTableHasTheLastFrameAndTheMedians) {
    for (const auto& [part, ms, median, share] :
         {std::tuple("compute", "31.0", "25.5", "81.6%"),
          std::tuple("upload", "3.00", "2.50", "7.9%"), std::tuple("draw", "4.00", "3.50", "10.5%"),
          std::tuple("frame", "38.0", "34.5", "100.0%")}) {  // the median of the sums
        EXPECT_EQ(stage.cell(part, "ms"), ms) << part;
        EXPECT_EQ(stage.cell(part, "median"), median) << part;
        EXPECT_EQ(stage.cell(part, "share"), share) << part;
    }
}

TEST_F(TimingsPanelTest, TheMedianOfAnOddNumberOfFramesIsTheMiddleOne) {
    stage.seen.history.pop_back();
    stage.frames(2);
    EXPECT_EQ(stage.cell("compute", "median"), "20.0");
    EXPECT_EQ(stage.cell("upload", "median"), "2.00");
    EXPECT_EQ(stage.cell("draw", "median"), "3.00");
    EXPECT_EQ(stage.cell("frame", "median"), "31.0");
    EXPECT_EQ(stage.cell("frame", "ms"), "31.0");
}

TEST_F(TimingsPanelTest, RatesAreOfTheFramesPartAndItsComputeTime) {
    EXPECT_EQ(stage.above("fps"), "60");
    EXPECT_EQ(stage.above("Mpixel/s"), "7.50");  // 60,000 pixels in 8 ms
    EXPECT_EQ(stage.above("Giter/s"), "0.600");  // 4.8 million iterations in 8 ms
    EXPECT_EQ(stage.above("iter/pixel"), "80.0");
}

TEST_F(TimingsPanelTest, WhereNoFrameFollowsThereIsNoFrameRateButATime) {
    stage.seen.display_fps = 0;
    stage.frames(2);
    EXPECT_EQ(stage.above("fps"), "-");
    EXPECT_EQ(stage.cell("frame", "ms"), "38.0");
}

TEST_F(TimingsPanelTest, RatesOfNoFrameAreNone) {
    stage.seen.frame = nullptr;
    stage.frames(2);
    for (const char* unit : {"Mpixel/s", "Giter/s", "iter/pixel"})
        EXPECT_EQ(stage.above(unit), "-") << unit;
}

TEST_F(TimingsPanelTest, BarsHaveTheirPartsOnTopOfEachOtherTheNewestAtTheRight) {
    const auto compute = stage.shapes(tone::compute), upload = stage.shapes(tone::upload),
               draw = stage.shapes(tone::draw);
    EXPECT_TRUE(stage.find("50.0")) << "the scale's end";
    ASSERT_EQ(compute.size(), 5u) << "a bar each, and the swatch of the table";
    for (std::size_t i = 0; i < 4; ++i) {
        const FrameTimes& times = stage.seen.history[i];
        EXPECT_NEAR(compute[i].to.y, height_of(0), 1.5) << i;
        EXPECT_NEAR(compute[i].from.y, height_of(times.compute_ms), 1.5) << i;
        EXPECT_NEAR(upload[i].from.y, height_of(times.compute_ms + times.upload_ms), 1.5) << i;
        EXPECT_NEAR(draw[i].from.y, height_of(times.compute_ms + times.upload_ms + times.draw_ms),
                    1.5)
            << i;
        EXPECT_TRUE(i == 0 || compute[i].from.x > compute[i - 1].to.x) << i;
    }
    for (const auto& [part, swatches] :
         {std::pair("compute", compute), std::pair("upload", upload), std::pair("draw", draw)})
        EXPECT_NEAR(swatches.back().middle().y, stage.find(part)->middle().y, 6) << part;
}

TEST_F(TimingsPanelTest, LinesAcrossLieAtTheMedians) {
    const auto lines_at = [&](const ImVec4& colour, double ms) {
        int lines = 0;
        for (const auto& shape : stage.shapes(colour))
            lines += shape.height() < 4 && shape.width() > 500 &&
                     std::abs(shape.middle().y - height_of(ms)) < 2;
        return lines;
    };
    EXPECT_EQ(lines_at(tone::text, 34.5), 1);
    EXPECT_EQ(lines_at({0.74f, 0.86f, 1, 1}, 25.5), 1);
}

TEST_F(TimingsPanelTest, RestingOnABarTellsItsFrame) {
    auto bars = stage.shapes(tone::compute);
    ASSERT_EQ(bars.size(), 5u);
    stage.hover({bars[1].middle().x, bars[1].from.y});
    stage.frames(2);
    EXPECT_TRUE(stage.reads("compute 40.0 ms"));
    EXPECT_TRUE(stage.reads("upload 5.00 ms"));
    EXPECT_TRUE(stage.reads("draw 3.00 ms"));
    EXPECT_TRUE(stage.reads("frame 48.0 ms"));
    stage.hover({bars[3].middle().x, bars[1].from.y});
    stage.frames(2);
    EXPECT_TRUE(stage.reads("frame 38.0 ms"));
    stage.hover({bars[0].middle().x - 50, bars[1].from.y});
    stage.frames(2);
    EXPECT_FALSE(stage.reads("ms upload")) << "no frame is there";
}

TEST_F(TimingsPanelTest, TheWayToTheDisplayIsNamedWithItsReason) {
    for (const auto& [kind, name] : {std::pair(DisplayPath::Kind::upload, "upload"),
                                     std::pair(DisplayPath::Kind::staged, "staged"),
                                     std::pair(DisplayPath::Kind::interop, "interop")}) {
        stage.seen.display = DisplayPath{kind, "for this reason"};
        stage.frames(2);
        EXPECT_TRUE(stage.reads(std::string("Display: ") + name + ": for this reason")) << name;
    }
}

TEST_F(TimingsPanelTest, TheLogTellsItsRowsAndItsFile) {
    stage.seen.log.open = true;
    stage.seen.log.path = "/tmp/timings.csv";
    stage.seen.log.rows = 12'345;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("12,345 rows in /tmp/timings.csv"));
}

}  // namespace
}  // namespace mariani::app
