// The laboratory's Race tab, operated and read as a user would.
#include "app/panels/panel_style.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

// A race of Ex, ASK and a missing engine; the first `timed` have run.
Race fake_race(int timed) {
    Race race;
    race.plan.request.image = {880, 800};
    race.plan.request.part = whole(race.plan.request.image);
    race.plan.repeat = 3;
    race.plan.seed = 42;
    for (const char* text : {"ex", "ask,g=8,B=32", "dp-mbr,backend=cuda"})
        race.plan.racers.push_back(parse_racer(text));
    for (const Racer& racer : race.plan.racers) race.lanes.emplace_back().racer = racer;
    if (timed > 0) race.lanes[0].ms = {40, 44, 41};
    if (timed > 1) race.lanes[1].ms = {12, 10, 11};
    for (int i = 0; i < timed; ++i) {
        auto& lane = race.lanes[static_cast<std::size_t>(i)];
        lane.stats = fake_frame(lane.racer.engine).stats;
        lane.picture =
            std::make_shared<render::Image>(ImageSize{400, 364}, render::PixelFormat::rgb);
    }
    if (timed > 1) {
        race.lanes[0].energy = FrameEnergy{0.36, 0.5, 20, 25, "NVML", ""};  // 880 x 800 / 0.36
        race.lanes[1].energy = FrameEnergy{0, 0, 0, 0, "", "the processor shows no counter"};
    }
    race.lanes[2].failure = "the engine DP (cuda) cannot be used: there is no GPU";
    return race;
}

class RacePanelTest : public testing::Test {
  protected:
    RacePanelTest() {
        stage.seen = fake_observations();
        stage.seen.laboratory_shown = true;
        stage.scene = laboratory_window;
        stage.frames(3);
        stage.click("Race");
        stage.frames(3);
    }

    // The button, not the tab of the same name above it.
    void start() {
        for (const auto& text : stage.texts())
            if (text.text == "Race" && text.from.y > stage.find("Runs, seed")->to.y)
                return stage.click(text.middle());
        ADD_FAILURE() << "there is no button Race";
    }

    void show(const Race& race) {
        stage.seen.laboratory.race = std::make_shared<Race>(race);
        stage.frames(3);
    }

    Stage stage{{1280, 1200}};
};

TEST_F(RacePanelTest, ARaceOnAnotherViewIsMarkedAndLeadsBackToIt) {
    Race race = fake_race(2);
    race.plan.request.view = {{-1.25, 0.02}, 1e-3};
    stage.settings.view = race.plan.request.view;
    show(race);
    EXPECT_FALSE(stage.reads("a different view"));
    stage.settings.view = {{-0.745, 0.113}, 0.02};
    stage.frames(2);
    EXPECT_TRUE(stage.reads("Measured on a different view from the one on screen."));
    stage.click("Back to the view");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_EQ(std::get<command::GoTo>(stage.commands[0]).view, race.plan.request.view);
}

TEST_F(RacePanelTest, SaysBesideTheResultThatShortcutsFavourEx) {
    Race race = fake_race(2);
    race.plan.request.shortcuts = true;
    show(race);
    const std::string_view note = "Raced with interior shortcuts";
    ASSERT_TRUE(stage.reads(note));
    const auto all = stage.texts();
    const auto drawn = std::ranges::find_if(
        all, [&](const DrawnText& text) { return text.text.starts_with(without_blanks(note)); });
    ASSERT_NE(drawn, all.end());
    EXPECT_EQ(drawn->colour, tone::packed(tone::text)) << "no small print";
    race.plan.request.shortcuts = false;
    show(race);
    EXPECT_FALSE(stage.reads(note));
    EXPECT_TRUE(stage.reads("shortcuts off"));
}

TEST_F(RacePanelTest, StartsARaceOfTheEnginesThatArePicked) {
    stage.settings.engine.engine = EngineKind::dp;
    set_subdivision(stage.settings.engine, {32, 4, 8});
    stage.frames(2);
    stage.click("Add the current engine");
    stage.frames(2);
    stage.click("Energy");
    stage.enter("Runs, seed", "21");
    stage.frames(2);
    stage.click(stage.find("Save as PNG and CSV")->middle());  // there is nothing to save yet
    EXPECT_TRUE(stage.commands.empty());
    start();
    ASSERT_EQ(stage.commands.size(), 1u);
    const auto* race = std::get_if<command::Race>(&stage.commands[0]);
    ASSERT_TRUE(race);
    ASSERT_EQ(race->racers.size(), 5u);
    EXPECT_EQ(parse_racer(race->racers[0]).engine, EngineKind::ex);
    EXPECT_EQ(parse_racer(race->racers[2]).scheme, Scheme::mbr);
    EXPECT_EQ(parse_racer(race->racers[4]).engine, EngineKind::dp);
    EXPECT_EQ(parse_racer(race->racers[4]).subdivision, (SubdivisionParams{32, 4, 8}));
    EXPECT_EQ(race->repeat, 21);
    EXPECT_TRUE(race->energy);
    EXPECT_EQ(race->seed, 1);
}

TEST_F(RacePanelTest, ThePresentEngineOfAutoOnTheGpuHasWhatAutoChose) {
    stage.seen.hardware.cuda_unavailable.reset();
    Frame frame = fake_frame();
    frame.plan.backend = Backend::cuda;
    stage.seen.frame = std::make_shared<Frame>(std::move(frame));
    stage.seen.picture = {3840, 2160};
    stage.frames(2);
    stage.click("Add the current engine");
    start();
    ASSERT_EQ(stage.commands.size(), 1u);
    const Racer racer = parse_racer(std::get<command::Race>(stage.commands[0]).racers.back());
    EXPECT_EQ(racer.engine, EngineKind::ask);
    EXPECT_EQ(racer.scheme, Scheme::wpr);
    EXPECT_EQ(racer.subdivision, (SubdivisionParams{128, 2, 16}));
}

TEST_F(RacePanelTest, RanksWhatHasRunAndSaysWhyTheOthersDoNot) {
    show(fake_race(2));
    EXPECT_TRUE(stage.reads("1  ASK-SBR {8, 2, 32}, cpu"));
    EXPECT_TRUE(stage.reads("11.0 ms, 10.0 to 12.0, 3.73 x Ex"));  // 41 / 11
    EXPECT_TRUE(stage.reads("2  Ex, cpu"));
    EXPECT_TRUE(stage.reads("-  DP-MBR {4, 2, 16}, cuda"));
    EXPECT_TRUE(stage.reads("the engine DP (cuda) cannot be used: there is no GPU"));
    EXPECT_TRUE(stage.reads("cannot run"));
    EXPECT_TRUE(stage.reads("0.36 J per frame, 1.96 Mpixel/J (NVML, 25 steps in 0.5 s)"));
    EXPECT_TRUE(stage.reads("no energy: the processor shows no counter"));
    EXPECT_TRUE(stage.reads("3 runs each after a warm-up, in random order, seed 42"));
    stage.click("Save as PNG and CSV");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_TRUE(is(stage.commands[0], Action::export_race));
}

TEST_F(RacePanelTest, TheBarsAreAsLongAsTheTimes) {
    auto race = fake_race(2);
    race.lanes[1].ms = {12, 22, 11};  // the median 12, up to half of Ex's 44
    show(race);
    const auto bar_of = [&](std::size_t lane) {
        const auto [r, g, b] = lane_colour(lane);
        float longest = 0;
        for (const auto& shape : stage.shapes(ImColor(r, g, b)))
            longest = std::max(longest, shape.width());
        return longest;
    };
    EXPECT_NEAR(bar_of(1) / bar_of(0), 12.0f / 41, 0.01f);
    std::vector<float> spreads;  // the lines from the least to the greatest
    for (const auto& shape : stage.shapes(tone::text))
        if (shape.height() < 2 && shape.width() > 5) spreads.push_back(shape.width());
    ASSERT_EQ(spreads.size(), 2u);
    EXPECT_NEAR(spreads[0] / bar_of(0), 11.0f / 41, 0.01f);  // 11 to 22
    EXPECT_NEAR(spreads[1] / bar_of(0), 4.0f / 41, 0.01f);   // 40 to 44
}

TEST_F(RacePanelTest, PlacesThatMayBeNoiseSaySo) {
    const std::string noise = "overlap those of ASK-SBR {8, 2, 32}, cpu";
    Race race = fake_race(2);
    show(race);
    EXPECT_FALSE(stage.reads(noise));
    race.lanes[1].ms = {12, 10, 40};
    show(race);
    EXPECT_TRUE(stage.reads(noise));
}

TEST_F(RacePanelTest, EachCardHasItsMedianAndItsPicture) {
    stage.seen.race_pictures = {71, 72, 0};
    show(fake_race(2));
    std::vector<std::pair<std::uintptr_t, float>> pictures;
    for (const auto& image : stage.images()) pictures.push_back({image.texture, image.from.x});
    ASSERT_EQ(pictures.size(), 2u);
    for (const auto& [texture, median] : {std::pair(71u, "41.0ms"), std::pair(72u, "11.0ms")}) {
        const auto text = stage.find(median);
        ASSERT_TRUE(text) << median;
        const auto near =
            std::ranges::find(pictures, texture, &std::pair<std::uintptr_t, float>::first);
        ASSERT_NE(near, pictures.end());
        EXPECT_LT(std::abs(near->second - text->from.x), 40) << median;
    }
}

TEST_F(RacePanelTest, SaysWhatIsRaced) {
    auto race = fake_race(2);
    race.plan.request.dwell_limit = 987;
    race.plan.request.shortcuts = false;
    show(race);
    EXPECT_TRUE(stage.reads("880x800 pixels, dwell 987, shortcuts off; 3 runs each"));
}

TEST_F(RacePanelTest, EachRacersFieldsAreItsOwn) {
    stage.state.race.racers = {parse_racer("ask,g=12,r=3,B=20"),
                               parse_racer("dp-mbr,g=6,r=5,B=40")};
    stage.frames(2);
    std::vector<std::string> rows;
    for (const char* engine : {"ASK", "DP"}) {
        rows.push_back("");
        for (const auto& text : stage.line_of(engine)) rows.back() += text + " ";
    }
    EXPECT_EQ(rows[0], "auto SBR 12 3 20 x ");
    EXPECT_EQ(rows[1], "auto MBR 6 5 40 x ");
    stage.click(stage.find("6")->middle());
    stage.type("9");
    stage.press(ImGuiKey_Enter);
    EXPECT_EQ(stage.state.race.racers[1].subdivision, (SubdivisionParams{9, 5, 40}));
    EXPECT_EQ(stage.state.race.racers[0].subdivision, (SubdivisionParams{12, 3, 20}));
}

TEST_F(RacePanelTest, ShowsARaceUnderWay) {
    stage.seen.laboratory.doing = "Racing";
    stage.seen.laboratory.progress = 0.25;
    show(fake_race(1));
    EXPECT_TRUE(stage.reads("Racing: 25 %"));
    EXPECT_TRUE(stage.reads("waits"));
    stage.click("Save as PNG and CSV");
    EXPECT_TRUE(stage.commands.empty());
    stage.click("Stop");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_TRUE(is(stage.commands[0], Action::stop_experiment));
}

TEST_F(RacePanelTest, HasTwoToSixEngines) {
    for (int i = 0; i < 5; ++i) {
        stage.click("Add the current engine");
        stage.frames(2);
    }
    EXPECT_EQ(stage.state.race.racers.size(), 6u);
    for (int i = 0; i < 6; ++i) {
        stage.click("x");
        stage.frames(2);
    }
    EXPECT_EQ(stage.state.race.racers.size(), 2u);
}

TEST_F(RacePanelTest, ClipsNothingInSmallWindowsAndAtAnyScale) {
    for (const auto& [size, scale] :
         {std::pair{ImVec2{1440, 900}, 1.0f}, std::pair{ImVec2{640, 480}, 1.0f},
          std::pair{ImVec2{2880, 1800}, 2.0f}}) {
        Stage small(size, scale);
        small.seen = fake_observations();
        small.seen.laboratory_shown = true;
        small.seen.laboratory.race = std::make_shared<Race>(fake_race(2));
        small.scene = laboratory_window;
        small.frames(2);
        small.click("Race");
        small.frames(4);
        EXPECT_GT(small.texts().size(), 20u);
        for (const auto& text : small.texts())
            EXPECT_FALSE(text.clipped) << " at " << size.x << ": " << text.text;
    }
}

}  // namespace
}  // namespace mariani::app
