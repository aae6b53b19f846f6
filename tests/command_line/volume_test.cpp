// The commands of the workload `volume`.
#include "app/command_line/commands.hpp"
#include "app/settings/volume_settings.hpp"
#include "render/picture/png.hpp"
#include "tests/command_line/file_lines.hpp"
#include "tests/command_line/program.hpp"
#include "tests/command_line/squeezed.hpp"
#include "tests/command_line/window_settings.hpp"

#include <algorithm>
#include <cstring>

namespace mariani::app {
namespace {

using VolumeCommandTest = ProgramTest;

const std::string small_volume = " --workload volume --backend cpu --n 33 ";

// The values of a NumPy file of 16 bits each, and what it says of its shape.
std::vector<std::uint16_t> values_in(const std::string& bytes, const std::string& shape) {
    EXPECT_SAYS(bytes, "{'descr': '<u2', 'fortran_order': False, 'shape': (" + shape + ",), }");
    const auto begin = bytes.find('\n') + 1;
    std::vector<std::uint16_t> values((bytes.size() - begin) / 2);
    std::memcpy(values.data(), bytes.data() + begin, 2 * values.size());
    return values;
}

TEST_F(VolumeCommandTest, BenchMeasuresEveryEngine) {
    const auto outcome = run("bench" + small_volume + "--repeat 2 -o runs.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.out, "volume julibrot, k 3, n 33, dwell 256, f32; g 8 r 2 B 4 uniform\n");
    for (const std::string engine : {"Ex ", "DP-SBR B 4 ", "ASK-SBR B 4 ", "Surface-SBR B 16 "})
        EXPECT_SAYS(outcome.out, "\n" + engine);
    EXPECT_SAYS(outcome.out, "to set the 71874 bytes of the volume\n");
    const auto lines = lines_in(folder / "runs.csv");
    ASSERT_EQ(lines.size(), 1U + 4U * 2U);
    EXPECT_TRUE(lines[0].starts_with("time,workload,engine,scheme,rule,pool,encoding,order,"));
    for (std::size_t i = 1; i < lines.size(); ++i)
        EXPECT_SAYS(lines[i], ",julibrot,3,33,256,-0.75,0,2.5,f32,");
}

TEST_F(VolumeCommandTest, ShortcutsAreTold) {
    for (const std::string shortcuts : {"on", "off"}) {
        const auto outcome = run("bench" + small_volume +
                                 "--engine ex --repeat 1 -o s.csv --shortcuts " + shortcuts);
        ASSERT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_SAYS(lines_in(folder / "s.csv").at(1), "," + shortcuts + ",");
    }
}

// Where one launch may be pending, one that is launched finds no room for its own.
TEST_F(VolumeCommandTest, ThePoolIsOfDpAlone) {
    const auto outcome =
        run("bench" + small_volume + "--engine dp,ask --g 2 -B 1 --pool 1 --repeat 1 -o p.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.out,
                " launches of DP-SBR failed because the pool was full or CUDA refused: ");
    const auto lines = lines_in(folder / "p.csv");
    EXPECT_TRUE(lines.at(0).starts_with("time,workload,engine,scheme,rule,pool,encoding,order,"));
    const auto row_of = [&](std::string_view engine) {  // rows are in the order of the runs
        return lines.at(lines.at(1).find(engine) != std::string::npos ? 1 : 2);
    };
    EXPECT_SAYS(row_of(",dp,"), ",dp,sbr,uniform,1,,,cpu,");
    EXPECT_SAYS(row_of(",ask,"), ",ask,sbr,uniform,,coords,stable,cpu,");
}

// Engines differ in what they have: Ex has no scheme, and DP no list.
TEST_F(VolumeCommandTest, BenchComparesEncodingsAndOrders) {
    const auto outcome = run("bench" + small_volume +
                             "--repeat 1 --engine ex,dp,ask --encoding coords,levels "
                             "--order stable,sorted -o runs.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    ASSERT_EQ(lines_in(folder / "runs.csv").size(), 1U + 1U + 1U + 4U);
    for (const std::string label :
         {"Ex", "DP-SBR", "ASK-SBR coords stable", "ASK-SBR coords sorted", "ASK-SBR levels stable",
          "ASK-SBR levels sorted"})
        EXPECT_SAYS(outcome.out, "\n" + label + " ");
}

TEST_F(VolumeCommandTest, BenchMeasuresTheEnergyOfARunOrTellsTheReason) {
    const auto outcome = run("bench" + small_volume + "--engine ex --repeat 1 --energy -o e.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.out, "\nenergy Ex ");
    EXPECT_SAYS(lines_in(folder / "e.csv").at(0), ",joules,cells_per_joule,energy");
    EXPECT_FALSE(lines_in(folder / "e.csv").at(1).ends_with(","));
}

TEST_F(VolumeCommandTest, RaceRanksEnginesByTheirMedians) {
    const auto outcome =
        run("race" + small_volume + "--engine ex,ask --repeat 3 -o race.csv --plot race.png");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto lines = lines_in(folder / "race.csv");
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_TRUE(lines[0].ends_with(",runs,ms_median,ms_min,ms_max,improvement,runs_ms"));
    for (std::size_t i = 1; i < lines.size(); ++i)
        EXPECT_TRUE(lines[i].starts_with(std::to_string(i) + ",volume,")) << lines[i];
    EXPECT_SAYS(outcome.out, "rank  engine");
    EXPECT_GT(render::read_png(folder / "race.png").size().height, 2 * 32);
}

TEST_F(VolumeCommandTest, SweepMeasuresEveryCell) {
    const auto outcome =
        run("sweep" + small_volume.substr(0, small_volume.find("--n")) +
            "--n 16,24 --g 4 --r 2,3 --B 2,4 --engine ex,ask --repeat 1 -o sweep.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto lines = lines_in(folder / "sweep.csv");
    ASSERT_EQ(lines.size(), 1U + 2U * 2U * 2U * 2U);
    EXPECT_SAYS(lines[2], ",16,256,-0.75,0,2.5,f32,4,2,2,on,1,");
    EXPECT_SAYS(lines.back(), ",24,256,-0.75,0,2.5,f32,4,3,4,on,1,");
    EXPECT_SAYS(outcome.out, "fastest");
}

// Fills of uniform borders may err; those of insides do not here.
TEST_F(VolumeCommandTest, CheckComparesEveryVoxelWithEx) {
    const auto outcome = run("check" + small_volume + "--rule interior,sides -o check.csv");
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
    const auto lines = lines_in(folder / "check.csv");
    ASSERT_EQ(lines.size(), 1U + 1U + 3U * 2U);
    for (std::size_t i = 1; i < lines.size(); ++i) {
        EXPECT_SAYS(lines[i], ",35937,");
        EXPECT_TRUE(lines[i].ends_with(",0,,,,yes")) << lines[i];
    }
}

TEST_F(VolumeCommandTest, RenderDrawsThreePlanesAndWritesTheVolume) {
    const auto outcome =
        run("render" + small_volume + "--dwell 100 --grid --scale 4 -o v.png --dwell-out v.npy");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(squeezed(outcome.out),
                "\nlevel side regions filled subdivided leaves P ms iterated list bytes\n0 ");
    EXPECT_EQ(render::read_png(folder / "v.png").size().width, 2 * 33 * 4 + 3 * 12);
    EXPECT_EQ(values_in(text_of(folder / "v.npy"), "33, 33, 33").size(), 33U * 33U * 33U);
    const auto texts = render::read_png_texts(folder / "v.png");
    EXPECT_TRUE(std::ranges::any_of(texts, [](const render::PngText& text) {
        return text.keyword == "mariani:workload" && text.text == "volume";
    }));
}

// n is odd, so that a voxel has w = 0.
TEST_F(VolumeCommandTest, TheSliceWithoutWIsTheFrameOfTheMandelbrotSet) {
    const auto frame = dwells_of(
        "--backend cpu --precision f32 --dwell 100 --center -0.75,0 --height 2.5 "
        "--size 33x33 --engine ex");
    const auto outcome = run("render" + small_volume +
                             "--dwell 100 --rule interior --slice z=16 --scale 1 -o v.png "
                             "--dwell-out v.npy");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto volume = values_in(text_of(folder / "v.npy"), "33, 33, 33");
    ASSERT_EQ(frame.values.size(), 33U * 33U);
    for (std::size_t i = 0; i < frame.values.size(); ++i)
        ASSERT_EQ(volume.at(16 * 33 * 33 + i), frame.values[i]) << i;
    EXPECT_EQ(render::read_png(folder / "v.png"), render::read_png(folder / "out.png"));
}

TEST_F(VolumeCommandTest, FourAxesAreCutTwice) {
    const auto outcome =
        run("render --workload volume --backend cpu --k 4 --n 12 --g 4 "
            "--slice u=3 --slice x=5 --scale 2 -o v.png --dwell-out v.npy");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(render::read_png(folder / "v.png").size(), (ImageSize{24, 24}));
    EXPECT_EQ(values_in(text_of(folder / "v.npy"), "12, 12, 12, 12").size(), 12U * 12U * 12U * 12U);
}

TEST_F(VolumeCommandTest, InfoListsWhatThereIs) {
    const auto outcome = run("info --workload volume");
    EXPECT_EQ(outcome.status, 0);
    for (const std::string part : {"Functions\n", "mandelbulb", "Engines\n", "surface", "Rules\n",
                                   "Encodings\n", "hilbert", "Orders\n", "Limits\n", "1 to 2048"})
        EXPECT_SAYS(outcome.out, part);
}

TEST_F(VolumeCommandTest, WrongArgumentsAreRefusedInOneLine) {
    const std::string bench = "bench --workload volume --backend cpu ";
    expect_one_line(run(bench + "--n 0"), 2, "--n is \"0\"");
    expect_one_line(run(bench + "--k 5"), 2, "--k is \"5\"");
    expect_one_line(run(bench + "-k 5"), 2, "bench: --k is \"5\"");
    expect_one_line(run(bench + "-n 20"), 2, "there is no option -n: it is --n");
    expect_one_line(run(bench + "--k 4 --n 300"), 2, "n is 300");
    expect_one_line(run(bench + "--engine none"), 2, "--engine is \"none\"");
    expect_one_line(run(bench + "--function none"), 2, "--function is \"none\"");
    expect_one_line(run(bench + "--center 1"), 2, "--center is \"1\"");
    expect_one_line(run(bench + "--shortcuts yes"), 2, "--shortcuts is \"yes\"");
    expect_one_line(
        run(bench + "--engine ex --encoding morton"), 2,
        "encoding is given, but only ask and surface use it: choose one of these engines");
    expect_one_line(run(bench + "--g 3 --encoding morton"), 2, "it needs powers of two");
    expect_one_line(run(bench + "--engine ask --pool 9"), 2,
                    "pool is given, but only dp uses it: choose this engine");
    expect_one_line(run(bench + "--function mandelbulb --rule sides"), 2, "the rule is sides");
    expect_one_line(run("sweep --workload volume --backend cpu --n 16..2048 --B 1..65536 "
                        "--g 1..1024"),
                    2, "combinations of --n, --g, --r, --B: a sweep measures at most 1000");
    const std::string render = "render --workload volume --backend cpu ";
    expect_one_line(run(render), 2, "-o is missing");
    expect_one_line(run(render + "-o a.png --engine ex --scheme sbr"), 2,
                    "scheme is given, but only dp, ask and surface use it");
    expect_one_line(run(render + "-o a.png --slice w=1"), 2, "--slice is \"w=1\"");
    expect_one_line(run(render + "-o a.png --slice z"), 2, "--slice is \"z\"");
    expect_one_line(run(render + "-o a.png --slice z=96"), 2, "z is 96: it must be a voxel");
    expect_one_line(run(render + "-o a.png --slice u=0"), 2, "there is no axis u with k 3");
    expect_one_line(run(render + "-o a.png --slice x=0 --slice y=0"), 2, "fewer than two axes");
    expect_one_line(run(render + "-o a.png --mapping distance"), 2, "--mapping is distance");
    expect_one_line(run(render + "-o a.png --engine ex --grid"), 2, "has no regions");
    EXPECT_TRUE(files().empty());
}

VolumeSettings window_settings(const std::string& options, Settings before = {}) {
    return *window_settings(Workload::volume, options, std::move(before)).volume;
}

TEST_F(VolumeCommandTest, TheWindowOpensOnWhatItsOptionsName) {
    const auto shown = window_settings(
        "--n 64 --dwell 99 --center 0.25,-0.5 --height 0.5 --engine surface --rule sides "
        "--encoding hilbert --order arrival -g 4 -r 4 -B 8 --turn 0.125 --show space "
        "--slice z=7 --slice x=3 --backend cpu --precision f64 --scheme mbr");
    VolumeSettings expected;
    expected.problem.side = 64;
    expected.problem.dwell_limit = 99;
    expected.problem.centre_re = 0.25;
    expected.problem.centre_im = -0.5;
    expected.problem.height = 0.5;
    expected.engine = volume::EngineKind::surface;
    expected.problem.rule = volume::Rule::sides;
    expected.problem.encoding = volume::Encoding::hilbert;
    expected.problem.order = volume::Order::arrival;
    expected.problem.g = 4, expected.problem.r = 4, expected.problem.B = 8;
    expected.problem.turn = 0.125;
    expected.shown = VolumeShown::space;
    expected.z = 7, expected.x = 3;
    expected.backend = Backend::cpu;
    expected.problem.precision = Precision::f64;
    expected.problem.scheme = Scheme::mbr;
    EXPECT_EQ(shown, expected);
    EXPECT_EQ(window_settings("--k 4").problem.side, 32);
    EXPECT_EQ(window_settings("-k 4").problem.axes, 4);
    EXPECT_EQ(window_settings("--k 4 --n 20").problem.side, 20);
}

// On top of what the tab had; where that excludes what is named, in its place.
TEST_F(VolumeCommandTest, TheWindowKeepsWhatItsOptionsDoNotName) {
    Settings before;
    before.volume->problem.side = 50;
    before.volume->problem.encoding = volume::Encoding::morton;
    EXPECT_EQ(window_settings("--dwell 33", before).problem.side, 50);
    EXPECT_EQ(window_settings("--dwell 33", before).problem.encoding, volume::Encoding::morton);
    const auto other = window_settings("--g 3", before);  // which Morton's curve has not
    EXPECT_EQ(other.problem.g, 3);
    EXPECT_EQ(why_invalid(other), std::nullopt);
}

TEST_F(VolumeCommandTest, TheWindowsOptionsAreCheckedBeforeItOpens) {
    const std::string window = "--workload volume --backend cpu ";
    expect_one_line(run(window + "--k 5"), 2, "--k is \"5\"");
    expect_one_line(run(window + "--slice z=96"), 2, "--slice is z=96");
    expect_one_line(run(window + "--turn 2"), 2, "--turn is \"2\"");
    expect_one_line(run(window + "--turn 0.5 --k 4"), 2, "the turn is given");
    expect_one_line(run(window + "--slice u=3"), 2, "--slice is u=3");
    expect_one_line(run(window + "--show none"), 2, "--show is \"none\"");
    expect_one_line(run(window + "--engine ex --encoding morton"), 2,
                    "only ask and surface use it");
    expect_one_line(run(window + "--function mandelbulb --rule sides"), 2, "the rule is sides");
    expect_one_line(run(window + "--scheme wpr"), 2, "WPR");
}

}  // namespace
}  // namespace mariani::app
