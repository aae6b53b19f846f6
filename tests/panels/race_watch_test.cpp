// A race that is watched, operated and read as a user would.
#include "app/measure/race.hpp"
#include "app/panels/panel_style.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <algorithm>
#include <utility>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

// Half of the pixels are known at half the time, all at the end.
std::shared_ptr<const render::GrowingPicture> growth(std::int64_t iterations) {
    render::GrowingPicture growing;
    growing.order.done = {{}, {352'000, iterations / 2}, {704'000, iterations}};
    return std::make_shared<const render::GrowingPicture>(std::move(growing));
}

// Ex takes 41 ms and ASK 11; DP cannot run.
Race watched_race() {
    Race race;
    race.plan.request.image = {880, 800};
    race.plan.request.part = whole(race.plan.request.image);
    race.plan.request.dwell_limit = 700;
    for (const char* text : {"ex", "ask,g=8,B=32", "dp-mbr,backend=cuda"})
        race.lanes.emplace_back().racer = parse_racer(text);
    race.lanes[0].ms = {41, 44, 40};
    race.lanes[0].growth = growth(151'388'160);
    race.lanes[1].ms = {11, 12, 10};
    race.lanes[1].growth = growth(30'620'000);
    race.lanes[2].failure = "there is no GPU";
    return race;
}

class RaceWatchTest : public testing::Test {
  protected:
    RaceWatchTest() {
        stage.seen = fake_observations();
        stage.seen.laboratory.race = std::make_shared<Race>(watched_race());
        stage.seen.film_panes = {7, 8, 0};
        stage.state.film.open();
        stage.scene = race_watch;
        at(0);
    }
    void at(double share_of_slowest) {
        const auto pace = film_pace(*stage.seen.laboratory.race, FilmPlayer::seconds);
        stage.state.film.go_to(share_of_slowest * pace.running);
        stage.frames(3);
    }

    Stage stage;
};

TEST_F(RaceWatchTest, CountsPixelsAndIterationsUp) {
    EXPECT_TRUE(stage.reads("880x800 pixels, dwell 700"));
    EXPECT_TRUE(stage.reads("1/110 of real time"));  // 4.5 s for 41 ms
    EXPECT_TRUE(stage.find("0 px"));
    EXPECT_TRUE(stage.find("0 it"));
    at(0.5);
    EXPECT_TRUE(stage.find("20.50 ms"));
    EXPECT_TRUE(stage.find("352,000 px"));
    EXPECT_TRUE(stage.find("75,694,080 it"));
    EXPECT_TRUE(stage.find("704,000 px"));  // ASK is done
    EXPECT_TRUE(stage.find("11.00 ms"));
    EXPECT_TRUE(stage.find("1."));
    EXPECT_FALSE(stage.find("2."));
    at(1);
    EXPECT_TRUE(stage.find("41.00 ms"));
    EXPECT_TRUE(stage.find("151,388,160 it"));
    EXPECT_TRUE(stage.find("2."));
}

TEST_F(RaceWatchTest, ABarSaysWhatItsLengthIsAndHowMuchIsDone) {
    at(0.5);
    const auto bars = stage.shapes(ImGui::ColorConvertU32ToFloat4(tone::packed(lane_colour(0))));
    ASSERT_FALSE(bars.empty());
    stage.hover(std::ranges::max_element(bars, {}, &DrawnShape::width)->middle());
    stage.frames(60);
    EXPECT_TRUE(stage.reads("the bar's length is its time so far, 20.50 ms."));
    EXPECT_TRUE(stage.reads("the slowest engine's time, 41.00 ms."));
    EXPECT_TRUE(stage.reads("Done: 352,000 pixels, 75,694,080 iterations."));
}

TEST_F(RaceWatchTest, ShowsThePanesThatThereAreAndSaysWhichAreNot) {
    EXPECT_EQ(stage.images().size(), 2u);
    EXPECT_TRUE(stage.find("cannot run"));
}

TEST_F(RaceWatchTest, TellsWhatItCovers) {
    stage.seen.messages = {{Message::Kind::info, "Saved /home/user/race.webp", 100}};
    stage.frames(2);
    EXPECT_TRUE(stage.reads("Saved /home/user/race.webp"));
}

TEST_F(RaceWatchTest, IsPausedAndSteppedAndPlayed) {
    stage.click("Pause");
    EXPECT_FALSE(stage.state.film.playing());
    stage.frames(2);
    stage.click("Step");
    EXPECT_DOUBLE_EQ(stage.state.film.second(), FilmPlayer::step_size);
    stage.click("Play");
    EXPECT_TRUE(stage.state.film.playing());
    stage.click("Loop");
    EXPECT_FALSE(stage.state.film.loop);
    stage.state.film.speed = 2;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("1/55 of real time"));
}

TEST_F(RaceWatchTest, IsExportedAndClosed) {
    stage.click("Export film");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_TRUE(is(stage.commands[0], Action::export_race_film));
    stage.commands.clear();
    stage.click("Close");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_TRUE(is(stage.commands[0], Action::watch_race));
    stage.commands.clear();
    stage.seen.exporting = true;
    stage.seen.export_progress = 0.4;
    stage.frames(2);
    EXPECT_TRUE(stage.find("40 %"));
    stage.click("Cancel");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_TRUE(is(stage.commands[0], Action::cancel_export));
}

TEST_F(RaceWatchTest, IsBegunInTheRaceTabOnceThereIsSomethingToWatch) {
    Race race = watched_race();
    for (RaceLane& lane : race.lanes) lane.growth.reset();
    stage.state.film.close();
    stage.seen.laboratory_shown = true;
    stage.seen.laboratory.race = std::make_shared<Race>(race);
    stage.scene = laboratory_window;
    stage.frames(3);
    stage.click("Race");
    stage.frames(3);
    stage.click("Watch");
    EXPECT_TRUE(stage.commands.empty());
    stage.seen.laboratory.race = std::make_shared<Race>(watched_race());
    stage.frames(3);
    stage.click("Watch");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_TRUE(is(stage.commands[0], Action::watch_race));
}

}  // namespace
}  // namespace mariani::app
