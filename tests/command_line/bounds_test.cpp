// Requests are checked against limits before anything is allocated for them.
#include "tests/command_line/program.hpp"

namespace mariani::app {
namespace {

// "1,2,3 ... n"
std::string numbers_up_to(int n) {
    std::string list = "1";
    for (int i = 2; i <= n; ++i) list.append(",").append(std::to_string(i));
    return list;
}

using BoundsTest = ProgramTest;

TEST_F(BoundsTest, OfASweepsGrid) {
    const auto hundred = numbers_up_to(100), thousand = numbers_up_to(1000);
    const auto outcome = run("sweep --g " + thousand + " --B " + hundred + " -o s.csv");
    expect_one_line(outcome, 2,
                    "1000 values of g, 1 of r, 100 of B and 1 of the block make more than 10000 "
                    "cells, the limit of a sweep: name fewer values");
    EXPECT_TRUE(files().empty());
    expect_one_line(run("sweep --g " + numbers_up_to(1001)), 2, "at most 1000 numbers");
    expect_one_line(run("sweep --g 2 --block " + hundred), 2, "--block");
}

TEST_F(BoundsTest, OfTheModel) {
    expect_one_line(run("model --n 65536 -r 1.0000001"), 2, "more than 1000 levels");
    expect_one_line(run("model --n 1e308"), 2, "n is 1e+308: it must be at most 1e+15");
    expect_one_line(run("model --n 1e308 -g 0.1 -B 0.1"), 2, "at most 1e+15");
    expect_one_line(run("model --n 65536 --vary g --over 1e-300..1e300"), 2, "at most 1000");
    expect_one_line(run("model --n 65536 --optimum --A 1e300"), 2, "at most 1e+15");
    EXPECT_EQ(run("model --n 65536 -r 1.1").status, 0);
}

TEST_F(BoundsTest, OfTheNumberOfRuns) {
    for (const char* command : {"bench", "bench --suite", "sweep --g 2", "race"})
        expect_one_line(run(std::string(command) + " --repeat 1000000000"), 2,
                        "--repeat is \"1000000000\": it must be a whole number from 1 to");
    expect_one_line(run("bench x.json --minutes 1e300"), 2, "greater than 0, and at most 1000000");
    std::string racers = "race";
    for (int i = 0; i < 2000; ++i) racers += " --racer ex";
    expect_one_line(run(racers), 2, "2000 engines are not a race: name 2 to 6 engines");
}

}  // namespace
}  // namespace mariani::app
