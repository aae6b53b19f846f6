// The commands of the workload `points`.
#include "app/command_line/commands.hpp"
#include "app/files/picture_file.hpp"
#include "app/settings/points_settings.hpp"
#include "render/picture/png.hpp"
#include "tests/command_line/file_lines.hpp"
#include "tests/command_line/program.hpp"
#include "tests/command_line/window_settings.hpp"

#include <tuple>

namespace mariani::app {
namespace {

using PointsCommandTest = ProgramTest;

const std::string points_columns =
    "workload,engine,backend,device,points,min,depth,distribution,seed,input_s,pool,block,";

TEST_F(PointsCommandTest, BenchMeasuresEveryEngine) {
    const auto outcome = run(
        "bench --workload points --backend cpu --points 64 --distribution grid --min 2 --repeat 2 "
        "-o runs.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.out,
                "64 points, grid, min 2, depth 12\n2 runs each, in random order; cpu: ");
    EXPECT_SAYS(outcome.out, "85 nodes on 4 levels, including 64 leaves\n");
    for (const std::string engine : {"DP ", "DP-MBR ", "ASK ", "linear ", "Karras "})
        EXPECT_SAYS(outcome.out, "\n" + engine);
    const auto lines = lines_in(folder / "runs.csv");
    ASSERT_EQ(lines.size(), 1U + 5U * 2U);
    EXPECT_TRUE(lines[0].starts_with("time," + points_columns + "run,compute_ms,launches,"))
        << lines[0];
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const bool launches = lines[i].find(",points,dp") != std::string::npos;
        EXPECT_SAYS(lines[i], ",64,2,12,grid,1,0");
        EXPECT_SAYS(lines[i], launches ? ",21,0,4,85,64," : ",0,0,4,85,64,");
    }
}

TEST_F(PointsCommandTest, BenchMeasuresTheEnergyOfARunOrTellsTheReason) {
    const auto outcome = run(
        "bench --workload points --backend cpu --points 1000 --engine linear --repeat 1 --energy "
        "-o e.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.out, "\nenergy linear  ");
    EXPECT_SAYS(lines_in(folder / "e.csv").at(0), ",floor_ms,joules,cells_per_joule,energy");
    EXPECT_FALSE(lines_in(folder / "e.csv").at(1).ends_with(","));
}

TEST_F(PointsCommandTest, AValueThatIsListedTwiceIsMeasuredOnce) {
    run("sweep --workload points --backend cpu --engine linear --points 100,100,200 --repeat 1 "
        "-o s.csv");
    EXPECT_EQ(lines_in(folder / "s.csv").size(), 1U + 2U);
}

TEST_F(PointsCommandTest, TheTimeIsToldAsItIsTyped) {
    const auto outcome =
        run("bench --workload points --backend cpu --points 100 --engine linear --time 0.05 "
            "--repeat 1");
    EXPECT_SAYS(outcome.out, ", after 0.05 s\n");
}

TEST_F(PointsCommandTest, SweepMeasuresEveryNumberOfPointsAndMin) {
    const auto outcome =
        run("sweep --workload points --backend cpu --engine dp,linear --points 100,1000 --min 4,16 "
            "--repeat 1 -o sweep.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto lines = lines_in(folder / "sweep.csv");
    ASSERT_EQ(lines.size(), 1U + 2U * 2U * 2U);
    EXPECT_EQ(lines[0], points_columns + "nodes,runs,ms_median,ms_min,ms_max,improvement");
    std::size_t at = 1;
    for (const std::string count : {"100", "1000"})
        for (const std::string min : {"4", "16"})
            for (const std::string engine : {"dp", "linear"}) {
                EXPECT_TRUE(lines[at].starts_with("points," + engine + ",cpu,")) << lines[at];
                EXPECT_SAYS(lines[at], "," + count + "," + min + ",12,uniform,1,0");
                ++at;
            }
    EXPECT_SAYS(outcome.out, "fastest");
}

TEST_F(PointsCommandTest, RaceRanksEnginesByTheirMedians) {
    const auto outcome = run(
        "race --workload points --backend cpu --points 2000 --repeat 3 -o race.csv --plot r.png");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto lines = lines_in(folder / "race.csv");
    ASSERT_EQ(lines.size(), 6U);
    EXPECT_EQ(lines[0],
              "rank," + points_columns + "nodes,runs,ms_median,ms_min,ms_max,improvement,runs_ms");
    for (std::size_t i = 1; i < lines.size(); ++i)
        EXPECT_TRUE(lines[i].starts_with(std::to_string(i) + ",points,")) << lines[i];
    EXPECT_GT(render::read_png(folder / "r.png").size().height, 0);
}

TEST_F(PointsCommandTest, CheckFindsAllEnginesExact) {
    for (const std::string more : {"--min 0 --depth 16", "--distribution clumps --time 3",
                                   "--distribution mouse --place 0.2,0.9", "--pool 1"}) {
        const auto outcome =
            run("check --workload points --backend cpu --points 5000 -o c.csv " + more);
        EXPECT_EQ(outcome.status, 0) << more << outcome.out << outcome.err;
        const auto lines = lines_in(folder / "c.csv");
        ASSERT_EQ(lines.size(), 6U);
        EXPECT_EQ(lines[0], points_columns + "launches,failed_launches,nodes,fault,exact");
        for (std::size_t i = 1; i < lines.size(); ++i) EXPECT_TRUE(lines[i].ends_with(",,yes"));
    }
}

TEST_F(PointsCommandTest, RenderDrawsLeavesAndWritesTheTree) {
    const auto outcome = run(
        "render --workload points --backend cpu --points 64 --distribution grid --min 2 --side 128 "
        "-o tree.png --tree-out tree.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.out, "tree.png: 128x128 pixels, linear on ");
    EXPECT_SAYS(outcome.out, "    3          64           0   0.000               64\n");
    const auto lines = lines_in(folder / "tree.csv");
    ASSERT_EQ(lines.size(), 1U + 85U);
    EXPECT_EQ(lines[0], "level,prefix,begin,end,subdivided");
    EXPECT_EQ(lines[1], "0,0,0,64,yes");
    EXPECT_EQ(lines[85], "3,63,63,64,no");
    // Cells of 16 pixels, each with a gap at its end and a point in its middle.
    const auto image = render::read_png(folder / "tree.png");
    EXPECT_EQ(image.at(0, 0), image.at(112, 16));
    EXPECT_NE(image.at(15, 0), image.at(0, 0));
    EXPECT_NE(image.at(8, 7), image.at(0, 0));
    EXPECT_EQ(image.at(8, 7), image.at(120, 119));
}

TEST_F(PointsCommandTest, PointsLieInThePixelsOfAPicture) {
    ASSERT_EQ(run("render --workload points --backend cpu --points 50 --side 64 -o a.png").status,
              0);
    const auto outcome =
        run("check --workload points --backend cpu --distribution picture --pixels a.png");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.out, "100000 points, picture,");
}

// The window opens such a picture on its tab.
TEST_F(PointsCommandTest, APictureCarriesTheSettingsOfTheWindowsTab) {
    const std::string render = "render --workload points --backend cpu --side 64 -o a.png ";
    ASSERT_EQ(run(render + "--points 900 --min 3 --depth 7 --engine dp --pool 5 --seed 8 "
                           "--time 2.5 --distribution mouse --place 0.25,0.75")
                  .status,
              0);
    const auto read = read_picture(folder / "a.png").settings;
    EXPECT_EQ(read.workload, Workload::points);
    PointsSettings expected;
    expected.problem = {900, {3, 7}, points::Distribution::mouse, 8, 2.5, 5, 128};
    expected.engine = points::EngineKind::dp;
    expected.place_x = 0.25;
    expected.place_y = 0.75;
    EXPECT_EQ(read.points, expected);
    ASSERT_EQ(run(render + "--distribution picture --pixels a.png").status, 0);
    EXPECT_EQ(read_picture(folder / "a.png").settings.points->picture, (folder / "a.png").string());
}

TEST_F(PointsCommandTest, TheWindowOpensOnWhatItsOptionsName) {
    const auto settings = window_settings(
        Workload::points,
        "--points 5000 --min 3 --depth 7 --engine dp --pool 9 --block 64 --distribution clumps "
        "--seed 4 --time 1.5 --place 0.25,0.5 --pixels /tmp/a.png --backend cpu --threads 2");
    const PointsSettings& shown = *settings.points;
    const points::Problem expected{5000, {3, 7}, points::Distribution::clumps, 4, 1.5, 9, 64};
    EXPECT_EQ(shown.problem, expected);
    EXPECT_EQ(std::tie(shown.engine, shown.place_x, shown.place_y),
              std::tuple(points::EngineKind::dp, 0.25, 0.5));
    EXPECT_EQ(shown.picture, "/tmp/a.png");
    EXPECT_EQ(shown.backend, Backend::cpu);
    EXPECT_EQ(settings.engine.threads, 2);
}

TEST_F(PointsCommandTest, TheWindowKeepsWhatItsOptionsDoNotName) {
    Settings before;
    before.points->problem.rule.min = 99;
    before.points->circle = true;
    const auto shown = *window_settings(Workload::points, "--points 500", before).points;
    EXPECT_EQ(std::tie(shown.problem.count, shown.problem.rule.min, shown.circle),
              std::tuple(500, 99, true));
}

TEST_F(PointsCommandTest, TheWindowsOptionsAreCheckedBeforeItOpens) {
    const std::string window = "--workload points --backend cpu ";
    expect_one_line(run(window + "--points 0"), 2,
                    "points is 0: it must be a whole number from 1 to ");
    expect_one_line(run(window + "--depth 17"), 2, "--depth");
    expect_one_line(run(window + "--place 2,0"), 2, "the place is 2,0");
    expect_one_line(run(window + "--time -1"), 2, "--time is \"-1\"");
    expect_one_line(run(window + "--engine ex"), 2, "--engine");
    expect_one_line(run(window + "--min 0 --points 134217728 --depth 16"), 2,
                    "choose fewer points");
    expect_one_line(run(window + "--map rec"), 2, "--map");
}

TEST_F(PointsCommandTest, InfoListsWhatThereIs) {
    const auto outcome = run("info --workload points");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_SAYS(outcome.out, "\n  karras      ");
    EXPECT_SAYS(outcome.out, "\n  depth         1 to 16\n");
}

TEST_F(PointsCommandTest, WhatCannotBeIsRefusedInOneLine) {
    const std::string bench = "bench --workload points --backend cpu ";
    expect_one_line(run(bench + "--points -1"), 2, "--points is \"-1\"");
    expect_one_line(run(bench + "--place 0.5"), 2, "--place is \"0.5\"");
    expect_one_line(run(bench + "--place 0.1,0.1"), 2, "choose mouse");
    expect_one_line(run(bench + "--engine linear --pool 9"), 2,
                    "pool is given, but only dp and dp-mbr use it: choose one of these engines");
    expect_one_line(
        run(bench + "--engine dp --block 64"), 2,
        "block is given, and the backend is cpu, where tasks have no blocks: choose cuda");
    expect_one_line(run(bench + "--distribution picture"), 2, "no picture is given");
    expect_one_line(run("render --workload points"), 2, "-o is missing");
}

}  // namespace
}  // namespace mariani::app
