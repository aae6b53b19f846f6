// The commands of the workload `curves`.
#include "app/command_line/commands.hpp"
#include "app/settings/curves_settings.hpp"
#include "render/picture/png.hpp"
#include "tests/command_line/file_lines.hpp"
#include "tests/command_line/program.hpp"
#include "tests/command_line/window_settings.hpp"

#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace mariani::app {
namespace {

using CurvesCommandTest = ProgramTest;

const std::string curves_columns =
    "workload,engine,backend,device,lines,count_by,factor,tolerance,cap,seed,input_s,parent_block,"
    "child_block,streams,pool,memory,heap,repair,";

TEST_F(CurvesCommandTest, BenchMeasuresEveryEngine) {
    const auto outcome = run(
        "bench --workload curves --backend cpu --lines 1024 --factor 16 --repeat 2 -o runs.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.out,
                "1024 lines, 16 times the curvature, at most 64 vertices per line\n2 runs each, in "
                "random order; cpu: ");
    for (const std::string engine :
         {"flat ", "DP ", "DP by warp ", "DP by block ", "DP by grid ", "count, scan, fill "})
        EXPECT_SAYS(outcome.out, "\n" + engine);
    const auto lines = lines_in(folder / "runs.csv");
    ASSERT_EQ(lines.size(), 1U + 6U * 2U);
    EXPECT_TRUE(lines[0].starts_with("time," + curves_columns + "run,compute_ms,launches,"))
        << lines[0];
    const std::vector<std::pair<std::string, std::string>> launches{
        {",flat,", ",1024,curvature,16,,64,1,0,,32,,,,,,"},
        {",dp,", ",1024,curvature,16,,64,1,0,64,32,,2048,room,,on,"},
        {",scan,", ",1024,curvature,16,,64,1,0,,,,,,,,"}};
    for (std::size_t i = 1; i < lines.size(); ++i)
        for (const auto& [engine, plan] : launches)
            if (lines[i].find(engine) != std::string::npos) {
                EXPECT_SAYS(lines[i], plan);
            }
}

TEST_F(CurvesCommandTest, BenchMeasuresTheEnergyOfARunOrTellsTheReason) {
    const auto outcome = run(
        "bench --workload curves --backend cpu --lines 1000 --engine scan --repeat 1 --energy -o "
        "e.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.out, "\nenergy count, scan, fill ");
    EXPECT_SAYS(lines_in(folder / "e.csv").at(0), ",floor_ms,joules,cells_per_joule,energy");
    EXPECT_FALSE(lines_in(folder / "e.csv").at(1).ends_with(","));
}

TEST_F(CurvesCommandTest, SweepMeasuresEveryNumberOfLinesAndPool) {
    const auto outcome =
        run("sweep --workload curves --backend cpu --engine dp,dp-block --lines 100,1000 --pool "
            "1,4096 --repeat 1 -o sweep.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto lines = lines_in(folder / "sweep.csv");
    ASSERT_EQ(lines.size(), 1U + 2U * 2U * 2U);
    EXPECT_EQ(lines[0],
              curves_columns +
                  "vertices,failed_launches,lost_lines,runs,ms_median,ms_min,ms_max,improvement");
    std::size_t at = 1;
    for (const std::string count : {"100", "1000"})
        for (const std::string pool : {"1", "4096"})
            for (const std::string engine : {"dp", "dp-block"}) {
                EXPECT_TRUE(lines[at].starts_with("curves," + engine + ",cpu,")) << lines[at];
                EXPECT_SAYS(lines[at], "," + count + ",tolerance,,5e-04,");
                EXPECT_SAYS(lines[at],
                            ",64,32,," + pool + (engine == "dp" ? ",room,,on," : ",,,on,"));
                ++at;
            }
    EXPECT_SAYS(outcome.out, "fastest");
}

TEST_F(CurvesCommandTest, RaceRanksEnginesByTheirMedians) {
    const auto outcome = run(
        "race --workload curves --backend cpu --lines 2000 --repeat 3 -o race.csv --plot r.png");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto lines = lines_in(folder / "race.csv");
    ASSERT_EQ(lines.size(), 7U);
    EXPECT_EQ(
        lines[0],
        "rank," + curves_columns +
            "vertices,failed_launches,lost_lines,runs,ms_median,ms_min,ms_max,improvement,runs_ms");
    for (std::size_t i = 1; i < lines.size(); ++i)
        EXPECT_TRUE(lines[i].starts_with(std::to_string(i) + ",curves,")) << lines[i];
    EXPECT_GT(render::read_png(folder / "r.png").size().height, 0);
}

TEST_F(CurvesCommandTest, CheckFindsAllEnginesExact) {
    for (const std::string more :
         {"--tolerance 0.01 --cap 1024", "--factor 16 --time 3", "--cap 5 --child-block 96",
          "--pool 1 --parent-block 32", "--tolerance 1 --side 200"}) {
        const auto outcome =
            run("check --workload curves --backend cpu --lines 3000 -o c.csv " + more);
        EXPECT_EQ(outcome.status, 0) << more << outcome.out << outcome.err;
        EXPECT_SAYS(outcome.out, "\nchords of all lines that are not cut: at most ");
        const auto lines = lines_in(folder / "c.csv");
        ASSERT_EQ(lines.size(), 7U);
        EXPECT_EQ(lines[0],
                  curves_columns +
                      "launches,failed_launches,vertices,cut_lines,lost_lines,chord_error,"
                      "fault,exact");
        for (std::size_t i = 1; i < lines.size(); ++i) EXPECT_TRUE(lines[i].ends_with(",,yes"));
    }
}

// By one thread, all launches of whose parent are made before the first one runs.
const std::string unrepaired =
    "--workload curves --backend cpu --threads 1 --lines 100 --parent-block 128 --pool 10 --repair "
    "off ";

TEST_F(CurvesCommandTest, WithoutRepairCheckFindsThatLinesAreLost) {
    const auto outcome = run("check " + unrepaired + "--engine dp,scan -o c.csv");
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    EXPECT_SAYS(outcome.out,
                "wrong: 90 lines are lost because 90 launches failed; the others are exact\n");
    const auto lines = lines_in(folder / "c.csv");
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_SAYS(lines[1], ",10,room,,off,");
    EXPECT_TRUE(lines[1].ends_with("the others are exact,no")) << lines[1];
    EXPECT_TRUE(lines[2].ends_with(",,yes")) << lines[2];
}

TEST_F(CurvesCommandTest, WithoutRepairBenchAndRenderSayHowManyLinesAreLost) {
    auto outcome = run("bench " + unrepaired + "--engine dp --repeat 1");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.out, "\nlost   DP                90 of 100 lines have no vertices\n");
    outcome = run("bench " + unrepaired + "--engine dp,scan --repeat 1 -o b.csv");
    const auto rows = lines_in(folder / "b.csv");
    ASSERT_EQ(rows.size(), 3U);
    std::map<std::string, std::string> vertices_of;
    for (const std::size_t i : {1U, 2U}) {
        auto row = row_of(rows[0], rows[i]);
        vertices_of[row["engine"]] = row["vertices"];
    }
    EXPECT_LT(std::stoi(vertices_of["dp"]), std::stoi(vertices_of["scan"]) / 5);
    EXPECT_SAYS(outcome.out, "\n" + vertices_of["scan"] + " vertices, ");
    for (const std::string command : {"race ", "sweep "}) {
        outcome = run(command + unrepaired + "--engine dp,scan --repeat 1");
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_SAYS(outcome.out, "lost   DP                90 of 100 lines have no vertices\n");
    }
    EXPECT_SAYS(outcome.out, "\nlines 100, pool 10: lost ");
    outcome = run("render " + unrepaired + "--engine dp -o a.png --vertices-out a.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.out, " vertices; 0 lines cut, 90 lost (dashed)\n");
    const auto vertices = lines_in(folder / "a.csv");
    EXPECT_TRUE(vertices.back().starts_with("9,")) << vertices.back();
}

TEST_F(CurvesCommandTest, LitmusTestsAreForAGpuOnly) {
    const std::string check = "check --workload curves --litmus ";
    expect_one_line(run(check + "--backend cpu"), 2, "litmus tests run launches on a GPU");
    expect_one_line(run(check + "--lines 5"), 2,
                    "--lines is given with --litmus, which runs no engine: leave one of them out");
    const auto outcome = run(check + "-o litmus.csv");
    if (outcome.status != 2) return;  // there is a GPU
    expect_one_line(outcome, 2, "litmus tests run launches on a GPU: ");
    EXPECT_FALSE(std::filesystem::exists(folder / "litmus.csv"));
}

TEST_F(CurvesCommandTest, RenderDrawsChordsAndWritesVertices) {
    const auto outcome =
        run("render --workload curves --backend cpu --lines 20 --side 128 --tolerance 1 -o c.png "
            "--vertices-out v.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.out, "c.png: 128x128 pixels, count, scan, fill on ");
    EXPECT_SAYS(outcome.out, "20 lines, chords within 0.007812 of the square's side, ");
    const auto lines = lines_in(folder / "v.csv");
    EXPECT_EQ(lines[0], "line,vertex,x,y");
    EXPECT_SAYS(outcome.out, "\n" + std::to_string(lines.size() - 1) + " vertices; 0 lines cut\n");
    EXPECT_TRUE(lines[1].starts_with("0,0,")) << lines[1];
    EXPECT_TRUE(lines.back().starts_with("19,")) << lines.back();
    // The first vertex is in the picture where its dot is.
    const auto image = render::read_png(folder / "c.png");
    const auto comma = lines[1].find(',', 4);
    const double x = std::stod(lines[1].substr(4, comma - 4)),
                 y = std::stod(lines[1].substr(comma + 1));
    const auto paper = image.at(0, 0);
    EXPECT_NE(image.at(static_cast<int>(x * 128), static_cast<int>((1 - y) * 128)), paper);
}

TEST_F(CurvesCommandTest, ANearerViewHasMoreVertices) {
    const std::string render = "render --workload curves --backend cpu --lines 10 --cap 1024 ";
    ASSERT_EQ(run(render + "-o a.png --vertices-out a.csv").status, 0);
    ASSERT_EQ(run(render + "--center 0.3,0.6 --height 0.01 -o b.png --vertices-out b.csv").status,
              0);
    const std::size_t whole = lines_in(folder / "a.csv").size();
    const std::size_t near = lines_in(folder / "b.csv").size();
    EXPECT_GT(near, 8 * whole);  // some ten times: the root of a hundred
    EXPECT_LT(near, 12 * whole);
}

TEST_F(CurvesCommandTest, TheWindowOpensOnWhatItsOptionsName) {
    const auto settings = window_settings(
        Workload::curves,
        "--lines 5000 --factor 12 --cap 32 --engine dp --parent-block 96 --child-block 64 "
        "--streams named --pool 9 --repair off --memory malloc --heap 16777216 --seed 4 --time 1.5 "
        "--backend cpu --threads 2");
    const CurvesSettings& shown = *settings.curves;
    const curves::Problem expected{5000,
                                   12,
                                   0.5,
                                   32,
                                   4,
                                   1.5,
                                   96,
                                   64,
                                   curves::StreamMode::named,
                                   9,
                                   curves::VertexMemory::heap,
                                   16 << 20,
                                   false};
    EXPECT_EQ(shown.problem, expected);
    EXPECT_EQ(shown.engine, curves::EngineKind::dp);
    EXPECT_EQ(shown.backend, Backend::cpu);
    EXPECT_EQ(settings.engine.threads, 2);
}

TEST_F(CurvesCommandTest, TheWindowKeepsWhatItsOptionsDoNotName) {
    Settings before;
    before.curves->problem.cap = 99;
    before.curves->problem.factor = 7;
    before.curves->placed = {{1, {0.5F, 0.5F}}};
    const auto moved = *window_settings(Workload::curves, "--engine flat", before).curves;
    EXPECT_EQ(std::tie(moved.problem.cap, moved.problem.factor),
              std::tuple(99, std::optional(7.0)));
    EXPECT_EQ(moved.placed, before.curves->placed);
    const auto other =
        *window_settings(Workload::curves, "--lines 2097152 --cap 100 --tolerance 2", before)
             .curves;
    EXPECT_EQ(std::tie(other.problem.lines, other.problem.tolerance), std::tuple(1 << 21, 2.0));
    EXPECT_EQ(other.problem.factor, std::nullopt) << "a tolerance takes its place";
    EXPECT_TRUE(other.placed.empty()) << "they are points of other lines";
}

TEST_F(CurvesCommandTest, TheWindowsOptionsAreCheckedBeforeItOpens) {
    const std::string window = "--workload curves --backend cpu ";
    expect_one_line(run(window + "--lines 0"), 2, "--lines is \"0\"");
    expect_one_line(run(window + "--lines 2097153"), 2, "--lines is \"2097153\"");
    expect_one_line(run(window + "--lines 2097152 --cap 1024"), 2,
                    "choose fewer lines or a smaller");
    expect_one_line(run(window + "--factor 16 --tolerance 1"), 2, "so leave one out");
    expect_one_line(run(window + "--tolerance 0"), 2, "--tolerance is \"0\"");
    expect_one_line(run(window + "--child-block 33"), 2, "and a multiple of 32");
    expect_one_line(run(window + "--time -1"), 2, "--time is \"-1\"");
    expect_one_line(run(window + "--engine ex"), 2, "--engine");
    expect_one_line(run(window + "--map rec"), 2, "--map");
    const auto help = run("--workload curves --help");
    EXPECT_EQ(help.status, 0);
    EXPECT_SAYS(help.out, "Shows Bezier curves as chords, in the window's tab Curves.");
    EXPECT_SAYS(help.out, "--lines");
}

TEST_F(CurvesCommandTest, InfoListsWhatThereIs) {
    const auto outcome = run("info --workload curves");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_SAYS(outcome.out, "\n  dp-grid     ");
    EXPECT_SAYS(outcome.out, "\n  forget      ");
    EXPECT_SAYS(outcome.out, "\n  malloc      ");
    EXPECT_SAYS(outcome.out, "\n  cap           2 to 1024\n");
    EXPECT_SAYS(outcome.out, "\n  child-block   32 to 1024\n");
    EXPECT_SAYS(outcome.out, "\n  heap          4194304 to 1073741824\n");
}

// Engines that launch nothing have no pool, whichever of them comes first.
TEST_F(CurvesCommandTest, SweepTellsThePoolOfEnginesThatHaveOne) {
    const std::string sweep = "sweep --workload curves --backend cpu --lines 10 --repeat 1 ";
    const auto outcome = run(sweep + "--engine flat,dp --pool 64,1024");
    for (const std::string place : {"\n   10    64  ", "\n   10  1024  "})
        EXPECT_SAYS(outcome.out, place);
    EXPECT_SAYS(run(sweep + "--engine flat").out, "\n   10     -  ");
}

TEST_F(CurvesCommandTest, TheTimeIsToldAsItIsTyped) {
    const auto outcome = run(
        "bench --workload curves --backend cpu --lines 10 --engine scan --time 0.05 --repeat 1");
    EXPECT_SAYS(outcome.out, ", after 0.05 s\n");
}

TEST_F(CurvesCommandTest, WhatCannotBeIsRefusedInOneLine) {
    expect_one_line(run("render --workload curves --center 1e308,1e308 -o c.png"), 2,
                    "the curves lie in the unit square");
    const std::string bench = "bench --workload curves --backend cpu ";
    expect_one_line(run(bench + "--lines 0"), 2, "--lines is \"0\"");
    expect_one_line(run(bench + "--factor 16 --tolerance 1"), 2, "so leave one out");
    expect_one_line(run(bench + "--factor 16 --side 5"), 2, "so give a tolerance");
    expect_one_line(run(bench + "--tolerance 0"), 2, "--tolerance is \"0\"");
    expect_one_line(run(bench + "--child-block 33"), 2, "and a multiple of 32");
    expect_one_line(
        run(bench + "--engine scan --child-block 64"), 2,
        "child block is given, but only flat, dp, dp-warp, dp-block and dp-grid use it");
    expect_one_line(run(bench + "--streams null"), 2, "where tasks have no streams: choose cuda");
    expect_one_line(run(bench + "--memory malloc"), 2, "have no heap of their own: choose cuda");
    expect_one_line(run(bench + "--memory stack"), 2, "--memory is \"stack\"");
    expect_one_line(run(bench + "--heap 4194304"), 2, "have no heap of their own: choose cuda");
    expect_one_line(run(bench + "--heap 1024"), 2, "--heap is \"1024\"");
    expect_one_line(run(bench + "--engine scan --memory room"), 2,
                    "only dp uses it: choose this engine");
    expect_one_line(run(bench + "--repair maybe"), 2, "--repair is \"maybe\"");
    expect_one_line(run(bench + "--engine scan --repair off"), 2, "repair is given, but only dp, ");
    expect_one_line(run(bench + "--engine scan --pool 9"), 2, "pool is given, but only dp, ");
    expect_one_line(run(bench + "--lines 2097152 --cap 1024"), 2,
                    "choose fewer lines or a smaller");
    expect_one_line(run("render --workload curves"), 2, "-o is missing");
    expect_one_line(run("render --workload curves -o a.png --height 1e-9"), 2, "--height is 1e-09");
    expect_one_line(run("render --workload curves -o a.png --center 1"), 2, "--center is \"1\"");
}

}  // namespace
}  // namespace mariani::app
