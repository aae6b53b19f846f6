// Commands where doubles end: what cannot be measured or seen there is told.
#include "tests/command_line/program.hpp"

#include <algorithm>

namespace mariani::app {
namespace {

using DeepCommandTest = ProgramTest;

// Around i the set looks alike at every depth, and its dwells grow slowly.
const std::string deep = " --center 0,1 --height 1e-30 --dwell 300 --size 32x24 --backend cpu ";
const std::string no_deltas = "dynamic parallelism computes no deltas";
const std::string no_schemes = "deep zoom has no schemes: a level's pixels form one list";

TEST_F(DeepCommandTest, ARaceOfThePapersFiveLeavesOutWhatIsNotThere) {
    const auto outcome = run("race" + deep + "--repeat 1 -o race.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.err, "left out: dp-sbr: " + no_deltas);
    EXPECT_SAYS(outcome.err, "left out: dp-mbr: " + no_deltas);
    EXPECT_SAYS(outcome.err, "left out: ask-mbr: " + no_schemes);
    EXPECT_EQ(outcome.out.find("DP"), std::string::npos) << outcome.out;
    const auto table = text_of(folder / "race.csv");
    EXPECT_EQ(std::ranges::count(table, '\n'), 3) << table;
}

TEST_F(DeepCommandTest, ARacerThatAnotherWouldRunForIsNotTimed) {
    const auto outcome = run("race" + deep + "--repeat 1 --racer ex --racer dp --racer ask");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.out, "nothing is measured: ASK instead of DP: " + no_deltas);
}

TEST_F(DeepCommandTest, BenchLeavesDpOutAndRefusesItAlone) {
    const auto outcome = run("bench" + deep + "--repeat 1 --engine ex,dp,ask");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.err, "left out: dp-sbr: " + no_deltas);
    const auto times = outcome.out.substr(0, outcome.out.find("\nwork"));
    const auto first = times.find("\nASK");
    ASSERT_NE(first, std::string::npos) << times;
    EXPECT_EQ(times.find("\nASK", first + 1), std::string::npos) << times;
    const auto alone = run("bench" + deep + "--repeat 1 --engine dp");
    EXPECT_EQ(alone.status, 2);
    EXPECT_SAYS(alone.err, "bench: " + no_deltas);
    EXPECT_EQ(alone.out, "");
}

TEST_F(DeepCommandTest, ASweepOfDpIsRefused) {
    const auto outcome =
        run("sweep" + deep + "--repeat 1 --engine dp -B 8,16 --remember -o sweep.csv");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_SAYS(outcome.err, "nothing is measured: " + no_deltas);
    EXPECT_TRUE(files().empty());
}

TEST_F(DeepCommandTest, ACentreThatLacksDigitsIsToldOf) {
    const std::string told =
        "this may not be the intended point: the centre has 2 digits after the point, but a height "
        "of 1e-50 needs 53";
    const std::string view = " --center -0.75,0.1 --dwell 50 --size 16x12 --height ";
    const auto outcome = run("render" + view + "1e-50 -o p.png");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.err, told);
    EXPECT_SAYS(run("check" + view + "1e-50").err, told);
    EXPECT_EQ(run("render" + view + "1e-5 -o p.png").err, "");
    EXPECT_EQ(run("render --center 0,1 --height 1e-50 --dwell 50 --size 16x12 -o p.png").err, "")
        << "i is meant";
    EXPECT_EQ(run("render --center -1.25,0 --height 1e-50 --dwell 50 --size 16x12 -o p.png").err,
              "")
        << "so is where a bulb begins";
    EXPECT_EQ(run("render --view dandelion --dwell 50 --size 16x12 -o p.png").err, "")
        << "it has them all";
}

TEST_F(DeepCommandTest, APictureThatShowsNothingOfItsViewIsToldOf) {
    const std::string view = "render --dwell 50 --size 16x12 -o p.png --height ";
    const std::string told = "many pixels are the same point in double precision";
    EXPECT_SAYS(run(view + "1e-30 --center 0.1,0.2 --julia -0.8,0.156").err, told);
    EXPECT_SAYS(run(view + "1e-50 --center 0,1 --precision f64").err, told);
    EXPECT_EQ(run(view + "1e-10 --center 0,1 --precision f64").err, "");
}

TEST_F(DeepCommandTest, APrecisionThatHasEndedIsNamed) {
    expect_one_line(run("render --center 0,1 --precision f64 --height 1e-400 -o p.png"), 2,
                    "the precision is f64: it ends at heights of 1e-300");
}

}  // namespace
}  // namespace mariani::app
