// `bench` of experiments: the shipped ones, and those that bench itself writes.
#include "app/measure/experiment_file.hpp"
#include "tests/command_line/program.hpp"

#include <fstream>

namespace mariani::app {
namespace {

class ExperimentsTest : public ProgramTest {
  protected:
    // Ex and ASK on 64 x 64 pixels, with a record. Deep enough for a run to outlast an interruption
    // on a busy machine: a run that seems hopeless would not be repeated.
    void measure() const {
        const auto outcome =
            run("bench --view paper --size 64x64 --dwell 200000 --repeat 3 --engine ex,ask -B 4 "
                "--experiment a.json");
        ASSERT_EQ(outcome.status, 0) << outcome.err;
    }
    // As if every row had taken this many ms.
    void pretend(double ms) const {
        auto experiment = read_experiment(folder / "a.json");
        for (auto& row : experiment.record->rows) row.ms = {ms, ms, ms};
        std::ofstream(folder / "a.json") << experiment_to_json(experiment);
    }
};

TEST_F(ExperimentsTest, AMeasurementIsRepeatedAndCompared) {
    measure();
    const auto before = text_of(folder / "a.json");
    const auto outcome = run("bench a.json");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_SAYS(outcome.out, "view center -0.5,0 height 2, dwell 200000, f32, fill uniform");
    EXPECT_SAYS(outcome.out, "recorded ms");
    EXPECT_SAYS(outcome.out, "64x64 pixels");
    EXPECT_SAYS(outcome.out, "\nASK    SBR       4    2     4  16x16");
    EXPECT_SAYS(outcome.out, "2 of 2 recorded rows repeated");
    EXPECT_EQ(text_of(folder / "a.json"), before);
    EXPECT_EQ(files(), std::vector<std::string>{"a.json"});
}

TEST_F(ExperimentsTest, SlowerRowsFailWhereThatIsAsked) {
    measure();
    pretend(1e-9);
    EXPECT_EQ(run("bench a.json").status, 0);
    const auto outcome = run("bench a.json --fail-slower");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_SAYS(outcome.out, "0 within the spreads, 0 faster, 2 slower");
    pretend(1e9);
    EXPECT_EQ(run("bench a.json --fail-slower").status, 0);
}

TEST_F(ExperimentsTest, ANewRecordIsWrittenWhereThatIsAsked) {
    measure();
    pretend(1e9);
    ASSERT_EQ(run("bench a.json -o b.json --repeat 2").status, 0);
    const auto written = read_experiment(folder / "b.json");
    ASSERT_EQ(written.record->rows.size(), 2u);
    EXPECT_EQ(written.record->rows[0].runs, 2);
    EXPECT_LT(written.record->rows[0].ms.median, 1e6);
    EXPECT_EQ(written.record->rows[1].row, read_experiment(folder / "a.json").record->rows[1].row);
    EXPECT_FALSE(written.record->machine.system.empty());
}

TEST_F(ExperimentsTest, TheExperimentsOfThePaperRunOnAnySize) {
    for (const std::string name : {"table-2", "figure-8"}) {
        const auto path = std::string(MARIANI_EXPERIMENTS) + "/" + name + ".json";
        const auto outcome = run("bench " + path + " --size 32x32 --repeat 1 -o " + name + ".json");
        ASSERT_EQ(outcome.status, 0) << outcome.err;
        const auto made = read_experiment(folder / (name + ".json"));
        const auto blocks = made.record->backend == Backend::cuda ? 5u : 1u;
        EXPECT_EQ(made.record->rows.size(), name == "table-2" ? 5u * blocks : 1u + 4 * 28 + 1);
        EXPECT_EQ(made.record->left_out.empty(), name != "table-2" || blocks == 5);
    }
}

TEST_F(ExperimentsTest, AreDrawnAsThePaperHasThem) {
    const std::string paper = MARIANI_EXPERIMENTS;
    const auto curves = run("bench " + paper + "/figure-8.json --size 64x64 --repeat 1 " +
                            "--curves 8.png --curves-out 8.csv");
    ASSERT_EQ(curves.status, 0) << curves.err;
    const auto table = text_of(folder / "8.csv");
    for (const std::string variable : {"g", "r", "B"})
        for (const std::string engine : {"dp,sbr", "dp,mbr", "ask,sbr", "ask,mbr"})
            EXPECT_SAYS(table, "\n" + variable + ",512," + engine + ",64,");
    const auto maps = run("bench " + paper + "/table-2.json --size 64x64 --repeat 1 --plot 7.png");
    ASSERT_EQ(maps.status, 0) << maps.err;
    EXPECT_EQ(files(), (std::vector<std::string>{"7-ask-mbr.png", "7-ask-sbr.png", "7-dp-mbr.png",
                                                 "7-dp-sbr.png", "8.csv", "8.png"}));
    expect_one_line(run("bench --curves 8.png"), 2, "--curves needs an experiment");
}

TEST_F(ExperimentsTest, TheLandscapeOfThePaperIsItsWholeGrid) {
    const auto landscape =
        read_experiment(std::filesystem::path(MARIANI_EXPERIMENTS) / "figure-7.json");
    EXPECT_EQ(rows_up_to(landscape, std::int64_t{1} << 32).size(), 1u + 4 * 1000);
    EXPECT_EQ(rows_up_to(landscape, 1 << 20).back().size, (ImageSize{1024, 1024}));
}

// Six milliseconds for four thousand rows.
TEST_F(ExperimentsTest, EndsWhenTheTimeIsUp) {
    const auto path = std::string(MARIANI_EXPERIMENTS) + "/figure-7.json";
    const auto outcome = run("bench " + path + " --size 64x64 --minutes 0.0001 -o short.json");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.out, "\nEx ");
    EXPECT_SAYS(outcome.out, "left out: 64x64: the time limit (0.006 s) was reached: ");
    EXPECT_SAYS(outcome.out, " of 4001 rows left out");
    EXPECT_LT(read_experiment(folder / "short.json").record->rows.size(), 4001u);
}

TEST_F(ExperimentsTest, SaysWhyNothingWasDrawnWhenTheTimeIsUp) {
    const auto path = std::string(MARIANI_EXPERIMENTS) + "/figure-7.json";
    for (const std::string drawing : {"--plot a.png", "--curves a.png", "--curves-out a.csv"}) {
        const auto outcome = run("bench " + path + " --size 64x64 --minutes 1e-9 " + drawing);
        EXPECT_EQ(outcome.status, 1) << drawing;
        EXPECT_SAYS(outcome.err,
                    "mariani: bench: nothing was drawn: 64x64: the time limit (6e-08 s) was "
                    "reached: 4000 of "
                    "4001 rows left out");
        EXPECT_SAYS(outcome.out, "\nEx ");
    }
    EXPECT_TRUE(files().empty());
}

TEST_F(ExperimentsTest, RefusesWithAReason) {
    measure();
    expect_one_line(run("bench a.json --g 4"), 2,
                    "the experiment a.json already sets --g: change it there");
    expect_one_line(run("bench a.json --engine ex"), 2, "already sets --engine");
    expect_one_line(run("bench a.json -o b.csv"), 2, "a file name ending in .json");
    expect_one_line(run("bench a.json -o missing/b.json"), 1, "missing");
    expect_one_line(run("bench a.json --minutes 0"), 2, "--minutes is \"0\"");
    expect_one_line(run("bench --minutes 3"), 2, "--minutes needs an experiment");
    expect_one_line(run("bench --fail-slower"), 2, "--fail-slower needs an experiment");
    expect_one_line(run("bench --experiment a.txt"), 2, "a file name ending in .json");
    expect_one_line(run("bench missing.json"), 1, "missing.json");
    std::ofstream(folder / "bad.json") << "{\"mariani_experiment\": 1}";
    expect_one_line(run("bench bad.json"), 2, "bad.json: title is missing");
    EXPECT_EQ(files(), (std::vector<std::string>{"a.json", "bad.json"}));
}

}  // namespace
}  // namespace mariani::app
