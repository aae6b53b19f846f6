// What sweeps remember, and `render` and `bench` reuse.
#include "app/measure/tunings.hpp"
#include "tests/command_line/program.hpp"

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

const std::string view = " --view paper --size 64x64 --dwell 100 ";

class TunedTest : public ProgramTest {
  protected:
    // With one cell, so that there is no doubt which is best.
    void remember(const std::string& options) const {
        const auto outcome = run("sweep" + view + "--repeat 1 --remember " + options);
        ASSERT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_SAYS(outcome.out,
                    "the best is remembered for views like this one: height 1e0 to 1e1, dwell "
                    "limit 64 to 127, longer side 64 to 127 pixels, ");
    }
};

TEST_F(TunedTest, ASweepRemembersItsBestWhereTheWindowDoes) {
    remember("--g 8 --r 3 --B 5");
    const Tunings tunings;
    ASSERT_EQ(tunings.all().size(), 1u);
    const Tuning& best = tunings.all().front();
    EXPECT_EQ(best.best.subdivision, (SubdivisionParams{8, 3, 5}));
    EXPECT_EQ(best.where.engine, EngineKind::ask);
    EXPECT_FALSE(best.where.shortcuts);
    EXPECT_GT(best.speedup, 0);
    run("sweep" + view + "--repeat 1 --g 4");
    EXPECT_EQ(Tunings().all(), tunings.all()) << "only where that is asked for";
}

TEST_F(TunedTest, APictureIsComputedAsRemembered) {
    remember("--g 8 --r 3 --B 5 --shortcuts on");
    const auto outcome = run("render -o a.png --tuned --regions-out a.csv" + view);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.out, ", g 8 r 3 B 5, as tuned on 20");
    const auto with_params = run("render -o b.png -g 8 -r 3 -B 5 --regions-out b.csv" + view);
    EXPECT_EQ(with_params.out.find("tuned"), std::string::npos);
    EXPECT_EQ(text_of(folder / "a.csv"), text_of(folder / "b.csv"));
}

TEST_F(TunedTest, EachEngineIsMeasuredWithItsOwn) {
    remember("--g 8 --r 3 --B 5");
    remember("--engine dp --scheme mbr --g 2 --r 2 --B 7");
    const auto outcome = run("bench --engine ex,ask --tuned -o ask.json --repeat 1" + view);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.out, "\nASK-SBR: g 8 r 3 B 5, as tuned on 20");
    EXPECT_SAYS(outcome.out, "\nfill uniform, shortcuts off; 1 runs each");
    EXPECT_SAYS(run("bench --engine dp --scheme mbr --tuned -o dp.json --repeat 1" + view).out,
                "\nDP-MBR: g 2 r 2 B 7, as tuned on 20");
    for (const auto& row : nlohmann::json::parse(text_of(folder / "ask.json")))
        EXPECT_EQ(row["B"] == 5, row["engine"] == "ask");
    EXPECT_EQ(nlohmann::json::parse(text_of(folder / "dp.json"))[0]["B"], 7);
}

TEST_F(TunedTest, SaysOfWhatNothingIsRemembered) {
    remember("--g 8 --r 3 --B 5");
    const std::string what = "--tuned: no tuning is remembered for ";
    expect_one_line(run("bench --engine ask,dp --tuned" + view), 1, what + "DP-SBR in f32 on ");
    expect_one_line(run("bench --engine ask --tuned --shortcuts on" + view), 1,
                    "mariani sweep --engine ask --scheme sbr --backend cpu --precision f32 --fill "
                    "uniform --shortcuts on --g ");
    expect_one_line(run("render -o a.png --tuned --size 128x64 --dwell 100 --shortcuts off"), 1,
                    "longer side 128 to 255 pixels");
    expect_one_line(run("render -o a.png --tuned --scheme mbr --shortcuts off" + view), 1,
                    what + "ASK-MBR");
    EXPECT_TRUE(files().empty());
}

// As left by a manual edit.
TEST_F(TunedTest, ADamagedFileIsKeptAsideAndTold) {
    const std::string damaged = "[[tuning]]\ng = 0\n";
    put(tunings_path(), damaged);
    const auto outcome = run("sweep" + view + "--repeat 1 --remember --g 8");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto aside = tunings_path().string() + ".damaged-1";
    EXPECT_SAYS(outcome.err, "The file is kept as " + aside);
    EXPECT_EQ(text_of(aside), damaged);
    EXPECT_EQ(Tunings().all().size(), 1u);
}

TEST_F(TunedTest, ASweepThatCouldNotBeRememberedDoesNotBegin) {
    const std::string sweep = "sweep" + view + "--repeat 1 --remember --g 8 -o a.csv";
    fs::create_directories(tunings_path());
    expect_one_line(run(sweep), 1, "tunings.toml: it is a folder");
    expect_one_line(run("bench --engine ask --tuned" + view), 1, "not a regular file");
    fs::remove_all(tunings_path().parent_path());
    put(tunings_path().parent_path(), "in the way");
    expect_one_line(run(sweep), 1, tunings_path().parent_path().string());
    EXPECT_TRUE(files().empty());
}

TEST_F(TunedTest, AWorseFindDoesNotReplaceABetterOne) {
    remember("--g 8 --r 3 --B 5");
    Tuning better = Tunings().all().front();
    better.speedup = 1e6;
    Tunings().remember(better);
    const auto outcome = run("sweep" + view + "--repeat 1 --remember --g 2 --r 2 --B 7");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.out,
                "a better result is already remembered for views like this one: g 8 r 3 B 5");
    EXPECT_SAYS(outcome.out, "1e+06 times as fast as Ex; this one is ");
    EXPECT_EQ(Tunings().all(), std::vector{better});
}

TEST_F(TunedTest, TheSweepThatARefusalNamesLeadsOut) {
    const std::string options = "--precision f64 --fill safe --engine ask --shortcuts on --tuned";
    const auto refused = run("bench --repeat 1 " + options + view);
    expect_one_line(refused, 1, "with this view, size and dwell limit");
    const auto begin = refused.err.find("sweep ");
    auto named = refused.err.substr(begin, refused.err.find(" --g ") - begin);
    ASSERT_EQ(run(named + " --repeat 1 --g 8 --r 3 --B 5 --remember" + view).status, 0) << named;
    EXPECT_SAYS(run("bench --repeat 1 " + options + view).out, "ASK-SBR: g 8 r 3 B 5, as tuned");
}

TEST_F(TunedTest, RefusesAPictureThatIsComputedInParts) {
    expect_one_line(run("render -o a.png --tuned --size 4097x8"), 2,
                    "--tuned works for pictures of up to 4096x4096 pixels");
}

TEST_F(TunedTest, RefusesWhatContradictsIt) {
    for (const std::string option : {"-g 4", "-r 2", "-B 8", "--block 8x8"})
        expect_one_line(run("render -o a.png --tuned " + option), 2, "leave out --");
    expect_one_line(run("bench --tuned -B 8"), 2, "leave out --B");
    expect_one_line(run("render -o a.png --tuned --engine ex"), 2, "Ex has no g, r and B");
    expect_one_line(run("bench --tuned --engine ex"), 2, "Ex has no g, r and B");
    expect_one_line(run("bench a.json --tuned"), 2, "the experiment a.json already sets --tuned");
}

}  // namespace
}  // namespace mariani::app
