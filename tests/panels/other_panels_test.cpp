#include "app/panels/panel_style.hpp"
#include "compute/model/text.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

template <typename T>
const T* only(const CommandQueue& commands) {
    EXPECT_EQ(commands.size(), 1u);
    return commands.size() == 1 ? std::get_if<T>(&commands.front()) : nullptr;
}

bool only(const CommandQueue& commands, Action action) {
    return commands.size() == 1 && is(commands.front(), action);
}

class PanelsTest : public testing::Test {
  protected:
    PanelsTest() { stage.seen = fake_observations(); }

    void show(void (*panel)(const PanelContext&)) {
        stage.show(panel);
        stage.frames(2);
    }

    Stage stage;
};

TEST_F(PanelsTest, CoordinatesTypedGoThereExactly) {
    show(view_panel);
    stage.enter("Centre re", "-0.74364388703715101");
    const auto* go = only<command::GoTo>(stage.commands);
    ASSERT_TRUE(go);
    EXPECT_EQ(to_text(go->view.centre.re), "-0.74364388703715101");
    EXPECT_EQ(go->view.height, 2);
}

TEST_F(PanelsTest, CoordinatesThatMayNotBeAreRefusedInPlace) {
    show(view_panel);
    stage.enter("Height", "0");
    EXPECT_TRUE(stage.reads("the view's height is 0: it must be from"));
    stage.enter("Centre im", "1e300");
    EXPECT_TRUE(stage.reads("the centre's imaginary part is 1e+300: it must be from"));
    stage.enter("Centre re", "left");
    EXPECT_TRUE(stage.reads("the centre's real part is \"left\": it must be a number"));
    EXPECT_TRUE(stage.commands.empty());
}

TEST_F(PanelsTest, CoordinatesAreShownWithEveryDigit) {
    stage.settings.view = {{-0.10110457380702350918, 0.95629057942002442372}, 4e-10};
    show(view_panel);
    EXPECT_EQ(stage.value_of("Centre re")->text, "-0.1011045738070235");
    EXPECT_TRUE(stage.reads("0.9562905794200244"));
    EXPECT_TRUE(stage.reads("4e-10"));
    stage.scene = status_bar;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("5.00e+09 x"));
}

TEST_F(PanelsTest, UndoWorksOnlyWhereThereIsSomethingToUndo) {
    show(view_panel);
    stage.click("Redo");
    EXPECT_TRUE(stage.commands.empty());
    stage.click("Undo");
    EXPECT_TRUE(only(stage.commands, Action::undo_view));
}

TEST_F(PanelsTest, AGoneFractionSaysHowItIsHad) {
    stage.settings.colouring.smooth = true;
    show(colour_panel);
    EXPECT_TRUE(stage.reads("shaded from their edges"));
    stage.settings.engine.fill = FillRule::interior;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("Every pixel has its own fraction"));
}

TEST_F(PanelsTest, APaletteIsChosenFromTheList) {
    show(colour_panel);
    stage.click("blue-gold");
    EXPECT_TRUE(stage.reads("volcano.map"));
    stage.click("viridis");
    EXPECT_EQ(stage.settings.colouring.palette, "viridis");
}

TEST_F(PanelsTest, MappingsAreChosen) {
    show(colour_panel);
    stage.click("equalised");
    EXPECT_EQ(stage.settings.colouring.mapping, render::Mapping::equalised);
}

TEST_F(PanelsTest, WhatThePictureShowsIsChosenAndExplained) {
    show(colour_panel);
    stage.click("work");
    EXPECT_EQ(stage.settings.colouring.shown, render::Quantity::work);
    EXPECT_TRUE(stage.reads("The next frame counts the work"));
    stage.seen.work = std::make_shared<WorkSums>(fake_work());
    stage.frames(2);
    EXPECT_TRUE(stage.reads("1,234"));  // the end of the scale
    EXPECT_TRUE(stage.reads("none: filled"));
    EXPECT_TRUE(stage.reads("reused"));
    EXPECT_TRUE(stage.reads("No pixel was iterated twice"));
    EXPECT_FALSE(stage.find("Palette"));
    stage.click("level");
    EXPECT_TRUE(stage.reads("level 0"));
    EXPECT_FALSE(stage.reads("none: filled"));
    stage.click("outcome");
    EXPECT_EQ(stage.value_of("leaf")->text, "24,000");
    stage.click("dwell");
    EXPECT_TRUE(stage.find("Palette"));
}

TEST_F(PanelsTest, TheSpeedOfTheColourCycleIsTyped) {
    show(colour_panel);
    stage.enter("Cycles per minute", "12");
    EXPECT_EQ(stage.settings.cycle_speed, 12);
    stage.enter("Cycles per minute", "61");
    EXPECT_EQ(stage.settings.cycle_speed, 12);
    EXPECT_TRUE(stage.reads("the speed must be a number from 0.1 to 60"));
}

TEST_F(PanelsTest, BordersIteratedAgainAreCounted) {
    auto frame = fake_frame();
    frame.stats.levels[0].pixels_iterated = 880 * 800 + 5'432;
    stage.seen.frame = std::make_shared<Frame>(frame);
    stage.seen.work = std::make_shared<WorkSums>(fake_work());
    stage.settings.colouring.shown = render::Quantity::work;
    show(colour_panel);
    EXPECT_TRUE(stage.reads("Pixels were iterated again 5,432 times"));
    EXPECT_TRUE(stage.reads("repeated"));
    EXPECT_FALSE(stage.reads("reused"));
}

TEST_F(PanelsTest, TheGridIsSwitchedAndItsPartsWithIt) {
    show(regions_panel);
    stage.click("filled");
    EXPECT_TRUE(stage.settings.overlay.filled) << "the grid is off: nothing to choose";
    stage.click("Show the region grid (G)");
    EXPECT_TRUE(stage.settings.overlay.shown);
    stage.click("filled");
    EXPECT_FALSE(stage.settings.overlay.filled);
    EXPECT_TRUE(stage.reads("1,431,538"));
    stage.click("3");
    EXPECT_EQ(stage.settings.overlay.levels, ~(1u << 3));
}

TEST_F(PanelsTest, AReplayIsSetUpWithTheGridHiddenToo) {
    show(regions_panel);
    stage.click("Loop");
    EXPECT_TRUE(stage.state.replay.loop);
}

TEST_F(PanelsTest, ATimingLogIsStartedAndStopped) {
    stage.unfold_details();
    show(timings_panel);
    stage.click("JSON");
    EXPECT_EQ(stage.settings.exports.log_format, TimingLogFormat::json);
    stage.click("Start");
    EXPECT_TRUE(only(stage.commands, Action::start_timing_log));
    stage.commands.clear();
    stage.seen.log.open = true;
    stage.seen.log.path = "/tmp/timings.json";
    stage.seen.log.rows = 1234;
    stage.click("Stop");
    EXPECT_TRUE(only(stage.commands, Action::stop_timing_log));
    EXPECT_TRUE(stage.reads("1,234 rows in /tmp/timings.json"));
}

TEST_F(PanelsTest, AFramesEnergyIsMeasuredWhenAskedFor) {
    show(timings_panel);
    stage.click("Measure");
    EXPECT_TRUE(only(stage.commands, Action::measure_energy));
    stage.commands.clear();
    MeasuredEnergy measured{stage.seen.frame->plan, FrameEnergy{0.36, 0.5, 20, 25, "NVML", ""}};
    stage.seen.laboratory.energy = std::make_shared<MeasuredEnergy>(measured);
    stage.frames(2);
    EXPECT_TRUE(stage.reads("0.36 J per frame, 1.96 Mpixel/J"));  // 880 x 800 / 0.36
    EXPECT_FALSE(stage.reads("measured on another frame"));
    measured.plan.dwell_limit = 99;
    stage.seen.laboratory.energy = std::make_shared<MeasuredEnergy>(measured);
    stage.frames(2);
    EXPECT_TRUE(stage.reads("measured on another frame"));
    measured.energy.unknown = "the processor shows no energy counter";
    stage.seen.laboratory.energy = std::make_shared<MeasuredEnergy>(measured);
    stage.seen.laboratory.doing = "Racing";
    stage.frames(2);
    EXPECT_TRUE(stage.reads("the processor shows no energy counter"));
    stage.click("Measure");
    EXPECT_TRUE(stage.commands.empty());
}

TEST_F(PanelsTest, ALevelClickedIsTheOnlyOneShown) {
    show(levels_panel);
    EXPECT_TRUE(stage.reads("17 %"));
    stage.click("27.5");
    EXPECT_TRUE(stage.settings.overlay.shown);
    EXPECT_EQ(stage.settings.overlay.levels, 1u << 3);
    stage.click("27.5");
    EXPECT_EQ(stage.settings.overlay.levels, ~0u);
}

TEST_F(PanelsTest, LaunchesAreToldWhereThereAreAny) {
    show(levels_panel);
    EXPECT_FALSE(stage.reads("Kernel launches"));
    auto frame = fake_frame();
    frame.stats.launches = 9'577;
    frame.stats.failed_launches = 1'234;
    stage.seen.frame = std::make_shared<Frame>(frame);
    stage.frames(2);
    EXPECT_TRUE(stage.reads("Kernel launches: 9,577."));
    EXPECT_TRUE(stage.reads("1,234 device-side launches failed"));
}

TEST_F(PanelsTest, ExSaysThatNothingIsSubdivided) {
    stage.seen.frame = std::make_shared<Frame>(fake_frame(EngineKind::ex));
    show(levels_panel);
    EXPECT_TRUE(stage.reads("It does not subdivide"));
}

TEST_F(PanelsTest, APosterTooLargeIsRefusedInPlace) {
    show(export_panel);
    const auto before = stage.settings;
    stage.enter("Size", "32769");
    EXPECT_EQ(stage.settings, before);
    EXPECT_TRUE(
        stage.reads("the poster's width is 32769: it must be a whole number from 1 to 32768"));
    stage.enter("Size", "32768");
    EXPECT_EQ(stage.settings.exports.size.width, 32768);
}

TEST_F(PanelsTest, AFolderIsNamedFromTheRoot) {
    stage.settings.exports.folder = "/tmp";
    show(export_panel);
    stage.enter("Folder", "~/Pictures");
    EXPECT_EQ(stage.settings.exports.folder, "/tmp");
    EXPECT_TRUE(stage.reads("it must begin with /"));
    stage.enter("Folder", "/tmp/posters");
    EXPECT_EQ(stage.settings.exports.folder, "/tmp/posters");
}

TEST_F(PanelsTest, AnExportShowsProgressAndIsCancelled) {
    stage.seen.exporting = true;
    stage.seen.export_progress = 0.37;
    show(export_panel);
    EXPECT_TRUE(stage.reads("37 %"));
    stage.click("Cancel");
    EXPECT_TRUE(only(stage.commands, Action::cancel_export));
}

TEST_F(PanelsTest, BookmarksNeedANameOfTheirOwn) {
    show(bookmarks_panel);
    stage.click("Add");
    EXPECT_TRUE(stage.reads("the bookmark has no name"));
    stage.click("name for this view");
    stage.type("seahorse");
    stage.click("Add");
    EXPECT_TRUE(stage.reads("there is a bookmark \"seahorse\" already"));
    EXPECT_TRUE(stage.commands.empty());
}

TEST_F(PanelsTest, EnterAddsABookmarkToo) {
    show(bookmarks_panel);
    stage.click("name for this view");
    stage.type("far out");
    stage.press(ImGuiKey_Enter);
    const auto* add = only<command::AddBookmark>(stage.commands);
    ASSERT_TRUE(add);
    EXPECT_EQ(add->name, "far out");
}

TEST_F(PanelsTest, OnlyOwnBookmarksAreRemoved) {
    show(bookmarks_panel);
    const auto above = [&](std::string_view name) {
        const auto at = stage.find(name)->middle();
        return ImVec2(at.x, at.y - 40);
    };
    stage.hover(above("paper"));
    EXPECT_FALSE(stage.find("x"));
    stage.click(above("paper"));
    const auto* open = only<command::OpenBookmark>(stage.commands);
    ASSERT_TRUE(open);
    EXPECT_EQ(open->name, "paper");
    stage.commands.clear();
    stage.hover(above("my own place"));
    stage.click("x");
    const auto* removal = only<command::RemoveBookmark>(stage.commands);
    ASSERT_TRUE(removal);
    EXPECT_EQ(removal->name, "my own place");
}

TEST_F(PanelsTest, ALongFrameShowsItsProgress) {
    stage.scene = status_overlay;
    stage.seen.computing = true;
    stage.seen.computing_for_ms = 60;
    stage.seen.progress = 0.42;
    stage.frames(2);
    EXPECT_FALSE(stage.reads("42 %"));
    stage.seen.computing_for_ms = 2500;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("42 %"));
    EXPECT_TRUE(stage.reads("Esc stops"));
    stage.seen.progress.reset();
    stage.frames(2);
    EXPECT_TRUE(stage.reads("Esc stops"));
    EXPECT_FALSE(stage.reads("%")) << "how much is done is not known";
}

TEST_F(PanelsTest, AViewThatWasStoppedCanBeComputed) {
    stage.scene = status_overlay;
    stage.frames(2);
    EXPECT_FALSE(stage.reads("Stopped"));
    stage.seen.stopped = true;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("The figures describe the last computed picture."));
    stage.click("Compute it");
    EXPECT_TRUE(only(stage.commands, Action::recompute_frame));
    stage.seen.frame = nullptr;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("Stopped: this view is not computed."));
    EXPECT_FALSE(stage.reads("figures"));
}

TEST_F(PanelsTest, ErrorsStayUntilDismissedAndInfosFade) {
    stage.scene = status_overlay;
    stage.seen.messages = {{Message::Kind::info, "saved", 100},
                           {Message::Kind::error, "disk full", 1}};
    stage.frames(3);
    EXPECT_TRUE(stage.reads("saved"));
    EXPECT_TRUE(stage.reads("disk full"));
    stage.seen.now = 200;
    stage.frames(3);
    EXPECT_FALSE(stage.reads("saved"));
    stage.click_cross();
    const auto* dismissal = only<command::DismissMessage>(stage.commands);
    ASSERT_TRUE(dismissal);
    EXPECT_EQ(dismissal->index, 1u);
}

TEST_F(PanelsTest, TheHoveredRegionIsTold) {
    stage.scene = region_tooltip;
    stage.seen.hovered_region =
        Region{{220, 110, 110, 100}, 12, 512, 20480, 3, Outcome::subdivided};
    stage.hover({300, 300});
    for (const char* fact : {"level 3", "subdivided", "110 x 100", "12 to inside",
                             "20,480 iterations", "1.86 per pixel"})
        EXPECT_TRUE(stage.reads(fact)) << fact;
    stage.seen.hovered_region = Region{{0, 0, 10, 10}, 27, 27, 36 * 27, 1, Outcome::filled};
    stage.frames(2);
    ASSERT_TRUE(stage.value_of("dwell"));
    EXPECT_EQ(stage.value_of("dwell")->text, "27");
}

TEST_F(PanelsTest, HelpListsTheKeys) {
    stage.scene = help_window;
    stage.seen.help_shown = true;
    stage.frames(2);
    for (const char* word : {"Ctrl+Z", "Zoom in", "Wheel", "What you see"})
        EXPECT_TRUE(stage.reads(word)) << word;
}

TEST(HelpSearchTest, HelpIsByTaskAndFindsKeysByWhatTheyDo) {
    Stage stage({1280, 2200});
    stage.scene = help_window;
    stage.seen.help_shown = true;
    stage.frames(2);
    EXPECT_LT(stage.find("Move and zoom")->from.y, stage.find("Wheel")->from.y);
    EXPECT_LT(stage.find("Wheel")->from.y, stage.find("Look closer")->from.y);
    stage.state.help_search = "laborat";
    stage.frames(2);
    EXPECT_TRUE(stage.reads("Show or hide the laboratory"));
    EXPECT_FALSE(stage.find("Wheel"));
    EXPECT_FALSE(stage.reads("What you see"));
    stage.state.help_search = "tour";
    stage.frames(2);
    EXPECT_TRUE(stage.reads("Take the tour"));
    EXPECT_FALSE(stage.reads("orbit at the cursor")) << "which has only the letters";
    stage.state.help_search = "copy";
    stage.frames(2);
    ASSERT_TRUE(stage.find("Ctrl+Shift+C"));
    ASSERT_TRUE(stage.find("Right click on a label, Menu key"));
    EXPECT_LT(stage.find("Ctrl+Shift+C")->from.y,
              stage.find("Right click on a label, Menu key")->from.y)
        << "which begins with another word";
    stage.state.help_search = "qqqq";
    stage.frames(2);
    EXPECT_TRUE(stage.reads("No key or gesture is about that."));
}

TEST_F(PanelsTest, HelpSaysWhatTheOpenTabShows) {
    stage.scene = help_window;
    stage.seen.help_shown = true;
    for (const auto& [workload, text] :
         {std::pair(Workload::mandelbrot, "Many pixels of the Mandelbrot set"),
          std::pair(Workload::triangle, "I is BB's time divided by the map's"),
          std::pair(Workload::gasket, "ν takes it back"),
          std::pair(Workload::curves, "Every dot is a vertex")}) {
        stage.settings.workload = workload;
        stage.frames(2);
        EXPECT_TRUE(stage.reads(text)) << text;
        EXPECT_EQ(stage.reads("dwell limit"), workload == Workload::mandelbrot) << text;
        EXPECT_TRUE(stage.reads("Ctrl+Z"));
    }
}

}  // namespace
}  // namespace mariani::app
