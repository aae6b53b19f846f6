// Every option of the measuring commands takes effect, and without it the default holds.
#include "tests/command_line/parsed.hpp"
#include "tests/files/sandbox.hpp"
#include "tests/files/subdivision_of.hpp"

namespace mariani::app {
namespace {

template <typename Command>
Settings settings_of(const Command& command) {
    Settings settings;
    apply(command.edits, settings);
    return settings;
}

// "bench in.png --center …": all options of the view and of engines, except --engine and --scheme.
Words with_settings(const std::string& command, Words more) {
    Words words{command,    "in.png",   "--center",    "-0.75,-0.001", "--height",
                "1e-5",     "--dwell",  "1000",        "--precision",  "f32",
                "--fill",   "safe",     "--shortcuts", "on",           "--backend",
                "cpu",      "--device", "auto",        "--threads",    "2",
                "--repeat", "9",        "--size",      "320x200"};
    if (command == "check") words.erase(words.end() - 4, words.end() - 2);
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

void expect_settings(const Settings& settings) {
    EXPECT_EQ(settings.view, (View{{-0.75, -0.001}, 1e-5}));
    EXPECT_EQ(settings.engine.dwell_limit, 1000u);
    EXPECT_EQ(settings.engine.precision, Precision::f32);
    EXPECT_EQ(settings.engine.fill, FillRule::safe);
    EXPECT_TRUE(settings.engine.shortcuts);
    EXPECT_EQ(settings.engine.backend, Backend::cpu);
    EXPECT_EQ(settings.engine.threads, 2);
}

const Words own_lattice{"-g", "3", "-r", "5", "-B", "7", "--block", "8x4"};

Words joined(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

TEST(ParseMeasurements, BenchTakesAllOfItsOptions) {
    const auto command = parsed<BenchCommand>(with_settings(
        "bench", joined(own_lattice, {"--engine", "dp", "--scheme", "mbr", "--energy", "-o",
                                      "log.csv", "--experiment", "kept.json"})));
    expect_settings(settings_of(command));
    EXPECT_EQ(subdivision_of(settings_of(command).engine), (SubdivisionParams{3, 5, 7}));
    EXPECT_EQ(settings_of(command).engine.block, (BlockSize{8, 4}));
    EXPECT_EQ(command.picture, "in.png");
    EXPECT_EQ(command.engines, std::vector{EngineKind::dp});
    EXPECT_EQ(command.schemes, std::vector{Scheme::mbr});
    EXPECT_TRUE(command.energy);
    EXPECT_FALSE(command.tuned);
    EXPECT_EQ(command.size, (ImageSize{320, 200}));
    EXPECT_EQ(command.repeat, 9);
    EXPECT_EQ(command.output, "log.csv");
    EXPECT_EQ(command.experiment, "kept.json");
    EXPECT_TRUE(parsed<BenchCommand>({"bench", "--tuned"}).tuned);
}

TEST(ParseMeasurements, BenchHasItsUsualValues) {
    const auto command = parsed<BenchCommand>({"bench"});
    Settings expected;
    expected.engine.shortcuts = false;
    EXPECT_EQ(settings_of(command), expected);
    EXPECT_FALSE(command.picture);
    EXPECT_EQ(command.engines, (std::vector{EngineKind::ex, EngineKind::dp, EngineKind::ask}));
    EXPECT_EQ(command.schemes, std::vector{Scheme::sbr});
    EXPECT_FALSE(command.energy);
    EXPECT_EQ(command.size, (ImageSize{1024, 1024}));
    EXPECT_EQ(command.repeat, 5);
    EXPECT_FALSE(command.output || command.experiment);
}

TEST(ParseMeasurements, AnExperimentTakesWhatIsNotItsOwn) {
    const auto command = parsed<ExperimentCommand>(
        {"bench",         "mine.json", "--backend", "cpu",      "--threads", "2",
         "--size",        "320x200",   "--repeat",  "9",        "--minutes", "2.5",
         "--fail-slower", "-o",        "new.json",  "--curves", "c.png",     "--curves-out",
         "c.csv",         "--plot",    "p.png"});
    EXPECT_EQ(command.experiment, "mine.json");
    EXPECT_EQ(settings_of(command).engine.backend, Backend::cpu);
    EXPECT_EQ(settings_of(command).engine.threads, 2);
    EXPECT_EQ(command.size, (ImageSize{320, 200}));
    EXPECT_EQ(command.repeat, 9);
    EXPECT_EQ(command.minutes, 2.5);
    EXPECT_TRUE(command.fail_slower);
    EXPECT_EQ(command.output, "new.json");
    EXPECT_EQ(command.gains.picture, "c.png");
    EXPECT_EQ(command.gains.table, "c.csv");
    EXPECT_EQ(command.plot, "p.png");
    const auto as_it_says = parsed<ExperimentCommand>({"bench", "mine.json"});
    EXPECT_FALSE(as_it_says.size || as_it_says.repeat || as_it_says.minutes || as_it_says.output ||
                 as_it_says.plot || as_it_says.gains.wanted() || as_it_says.fail_slower);
}

TEST(ParseMeasurements, TheSuiteTakesAllOfItsOptions) {
    const auto command =
        parsed<SuiteCommand>({"bench", "--suite", "--backend", "cpu", "--threads", "2", "--repeat",
                              "9", "--scale", "16", "-o", "suite.json"});
    EXPECT_EQ(settings_of(command).engine.backend, Backend::cpu);
    EXPECT_EQ(settings_of(command).engine.threads, 2);
    EXPECT_EQ(command.repeat, 9);
    EXPECT_EQ(command.scale, 16);
    EXPECT_EQ(command.output, "suite.json");
    const auto defaults = parsed<SuiteCommand>({"bench", "--suite"});
    EXPECT_EQ(defaults.repeat, 20);
    EXPECT_EQ(defaults.scale, 1);
    EXPECT_FALSE(defaults.output);
}

TEST(ParseMeasurements, SweepTakesAllOfItsOptions) {
    const auto command = parsed<SweepCommand>(with_settings(
        "sweep",
        {"--engine", "ask,dp", "--scheme", "mbr",     "--g",          "2..8",  "--r",
         "3,5",      "--B",    "7",        "--block", "8x4,2x64",     "-o",    "sweep.csv",
         "--plot",   "p.png",  "--curves", "c.png",   "--curves-out", "c.csv", "--remember"}));
    expect_settings(settings_of(command));
    EXPECT_EQ(command.engines, (std::vector{EngineKind::ask, EngineKind::dp}));
    EXPECT_EQ(command.schemes, std::vector{Scheme::mbr});
    EXPECT_EQ(command.picture, "in.png");
    EXPECT_EQ(command.grid.g, (std::vector{2, 4, 8}));
    EXPECT_EQ(command.grid.r, (std::vector{3, 5}));
    EXPECT_EQ(command.grid.B, std::vector{7});
    EXPECT_EQ(command.grid.blocks, (std::vector<BlockSize>{{8, 4}, {2, 64}}));
    EXPECT_EQ(command.size, (ImageSize{320, 200}));
    EXPECT_EQ(command.repeat, 9);
    EXPECT_EQ(command.output, "sweep.csv");
    EXPECT_EQ(command.plot, "p.png");
    EXPECT_EQ(command.gains.picture, "c.png");
    EXPECT_EQ(command.gains.table, "c.csv");
    EXPECT_TRUE(command.remember);
}

TEST(ParseMeasurements, SweepHasItsUsualValues) {
    const auto command = parsed<SweepCommand>({"sweep", "--B", "64"});
    EXPECT_FALSE(settings_of(command).engine.shortcuts);
    EXPECT_EQ(command.grid.g, std::vector{4});
    EXPECT_EQ(command.grid.r, std::vector{2});
    EXPECT_EQ(parsed<SweepCommand>({"sweep", "--g", "64"}).grid.B, std::vector{16});
    EXPECT_EQ(command.grid.blocks, std::vector{BlockSize{}});
    EXPECT_EQ(command.size, (ImageSize{1024, 1024}));
    EXPECT_EQ(command.repeat, 5);
    EXPECT_FALSE(command.output || command.plot || command.gains.wanted() || command.remember);
    EXPECT_TRUE(command.engines.empty() && command.schemes.empty());
    EXPECT_TRUE(parsed<SweepCommand>({"sweep", "--g", "4", "--engine", "auto"}).engines.empty());
    EXPECT_EQ(parsed<SweepCommand>({"sweep", "--g", "4", "--engine", "all"}).engines,
              (std::vector{EngineKind::dp, EngineKind::ask}));
}

TEST(ParseMeasurements, RaceTakesAllOfItsOptions) {
    const auto command = parsed<RaceCommand>(with_settings(
        "race", joined(own_lattice, {"--racer", "ex", "--racer", "ask-mbr,g=8", "--seed", "42",
                                     "--energy", "-o", "race.csv", "--plot", "race.png"})));
    expect_settings(settings_of(command));
    EXPECT_EQ(subdivision_of(settings_of(command).engine), (SubdivisionParams{3, 5, 7}));
    EXPECT_EQ(command.picture, "in.png");
    EXPECT_EQ(command.racers, (Words{"ex", "ask-mbr,g=8"}));
    EXPECT_EQ(command.size, (ImageSize{320, 200}));
    EXPECT_EQ(command.repeat, 9);
    EXPECT_EQ(command.seed, 42);
    EXPECT_TRUE(command.energy);
    EXPECT_EQ(command.output, "race.csv");
    EXPECT_EQ(command.plot, "race.png");
    const auto defaults = parsed<RaceCommand>({"race"});
    EXPECT_FALSE(settings_of(defaults).engine.shortcuts);
    EXPECT_TRUE(defaults.racers.empty());
    EXPECT_EQ(defaults.repeat, 5);
    EXPECT_EQ(defaults.seed, 1);
    EXPECT_FALSE(defaults.energy || defaults.output || defaults.plot);
}

TEST(ParseMeasurements, CheckTakesAllOfItsOptions) {
    const auto command = parsed<CheckCommand>(with_settings(
        "check", joined(own_lattice, {"--engine", "dp", "--scheme", "mbr", "-o", "wrong.png"})));
    expect_settings(settings_of(command));
    EXPECT_EQ(settings_of(command).engine.engine, EngineKind::dp);
    EXPECT_EQ(subdivision_of(settings_of(command).engine), (SubdivisionParams{3, 5, 7}));
    EXPECT_EQ(command.size, (ImageSize{320, 200}));
    EXPECT_EQ(command.output, "wrong.png");
    EXPECT_TRUE(settings_of(parsed<CheckCommand>({"check"})).engine.shortcuts);
}

TEST(ParseMeasurements, ModelTakesAllOfItsOptions) {
    const auto command = parsed<ModelCommand>(
        {"model", "--n",    "4096",     "-g",     "8",     "-r",        "4",   "-B",       "16",
         "--P",   "0.25",   "--lambda", "3",      "--A",   "5",         "--q", "6",        "--c",
         "7",     "--vary", "P",        "--over", "0.5,1", "--optimum", "-o",  "model.csv"});
    EXPECT_EQ(command.question.params, (CostParams{4096, 8, 4, 16, 0.25, 3, 5, 6, 7}));
    ASSERT_EQ(command.question.varied.size(), 1u);
    EXPECT_EQ(command.question.varied[0].param->name, "P");
    EXPECT_EQ(command.question.varied[0].values, (std::vector{0.5, 1.0}));
    EXPECT_TRUE(command.question.optimum);
    EXPECT_EQ(command.output, "model.csv");
    const auto defaults = parsed<ModelCommand>({"model", "--n", "9"});
    EXPECT_EQ(defaults.question.params, (CostParams{9, 4, 2, 32, 0.7, 100, 512, 128, 64}));
    EXPECT_TRUE(defaults.question.varied.empty() && defaults.question.probabilities.empty());
    EXPECT_FALSE(defaults.question.optimum || defaults.output || defaults.plot);
}

TEST(ParseMeasurements, ModelTakesAGpuAFamilyAndAProbabilityForEachLevel) {
    const auto preset = parsed<ModelCommand>({"model", "--n", "64", "--gpu", "xavier-nx"});
    EXPECT_EQ(preset.question.params.q, 6);
    EXPECT_EQ(preset.question.params.c, 64);
    const auto further = parsed<ModelCommand>({"model", "--c", "32", "--gpu", "h200", "--n", "64"});
    EXPECT_EQ(further.question.params.q, 132);
    EXPECT_EQ(further.question.params.c, 32) << "an option of its own goes further than the preset";
    EXPECT_GE(parsed<ModelCommand>({"model", "--n", "64", "--gpu", "this"}).question.params.q, 1);
    const auto family = parsed<ModelCommand>({"model", "--vary", "n", "--over", "64..256", "--vary",
                                              "P", "--over", "0.5,0.9", "--plot", "family.svg"});
    ASSERT_EQ(family.question.varied.size(), 2u);
    EXPECT_EQ(family.question.varied[0].values, (std::vector{64.0, 128.0, 256.0}));
    EXPECT_EQ(family.question.varied[1].param->name, "P");
    EXPECT_EQ(family.plot, "family.svg");
    const auto levels = parsed<ModelCommand>({"model", "--n", "64", "--P", "0.9,0.9,0.5"});
    EXPECT_EQ(levels.question.probabilities, (std::vector{0.9, 0.9, 0.5}));
}

TEST(ParseMeasurements, TheWindowTakesItsDisplay) {
    EXPECT_EQ(parsed<WindowCommand>({"--display", "interop"}).display, DisplayChoice::interop);
    EXPECT_EQ(parsed<WindowCommand>({"--display", "staged"}).display, DisplayChoice::staged);
    EXPECT_EQ(parsed<WindowCommand>({}).display, DisplayChoice::automatic);
}

}  // namespace
}  // namespace mariani::app
