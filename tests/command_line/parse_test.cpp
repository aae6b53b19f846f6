#include "app/files/settings_file.hpp"
#include "tests/command_line/parsed.hpp"
#include "tests/files/sandbox.hpp"
#include "tests/files/subdivision_of.hpp"

namespace mariani::app {
namespace {

Settings settings_of(const SettingsEdits& edits) {
    Settings settings;
    apply(edits, settings);
    return settings;
}

Settings window_settings(const Words& words) {
    return settings_of(parsed<WindowCommand>(words).edits);
}

TEST(Parse, NothingIsTheWindowAsItIs) {
    EXPECT_EQ(window_settings({}), Settings{});
}

TEST(Parse, EveryOptionReachesItsSetting) {
    const Settings got = window_settings({"--center",    "-0.75,-1e-3",
                                          "--height",    "1e-5",
                                          "--dwell",     "1000",
                                          "--precision", "f32",
                                          "--engine",    "dp",
                                          "--scheme",    "mbr",
                                          "--backend",   "cpu",
                                          "-g",          "3",
                                          "-r",          "5",
                                          "-B",          "7",
                                          "--block",     "8x4",
                                          "--fill",      "safe",
                                          "--shortcuts", "off",
                                          "--quality",   "preview",
                                          "--insertion", "child",
                                          "--threads",   "2",
                                          "--palette",   "viridis",
                                          "--mapping",   "equalised",
                                          "--period",    "12.5",
                                          "--smooth",    "--grid",
                                          "--device",    "auto",
                                          "--shading",   "--light-angle",
                                          "200.5",       "--light-height",
                                          "30"});
    Settings expected;
    expected.view = {{-0.75, -1e-3}, 1e-5};
    expected.engine = {EngineKind::dp,
                       Scheme::mbr,
                       Backend::cpu,
                       Precision::f32,
                       1000,
                       3,
                       5,
                       7,
                       FillRule::safe,
                       false,
                       Quality::preview,
                       Insertion::per_child,
                       BlockSize{8, 4},
                       2,
                       std::nullopt};
    expected.colouring.palette = "viridis";
    expected.colouring.mapping = render::Mapping::equalised;
    expected.colouring.period = 12.5;
    expected.colouring.smooth = true;
    expected.colouring.shaded = true;
    expected.colouring.light_angle = 200.5;
    expected.colouring.light_height = 30;
    expected.overlay.shown = true;
    EXPECT_EQ(got, expected);
}

TEST(Parse, ShortAndLongNamesAreTheSame) {
    const Words spellings[] = {{"-g", "8", "-r", "3", "-B", "9"},
                               {"--g", "8", "--r", "3", "--B", "9"},
                               {"--g=8", "--r=3", "--B=9"},
                               {"-g8", "-r3", "-B9"}};
    for (const auto& words : spellings)
        EXPECT_EQ(subdivision_of(window_settings(words).engine), (SubdivisionParams{8, 3, 9}));
}

TEST(Parse, AutoKeepsWhatIsGivenOfGAndRAndTheBlock) {
    EngineRequest expected;
    expected.g = 4;
    EXPECT_EQ(window_settings({"-g", "4"}).engine, expected);
    expected = {};
    expected.r = 2;
    EXPECT_EQ(window_settings({"-r", "2"}).engine, expected);
    expected = {};
    expected.block = BlockSize{16, 16};
    EXPECT_EQ(window_settings({"--block", "16x16"}).engine, expected);
}

TEST(Parse, AutoLeavesEachToTheProgram) {
    EXPECT_EQ(window_settings({"--engine", "auto", "--scheme", "auto", "--backend", "auto",
                               "--precision", "auto", "-g", "auto", "-r", "auto", "--block", "auto",
                               "--threads", "auto", "--device", "auto"}),
              Settings{});
    EXPECT_EQ(window_settings({"--threads", "0"}), Settings{}) << "as in older versions";
}

TEST(Parse, NegativeCentresInBothForms) {
    const View expected{{-0.5, -0.25}, 2};
    EXPECT_EQ(window_settings({"--height", "2", "--center", "-0.5,-0.25"}).view, expected);
    EXPECT_EQ(window_settings({"--center=-0.5,-0.25", "--height=2"}).view, expected);
}

TEST(Parse, AViewIsTheStartThatOtherOptionsChange) {
    const auto paper = window_settings({"--view", "paper"});
    EXPECT_EQ(paper.view, (View{{-0.5, 0}, 2}));
    EXPECT_EQ(paper.engine.dwell_limit, 512u);
    const auto seahorse = window_settings({"--view", "seahorse"});
    EXPECT_EQ(seahorse.view, (View{{-0.745, 0.113}, 0.02}));
    EXPECT_EQ(seahorse.engine.dwell_limit, 1024u);
    const auto changed = window_settings({"--dwell", "77", "--height", "1", "--view", "paper"});
    EXPECT_EQ(changed.view, (View{{-0.5, 0}, 1}));
    EXPECT_EQ(changed.engine.dwell_limit, 77u);
}

TEST(Parse, APictureIsRestoredAndARecordingPlayed) {
    const auto command = parsed<WindowCommand>(
        {"shot.png", "--replay", "input.json", "--report", "turns.jsonl", "--mark-frames"});
    EXPECT_EQ(command.picture, "shot.png");
    EXPECT_EQ(command.replay, "input.json");
    EXPECT_EQ(command.report, "turns.jsonl");
    EXPECT_TRUE(command.mark_frames);
    EXPECT_FALSE(parsed<WindowCommand>({}).mark_frames);
}

TEST(Parse, RenderTakesItsFiles) {
    const auto command =
        parsed<RenderCommand>({"render", "in.png", "-o", "out.png", "--size", "32768x1",
                               "--dwell-out", "d.npy", "--regions-out", "r.csv", "--no-grid"});
    EXPECT_EQ(command.picture, "in.png");
    EXPECT_EQ(command.output, "out.png");
    EXPECT_EQ(command.size, (ImageSize{32768, 1}));
    EXPECT_EQ(command.dwells, "d.npy");
    EXPECT_EQ(command.regions, "r.csv");
    EXPECT_TRUE(settings_of(command.edits).engine.shortcuts);
}

TEST(Parse, BenchTakesListsAndHasShortcutsOff) {
    const std::vector both{EngineKind::ex, EngineKind::ask};
    for (const Words& words : {Words{"bench", "--engine", "ex,ask"},
                               Words{"bench", "--engine", "ex", "--engine", "ask,ex"}}) {
        const auto command = parsed<BenchCommand>(words);
        EXPECT_EQ(command.engines, both);
        EXPECT_EQ(command.schemes, std::vector{Scheme::sbr});
        EXPECT_FALSE(settings_of(command.edits).engine.shortcuts);
    }
    const auto all = parsed<BenchCommand>(
        {"bench", "--scheme", "all", "--shortcuts", "on", "--repeat", "3", "-o", "log.json"});
    EXPECT_EQ(all.engines.size(), 3u);
    EXPECT_EQ(all.schemes.size(), 3u);
    EXPECT_EQ(all.repeat, 3);
    EXPECT_EQ(all.output, "log.json");
    EXPECT_TRUE(settings_of(all.edits).engine.shortcuts);
}

TEST(Parse, HelpShowsExamplesAndEveryOption) {
    for (const Words& words :
         {Words{"--help"}, Words{"render", "-h"}, Words{"bench", "--help"}, Words{"info", "-h"}}) {
        const auto text = parsed<PrintText>(words).text;
        EXPECT_SAYS(text, words.front() == "info" ? "Usage: mariani info" : "Examples:");
        if (words.front() != "info") {
            EXPECT_SAYS(text, "-g,--g");
        }
    }
    EXPECT_TRUE(parsed<PrintText>({"--version"}).text.starts_with("mariani 0."));
}

class StartSettingsTest : public Sandbox {
  protected:
    static View opened(const Words& words) {
        return start_settings(parsed<WindowCommand>(words)).settings.view;
    }
};

TEST_F(StartSettingsTest, AViewThatIsGivenIsWhole) {
    const PlanePoint c{-0.8, 0.156};
    Settings last;
    last.view = {{0.1, 0.2}, 0.5, c};
    save_settings(last);
    EXPECT_EQ(opened({}), last.view);
    EXPECT_EQ(opened({"--dwell", "700", "--palette", "viridis"}), last.view);
    EXPECT_EQ(opened({"--center", "0,1", "--height", "0.01"}), (View{{0, 1}, 0.01}));
    EXPECT_EQ(opened({"--center", "0,1", "--height", "1e-400"}).julia, std::nullopt);
    EXPECT_EQ(opened({"--center", "0,1"}), (View{{0, 1}, View{}.height}));
    EXPECT_EQ(opened({"--height", "0.01"}), (View{View{}.centre, 0.01}));
    EXPECT_EQ(opened({"--julia", "none"}), View{});
    EXPECT_EQ(opened({"--julia", "0,1", "--center", "0,1"}).julia, (PlanePoint{0, 1}));
    EXPECT_EQ(opened({"--center", "0.25,0.5", "--height", "1"}), (View{{0.25, 0.5}, 1}));
    EXPECT_EQ(opened({"--view", "paper"}), View{});
    put(folder / "place.kfr", "Re: 0\nIm: -1\nZoom: 4\nIterations: 100\n");
    const std::string place = (folder / "place.kfr").string();
    EXPECT_EQ(opened({place}), (View{{0, 1}, 1}));
    EXPECT_EQ(opened({place, "--height", "0.5"}), (View{{0, 1}, 0.5}));
}

}  // namespace
}  // namespace mariani::app
