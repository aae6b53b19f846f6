// Races by the program: reads back the table and the picture, and checks the refusals.
#include "render/picture/png.hpp"
#include "tests/command_line/file_lines.hpp"
#include "tests/command_line/program.hpp"

#include <algorithm>
#include <csignal>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

namespace mariani::app {
namespace {

const std::string tiny_race = "race --view paper --size 64x48 --dwell 100 --repeat 3 ";

class RaceTest : public ProgramTest {
  protected:
    std::vector<std::vector<std::string>> rows(const std::string& file) const {
        std::vector<std::vector<std::string>> all;
        for (const auto& line : lines_in(folder / file)) all.push_back(fields_of(line));
        return all;
    }

    static std::size_t column(const std::vector<std::string>& header, const std::string& name) {
        const auto at = std::ranges::find(header, name);
        EXPECT_NE(at, header.end()) << name;
        return static_cast<std::size_t>(at - header.begin());
    }
};

TEST_F(RaceTest, ATableHasARowPerRacerTheFastestFirst) {
    const auto outcome = run(tiny_race +
                             "-g 3 --backend cpu --seed 42 --racer ex --racer ask,g=8,B=4 --racer "
                             "dp-mbr,r=4 -o race.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_SAYS(outcome.out, "3 runs each after a warm-up, in random order, seed 42");
    EXPECT_SAYS(outcome.out, "ASK-SBR {8, 2, 4}, cpu");
    const auto table = rows("race.csv");
    ASSERT_EQ(table.size(), 4u);
    const auto& header = table[0];
    double before = 0;
    std::set<std::string> engines;
    for (std::size_t i = 1; i < table.size(); ++i) {
        ASSERT_EQ(table[i].size(), header.size());
        EXPECT_EQ(table[i][column(header, "rank")], std::to_string(i));
        EXPECT_EQ(table[i][column(header, "seed")], "42");
        EXPECT_EQ(table[i][column(header, "backend")], "cpu");
        EXPECT_EQ(table[i][column(header, "refusal")], "");
        const double median = std::stod(table[i][column(header, "ms_median")]);
        EXPECT_GE(median, before);
        before = median;
        std::istringstream runs(table[i][column(header, "runs_ms")]);
        std::multiset<double> ms;
        for (double each = 0; runs >> each;) ms.insert(each);
        ASSERT_EQ(ms.size(), 3u);
        EXPECT_EQ(*std::next(ms.begin()), median);
        EXPECT_EQ(std::stod(table[i][column(header, "ms_min")]), *ms.begin());
        engines.insert(table[i][column(header, "engine")] + table[i][column(header, "g")] +
                       table[i][column(header, "r")]);
    }
    EXPECT_EQ(engines, (std::set<std::string>{"ex32", "ask82", "dp34"}));
}

TEST_F(RaceTest, ThePictureIsDrawnAndOpensAgain) {
    ASSERT_EQ(run(tiny_race + "--racer ex --racer ask --racer dp --plot race.png").status, 0);
    const auto picture = render::read_png(folder / "race.png");
    EXPECT_GT(picture.size().width, 3 * 400);
    EXPECT_GT(picture.size().height, 300 + 3 * 30);
    // It stores the view.
    EXPECT_EQ(dwells_of("--view paper --size 64x48 --dwell 100"),
              dwells_of("race.png --size 64x48"));
}

TEST_F(RaceTest, ThePapersFiveRaceUnlessTold) {
    const auto outcome = run(tiny_race);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    for (const char* engine : {"Ex", "DP-SBR", "DP-MBR", "ASK-SBR", "ASK-MBR"})
        EXPECT_SAYS(outcome.out, engine);
    EXPECT_TRUE(files().empty());
}

TEST_F(RaceTest, EachHasItsEnergyOrTheReasonWhyNot) {
    const auto outcome = run(
        tiny_race + "--backend cpu --racer ex --racer ask --energy -o race.csv --plot race.png");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto table = rows("race.csv");
    ASSERT_EQ(table.size(), 3u);
    for (std::size_t i = 1; i < table.size(); ++i) {
        ASSERT_EQ(table[i].size(), table[0].size());
        const auto joules = table[i][column(table[0], "joules")];
        const auto note = table[i][column(table[0], "energy")];
        if (joules.empty())
            EXPECT_SAYS(outcome.out, note);
        else
            EXPECT_GT(std::stod(joules), 0);
        EXPECT_GT(note.size(), 10u);
    }
    EXPECT_SAYS(outcome.out, "\nenergy of Ex, cpu: ");
}

TEST_F(RaceTest, OneThatThisMachineCannotRunIsInItsRow) {
    const auto outcome =
        run(tiny_race +
            "--backend cpu --racer ex --racer ask,backend=cuda,device=200 --racer dp -o race.csv "
            "--plot race.png");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto table = rows("race.csv");
    ASSERT_EQ(table.size(), 4u);
    EXPECT_EQ(table[3][column(table[0], "rank")], "");
    EXPECT_EQ(table[3][column(table[0], "engine")], "ask");
    EXPECT_EQ(table[3][column(table[0], "runs")], "0");
    const auto why = table[3][column(table[0], "refusal")];
    EXPECT_GT(why.size(), 20u);
    EXPECT_SAYS(outcome.out, why);
    EXPECT_TRUE(fs::exists(folder / "race.png"));
}

TEST_F(RaceTest, RefusesWithAReason) {
    expect_one_line(run("race --racer ex"), 2, "1 engine is not a race: name 2 to 6 engines");
    std::string seven = tiny_race;
    for (int i = 0; i < 7; ++i) seven += "--racer ex ";
    expect_one_line(run(seven), 2, "7 engines are not a race");
    expect_one_line(run("race --racer ex --racer quick"), 2,
                    "--racer \"quick\": there is no such engine; it must be one of ex, dp, ask");
    expect_one_line(run("race --racer ex --racer ask,g=0"), 2, "g must be a whole number");
    expect_one_line(run("race --repeat 0"), 2, "--repeat is \"0\"");
    expect_one_line(run("race --seed x"), 2, "--seed is \"x\"");
    expect_one_line(run("race -o race.png"), 2, "a file name ending in .csv");
    expect_one_line(run("race --plot race.csv"), 2, "a file name ending in .png");
    expect_one_line(run("race -o missing/race.csv"), 1, "missing");
    expect_one_line(run("race --plot missing/race.png"), 1, "missing");
    expect_one_line(run(tiny_race + "--racer ask,backend=cuda,device=200 --racer "
                                    "dp,backend=cuda,device=200 -o race.csv"),
                    1, "none of the engines can run here");
    EXPECT_TRUE(files().empty());
}

TEST_F(RaceTest, AnInterruptedRaceLeavesNothing) {
    const pid_t program = start({"race", "--size", "512x512", "--dwell", "2000", "--repeat",
                                 "100000", "-o", "race.csv", "--plot", "race.png"});
    wait_until_it_handles(SIGINT, program);
    kill(program, SIGINT);
    const auto outcome = finish(program);
    EXPECT_EQ(outcome.status, 130);
    EXPECT_SAYS(outcome.err, "interrupted; nothing was written");
    EXPECT_TRUE(files().empty());
}

}  // namespace
}  // namespace mariani::app
