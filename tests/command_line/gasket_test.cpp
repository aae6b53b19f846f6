// The commands of the workload `gasket`. Numbers of cells and hashes are those of a program of its
// own, which keeps a list of the neighbours of every cell.
#include "app/files/picture_file.hpp"
#include "app/settings/gasket_settings.hpp"
#include "app/workloads/gasket/commands.hpp"
#include "app/workloads/gasket/picture.hpp"
#include "compute/workloads/gasket/shape.hpp"
#include "render/picture/png.hpp"
#include "tests/command_line/file_lines.hpp"
#include "tests/command_line/program.hpp"
#include "tests/command_line/squeezed.hpp"
#include "tests/command_line/window_settings.hpp"
#include "tests/gasket/reference.hpp"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <map>
#include <sstream>
#include <tuple>

#include <fmt/format.h>

namespace mariani::app {
namespace {

using render::Rgb8;

class GasketCommandTest : public ProgramTest {
  protected:
    // The cells in a file of --state-out.
    std::vector<int> cells_of(const std::string& name) const {
        const auto bytes = text_of(folder / name);
        EXPECT_SAYS(bytes.substr(0, 64), "'descr': '|u1'");
        const auto begin = bytes.find('\n') + 1;
        return {bytes.begin() + static_cast<std::ptrdiff_t>(begin), bytes.end()};
    }

    // After the steps, by the plainest code.
    static gasket::State expected_state(int level, int steps) {
        const auto& fractal = gasket::named_fractals().front();
        gasket::tests::ReferenceLife life(fractal, level, {});
        life.set_state(gasket::random_state(shape_of(fractal, level).cells, {}));
        life.advance(steps);
        return life.state();
    }

    render::Image drawn(const std::string& arguments) const {
        const auto outcome = run("render --workload gasket --backend cpu -o a.png " + arguments);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return render::read_png(folder / "a.png");
    }
};

TEST_F(GasketCommandTest, CheckComparesEveryEngineThatFits) {
    const auto outcome = run(
        "check --workload gasket --backend cpu --r 7 --fuse 7 --tile 4 -o c.csv --state-out s.npy");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.out,
                "fractal gasket (s 2, k 3), r 7: n 128, 2187 cells; B2/S23 from density 0.5, "
                "seed 1\ncells that differ from bb, cpu on ");
    const auto said = squeezed(outcome.out);
    EXPECT_SAYS(said, "\nbb 0 0 0 0 once each reference\n");
    for (const std::string engine : {"lambda", "nu", "table", "bits"})
        EXPECT_SAYS(said, "\n" + engine + " 0 0 0 0 once each exact\n");
    EXPECT_SAYS(said, "after 300 steps: 359 of 2187 alive, hash f0b25912d7d7b5f1\n");
    EXPECT_SAYS(said, "left out: nu-mma: it is not available on cpu: choose the backend cuda\n");

    const auto lines = lines_in(folder / "c.csv");
    ASSERT_EQ(lines.size(), 1U + 5U * 4U);
    const std::vector<std::vector<std::string>> stages{{"1", "1023", "7dd917aecc99d8c0"},
                                                       {"2", "948", "4658d775ffbb549d"},
                                                       {"17", "437", "e6b228e4a41fbf04"},
                                                       {"300", "359", "f0b25912d7d7b5f1"}};
    for (std::size_t i = 1; i < lines.size(); ++i) {
        // The device's name has commas, and is quoted.
        const auto quote = lines[i].find('"');
        const auto line = lines[i].substr(0, quote) + "device" +
                          lines[i].substr(lines[i].find('"', quote + 1) + 1);
        auto row = row_of(lines[0], line);
        const auto& stage = stages[(i - 1) % 4];
        EXPECT_EQ(row["steps"], stage[0]);
        EXPECT_EQ(row["alive"], stage[1]);
        EXPECT_EQ(row["hash"], stage[2]);
        EXPECT_EQ(row["reference"] + row["wrong"] + row["first_wrong"] + row["exact"], "bb0yes");
        EXPECT_EQ(row["not_once"] + row["outside"], "00");
        EXPECT_EQ(row["fuse"] + row["tile"], row["engine"] == "bits" ? "74" : "");
    }

    const auto cells = cells_of("s.npy");
    const auto expected = expected_state(7, 300);
    ASSERT_EQ(cells.size(), expected.cells());
    for (std::size_t i = 0; i < cells.size(); ++i) ASSERT_EQ(cells[i], expected.alive(i)) << i;
}

TEST_F(GasketCommandTest, CheckTakesAnyFractalAndRule) {
    const auto carpet =
        run("check --workload gasket --backend cpu --fractal carpet --r 3 --rule b3/s32 "
            "--density 0.4 --seed 7 --steps 40");
    EXPECT_EQ(carpet.status, 0) << carpet.err;
    EXPECT_SAYS(carpet.out, "r 3: n 27, 512 cells; B3/S23 from density 0.4, seed 7\n");
    EXPECT_SAYS(carpet.out, "after 40 steps: 42 of 512 alive, hash 219e497228febab3\n");
    EXPECT_SAYS(carpet.out, "left out: bits: bits supports only the gasket");
    const auto own =
        run("check --workload gasket --backend cpu --fractal 3:0,0/1,1/2,2/1,0 --r 4 --rule B1/S12 "
            "--steps 17 --engine nu,table");
    EXPECT_EQ(own.status, 0) << own.err;
    EXPECT_SAYS(own.out, "fractal 3:0,0/1,1/2,2/1,0 (s 3, k 4), r 4: n 81, 256 cells; ");
    EXPECT_SAYS(own.out, "after 17 steps: 179 of 256 alive, hash 0948137b62123f10\n");
    EXPECT_EQ(own.out.find("left out"), std::string::npos);
}

TEST_F(GasketCommandTest, BenchMeasuresTheEnergyOfARunOrTellsTheReason) {
    const auto outcome =
        run("bench --workload gasket --backend cpu --r 7 --engine nu,table "
            "--repeat 1 --energy -o e.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.out, "\nenergy nu     ");
    EXPECT_SAYS(outcome.out, "\nenergy table  ");
    const auto lines = lines_in(folder / "e.csv");
    EXPECT_SAYS(lines.at(0), ",floor_ms,joules,cells_per_joule,energy");
    EXPECT_FALSE(lines.at(1).ends_with(","));
    ASSERT_EQ(run("bench --workload gasket --backend cpu --r 7 --engine nu,table --repeat 1 "
                  "-o none.csv")
                  .status,
              0);
    EXPECT_TRUE(lines_in(folder / "none.csv").at(1).ends_with(",,,"));
}

TEST(GasketComparisonTest, OneCellThatDiffersIsWrong) {
    EXPECT_EQ(compared_steps(300), (std::vector{1, 2, 17, 300}));
    EXPECT_EQ(compared_steps(17), (std::vector{1, 2, 17}));
    EXPECT_EQ(compared_steps(1), std::vector{1});
    const std::vector<gasket::State> expected(2, gasket::State(100));
    auto states = expected;
    const auto right = compare_states(gasket::EngineKind::nu, {1, 2}, states, expected);
    states[1].set(77, true);
    const auto wrong = compare_states(gasket::EngineKind::nu, {1, 2}, states, expected);
    EXPECT_TRUE(right.right());
    EXPECT_FALSE(wrong.right());
    EXPECT_EQ(wrong.stages[0].wrong, gasket::Differences{});
    EXPECT_EQ(wrong.stages[1].wrong, (gasket::Differences{1, 77}));
    EXPECT_EQ(wrong.stages[1].alive, 1U);
    EXPECT_EQ(exit_status_of({right, right}), 0);
    EXPECT_EQ(exit_status_of({right, wrong}), 1);
}

TEST(GasketComparisonTest, ACellThatIsNotComputedOnceIsWrong) {
    const std::vector<gasket::State> states(1, gasket::State(100));
    auto checked = compare_states(gasket::EngineKind::nu, {1}, states, states);
    EXPECT_TRUE(checked.right());
    checked.coverage = GasketCoverage{};
    EXPECT_TRUE(checked.right());
    checked.coverage = GasketCoverage{1, 0};
    EXPECT_FALSE(checked.right());
    checked.coverage = GasketCoverage{0, 1};
    EXPECT_FALSE(checked.right());
}

// A box of 8192 x 8192 places is more than can be counted, that of lambda and BB; not tiles.
TEST_F(GasketCommandTest, CheckSaysWhichStepsAreTooLargeToBeWatched) {
    const auto outcome =
        run("check --workload gasket --backend cpu --r 13 --steps 1 --engine "
            "lambda,bits -o c.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(squeezed(outcome.out), "\nlambda 0 not recorded exact\n");
    EXPECT_SAYS(squeezed(outcome.out), "\nbits 0 once each exact\n");
}

// A pixel for each cell: the colours lie where the fractal's copies put the cells.
TEST_F(GasketCommandTest, RenderDrawsLivingCellsDeadOnesAndHoles) {
    const auto image = drawn("--r 6 --steps 17 --size 64x64");
    const auto state = expected_state(6, 17);
    ASSERT_EQ(state.population(), 165U);
    const auto cells = gasket::tests::cells_by_recursion(gasket::named_fractals().front(), 6);
    std::map<std::pair<int, int>, Rgb8> colours;
    for (std::size_t i = 0; i < cells.size(); ++i)
        colours[{cells[i].x, cells[i].y}] = state.alive(i) ? role::alive : role::dead;
    for (int y = 0; y < 64; ++y)
        for (int x = 0; x < 64; ++x) {
            const auto found = colours.find({x, y});
            ASSERT_EQ(image.at(x, y), found == colours.end() ? role::hole : found->second)
                << x << " " << y;
        }
    // Four pixels to a cell, and half of the picture beyond the box.
    const auto part = drawn("--r 6 --steps 17 --size 32x16 --center 0,34 --height 4");
    for (int y = 0; y < 16; ++y)
        for (int x = 0; x < 32; ++x) {
            const auto found = colours.find({(x - 16) / 4, 32 + y / 4});
            const Rgb8 inside = found == colours.end() ? role::hole : found->second;
            ASSERT_EQ(part.at(x, y), x < 16 ? role::ground : inside) << x << " " << y;
        }
}

// Pixels of 4 x 4 cells, and of 6.4 x 6.4: boxes of 4 x 4 belong to the pixel that has their
// middle.
TEST_F(GasketCommandTest, RenderShowsHowManyOfAPixelsCellsAreAlive) {
    const auto state = expected_state(6, 2);
    const auto cells = gasket::tests::cells_by_recursion(gasket::named_fractals().front(), 6);
    const auto mix = [](int dead, int alive, double share) {
        return static_cast<std::uint8_t>(std::lround(dead + share * (alive - dead)));
    };
    for (const int size : {16, 10}) {
        const auto image =
            drawn(fmt::format("--r 6 --steps 2 --size {}x{} --engine table", size, size));
        std::map<std::pair<int, int>, std::pair<int, int>> counts;  // alive, of all
        const auto pixel_of = [=](std::uint32_t at) {
            return static_cast<int>(at / 4 * 4 + 2) * size / 64;
        };
        for (std::size_t i = 0; i < cells.size(); ++i) {
            auto& [alive, all] = counts[{pixel_of(cells[i].x), pixel_of(cells[i].y)}];
            alive += state.alive(i);
            ++all;
        }
        for (int y = 0; y < size; ++y)
            for (int x = 0; x < size; ++x) {
                const auto found = counts.find({x, y});
                Rgb8 expected = role::hole;
                if (found != counts.end()) {
                    const auto [alive, all] = found->second;
                    const double share = static_cast<double>(alive) / all;
                    expected = {mix(role::dead.r, role::alive.r, share),
                                mix(role::dead.g, role::alive.g, share),
                                mix(role::dead.b, role::alive.b, share)};
                }
                ASSERT_EQ(image.at(x, y), expected) << size << ": " << x << " " << y;
            }
    }
}

TEST_F(GasketCommandTest, APictureSaysHowItWasMade) {
    const auto image = drawn(
        "--fractal vicsek --r 3 --rule B12/S1 --density 0.25 --seed 9 "
        "--steps 5 --size 40x30 --state-out s.npy");
    EXPECT_EQ(cells_of("s.npy").size(), 125U);
    std::map<std::string, std::string> texts;
    for (const auto& [keyword, text] : render::read_png_texts(folder / "a.png"))
        texts[keyword] = text;
    EXPECT_EQ(texts["mariani:workload"], "gasket");
    EXPECT_EQ(texts["mariani:command"],
              "mariani render --workload gasket --fractal vicsek --r 3 --rule B12/S1 --density "
              "0.25 --seed 9 --steps 5 --center 13.5,13.5 --height 27 --size 40x30");
    const auto again = texts["mariani:command"].substr(8) + " --backend cpu -o b.png";
    const auto outcome = run(again);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.out, "; B12/S1 from density 0.25, seed 9\n");
    EXPECT_EQ(render::read_png(folder / "b.png"), image);
}

// What the window shows of it: the same state and part, at rest.
TEST_F(GasketCommandTest, APictureCarriesTheSettingsOfTheWindowsTab) {
    drawn(
        "--fractal 3:0,0/1,1/2,2/1,0 --r 4 --rule B1/S12 --density 0.3 --seed 12 --steps 17 "
        "--center 40,41.5 --height 9 --size 40x30");
    const auto part = read_picture(folder / "a.png");
    EXPECT_EQ(part.settings.workload, Workload::gasket);
    EXPECT_EQ(part.size, (ImageSize{40, 30}));
    EXPECT_TRUE(part.notices.empty());
    GasketSettings expected;
    expected.fractal = "3:0,0/1,1/2,2/1,0";
    expected.numbers.level = 4;
    expected.rule = "B1/S12";
    expected.numbers.density = 0.3;
    expected.numbers.seed = 12;
    expected.steps = 17;
    expected.center_x = 40;
    expected.center_y = 41.5;
    expected.height = 9;
    expected.running = false;
    EXPECT_EQ(*part.settings.gasket, expected);
    drawn("--r 4 --size 40x30");
    EXPECT_EQ(read_picture(folder / "a.png").settings.gasket->height, std::nullopt);
    expect_one_line(run("render " + (folder / "a.png").string() + " -o b.png"), 2,
                    "is a picture of the workload gasket");
}

TEST_F(GasketCommandTest, TheWindowOpensOnWhatItsOptionsName) {
    const auto shown =
        *window_settings(
             Workload::gasket,
             "--fractal carpet --r 6 --rule b3/s23 --engine table --seed 9 --density 0.25 --rho 9 "
             "--steps 40 --center 3,4.5 --height 12 --backend cpu")
             .gasket;
    EXPECT_EQ(std::tie(shown.fractal, shown.numbers.level, shown.rule, shown.engine),
              std::tuple("carpet", 6, "B3/S23", gasket::EngineKind::table));
    EXPECT_EQ(std::tie(shown.numbers.seed, shown.numbers.density, shown.numbers.rho, shown.steps),
              std::tuple(9u, 0.25, 9, 40));
    EXPECT_EQ(std::tie(shown.center_x, shown.center_y, shown.height), std::tuple(3, 4.5, 12));
    EXPECT_EQ(shown.backend, Backend::cpu);
}

// On top of what the tab had: another fractal is seen from its beginning, and as a whole.
TEST_F(GasketCommandTest, TheWindowKeepsWhatItsOptionsDoNotName) {
    Settings before;
    before.gasket->numbers.level = 20;
    before.gasket->rule = "B1/S1";
    before.gasket->steps = 300;
    before.gasket->height = 5;
    const auto ruled = *window_settings(Workload::gasket, "--rule B2/S2", before).gasket;
    EXPECT_EQ(std::tie(ruled.numbers.level, ruled.rule, ruled.steps, ruled.height),
              std::tuple(20, "B2/S2", 300, 5));
    const auto other = *window_settings(Workload::gasket, "--fractal carpet", before).gasket;
    EXPECT_EQ(other.numbers.level, max_level(*gasket::find_fractal("carpet")));
    EXPECT_EQ(std::tie(other.rule, other.steps, other.height),
              std::tuple("B1/S1", 0, std::nullopt));
    EXPECT_EQ(window_settings(Workload::gasket, "--height 9", before).gasket->center_x, 1 << 19);
}

TEST_F(GasketCommandTest, TheWindowsOptionsAreCheckedBeforeItOpens) {
    const std::string window = "--workload gasket --backend cpu ";
    expect_one_line(run(window + "--fractal sponge"), 2, "the fractal is \"sponge\"");
    expect_one_line(run(window + "--fractal carpet --r 20"), 2, "20");
    expect_one_line(run(window + "--rule Conway"), 2, "--rule");
    expect_one_line(run(window + "--fractal carpet --engine bits"), 2, "the engine bits");
    expect_one_line(run(window + "--engine quick"), 2, "--engine");
    expect_one_line(run(window + "--center 3"), 2, "--center");
    expect_one_line(run(window + "--map rec"), 2, "--map");
}

// At r 8 and rho 16, BB launches 16 x 16 blocks, of which 81 have cells: 6561 in all.
TEST_F(GasketCommandTest, BenchCountsBlocksAndBytes) {
    const auto outcome =
        run("bench --workload gasket --backend cpu --r 8 --steps 3 --repeat 2 "
            "--engine bb,lambda,table,bits -o runs.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.out, "\n2 runs of 3 steps each, in random order; cpu: ");
    EXPECT_SAYS(outcome.out, " ms to set the 1642 bytes of two states, one bit per cell\n");
    const auto lines = lines_in(folder / "runs.csv");
    ASSERT_EQ(lines.size(), 1U + 4U * 2U);
    EXPECT_TRUE(lines[0].starts_with("time,workload,engine,backend,device,fractal,s,k,r,n,cells,"));
    const auto count = [&](const std::string& engine, const std::string& part) {
        return std::ranges::count_if(lines, [&](const std::string& line) {
            return line.find(",gasket," + engine + ",cpu,") != std::string::npos &&
                   line.find(part) != std::string::npos;
        });
    };
    EXPECT_EQ(count("bb", ",gasket,2,3,8,256,6561,B2/S23,0.5,1,16,,,,3,"), 2);
    EXPECT_EQ(count("bb", ",0,0,256,175,58975,"), 2);
    EXPECT_EQ(count("bb", ",131072,1,"), 2);
    EXPECT_EQ(count("lambda", ",0,0,81,0,14175,"), 2);
    EXPECT_EQ(count("table", ",41472,"), 2);
    EXPECT_EQ(count("bits", ",gasket,2,3,8,256,6561,B2/S23,0.5,1,,3,1,,3,"), 2);
    EXPECT_EQ(count("bits", ",0,0,,,,"), 2);
}

TEST_F(GasketCommandTest, RaceRanksEnginesByTheirMedians) {
    const auto outcome =
        run("race --workload gasket --backend cpu --engine bb,nu,bits --r 7 "
            "--steps 5 --repeat 3 -o race.csv --plot race.png");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto lines = lines_in(folder / "race.csv");
    ASSERT_EQ(lines.size(), 4U);
    double last = 0;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        EXPECT_TRUE(lines[i].starts_with(std::to_string(i) + ",gasket,")) << lines[i];
        const double median = std::stod(row_of(lines[0], lines[i]).at("ms_median"));
        EXPECT_LE(last, median);
        last = median;
    }
    EXPECT_EQ(render::read_png(folder / "race.png").size().height, 24 + 3 * 19 + 12 + 3 * 32 + 24);
    EXPECT_SAYS(squeezed(outcome.out), "\nrank engine median ms per step min..max vs BB\n");
}

TEST_F(GasketCommandTest, InfoListsFractalsAndEngines) {
    const auto outcome = run("info --workload gasket");
    EXPECT_EQ(outcome.status, 0);
    const auto said = squeezed(outcome.out);
    EXPECT_SAYS(said, "\ngasket 2 3 20 3486784401\n");
    EXPECT_SAYS(said, "\ncandy 4 12 8 429981696\n");
    EXPECT_SAYS(said, "\nnu-mma Like ν, ");
    EXPECT_SAYS(said, "Highest r on cpu\nbb gasket 15, carpet 9, ");
    EXPECT_SAYS(said, "\nbits gasket 20\n");
}

TEST_F(GasketCommandTest, AnInterruptionLeavesNothing) {
    for (const std::string work :
         {"render --steps 1000000000 -o a.png --state-out s.npy",
          "check --steps 1000000000 -o c.csv --state-out s.npy", "render --r 18 -o a.png"}) {
        std::vector<std::string> words{"render", "--workload", "gasket", "--backend", "cpu"};
        std::istringstream rest(work);
        rest >> words.front();
        for (std::string word; rest >> word;) words.push_back(word);
        const auto program = start(words);
        wait_for_files(program);
        kill(program, SIGINT);
        expect_one_line(finish(program), 130, "interrupted; nothing was written");
        EXPECT_TRUE(files().empty()) << work;
    }
}

// So that claims find both.
TEST(GasketContest, TellsRunsWithSharedMemoryFromRunsWithout) {
    GasketRequest request;
    request.level = 4;
    request.engines = {gasket::EngineKind::nu, gasket::EngineKind::bits};
    request.machine.backend = Backend::cpu;
    for (const auto& [shared, label] : std::vector<std::pair<std::optional<bool>, std::string>>{
             {std::nullopt, "nu"}, {true, "nu shared"}, {false, "nu unshared"}}) {
        request.shared = shared;
        std::atomic<int> done{0};
        const auto contest = gasket_contest(gasket_setup(request), 1).measure({1, false, {}, done});
        EXPECT_EQ(contest->engines[0].label, label);
        EXPECT_EQ(contest->engines[1].label, "bits") << "it has no choice";
    }
}

TEST_F(GasketCommandTest, WrongArgumentsAreRefusedInOneLine) {
    const std::string bench = "bench --workload gasket --backend cpu ";
    const std::vector<std::pair<std::string, std::string>> refused{
        {"--fractal none",
         "--fractal: the fractal is \"none\": it must be one of gasket, carpet, "},
        {"--fractal 3:0,0/0;1", "the fractal is \"3:0,0/0;1\""},
        {"--fractal 9:0,0/1,1", "from 2 to 8 boxes along a side, not 9"},
        {"--fractal 3:0,0/3,1", "the copy at 3,1 is outside the box: x and y go from 0 to 2"},
        {"--fractal 3:0,0/0,0", "two copies are at 0,0"},
        {"--fractal carpet --r 11",
         "the level r of the fractal carpet must be from 0 to 10, not 11"},
        {"--r 21", "--r is \"21\": it must be a whole number from 0 to 20"},
        {"--engine bb --r 16", "the engine bb: this engine needs 8 GiB here, and the limit is 4"},
        {"--engine nu-mma", "the engine nu-mma: it is not available on cpu"},
        {"--engine bits --fractal x", "the engine bits: bits supports only the gasket"},
        {"--engine none", "--engine is \"none\""},
        {"--engine bb --fuse 2", "fuse is given, but only bits uses it: choose this engine"},
        {"--engine table --tile 3", "tile is given, but only bits uses it: choose this engine"},
        {"--engine bits --rho 8",
         "rho is given, but only bb, lambda, nu, nu-mma and table use it: choose one of these"},
        {"--engine bits --r 18 --tile 3", "the level t of tiles must be from 5 to 8 here, not 3"},
        {"--engine bits --shared on",
         "shared is given, but only bb, lambda, nu, nu-mma and table use it: choose one of these"},
        {"--engine nu --shared off",
         "shared is given, and the backend is cpu, where there is no shared memory: choose cuda"},
        {"--shared yes", "--shared is \"yes\": it must be auto, or on or off"},
        {"--rho 33", "--rho is \"33\""},
        {"--fuse 8", "--fuse is \"8\""},
        {"--rule B9/S2", "--rule is \"B9/S2\""},
        {"--density 1.5", "--density is \"1.5\": it must be a number from 0 to 1"},
        {"--seed x", "--seed is \"x\""},
        {"--steps 0", "--steps is \"0\""},
        {"--map bb", "there is no option --map"}};
    for (const auto& [arguments, part] : refused) {
        SCOPED_TRACE(arguments);
        expect_one_line(run(bench + arguments), 2, part);
    }
    expect_one_line(run("sweep --workload gasket --backend cpu --r 8,21"), 2, "--r is \"8,21\"");
    expect_one_line(run("check --workload gasket --backend cpu --engine bb"), 2,
                    "there is nothing to compare bb with: it is the simplest engine");
    expect_one_line(run("check --workload gasket --backend cpu --r 20"), 2,
                    "there is nothing to compare bits with: it is the only engine that fits");
    const std::string render = "render --workload gasket --backend cpu ";
    expect_one_line(run(render), 2, "-o is missing");
    expect_one_line(run(render + "-o a.png --center 5000,0 --height 9"), 2,
                    "show nothing of the fractal: its cells go from 0 to 1024");
    expect_one_line(run(render + "-o a.png --center 5"), 2, "--center is \"5\"");
    expect_one_line(run(render + "-o a.png --height 0"), 2, "--height is \"0\"");
    expect_one_line(run(render + "-o a.png --engine bb,nu"), 2, "--engine is \"bb,nu\"");
    EXPECT_TRUE(files().empty());
}

}  // namespace
}  // namespace mariani::app
