// `sweep` of the workload `gasket`: its file, and what it prints.
#include "tests/command_line/file_lines.hpp"
#include "tests/command_line/program.hpp"
#include "tests/command_line/squeezed.hpp"

#include <algorithm>
#include <sstream>
#include <string>

#include <fmt/format.h>

namespace mariani::app {
namespace {

class GasketSweepTest : public ProgramTest {};

TEST_F(GasketSweepTest, SweepTakesARhoOrAFuseForEachEngine) {
    const auto outcome =
        run("sweep --workload gasket --backend cpu --engine bb,bits --r 5,6 "
            "--rho 8,16 --fuse 1,3 --steps 2 --repeat 1 -o sweep.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto lines = lines_in(folder / "sweep.csv");
    ASSERT_EQ(lines.size(), 1U + 2U * 4U);
    std::size_t at = 1;
    for (const std::string r : {"5,32,243", "6,64,729"})
        for (const std::string method : {"8,,", "16,,", ",3,1", ",3,3"}) {
            EXPECT_TRUE(lines[at].starts_with(method.front() == ',' ? "gasket,bits,cpu,"
                                                                    : "gasket,bb,cpu,"));
            EXPECT_SAYS(lines[at], ",gasket,2,3," + r + ",B2/S23,0.5,1," + method + ",,2,");
            ++at;
        }
}

TEST_F(GasketSweepTest, APlotHasACurveForEachEngine) {
    const auto outcome =
        run("sweep --workload gasket --backend cpu --engine bb,bits --r 4..6 --steps 2 --repeat 1 "
            "--plot sweep.svg");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const std::string plot = text_of(folder / "sweep.svg");
    EXPECT_SAYS(plot, "ms per step against r");
    EXPECT_SAYS(plot, "gain over BB against r");
    for (const auto* engine : {">bb", ">bits"}) EXPECT_SAYS(plot, engine);
}

TEST_F(GasketSweepTest, ARangeOfLevelsHasEachOfThem) {
    const std::string sweep =
        "sweep --workload gasket --backend cpu --engine bits --steps 1 --repeat 1 ";
    const auto outcome = run(sweep + "--r 2,4..6 -o sweep.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto lines = lines_in(folder / "sweep.csv");
    ASSERT_EQ(lines.size(), 1U + 4U);
    std::size_t at = 1;
    for (const std::string r : {"2", "4", "5", "6"})
        EXPECT_EQ(row_of(lines[0], lines[at++]).at("r"), r);
    for (const std::string wrong : {"6..4", "4..", "..4", "19..21", "4,", "-1..2", "4.5"}) {
        const auto refused = run(sweep + "--r=" + wrong + " -o none.csv");
        EXPECT_EQ(refused.status, 2) << wrong;
        EXPECT_SAYS(refused.err, "--r is \"" + wrong + "\"");
    }
}

// The seed's S is over BB with the same blocks, which bits has not; improvements are over the BB
// with the blocks that suit it best.
TEST_F(GasketSweepTest, SweepTellsTheSpeedupOfEveryEngineWithEveryRho) {
    const auto outcome =
        run("sweep --workload gasket --backend cpu --engine bb,nu,bits --r 6 "
            "--rho 4,8 --steps 2 --repeat 1 -o sweep.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto lines = lines_in(folder / "sweep.csv");
    ASSERT_EQ(lines.size(), 6U);
    std::istringstream said(squeezed(outcome.out));
    std::string line;
    while (std::getline(said, line) &&
           line != "r engine median ms per step min..max vs BB vs BB of this rho")
        continue;
    int fastest = 0;
    double bb = 0;
    const double best = std::min(std::stod(row_of(lines[0], lines[1]).at("ms_median")),
                                 std::stod(row_of(lines[0], lines[3]).at("ms_median")));
    std::size_t at = 1;
    for (const std::string engine :
         {"bb rho 4", "nu rho 4", "bb rho 8", "nu rho 8", "bits fuse 1"}) {
        ASSERT_TRUE(std::getline(said, line)) << outcome.out;
        EXPECT_TRUE(line.starts_with("6 " + engine + " ")) << line;
        fastest += line.ends_with(" fastest");
        const auto row = row_of(lines[0], lines[at++]);
        const double ms = std::stod(row.at("ms_median"));
        if (engine.starts_with("bb")) bb = ms;
        EXPECT_NEAR(std::stod(row.at("improvement")), best / ms, 1e-9 * best / ms);
        EXPECT_SAYS(line, fmt::format(" {:.2f} ", best / ms));
        if (engine.starts_with("bits")) {
            EXPECT_EQ(row.at("speedup"), "");
            EXPECT_SAYS(line + " ", " - ");
        } else {
            EXPECT_NEAR(std::stod(row.at("speedup")), bb / ms, 1e-9 * bb / ms);
            EXPECT_SAYS(line + " ", fmt::format(" {:.2f} {:.2f} ", best / ms, bb / ms));
        }
    }
    EXPECT_EQ(fastest, 1);
}

TEST_F(GasketSweepTest, WhatIsLeftOutIsSaidOnceWithTheFirstRThatItIsTrueOf) {
    const auto outcome =
        run("sweep --workload gasket --backend cpu --fractal cantor --r 2,3 "
            "--rho 4,8 --steps 2 --repeat 1");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.out, "fractal cantor, B2/S23: 1 runs of 2 steps of each engine, ");
    EXPECT_SAYS(outcome.out,
                "\nr 2: left out: nu-mma: it is not available on cpu: choose the backend cuda\nr "
                "2: left out: bits: bits supports only the gasket");
    EXPECT_EQ(outcome.out.find("r 3: left out"), std::string::npos);
}

}  // namespace
}  // namespace mariani::app
