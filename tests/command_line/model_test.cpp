#include "tests/command_line/program.hpp"
#include "tests/command_line/squeezed.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include <fmt/format.h>

namespace mariani::app {
namespace {

using ModelTest = ProgramTest;

const std::string model_columns =
    "n,g,r,B,P,lambda,A,q,c,tau,work_ex,work,omega,time_ex,time_sbr,time_mbr,speedup_sbr,"
    "speedup_mbr";

TEST_F(ModelTest, WritesAPointAsCsv) {
    const auto outcome =
        run("model --n 16 -g 2 -r 2 -B 2 --P 0.5 --lambda 2 --A 8 --q 3 --c 4 -o model.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    const auto lines = lines_of(text_of(folder / "model.csv"));
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[0], model_columns);
    // As in the model's own tests: 2048 / 2208, 176 / 256 and 176 / 243.
    EXPECT_EQ(lines[1],
              "16,2,2,2,0.5,2,8,3,4,2,2048,2208,0.927536231884058,176,256,243,0.6875,"
              "0.7242798353909465");
    EXPECT_SAYS(outcome.out, "n 16, P 0.5, lambda 2, A 8, q 3, c 4");
    EXPECT_SAYS(outcome.out, "0.9275");
    EXPECT_SAYS(outcome.out, "0.6875");
}

// What each column must hold, from the paper's sums written out: tau is 3, so there are two levels
// of 8^2 and 32^2 regions some of which are subdivided, and the 128^2 leaves below them.
struct Written {
    double work = 0, time_sbr = 0, time_mbr = 0;
};

Written written_out(double P) {
    const double n = 16384, A = 5, lambda = 3, q = 6, c = 7;
    Written sum;
    double reached = 1;
    for (const double side : {8.0, 32.0}) {
        const double regions = side * side, border = 4 * n / side, area = n * n / regions;
        const double rounds = std::ceil(regions / q), query = std::ceil(border / c) * A;
        const double subdivision = P * lambda * A;
        sum.work += reached * regions * (border * A + subdivision + (1 - P) * area);
        sum.time_sbr += reached * rounds * (query + subdivision + (1 - P) * std::ceil(area / c));
        sum.time_mbr +=
            reached * (rounds * (query + subdivision) + (1 - P) * std::ceil(n * n / (q * c)));
        reached *= P;
    }
    sum.work += reached * n * n * A;
    sum.time_sbr += reached * A * std::ceil(n * n / (128 * 128) / c) * std::ceil(128 * 128 / q);
    sum.time_mbr += reached * A * std::ceil(n * n / (q * c));
    return sum;
}

TEST_F(ModelTest, EveryColumnIsThePapers) {
    const auto outcome = run(
        "model --n 16384 -g 8 -r 4 -B 16 --lambda 3 --A 5 --q 6 --c 7 --vary P --over 0.25,0.75 "
        "-o model.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    std::string table = "P g r B tau Omega S SBR S MBR\n";
    const auto rows = lines_of(text_of(folder / "model.csv"));
    ASSERT_EQ(rows.size(), 3u);
    for (const double P : {0.25, 0.75}) {
        const double ex = 16384.0 * 16384 * 5, ex_time = std::ceil(16384.0 * 16384 / 42) * 5;
        const Written model = written_out(P);
        std::vector<double> expected{16384, 8, 4, 16, P, 3, 5, 6, 7, 3};
        for (const double each :
             {ex, model.work, ex / model.work, ex_time, model.time_sbr, model.time_mbr,
              ex_time / model.time_sbr, ex_time / model.time_mbr})
            expected.push_back(each);
        std::istringstream row(rows[P < 0.5 ? 1 : 2]);
        std::vector<double> found;
        for (std::string field; std::getline(row, field, ',');) found.push_back(std::stod(field));
        ASSERT_EQ(found.size(), expected.size());
        for (std::size_t i = 0; i < found.size(); ++i)
            EXPECT_NEAR(found[i], expected[i], 1e-9 * expected[i]) << "column " << i + 1;
        table += fmt::format("{} 8 4 16 3 {:.4g} {:.4g} {:.4g}\n", P, ex / model.work,
                             ex_time / model.time_sbr, ex_time / model.time_mbr);
    }
    EXPECT_EQ(squeezed(outcome.out), "n 16384, lambda 3, A 5, q 6, c 7\n" + table);
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
    EXPECT_EQ(lines[0], model_columns + ",optimum");
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

TEST_F(ModelTest, AFamilyHasEachValueOfBothParameters) {
    const auto outcome =
        run("model --vary n --over 1024,4096 --vary P --over 0.5,0.9 -o model.csv --plot m.svg");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto lines = lines_of(text_of(folder / "model.csv"));
    ASSERT_EQ(lines.size(), 1u + 4);
    EXPECT_TRUE(lines[1].starts_with("1024,4,2,32,0.5,"));
    EXPECT_TRUE(lines[2].starts_with("4096,4,2,32,0.5,"));
    EXPECT_TRUE(lines[3].starts_with("1024,4,2,32,0.9,"));
    EXPECT_SAYS(squeezed(outcome.out), "n P g r B tau");
    const std::string plot = text_of(folder / "m.svg");
    EXPECT_SAYS(plot, "P 0.5");
    EXPECT_SAYS(plot, "P 0.9");
    for (const auto* ordinate : {"Omega against n", "S of SBR against n", "S of MBR against n"})
        EXPECT_SAYS(plot, ordinate);
}

TEST_F(ModelTest, AProbabilityForEachLevelGivesTheDepth) {
    ASSERT_EQ(run("model --n 4096 --P 0.9,0.5,0.25 -o each.csv").status, 0);
    EXPECT_TRUE(lines_of(text_of(folder / "each.csv"))[1].find(",100,512,128,64,4,") !=
                std::string::npos)
        << "three levels that subdivide, and the last";
    ASSERT_EQ(run("model --n 4096 --P 0.7,0.7,0.7,0.7 -o levels.csv").status, 0);
    ASSERT_EQ(run("model --n 4096 --P 0.7 -B 32 -o one.csv").status, 0);
    const auto columns = [&](const char* file) {
        const std::string line = lines_of(text_of(folder / file))[1];
        return line.substr(line.find(",128,64,"));
    };
    EXPECT_EQ(columns("levels.csv"), columns("one.csv")) << "the same P on every level";
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
        {"model --n 64 --vary g --over 2 --vary g --over 4", "names g twice"},
        {"model --n 64 --vary g --over 2 --vary B --over 4 --vary r --over 2", "at most two"},
        {"model --n 64 --P 0.5,0.5 --vary B --over 2", "B cannot vary"},
        {"model --n 64 --P 0.5,0.5 --optimum", "leave --optimum out"},
        {"model --n 64 --vary g --over 2 --vary B --over 4 --optimum", "only one of them may vary"},
        {"model --n 64 --P 0.5,2", "P"},
        {"model --n 64 --gpu rtx", "--gpu is \"rtx\""},
        {"model --n 64 --plot model.svg", "--vary is missing"},
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
