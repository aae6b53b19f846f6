#include "tests/command_line/program.hpp"

#include <algorithm>
#include <sstream>

namespace mariani::app {
namespace {

using ModelTest = ProgramTest;

const std::string columns =
    "n,g,r,B,P,lambda,A,q,c,tau,work_ex,work,omega,time_ex,time_sbr,time_mbr,speedup_sbr,"
    "speedup_mbr";

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

TEST_F(ModelTest, WritesAPointAsCsv) {
    const auto outcome =
        run("model --n 16 -g 2 -r 2 -B 2 --P 0.5 --lambda 2 --A 8 --q 3 --c 4 -o model.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    const auto lines = lines_of(text_of(folder / "model.csv"));
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[0], columns);
    // As in the model's own tests: 2048 / 2208, 176 / 256 and 176 / 243.
    EXPECT_EQ(lines[1],
              "16,2,2,2,0.5,2,8,3,4,2,2048,2208,0.927536231884058,176,256,243,0.6875,"
              "0.7242798353909465");
    EXPECT_SAYS(outcome.out, "n 16, P 0.5, lambda 2, A 8, q 3, c 4");
    EXPECT_SAYS(outcome.out, "0.9275");
    EXPECT_SAYS(outcome.out, "0.6875");
}

TEST_F(ModelTest, VariesAParameterAndTellsWhereTheModelHoldsNot) {
    const auto outcome = run("model --n 1024 -g 4 --vary B --over 32..512 -o model.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto lines = lines_of(text_of(folder / "model.csv"));
    ASSERT_EQ(lines.size(), 1u + 3);  // 32, 64 and 128: 256 and 512 have no level to subdivide
    EXPECT_TRUE(lines[1].starts_with("1024,4,2,32,"));
    EXPECT_TRUE(lines[3].starts_with("1024,4,2,128,"));
    EXPECT_SAYS(outcome.err, "left out: g B = 4 x 256 = 1024 and n is 1024: the model needs tau");
    EXPECT_SAYS(outcome.err,
                "left out: g B = 4 x 512 = 2048 and n is 1024: the model needs g B <=");
}

TEST_F(ModelTest, FindsTheBestForEachGoal) {
    const auto outcome = run("model --vary n --over 4096,65536 --optimum -o model.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto lines = lines_of(text_of(folder / "model.csv"));
    ASSERT_EQ(lines.size(), 1u + 2 * 3);
    EXPECT_EQ(lines[0], columns + ",optimum");
    EXPECT_TRUE(lines[4].starts_with("65536,2,2,8,0.7,100,"));
    EXPECT_TRUE(lines[4].ends_with(",omega"));
    EXPECT_TRUE(lines[5].starts_with("65536,2,2,64,0.7,100,"));
    EXPECT_TRUE(lines[5].ends_with(",speedup_sbr"));
    EXPECT_TRUE(lines[6].ends_with(",speedup_mbr"));
}

TEST_F(ModelTest, ChoosesTheOthersWhereGVaries) {
    ASSERT_EQ(run("model --n 65536 --vary g --over 8,64 --optimum -o model.csv").status, 0);
    const auto lines = lines_of(text_of(folder / "model.csv"));
    ASSERT_EQ(lines.size(), 1u + 2 * 3);
    EXPECT_TRUE(lines[1].starts_with("65536,8,2,"));
    EXPECT_TRUE(lines[6].starts_with("65536,64,2,"));
}

TEST_F(ModelTest, RefusesWithAReason) {
    const std::vector<std::pair<std::string, std::string>> refusals{
        {"model", "--n is missing"},
        {"model --n x", "--n is \"x\": it must be a number"},
        {"model --n 1024 --P 2", "P is 2: it must be from 0 to 1"},
        {"model --n 64 -g 16 -B 32", "g B = 16 x 32 = 512 and n is 64: the model needs g B <= n"},
        {"model --n 64 --vary x --over 2", "one of n, g, r, B, P, lambda, A, q, c"},
        {"model --n 64 --vary g", "--over is missing"},
        {"model --n 64 --over 2", "--vary is missing"},
        {"model --n 64 --vary g --over 2..", "--over is \"2..\""},
        {"model --vary n --over 2,4 --optimum", "the model needs g B <= n"},
        {"model --n 1024 -o model.txt", "-o is \"model.txt\": it must be a file name ending"},
    };
    for (const auto& [arguments, part] : refusals) {
        SCOPED_TRACE(arguments);
        const auto outcome = run(arguments);
        EXPECT_EQ(outcome.status, 2);
        EXPECT_EQ(outcome.out, "");
        EXPECT_SAYS(outcome.err, part);
        EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
    }
    EXPECT_TRUE(files().empty());
}

TEST_F(ModelTest, WritesAllOrNothing) {
    expect_one_line(run("model --n 1024 -o missing/model.csv"), 1, "missing");
    EXPECT_TRUE(files().empty());
}

}  // namespace
}  // namespace mariani::app
