#include "compute/service/engine_registry.hpp"
#include "render/picture/png.hpp"
#include "tests/command_line/program.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>

namespace mariani::app {
namespace {

using namespace std::chrono_literals;

const std::string sweep_columns =
    "device,engine,scheme,backend,precision,width,height,center_re,center_im,height_im,dwell,fill,"
    "shortcuts,g,r,B,block,runs,ms_median,ms_min,ms_max,ex_ms,speedup,regions,pixels_filled,"
    "iterations";

const std::string tiny_sweep = "sweep --view paper --size 64x64 --dwell 100 --repeat 2 ";

class SweepTest : public ProgramTest {
  protected:
    std::vector<std::string> lines(const std::string& file) const {
        std::vector<std::string> result;
        std::istringstream stream(text_of(folder / file));
        for (std::string line; std::getline(stream, line);) result.push_back(line);
        return result;
    }

    // "off,g,r,B,block" of every row; all must belong to one sweep.
    std::multiset<std::string> cells(const std::string& file) const {
        std::multiset<std::string> found;
        for (const auto& line : lines(file)) {
            const auto begin = line.find(",off,");
            if (begin == std::string::npos) continue;
            auto end = begin + 5;
            for (int comma = 0; comma < 4; ++comma) end = line.find(',', end) + 1;
            found.insert(line.substr(begin + 5, end - begin - 6));
        }
        return found;
    }
};

TEST_F(SweepTest, MeasuresEveryCellOnce) {
    const auto outcome = run(tiny_sweep + "--g 2..8 --r 2,3 --B 4,8 -o sweep.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(lines("sweep.csv").front(), sweep_columns);
    const auto found = cells("sweep.csv");
    EXPECT_EQ(found.size(), 12u);
    EXPECT_EQ(std::set(found.begin(), found.end()).size(), 12u);
    EXPECT_EQ(found.count("8,3,4,16x16"), 1u);
    EXPECT_SAYS(outcome.out, "64x64 pixels, dwell 100");
    EXPECT_SAYS(outcome.out, "\nEx: ");
    EXPECT_SAYS(outcome.out, "and 2 slower ones");
}

TEST_F(SweepTest, BlocksOfCudaAreNotSweptOnAProcessor) {
    expect_one_line(run(tiny_sweep + "--backend cpu --g 4 --block 16x16,8x8 -o sweep.csv"), 2,
                    "--block lists several sizes, but blocks have no effect on a processor");
    EXPECT_TRUE(files().empty());
    EXPECT_EQ(run(tiny_sweep + "--backend cpu --g 4 --block 8x8").status, 0);
}

TEST_F(SweepTest, SweepsBlocksToo) {
    if (backend_unavailable(Backend::cuda)) GTEST_SKIP() << "only a GPU has blocks";
    const auto outcome = run(tiny_sweep + "--backend cuda --g 4 --block 16x16,8x8 -o sweep.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(cells("sweep.csv"), (std::multiset<std::string>{"4,2,16,16x16", "4,2,16,8x8"}));
}

TEST_F(SweepTest, AKilledSweepGoesOnWithNothingLostOrDoubled) {
    const std::vector<std::string> command{"sweep",    "--size", "256x256", "--dwell", "2000",
                                           "--repeat", "3",      "--g",     "2..256",  "--r",
                                           "2,4,8",    "--B",    "4..64",   "-o",      "sweep.csv"};
    const std::size_t all = 8 * 3 * 5;
    std::size_t before = 0;
    for (int kill_number = 0; kill_number < 3; ++kill_number) {
        const pid_t program = start(command);
        while (cells("sweep.csv").size() < before + 10) std::this_thread::sleep_for(2ms);
        kill(program, SIGKILL);
        finish(program);
        const auto found = cells("sweep.csv");
        EXPECT_GE(found.size(), before + 10);
        EXPECT_EQ(std::set(found.begin(), found.end()).size(), found.size());
        before = found.size();
    }
    // As if it had been killed while writing a row.
    const std::string row = lines("sweep.csv").back();
    std::ofstream(folder / "sweep.csv", std::ios::app) << row.substr(0, row.size() / 2);
    const auto outcome = run(command);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto found = cells("sweep.csv");
    EXPECT_EQ(found.size(), all);
    EXPECT_EQ(std::set(found.begin(), found.end()).size(), all);
    EXPECT_EQ(lines("sweep.csv").size(), 1 + all);
    EXPECT_SAYS(outcome.out, "cells were already in sweep.csv");
}

TEST_F(SweepTest, AnInterruptedSweepSaysHowToGoOn) {
    const pid_t program = start({"sweep", "--size", "256x256", "--dwell", "2000", "--repeat", "50",
                                 "--g", "2..256", "--B", "4..64", "-o", "sweep.csv"});
    while (cells("sweep.csv").empty()) std::this_thread::sleep_for(2ms);
    kill(program, SIGINT);
    const auto outcome = finish(program);
    EXPECT_EQ(outcome.status, 130);
    EXPECT_SAYS(outcome.err, "of 40 cells; the same command resumes it");
}

TEST_F(SweepTest, OfSeveralEnginesHasATableOfEachAndOnePicture) {
    const std::string several =
        tiny_sweep + "--g 2,4 --r 2 --B 4 --engine dp,ask --scheme sbr,mbr ";
    const auto outcome = run(several + "-o sweep.csv --plot fastest.png");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(files(),
              (std::vector<std::string>{"fastest.png", "sweep-ask-mbr.csv", "sweep-ask-sbr.csv",
                                        "sweep-dp-mbr.csv", "sweep-dp-sbr.csv"}));
    for (const std::string engine : {"dp,sbr", "dp,mbr", "ask,sbr", "ask,mbr"}) {
        std::string file = "sweep-" + engine + ".csv";
        std::ranges::replace(file, ',', '-');
        EXPECT_EQ(cells(file).size(), 2u);
        EXPECT_SAYS(lines(file).back(), "," + engine + ",");
    }
    EXPECT_GT(render::read_png(folder / "fastest.png").size().width, 100);
    EXPECT_SAYS(run(several + "-o sweep.csv").out, "2 cells were already in sweep-dp-mbr.csv");
    expect_one_line(run(tiny_sweep + "--g 4 --engine ex"), 2, "one or more of dp, ask, auto, all");
}

TEST_F(SweepTest, LeavesOutTheSchemesThatAnEngineDoesNotHave) {
    const std::string of_dp = tiny_sweep + "--g 4 --r 2 --B 4 --engine dp ";
    const auto outcome = run(of_dp + "--scheme sbr,mbr,wpr -o sweep.csv");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.err,
              "mariani: left out: dp-wpr: a warp per region (WPR) is for ASK only; DP has SBR and "
              "MBR\n");
    EXPECT_EQ(files(), (std::vector<std::string>{"sweep-dp-mbr.csv", "sweep-dp-sbr.csv"}));
    expect_one_line(run(of_dp + "--scheme wpr"), 2, "sweep: dp-wpr: a warp per region");
}

TEST_F(SweepTest, RefusesAnotherSweepsFile) {
    ASSERT_EQ(run(tiny_sweep + "--g 4 -o sweep.csv").status, 0);
    const auto before = text_of(folder / "sweep.csv");
    expect_one_line(run(tiny_sweep + "--g 4 --scheme mbr -o sweep.csv"), 1,
                    "sweep.csv, line 2, belongs to another sweep");
    EXPECT_EQ(text_of(folder / "sweep.csv"), before);
    std::ofstream(folder / "other.csv") << "a,b\n1,2\n";
    expect_one_line(run(tiny_sweep + "--g 4 -o other.csv"), 1, "other.csv is not a sweep");
}

// Curves of such rows were once drawn outside their picture.
TEST_F(SweepTest, RefusesRowsThatNoSweepMakes) {
    ASSERT_EQ(run(tiny_sweep + "--g 2,4 -o sweep.csv").status, 0);
    const auto text = text_of(folder / "sweep.csv");
    for (const std::string cell : {"0,2,16", "-1,2,16", "4,0,16", "4,2,0", "4,2,-1"}) {
        auto edited = text;
        edited.replace(edited.find("off,4,2,16") + 4, 6, cell);
        put(folder / "sweep.csv", edited);
        expect_one_line(run(tiny_sweep + "--g 2,4 -o sweep.csv --curves c.png"), 1, "is damaged: ");
        EXPECT_EQ(text_of(folder / "sweep.csv"), edited);
    }
    EXPECT_EQ(files(), std::vector<std::string>{"sweep.csv"});
}

TEST_F(SweepTest, RefusesWithAReason) {
    expect_one_line(run("sweep"), 2, "--g, --r and --B are missing");
    expect_one_line(run("sweep --g 0..4"), 2, "--g is \"0..4\"");
    expect_one_line(run("sweep --g 2.5"), 2, "whole numbers from 1 to 32768");
    expect_one_line(run("sweep --r 1,2"), 2, "whole numbers from 2 to 1024");
    expect_one_line(run("sweep --g 4 --block 64x64"), 2, "--block: ");
    expect_one_line(run("sweep --g 4 -o sweep.json"), 2, "a file name ending in .csv");
    expect_one_line(run("sweep --g 4 --plot missing/sweep.png"), 1, "missing");
    EXPECT_TRUE(files().empty());
}

TEST_F(SweepTest, DrawsAHeatMap) {
    ASSERT_EQ(run(tiny_sweep + "--g 2..8 --r 2,4 --B 4,8 --plot sweep.png").status, 0);
    EXPECT_GT(render::read_png(folder / "sweep.png").size().width, 200);
}

TEST_F(SweepTest, DrawsCurvesBesideTheModels) {
    const auto outcome =
        run(tiny_sweep + "--g 2,4 --r 2,3 --B 2,4 --curves a.png --curves-out a.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_GT(render::read_png(folder / "a.png").size().height, 500);  // n and g over r and B
    const auto rows = lines("a.csv");
    EXPECT_EQ(rows.front(),
              "variable,value,engine,scheme,n,g,r,B,block,speedup,speedup_min,speedup_max,"
              "predicted");
    ASSERT_EQ(rows.size(), 1u + 4 + 2 + 2 + 2);
    EXPECT_TRUE(rows[1].starts_with("n,8,ask,sbr,8,")) << rows[1];
    EXPECT_TRUE(rows[5].starts_with("g,2,ask,sbr,64,2,")) << rows[5];
    const auto predicted = [](const std::string& row) { return row.back() != ','; };
    EXPECT_TRUE(std::any_of(rows.begin() + 1, rows.end(), predicted));
    EXPECT_FALSE(predicted(rows[1]));  // n = 8
    expect_one_line(run(tiny_sweep + "--g 4 --curves missing/a.png"), 1, "missing");
    EXPECT_SAYS(run(tiny_sweep + "--g 2,4 --shortcuts on --curves a.png").err,
                "does not cover shortcuts");
    EXPECT_SAYS(run(tiny_sweep + "--g 2,4 --B 64 --curves a.png").err, "there is no P");
}

}  // namespace
}  // namespace mariani::app
