#include "app/explore/players.hpp"
#include "app/explore/view_navigation.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

constexpr ImageSize toured_picture{800, 600};

std::vector<TourStop> all_stops() {
    std::vector<TourStop> stops;
    for (int i = 0; i < tour_stops; ++i) stops.push_back(static_cast<TourStop>(i));
    return stops;
}

Settings somebodys() {
    Settings settings;
    settings.view = {{0.3, 0.1}, 1e-5};
    settings.engine.engine = EngineKind::dp;
    settings.engine.backend = Backend::cpu;
    settings.engine.threads = 2;
    settings.engine.dwell_limit = 77;
    settings.engine.g = 9;
    settings.automatic_dwell_limit = true;
    settings.colouring.palette = "grey";
    settings.overlay.levels = 1;
    settings.panel_width = 321;
    settings.insets = {true, true, true};
    return settings;
}

TEST(Tour, EndsWithTheSettingsThatItBeganWith) {
    EXPECT_EQ(settings_at(TourStop::back, somebodys(), toured_picture), somebodys());
}

TEST(Tour, KeepsTheWindowAndWhatComputesTheFrames) {
    const Settings before = somebodys();
    for (const TourStop stop : all_stops()) {
        const Settings settings = settings_at(stop, before, toured_picture);
        EXPECT_EQ(settings.panel_width, before.panel_width);
        EXPECT_EQ(settings.panel_part, before.panel_part);
        EXPECT_EQ(settings.window_size, before.window_size);
        EXPECT_EQ(settings.sections, before.sections);
        EXPECT_EQ(settings.engine.backend, before.engine.backend);
        EXPECT_EQ(settings.engine.threads, before.engine.threads);
    }
}

TEST(Tour, ShowsTheSameToEverybody) {
    for (const TourStop stop : all_stops()) {
        if (stop == TourStop::back) continue;
        Settings settings = settings_at(stop, somebodys(), toured_picture);
        settings.panel_width = Settings{}.panel_width;
        settings.engine.backend.reset();
        settings.engine.threads.reset();
        EXPECT_EQ(settings, settings_at(stop, {}, toured_picture)) << static_cast<int>(stop);
    }
}

TEST(Tour, EachStopShowsWhatItIsAbout) {
    const auto at = [](TourStop stop) { return settings_at(stop, somebodys(), toured_picture); };
    EXPECT_EQ(at(TourStop::set).view, home_view(toured_picture));
    EXPECT_FALSE(at(TourStop::set).overlay.shown);
    EXPECT_EQ(at(TourStop::regions).view, home_view(toured_picture));
    EXPECT_TRUE(at(TourStop::regions).overlay.shown);
    EXPECT_LT(at(TourStop::seahorse).view.height, Length(0.1));
    EXPECT_TRUE(at(TourStop::seahorse).overlay.shown);
    EXPECT_EQ(at(TourStop::outcomes).colouring.shown, render::Quantity::outcome);
    EXPECT_EQ(at(TourStop::launches).engine.engine, EngineKind::dp);
    EXPECT_TRUE(at(TourStop::launches).timeline_shown);
    EXPECT_FALSE(at(TourStop::exhaustive).timeline_shown);
    EXPECT_NE(at(TourStop::colours).colouring.palette, at(TourStop::adaptive).colouring.palette);
}

TEST(Tour, EnginesAreComparedOnTheSamePictureWithoutShortcuts) {
    const FrameRequest ex = frame_request(
        settings_at(TourStop::exhaustive, somebodys(), toured_picture), toured_picture);
    FrameRequest ask =
        frame_request(settings_at(TourStop::adaptive, somebodys(), toured_picture), toured_picture);
    EXPECT_EQ(ex.engine, EngineKind::ex);
    EXPECT_EQ(ask.engine, EngineKind::ask);
    EXPECT_FALSE(ex.shortcuts);
    ask.engine = ex.engine;
    EXPECT_EQ(ask, ex);
}

TEST(Tour, OtherColoursNeedNoOtherFrame) {
    EXPECT_EQ(
        frame_request(settings_at(TourStop::colours, somebodys(), toured_picture), toured_picture),
        frame_request(settings_at(TourStop::adaptive, somebodys(), toured_picture),
                      toured_picture));
}

TEST(Tour, TakesAboutAMinute) {
    double seconds = 0;
    for (const TourStop stop : all_stops()) {
        EXPECT_GE(reading_seconds(stop), 4);
        seconds += reading_seconds(stop);
    }
    EXPECT_NEAR(seconds, 60, 10);
}

class TourClockTest : public testing::Test {
  protected:
    TourClockTest() { clock.begin(); }

    // In steps of this many seconds.
    void pass(double seconds, double step, bool ready = true, bool plays = false) {
        const auto turns = static_cast<int>(seconds / step);
        for (int i = 0; i < turns; ++i) clock.advance(now += step, ready, plays);
    }

    TourClock clock;
    double now = 1000;
};

TEST_F(TourClockTest, GoesOnWhenACaptionHasBeenReadAtAnyRate) {
    for (const double step : {0.001, 0.02, 0.5}) {
        clock.begin();
        EXPECT_EQ(clock.stop(), TourStop::set);
        const double seconds = reading_seconds(TourStop::set);
        pass(seconds - 0.1, step);
        EXPECT_EQ(clock.stop(), TourStop::set) << step;
        EXPECT_NEAR(clock.read(), 1, 0.2);
        pass(0.1 + 3 * step, step);
        EXPECT_EQ(clock.stop(), TourStop::regions) << step;
        EXPECT_LT(clock.read(), 0.2);
    }
}

TEST_F(TourClockTest, TimeBeforeItAndWithoutAPictureIsNotCounted) {
    now += 1e6;
    pass(1, 0.5);
    EXPECT_EQ(clock.stop(), TourStop::set);
    pass(1000, 1, false);
    EXPECT_EQ(clock.stop(), TourStop::set);
    EXPECT_LT(clock.read(), 0.2);
}

TEST_F(TourClockTest, WaitsForWhatIsPlayed) {
    pass(1000, 1, true, true);
    EXPECT_EQ(clock.stop(), TourStop::set);
    EXPECT_EQ(clock.read(), 1);
    pass(1, 1);
    EXPECT_EQ(clock.stop(), TourStop::regions);
}

TEST_F(TourClockTest, StaysWhereItIsWhilePausedAndGoesOnFromThere) {
    pass(3, 0.5);
    const double read = clock.read();
    clock.pause_or_go_on();
    EXPECT_TRUE(clock.paused());
    pass(1000, 0.5);
    EXPECT_EQ(clock.stop(), TourStop::set);
    EXPECT_EQ(clock.read(), read);
    clock.pause_or_go_on();
    pass(1, 0.5);
    EXPECT_EQ(clock.stop(), TourStop::set);
    EXPECT_GT(clock.read(), read);
    clock.pause_or_go_on();
    clock.next();
    EXPECT_FALSE(clock.paused()) << "what the next stop plays is seen";
    clock.end();
    clock.pause_or_go_on();
    EXPECT_FALSE(clock.paused()) << "there is none";
}

TEST_F(TourClockTest, IsSteeredForwardAndBack) {
    clock.back();
    EXPECT_EQ(clock.stop(), TourStop::set) << "not before the first";
    pass(3, 0.5);
    clock.next();
    EXPECT_EQ(clock.stop(), TourStop::regions);
    EXPECT_EQ(clock.read(), 0) << "each caption has its time";
    clock.back();
    EXPECT_EQ(clock.stop(), TourStop::set);
}

TEST_F(TourClockTest, StaysAtTheLastStopUntilItIsEnded) {
    for (const TourStop stop : all_stops()) {
        EXPECT_EQ(clock.stop(), stop);
        clock.next();
    }
    pass(1000, 1);
    clock.next();
    EXPECT_EQ(clock.stop(), TourStop::back);
    EXPECT_EQ(clock.read(), 1);
    clock.end();
    clock.next();
    clock.back();
    EXPECT_EQ(clock.stop(), std::nullopt);
    EXPECT_EQ(clock.read(), 0);
}

}  // namespace
}  // namespace mariani::app
