// The commands of the workload `triangle`, and how --workload finds them.
#include "app/files/picture_file.hpp"
#include "app/settings/triangle_settings.hpp"
#include "app/workloads/colours.hpp"
#include "render/picture/png.hpp"
#include "tests/command_line/file_lines.hpp"
#include "tests/command_line/program.hpp"
#include "tests/command_line/squeezed.hpp"

#include <algorithm>

namespace mariani::app {
namespace {

using TriangleCommandTest = ProgramTest;

TEST_F(TriangleCommandTest, BenchMeasuresTheEnergyOfARunOrTellsTheReason) {
    const auto outcome =
        run("bench --workload triangle --backend cpu --n 300 --map bb,rb "
            "--repeat 1 --energy -o e.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.out, "\nenergy BB  ");
    EXPECT_SAYS(lines_in(folder / "e.csv").at(0), ",floor_ms,joules,cells_per_joule,energy");
    EXPECT_FALSE(lines_in(folder / "e.csv").at(1).ends_with(","));
}

TEST_F(TriangleCommandTest, BenchMeasuresEveryExactMap) {
    const auto outcome =
        run("bench --workload triangle --backend cpu --n 300 --repeat 2 -o runs.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.out,
                "triangle edm, n 300, rho 16: 19 blocks to a side, diagonal on, "
                "4 coordinates, packed\n2 runs each, in random order; cpu: ");
    EXPECT_SAYS(outcome.out, "to set the 180600 bytes that are written");
    for (const std::string map : {"BB ", "LTM ", "LTM square ", "LTM strict ", "UTM ", "RB blocks ",
                                  "RB threads ", "REC ", "H ", "DP "})
        EXPECT_SAYS(outcome.out, "\n" + map);
    EXPECT_EQ(outcome.out.find("LTM-X"), std::string::npos);
    const auto lines = lines_in(folder / "runs.csv");
    ASSERT_EQ(lines.size(), 1U + 10U * 2U);
    EXPECT_TRUE(lines[0].starts_with("time,workload,engine,backend,device,test,n,rho,"));
    for (std::size_t i = 1; i < lines.size(); ++i)
        EXPECT_NE(lines[i].find(",edm,300,16,4,on,,"), std::string::npos) << lines[i];
}

// 19 blocks to a side: of 361 blocks 171 are wasted, and of their 92416 threads 47266.
TEST_F(TriangleCommandTest, BenchCountsWaste) {
    const auto outcome =
        run("bench --workload triangle --backend cpu --n 300 --test map --map "
            "bb,rb --repeat 1 -o runs.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const std::string all = text_of(folder / "runs.csv");
    EXPECT_SAYS(all, ",361,171,47266,45150,");
    EXPECT_SAYS(all, ",190,0,3490,45150,");
}

// On the processor, too: those of the diagonal and of five sizes of squares.
TEST_F(TriangleCommandTest, BenchCountsLaunches) {
    const auto outcome =
        run("bench --workload triangle --backend cpu --n 512 --test map --m 1 --map "
            "bb,rec,ltm-strict --repeat 1 -o runs.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const std::string all = text_of(folder / "runs.csv");
    EXPECT_SAYS(all, ",1,0,1024,496,");
    EXPECT_SAYS(all, ",6,0,528,0,");
    EXPECT_SAYS(all, ",2,0,528,0,");
}

// k of Eq. 10: of BB itself it is 1; of LTM with 4 blocks to a side I k is 2 * 4 / 5.
TEST_F(TriangleCommandTest, TheCostOfABlockIsToldBesideTheImprovement) {
    const std::string options =
        " --workload triangle --backend cpu --n 64 --test map --map bb,ltm --repeat 3 ";
    const auto race = run("race" + options + "-o race.csv");
    ASSERT_EQ(race.status, 0) << race.err;
    const auto sweep = run("sweep" + options + "-o sweep.csv");
    ASSERT_EQ(sweep.status, 0) << sweep.err;
    EXPECT_SAYS(squeezed(run("bench" + options).out), "\nmap median ms min..max vs BB k blocks");
    // Its columns counted from the last one: the device's name has commas.
    const auto value = [](std::string line, int from_last) {
        for (; from_last > 0; --from_last) line.resize(line.rfind(','));
        return std::stod(line.substr(line.rfind(',') + 1));
    };
    int rows = 0;
    for (const auto& [file, improvement] : {std::pair("race.csv", 2), std::pair("sweep.csv", 1)})
        for (const auto& line : lines_in(folder / file)) {
            if (line.find(",cpu,") == std::string::npos) continue;  // the names
            const bool box = line.find(",bb,") != std::string::npos;
            EXPECT_NEAR(value(line, improvement) * value(line, 0), box ? 1 : 1.6, 1e-6) << line;
            ++rows;
        }
    EXPECT_EQ(rows, 4);
}

TEST_F(TriangleCommandTest, SweepMeasuresEveryMapForEverySize) {
    const auto outcome =
        run("sweep --workload triangle --backend cpu --map bb,rb --n 100,64..128 "
            "--rho 8,16 --repeat 2 -o sweep.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto lines = lines_in(folder / "sweep.csv");
    ASSERT_EQ(lines.size(), 1U + 3U * 2U * 2U);
    EXPECT_EQ(lines[0],
              "workload,engine,backend,device,test,n,rho,runs,ms_median,ms_min,ms_max,"
              "improvement,k");
    std::size_t at = 1;
    for (const std::string n : {"100", "64", "128"})
        for (const std::string rho : {"8", "16"})
            for (const std::string map : {"bb", "rb"}) {
                EXPECT_TRUE(lines[at].starts_with("triangle," + map + ",cpu,")) << lines[at];
                EXPECT_SAYS(lines[at], ",edm," + n + "," + rho + ",2,");
                ++at;
            }
    EXPECT_SAYS(outcome.out, "fastest");
    expect_one_line(run("sweep --workload triangle --backend cpu --n 0"), 2, "--n is \"0\"");
    expect_one_line(run("sweep --workload triangle --backend cpu --rho 8,12"), 2, "rho is 12");
    std::string many = "1";
    for (int i = 2; i <= 501; ++i) {
        many += ',';
        many += std::to_string(i);
    }
    expect_one_line(run("sweep --workload triangle --backend cpu --rho 8,16 --n " + many), 2,
                    "1002 combinations of --n, --rho: a sweep measures at most 1000");
}

TEST_F(TriangleCommandTest, RaceRanksMapsByTheirMedians) {
    const auto outcome =
        run("race --workload triangle --backend cpu --n 300 --map bb,utm,rb "
            "--repeat 3 -o race.csv --plot race.png");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto lines = lines_in(folder / "race.csv");
    ASSERT_EQ(lines.size(), 4U);
    EXPECT_EQ(lines[0],
              "rank,workload,engine,backend,device,test,n,rho,runs,ms_median,ms_min,"
              "ms_max,improvement,runs_ms,k");
    double last = 0;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        EXPECT_TRUE(lines[i].starts_with(std::to_string(i) + ",triangle,")) << lines[i];
        const auto at = lines[i].find(",edm,300,16,3,") + 14;
        const double median = std::stod(lines[i].substr(at));
        EXPECT_LE(last, median);
        last = median;
        const bool is_bb = lines[i].find(",bb,") != std::string::npos;
        EXPECT_TRUE(!is_bb || lines[i].find(",1,") != std::string::npos) << lines[i];
    }
    EXPECT_EQ(render::read_png(folder / "race.png").size().height, 24 + 3 * 19 + 12 + 3 * 32 + 24);
    EXPECT_SAYS(outcome.out, "rank  map");
}

TEST_F(TriangleCommandTest, CheckFindsExactMapsExact) {
    for (const std::string test : {"map", "accumulate --layout tiles", "edm --features 2",
                                   "edm --diagonal off --layout full", "collision"}) {
        const auto outcome = run("check --workload triangle --backend cpu --n 200 --test " + test);
        EXPECT_EQ(outcome.status, 0) << test << outcome.out << outcome.err;
        EXPECT_SAYS(outcome.out, "exact");
        EXPECT_EQ(outcome.out.find("wrong\n"), std::string::npos) << outcome.out;
    }
}

// Beside the maps, with the same contacts.
TEST_F(TriangleCommandTest, AGridFindsContactsWithoutAMap) {
    const std::string options =
        " --workload triangle --backend cpu --n 300 --test collision --map bb,rb --grid ";
    const auto check = run("check" + options + "-o check.csv");
    EXPECT_EQ(check.status, 0) << check.out << check.err;
    EXPECT_SAYS(squeezed(check.out), "\ngrid - - - - - 0 exact\n");
    EXPECT_EQ(lines_in(folder / "check.csv").back(),
              "triangle,grid,cpu,collision,300,128,,44850,,,,,,0,yes");
    const auto bench = run("bench" + options + "--repeat 1 -o runs.csv");
    EXPECT_EQ(bench.status, 0) << bench.err;
    EXPECT_SAYS(bench.out, "\ngrid ");
    const std::string all = text_of(folder / "runs.csv");
    EXPECT_SAYS(all, ",triangle,grid,cpu,");
    EXPECT_SAYS(all, ",,0,,,,44850,");  // a grid on the processor launches nothing
    const auto race = run("race" + options + "--repeat 1");
    EXPECT_EQ(race.status, 0) << race.err;
    EXPECT_SAYS(race.out, "  grid ");
    const auto sweep = run("sweep" + options + "--repeat 1 -o sweep.csv");
    EXPECT_EQ(sweep.status, 0) << sweep.err;
    EXPECT_EQ(lines_in(folder / "sweep.csv").size(), 4U);
    expect_one_line(run("bench --workload triangle --backend cpu --grid"), 2,
                    "which only the test collision has, not edm");
}

TEST_F(TriangleCommandTest, CheckShowsWhatIsWrongWithTheRootsAsPrinted) {
    const auto outcome =
        run("check --workload triangle --backend cpu --n 2048 --test map --map "
            "ltm,ltm-r,ltm-n --epsilon 0 -o wrong.csv");
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    const auto said = squeezed(outcome.out);
    EXPECT_SAYS(said, "LTM 2098176 0 0 0 blocks - - exact\n");
    EXPECT_SAYS(said, "LTM-R 2095360 2816 0 11 blocks 465 - wrong\n");
    EXPECT_SAYS(said, "LTM-N 2091008 7168 0 28 blocks 1 - wrong\n");
    const auto lines = lines_in(folder / "wrong.csv");
    ASSERT_EQ(lines.size(), 4U);
    EXPECT_EQ(lines[2], "triangle,ltm-r,cpu,map,2048,16,0,2098176,2095360,11,465,2816,0,,no");
}

// 32 values of the cells that the fold misses are right as they were: distances of 0.
TEST_F(TriangleCommandTest, CheckTellsTheUnitOfWhatItCounts) {
    const std::string check = "check --workload triangle --backend cpu --map ";
    const auto distances = squeezed(run(check + "rb-printed,ltm-strict-printed --n 64").out);
    EXPECT_SAYS(distances, "\nmap visits missed repeated outside first outside wrong values");
    EXPECT_SAYS(distances, "\nthreads cells cells block cells");
    EXPECT_SAYS(distances, "\nRB printed 2080 528 32 0 threads - 496 wrong\n");
    EXPECT_SAYS(distances, "\nLTM strict printed 544 1536 0 6 blocks 0 1536 wrong\n");
    EXPECT_SAYS(distances, "A missed cell keeps its previous 0");
    const auto contacts = squeezed(run(check + "rb-printed --n 64 --test collision").out);
    EXPECT_SAYS(contacts, "\nthreads cells cells block 32 pairs");
    EXPECT_SAYS(squeezed(run(check + "utm-printed --n 4098 --test map").out),
                "\nUTM printed 8398851 1 1 0 threads - - wrong\n");
}

// Too large for a count of each cell's visits.
TEST_F(TriangleCommandTest, CheckCountsFaultsOfTrianglesOfAnySize) {
    const auto outcome =
        run("check --workload triangle --backend cpu --n 20000 --test map --map "
            "ltm,rb-printed,utm-printed,ltm-strict-printed,ltm-r --epsilon 0");
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    const auto said = squeezed(outcome.out);
    EXPECT_SAYS(said, "LTM 200010000 0 0 0 blocks - - exact\n");
    EXPECT_SAYS(said, "RB printed 200010000 50005000 10000 0 threads - - wrong\n");
    EXPECT_SAYS(said, "LTM strict printed 170000 199840000 0 780625 blocks 0 - wrong\n");
    EXPECT_EQ(said.find("UTM printed - -"), std::string::npos);
    const auto reciprocal = said.find("LTM-R ");
    ASSERT_NE(reciprocal, std::string::npos);
    long long visits = 0, missed = 0, repeated = -1;
    ASSERT_EQ(
        std::sscanf(said.c_str() + reciprocal, "LTM-R %lld %lld %lld", &visits, &missed, &repeated),
        3);
    EXPECT_GT(missed, 0);
    EXPECT_EQ(visits + missed, 200'010'000);
    EXPECT_EQ(repeated, 0);
}

// Colours of the picture's legend, and nothing of a wrong map in a right one.
TEST_F(TriangleCommandTest, RenderDrawsWhatTheMapWastes) {
    const auto count = [&](const std::string& map, render::Rgb8 colour) {
        const auto outcome = run("render --workload triangle --backend cpu --n 500 --test map -o " +
                                 map + ".png --map " + map);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_SAYS(outcome.out, map + ".png: 1356x");
        const auto image = render::read_png(folder / (map + ".png"));
        int found = 0;
        for (int y = 0; y < image.size().height; ++y)
            for (int x = 0; x < image.size().width; ++x) found += image.at(x, y) == colour;
        return found;
    };
    constexpr auto wasted = role::wasted, repeated = role::again;
    constexpr int swatch = 14 * 14;
    EXPECT_EQ(count("rb", wasted), swatch);
    EXPECT_GT(count("bb", wasted), 640 * 640 * 2 / 5);
    EXPECT_EQ(count("ltm", repeated), 0);
    EXPECT_GT(count("rb-printed", repeated), 0);
}

TEST_F(TriangleCommandTest, RenderDrawsTheLargestTriangleAndWhatIsWrongWithIt) {
    const auto missed = [&](const std::string& map) {
        const auto outcome =
            run("render --workload triangle --backend cpu --n 131072 --rho 8 --test map -o "
                "large.png --map " +
                map);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_SAYS(outcome.out, "drawn without a run, because n is above 4096\n");
        EXPECT_SAYS(outcome.out,
                    map == "ltm" ? "too many to run here" : "\nWrong: of 8,590,000,128 cells ");
        const auto image = render::read_png(folder / "large.png");
        int found = 0;
        for (int y = 0; y < image.size().height; ++y)
            for (int x = 0; x < image.size().width; ++x) found += image.at(x, y) == role::never;
        return found;
    };
    EXPECT_EQ(missed("ltm"), 0);
    EXPECT_GT(missed("ltm-x"), 100);
    EXPECT_EQ(read_picture(folder / "large.png").settings.triangle->problem.side, 131'072);
}

// The window opens such a picture on its tab.
TEST_F(TriangleCommandTest, APictureCarriesTheSettingsOfTheWindowsTab) {
    const std::string render = "render --workload triangle --backend cpu -o a.png ";
    ASSERT_EQ(
        run(render + "--map rec --m 3 --n 500 --test edm --features 2 --rho 8 --seed 7 --time 2.5")
            .status,
        0);
    const auto edm = read_picture(folder / "a.png");
    EXPECT_EQ(edm.settings.workload, Workload::triangle);
    TriangleSettings expected;
    expected.map = triangle::MapKind::rec;
    expected.problem.rec_base = 3;
    expected.problem.side = 500;
    expected.problem.features = 2;
    expected.problem.diagonal = true;
    expected.problem.block = 8;
    expected.problem.seed = 7;
    expected.problem.time = 2.5;
    expected.problem.layout = triangle::Layout::packed;
    EXPECT_EQ(*edm.settings.triangle, expected);
    for (const std::string test : {"collision", "map", "accumulate", "dummy"}) {
        ASSERT_EQ(run(render + "--map ltm --n 300 --test " + test).status, 0) << test;
        EXPECT_EQ(mariani::name_of(read_picture(folder / "a.png").settings.triangle->problem.test),
                  test);
    }
}

TEST_F(TriangleCommandTest, RenderColoursBlocksAndShowsCoverageAsTheTabDoes) {
    const std::string render = "render --workload triangle --backend cpu --n 256 --rho 8 ";
    ASSERT_EQ(run(render + "--map bb --colour duration --coverage -o a.png").status, 0);
    const auto shown = *read_picture(folder / "a.png").settings.triangle;
    EXPECT_EQ(shown.colour, BlockColour::duration);
    EXPECT_TRUE(shown.coverage);
    ASSERT_EQ(run(render + "--map rb-printed --coverage -o b.png").status, 0);
    const auto image = render::read_png(folder / "b.png");
    int white = 0;
    for (int y = 0; y < image.size().height; ++y)
        for (int x = 0; x < image.size().width; ++x) white += image.at(x, y) == role::never;
    EXPECT_GT(white, 1000) << "cells that the fold as printed misses";
    const auto refused = run(render + "--colour red -o c.png");
    EXPECT_NE(refused.status, 0);
    EXPECT_SAYS(refused.err, "one of order, unit, start, duration, use");
    EXPECT_SAYS(run("render --workload triangle --n 5000 --colour unit -o c.png").err,
                "--colour is given with --n 5000");
}

// 7 blocks to a side: 49 are launched.
TEST_F(TriangleCommandTest, RenderWritesATraceOfEveryBlock) {
    const auto outcome =
        run("render --workload triangle --backend cpu --n 112 --map bb --test map "
            "-o bb.png --trace-out trace.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto lines = lines_in(folder / "trace.csv");
    ASSERT_EQ(lines.size(), 1U + 49U);
    EXPECT_EQ(lines[0], "launch,block,use,unit,begin_ns,end_ns");
    const auto count = [&](const std::string& use) {
        return std::ranges::count_if(lines, [&](const std::string& line) {
            return line.find("," + use + ",") != std::string::npos;
        });
    };
    EXPECT_EQ(count("wasted"), 21);
    EXPECT_EQ(count("partial"), 7);
    EXPECT_EQ(count("useful"), 21);
    EXPECT_TRUE(lines[1].starts_with("0,0,partial,")) << lines[1];
    EXPECT_TRUE(lines[2].starts_with("0,1,wasted,")) << lines[2];
}

TEST_F(TriangleCommandTest, InfoListsMapsTestsAndLayouts) {
    const auto outcome = run("info --workload triangle");
    EXPECT_EQ(outcome.status, 0);
    for (const std::string part :
         {"Maps\n", "ltm-strict", "Tests\n", "collision", "Layouts\n", "Limits\n", "1 to 131072"})
        EXPECT_SAYS(outcome.out, part);
    EXPECT_SAYS(outcome.out, "\n  ltm-strict-printed  Eq. 9 as printed");
    EXPECT_SAYS(outcome.out, "\n  bb                  ");
}

TEST_F(TriangleCommandTest, TheMandelbrotSetIsAWorkloadToo) {
    const auto outcome = run("check --workload=mandelbrot --size 32x32 --backend cpu");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST_F(TriangleCommandTest, WrongArgumentsAreRefusedInOneLine) {
    expect_one_line(
        run("check --workload none"), 2,
        "--workload is \"none\": it must be one of mandelbrot, triangle, gasket, curves, "
        "points, volume");
    expect_one_line(run("check --workload"), 2, "--workload is given without a value");
    expect_one_line(run("check --workload triangle --workload triangle"), 2,
                    "--workload is given more than once");
    expect_one_line(run("--workload none"), 2,
                    "--workload is \"none\": it must be one of mandelbrot, triangle");
    expect_one_line(run("model --workload triangle"), 2, "model has only the Mandelbrot set");
    const std::string bench = "bench --workload triangle --backend cpu ";
    expect_one_line(run(bench + "--suite"), 2, "there is no option --suite");
    expect_one_line(run(bench + "--n 0"), 2, "--n is \"0\"");
    expect_one_line(run(bench + "--rho 12"), 2, "rho is 12");
    expect_one_line(run(bench + "--map none"), 2, "--map is \"none\"");
    expect_one_line(run(bench + "--test none"), 2, "--test is \"none\"");
    expect_one_line(run(bench + "--layout none"), 2, "--layout is \"none\"");
    expect_one_line(run(bench + "--seed -1"), 2, "--seed is \"-1\"");
    expect_one_line(run(bench + "--time -1"), 2,
                    "--time is \"-1\": it must be a number of seconds");
    expect_one_line(run(bench + "--time soon"), 2, "--time is \"soon\"");
    expect_one_line(run(bench + "--diagonal maybe"), 2, "--diagonal is \"maybe\"");
    expect_one_line(run(bench + "--epsilon 0"), 2,
                    "only ltm-x, ltm-r and ltm-n use it: choose one of these maps");
    expect_one_line(run(bench + "--test collision --diagonal on"), 2, "no sphere collides");
    expect_one_line(run("render --workload triangle --backend cpu"), 2, "-o is missing");
    expect_one_line(
        run("render --workload triangle --backend cpu --n 5000 -o a.png --trace-out a.csv"), 2,
        "--trace-out is given with --n 5000");
    expect_one_line(run("render --workload triangle --test dummy -o a.png --values-out a.npy"), 2,
                    "--values-out is given with --test dummy, which writes no values");
    EXPECT_TRUE(files().empty());
}

}  // namespace
}  // namespace mariani::app
