#include "compute/service/engine_registry.hpp"
#include "tests/command_line/program.hpp"

namespace mariani::app {
namespace {

struct Refused {
    const char* arguments;
    const char* which;
    const char* allowed;
};

class Refusals : public ProgramTest, public testing::WithParamInterface<Refused> {};

TEST_P(Refusals, SayWhichWhyAndWhatIsAllowedInOneLine) {
    const auto outcome = run(std::string(GetParam().arguments));
    expect_one_line(outcome, 2, GetParam().which);
    EXPECT_SAYS(outcome.err, GetParam().allowed);
    EXPECT_TRUE(files().empty());
}

INSTANTIATE_TEST_SUITE_P(
    Render, Refusals,
    testing::Values(
        Refused{"render", "-o is missing", "-o set.png"},
        Refused{"render -o", "--output is given without a value", "needs one"},
        Refused{"render -o a.jpg", "-o is \"a.jpg\"", ".png"},
        Refused{"render -o a.png --size 100", "--size is \"100\"", "WxH, each from 1 to 32768"},
        Refused{"render -o a.png --size 0x10", "--size is \"0x10\"", "1 to 32768"},
        Refused{"render -o a.png --size 32769x1", "--size", "1 to 32768"},
        Refused{"render -o a.png --dwell-out d.txt", "--dwell-out is \"d.txt\"", ".npy"},
        Refused{"render -o a.png --regions-out r", "--regions-out is \"r\"", ".csv"},
        Refused{"render -o a.png in.txt", "\"in.txt\" is neither", ".png"},
        Refused{"render -o a.png b.png c.png", "\"c.png\" is one argument too many", "FILE.png"},
        Refused{"render -o a.png --repeat 3", "there is no option --repeat", "--size"},
        Refused{"render -o a.png -x", "there is no option -x", "--size"},
        Refused{"render -o a.png -o b.png", "-o", "more than once"},
        Refused{"render -o a.png --palette nope", "--palette is \"nope\"", "blue-gold"},
        Refused{"render -o a.png --palette stops:nope", "--palette", "POSITION RRGGBB"},
        Refused{"render -o a.png --mapping nope", "--mapping is \"nope\"", "cyclic"},
        Refused{"render -o a.png --light-angle 360", "--light-angle", "below 360"},
        Refused{"render -o a.png --light-height 91", "--light-height", "from 0 to 90"},
        Refused{"render -o a.png --period 0", "--period", "from 1"}));

INSTANTIATE_TEST_SUITE_P(
    ViewAndEngine, Refusals,
    testing::Values(
        Refused{"render -o a.png --view nowhere", "--view is \"nowhere\"", "one of paper, "},
        Refused{"render -o a.png --center 1", "--center is \"1\"", "RE,IM"},
        Refused{"render -o a.png --center a,b", "--center is \"a,b\"", "RE,IM"},
        Refused{"render -o a.png --center 1e-100063,0", "--center", "at most 100062 digits"},
        Refused{"render -o a.png --height 1e-99999999999999", "--height", "below 1e-1000000000:"},
        Refused{"render -o a.png --center nan,0", "--center", "RE,IM"},
        Refused{"render -o a.png --center 1e7,0", "--center", "to 1e+06"},
        Refused{"render -o a.png --julia 1", "--julia is \"1\"", "RE,IM"},
        Refused{"render -o a.png --julia nan,0", "--julia", "or none"},
        Refused{"render -o a.png --julia 2,2", "--julia", "within |c| <= 2"},
        Refused{"render -o a.png --height 0", "--height", "from 1e-100000"},
        Refused{"render -o a.png --height -1", "--height", "from 1e-100000"},
        Refused{"render -o a.png --height inf", "--height is \"inf\"", "a number"},
        Refused{"render -o a.png --dwell 0", "--dwell is \"0\"", "from 1 to 10000000"},
        Refused{"render -o a.png --dwell 10000001", "--dwell", "from 1 to 10000000"},
        Refused{"render -o a.png --dwell 1e3", "--dwell is \"1e3\"", "a whole number"},
        Refused{"render -o a.png --dwell 99999999999999999999", "--dwell", "10000000"},
        Refused{"render -o a.png --precision f16", "--precision is \"f16\"",
                "auto, or one of f32, f64"},
        Refused{"render -o a.png --engine fast", "--engine is \"fast\"",
                "auto, or one of ex, dp, ask"},
        Refused{"render -o a.png --engine ex,ask", "--engine is \"ex,ask\"", "one of ex"},
        Refused{"render -o a.png --scheme s", "--scheme is \"s\"", "sbr, mbr"},
        Refused{"render -o a.png --backend gpu", "--backend is \"gpu\"",
                "auto, or one of cuda, cpu"},
        Refused{"render -o a.png -g 0", "-g is \"0\"", "from 1 to 32768"},
        Refused{"render -o a.png --r 1", "-r is \"1\"", "from 2 to 1024"},
        Refused{"render -o a.png -B x", "-B is \"x\"", "from 1 to 65536"},
        Refused{"render -o a.png --block 64x64", "--block", "at most 1024 threads"},
        Refused{"render -o a.png --block 0x4", "--block", "each from 1 on"},
        Refused{"render -o a.png --fill all", "--fill is \"all\"", "uniform, interior, safe"},
        Refused{"render -o a.png --shortcuts maybe", "--shortcuts is \"maybe\"", "on or off"},
        Refused{"render -o a.png --device 200", "--device: there is no GPU 200", ""},
        Refused{"render -o a.png --device first", "--device is \"first\"", "auto, or"},
        Refused{"render -o a.png --threads -1", "--threads is \"-1\"",
                "auto, or a whole number from 1 to"}));

INSTANTIATE_TEST_SUITE_P(
    Others, Refusals,
    testing::Values(
        Refused{"rendr",
                "\"rendr\" is neither a command (render, bench, sweep, race, check, model, "
                "reproduce, poster, info)",
                ".png"},
        Refused{"--dwell 5 render", "the command render must come first", "mariani render"},
        Refused{"--fullscreen", "there is no option --fullscreen", "--view"},
        Refused{"--replay x.txt", "--replay is \"x.txt\"", ".json"},
        Refused{"--replay missing.json", "missing.json", ""},
        Refused{"--report x.txt", "--report is \"x.txt\"", ".jsonl"},
        Refused{"render -o a.png --engine dp --scheme wpr",
                "a warp per region (WPR) is for ASK only", "SBR"},
        Refused{"--engine dp --scheme wpr", "a warp per region (WPR) is for ASK only", "SBR"},
        Refused{"bench --engine dp --scheme wpr", "a warp per region (WPR) is for ASK only", "SBR"},
        Refused{"bench --engine auto", "--engine is \"auto\"", "ex, dp, ask, all"},
        Refused{"bench --scheme x", "--scheme is \"x\"", "sbr, mbr, wpr, all"},
        Refused{"bench --repeat 0", "--repeat is \"0\"", "from 1 to"},
        Refused{"bench --size 65537x1", "--size", "from 1 to 65536"},
        Refused{"bench -o log.txt", "-o is \"log.txt\"", ".csv or .json"},
        Refused{"info --size 1x1", "there is no option --size", "--help"},
        Refused{"info x", "\"x\" is one argument too many", ""}));

using Failures = ProgramTest;

TEST_F(Failures, OfFilesHaveStatusOneAndLeaveNothing) {
    put(folder / "holiday.png", "no picture");
    put(folder / "bad.map", "no colours");
    fs::create_directories(folder / "sub.png");
    const auto before = files();
    const std::string small = " --size 8x8";
    expect_one_line(run("render -o no/a.png" + small), 1, "there is no folder no");
    expect_one_line(run("render -o sub.png" + small), 1, "sub.png: it is a folder");
    expect_one_line(run("render -o a.png --dwell-out no/d.npy" + small), 1, "there is no folder");
    expect_one_line(run("render -o a.png --regions-out no/r.csv" + small), 1, "there is no folder");
    expect_one_line(run("render -o a.png missing.png" + small), 1, "missing.png");
    expect_one_line(run("render -o a.png holiday.png" + small), 1, "holiday.png");
    expect_one_line(run("render -o a.png --palette bad.map" + small), 1, "bad.map");
    expect_one_line(run("render -o a.png --palette missing.gpl" + small), 1, "missing.gpl");
    expect_one_line(run("bench -o no/log.csv" + small), 1, "there is no folder");
    EXPECT_EQ(files(), before);
}

TEST_F(Failures, WithoutADisplayNameRender) {
    expect_one_line(run(""), 1, "mariani render");
}

TEST_F(Failures, OfABackendThatIsNotThereSayWhy) {
    if (!backend_unavailable(Backend::cuda)) GTEST_SKIP() << "it is there";
    expect_one_line(run("render -o a.png --backend cuda --size 8x8"), 1, "cuda");
    expect_one_line(run("bench --backend cuda --size 8x8 -o log.csv"), 1, "cuda");
    EXPECT_TRUE(files().empty());
}

}  // namespace
}  // namespace mariani::app
