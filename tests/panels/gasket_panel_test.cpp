// The panel of the tab Gasket.
#include "app/panels/panel_style.hpp"
#include "app/workloads/gasket/colours.hpp"
#include "tests/panels/gasket_stage.hpp"

#include <string>
#include <vector>

namespace mariani::app {
namespace {

TEST_F(GasketPanelTest, TheTabIsBesideTheOthers) {
    stage.choose_workload("Triangle");
    EXPECT_EQ(stage.settings.workload, Workload::triangle);
    stage.choose_workload("Gasket");
    EXPECT_EQ(stage.settings.workload, Workload::gasket);
}

TEST_F(GasketPanelTest, FieldsTakeWhatIsAllowedAndRefuseTheRest) {
    stage.enter("r level", "9");
    EXPECT_EQ(gasket().numbers.level, 9);
    stage.enter("r level", "21");
    EXPECT_EQ(gasket().numbers.level, 9);
    EXPECT_TRUE(stage.reads("r is 21: it must be a whole number from 0 to 20"));
    stage.enter("B/S rule", "B36/S23");
    EXPECT_EQ(gasket().rule, "B36/S23");
    stage.enter("B/S rule", "Conway");
    EXPECT_EQ(gasket().rule, "B36/S23");
    stage.enter("Density", "0.25");
    EXPECT_EQ(gasket().numbers.density, 0.25);
    stage.enter("Density", "1.5");
    EXPECT_EQ(gasket().numbers.density, 0.25);
    stage.enter("Seed", "12");
    EXPECT_EQ(gasket().numbers.seed, 12u);
    stage.enter("Speed", "max");
    EXPECT_EQ(gasket().speed, std::nullopt);
    stage.enter("Speed", "30");
    EXPECT_EQ(gasket().speed, 30);
    stage.enter("Speed", "0");
    EXPECT_EQ(gasket().speed, 30);
    stage.open(PanelPart::regions);
    stage.enter("t tile", "5");
    EXPECT_EQ(gasket().numbers.tile, 5);
    stage.enter("d fuse", "8");
    EXPECT_EQ(gasket().numbers.fuse, 1);
    stage.open(PanelPart::explore);
    stage.click("B3/S23");
    EXPECT_EQ(gasket().rule, "B3/S23");
}

TEST_F(GasketPanelTest, AnotherBeginningHasNoStepsBeforeIt) {
    gasket().steps = 300;
    gasket().height = 5;
    stage.frames(2);
    stage.enter("Seed", "3");
    EXPECT_EQ(gasket().steps, 0);
    EXPECT_EQ(gasket().height, 5);
    gasket().steps = 300;
    stage.enter("r level", "8");
    EXPECT_EQ(gasket().steps, 0);
    EXPECT_EQ(gasket().height, std::nullopt);
}

TEST_F(GasketPanelTest, AFractalOfSmallerLevelsTakesTheHighestItCan) {
    gasket().numbers.level = 20;
    stage.frames(2);
    stage.click("gasket");
    stage.frames(2);
    stage.click("carpet");
    EXPECT_EQ(gasket().fractal, "carpet");
    EXPECT_EQ(gasket().numbers.level, max_level(*gasket::find_fractal("carpet")));
    EXPECT_FALSE(why_invalid(gasket()));
}

// The copies of the gasket have the numbers 0 (above) and 1, 2 (below).
TEST_F(GasketPanelTest, ClicksOnTheBoxMakeOtherFractals) {
    gasket().numbers.level = 5;
    gasket().steps = 9;
    stage.frames(2);
    const auto copy = [&](const char* number) { return place_in_box(number); };
    const ImVec2 first = copy("0"), below = copy("1"), right = copy("2");
    stage.click(ImVec2{right.x, first.y});
    EXPECT_EQ(gasket().fractal, "2:0,0/1,0/0,1/1,1");
    EXPECT_EQ(gasket().steps, 0);
    stage.click(below);
    stage.click(first);
    EXPECT_EQ(gasket().fractal, "2:1,0/1,1");
    stage.click(right);
    EXPECT_EQ(gasket().fractal, "2:1,0/1,1");
    EXPECT_TRUE(stage.reads("A fractal needs at least two copies in its box."));
    stage.click(first);
    stage.click(below);
    stage.click(ImVec2{right.x, first.y});
    EXPECT_EQ(gasket().fractal, "gasket");
    EXPECT_FALSE(stage.reads("A fractal needs"));
}

TEST_F(GasketPanelTest, AFractalTooLargeForTheLevelIsRefused) {
    gasket().numbers.level = 20;
    stage.frames(2);
    const ImVec2 first = place_in_box("0"), last = place_in_box("2");
    stage.click(ImVec2{last.x, first.y});
    EXPECT_EQ(gasket().fractal, "gasket");
    EXPECT_TRUE(stage.reads("With s 2 and k 4 the level r can be at most 15: lower it first."));
    stage.enter("s box", "3");
    EXPECT_EQ(gasket().fractal, "gasket");
    EXPECT_TRUE(stage.reads("With s 3 and k 3 the level r can be at most 18"));
    stage.enter("r level", "4");
    EXPECT_FALSE(stage.reads("lower it first"));
    stage.enter("s box", "3");
    EXPECT_EQ(gasket().fractal, "3:0,0/0,1/1,1");
    EXPECT_FALSE(why_invalid(gasket()));
}

TEST_F(GasketPanelTest, ButtonsAskForWhatKeysAskFor) {
    stage.click("Play");
    stage.click("Step");
    stage.click("Restart");
    ASSERT_EQ(stage.commands.size(), 3u);
    EXPECT_TRUE(is(stage.commands[0], Action::play_pause));
    EXPECT_TRUE(is(stage.commands[1], Action::step_once));
    EXPECT_TRUE(is(stage.commands[2], Action::recompute_frame));
    gasket().running = true;
    stage.frames(2);
    EXPECT_TRUE(stage.find("Pause"));
}

TEST_F(GasketPanelTest, AStepsEnergyAndTheLogAreAskedForAndShown) {
    const auto shown = after(6, gasket::EngineKind::bits, 2);
    stage.seen.tab = shown;
    stage.frames(3);
    stage.click(stage.value_of("Energy")->middle());
    stage.click("Start");
    ASSERT_EQ(stage.commands.size(), 2u);
    EXPECT_TRUE(is(stage.commands[0], Action::measure_energy));
    EXPECT_TRUE(is(stage.commands[1], Action::start_timing_log));
    auto moment = *shown->moment;
    moment.step_energy = FrameEnergy{0.5, 1, 20, 25, "NVML", ""};
    shown->moment = std::make_shared<const GasketMoment>(moment);
    shown->log = {true, "/tmp/life.csv", 1234};
    stage.frames(3);
    EXPECT_TRUE(stage.reads("0.5 J per step, 0.00146 Mcell/J"));  // 729 / 0.5
    EXPECT_TRUE(stage.reads("1,234 rows in /tmp/life.csv"));
    stage.click("Stop");
    EXPECT_TRUE(is(stage.commands.back(), Action::stop_timing_log));
}

TEST_F(GasketPanelTest, TheEnginesTimesAreAskedForAndShown) {
    const auto shown = after(6, gasket::EngineKind::bits, 1);
    stage.seen.tab = shown;
    stage.open(PanelPart::measure);
    stage.click("Measure all engines");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_TRUE(std::holds_alternative<command::Race>(stage.commands[0]));
    auto moment = *shown->moment;
    // Both states in the box of 64 x 64 take 8192 bytes.
    moment.times = std::make_shared<const GasketTimes>(
        GasketTimes{moment.problem,
                    {},
                    Backend::cpu,
                    {{gasket::EngineKind::bb, {3, 4, 5}, 8192},
                     {gasket::EngineKind::bits, {0.25, 0.25, 0.5}, 512}}});
    shown->moment = std::make_shared<const GasketMoment>(moment);
    stage.frames(3);
    EXPECT_EQ(stage.line_of("BB"),
              (std::vector<std::string>{"4.00", "3.00to5.00", "1.00", "1.00x"}));
    EXPECT_EQ(stage.line_of("bits"),
              (std::vector<std::string>{"0.250", "0.250to0.500", "16.0", "16.0x"}));
}

TEST_F(GasketPanelTest, TimesAndGainsOverNAreAskedForAndShownForEachRho) {
    const auto shown = after(6, gasket::EngineKind::bits, 1);
    stage.seen.tab = shown;
    stage.open(PanelPart::measure);
    stage.click("Measure S against n");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_TRUE(std::holds_alternative<command::Sweep>(stage.commands[0]));
    auto moment = *shown->moment;
    GasketSizes sizes;
    for (const int rho : {8, 16})
        for (const int level : {5, 6}) {
            gasket::Problem problem = moment.problem;
            problem.level = level;
            gasket::Method method;
            method.rho = rho;
            GasketTimes times{problem, method, Backend::cpu, {}};
            if (rho == 8) times.engines.push_back({gasket::EngineKind::bb, {3, 4, 5}, 8192});
            times.engines.push_back({gasket::EngineKind::nu, {0.001, 0.002, 0.003}, 512});
            sizes.push_back(times);
        }
    moment.sizes = std::make_shared<const GasketSizes>(sizes);
    shown->moment = std::make_shared<const GasketMoment>(moment);
    stage.frames(3);
    for (const char* text : {"\xcf\x81 8", "\xcf\x81 16", "ms per step", "BB does not fit."})
        EXPECT_TRUE(stage.reads(text)) << text;
    const auto named = [&](std::string_view label) {
        return std::ranges::count(stage.texts(), label, &DrawnText::text);
    };
    for (const auto engine : {gasket::EngineKind::bb, gasket::EngineKind::nu})
        EXPECT_EQ(named(choice_of(engine).label), 1) << "one legend for all charts";
    EXPECT_EQ(named(choice_of(gasket::EngineKind::table).label), 0) << "it was not measured";
}

TEST_F(GasketPanelTest, TilesHaveTheColoursOfLevelsInTheLegend) {
    GasketTiles tiles;
    tiles.boxes = {{{0, 0}, 8, 0}, {{0, 0}, 4, 1}, {{0, 4}, 4, 1}};
    const auto entries = legend_of(tiles);
    ASSERT_EQ(entries.size(), 2u);
    EXPECT_EQ(entries[1].text, "level 1");
    EXPECT_EQ(entries[1].colour, render::level_colour(1));
    tiles.contacts = {{3, 3}};
    EXPECT_EQ(legend_of(tiles).back().text, "read by another tile");
    EXPECT_TRUE(legend_of(GasketTiles{}).empty());
}

// (4/3)^(r - log2 rho): the paper's 234 is of r = 20 and rho = 2.
TEST_F(GasketPanelTest, TheMemoryOfCompactBlocksIsToldForEachSize) {
    gasket().numbers.level = 20;
    stage.frames(3);
    for (const char* size : {"1: 315 x, 2: 237 x, 4: 177 x", "8: 133 x, 16: 99.8 x, 32: 74.8 x"})
        EXPECT_TRUE(stage.reads(size)) << size;
}

TEST_F(GasketPanelTest, TheBlocksThatAreWrongAsPublishedAreCounted) {
    show(gasket_engine_panel);
    gasket().detail = CellDetail::published;
    gasket().numbers.level = 16;
    gasket().numbers.rho = 16;
    stage.frames(3);
    const char* in_fp32 = "Sums in FP32, as stated in the paper: ";
    const char* in_fp16 = "Sums in FP16, as in its program: ";
    const auto tells = [&](const char* sums, const std::string& count) {
        EXPECT_TRUE(stage.reads(sums + count)) << sums << count;
    };
    tells(in_fp32,
          "0 of 531,441 blocks get a wrong place (0.0 %). The first errors occur with 15 levels of "
          "blocks; here there are 12.");
    tells(in_fp16,
          "0 of 531,441 blocks get a wrong place (0.0 %). The first errors occur with 13 levels of "
          "blocks; here there are 12.");
    gasket().numbers.rho = 2;
    stage.frames(3);
    tells(in_fp32, "9,565,938 of 14,348,907 blocks get a wrong place (66.7 %).");
    gasket().numbers.rho = 1;
    stage.frames(3);
    tells(in_fp16, "34,409,000 of 43,046,721 blocks get a wrong place (79.9 %).");
    gasket().fractal = "candy";
    gasket().numbers.level = 3;
    stage.frames(3);
    tells(in_fp32,
          "0 of 1,728 blocks get a wrong place (0.0 %). No level of this fractal has an error.");
}

TEST_F(GasketPanelTest, WhatIsSeenIsSaidInASentence) {
    gasket().numbers.level = 3;
    stage.seen.tab = view();
    stage.frames(3);
    EXPECT_TRUE(stage.reads("Life by B2/S23 on the fractal gasket of level 3, after 0 steps: "));
    EXPECT_EQ(stage.line_of("Steps").front(), "0");
}

// 3^9 cells in a box of 512 x 512: by blocks of 16 x 16, of which there are 3^5, both states take
// 2 * 3^5 * 256 bytes, and in the box 2 * 2^18.
TEST_F(GasketPanelTest, MemoryStandsBesideThatOfTheBox) {
    stage.seen.tab = after(9, gasket::EngineKind::table, 3);
    stage.frames(3);
    EXPECT_EQ(stage.line_of("Memory"), (std::vector<std::string>{"124kB", "box524kB,4.21x"}));
}

TEST_F(GasketPanelTest, MapsAndBlocksHaveTheirLettersInThePanel) {
    show([](const PanelContext& context) {
        gasket_engine_panel(context);
        gasket_times_panel(context);
    });
    gasket().engine = gasket::EngineKind::nu;
    stage.frames(3);
    EXPECT_TRUE(stage.find("ρ block"));
    EXPECT_TRUE(stage.reads("λ leads from the rectangle to the cell, and ν leads back."));
    for (const char* word : {"lambda", "rho"}) EXPECT_FALSE(stage.reads(word)) << word;
    EXPECT_EQ(stage.value_of("Engine")->text, "ν");
}

TEST_F(GasketPanelTest, ThePictureShowsBlocksOrCoverageInPlaceOfCells) {
    stage.scene = gasket_engine_panel;
    stage.frames(3);
    stage.click("blocks");
    EXPECT_EQ(gasket().blocks, BlockColour::order);
    stage.click("use");
    EXPECT_EQ(gasket().blocks, BlockColour::use);
    EXPECT_FALSE(gasket().coverage);
    stage.click("coverage");
    EXPECT_TRUE(gasket().coverage);
    EXPECT_FALSE(stage.reads("Replay"));
    stage.click("cells");
    EXPECT_FALSE(gasket().coverage);
    EXPECT_FALSE(gasket().blocks);
}

TEST_F(GasketPanelTest, TilesAndTheTooltipAreChosenInThePanel) {
    show(gasket_engine_panel);
    const auto shown = view();
    stage.seen.tab = shown;
    stage.frames(3);
    stage.click("matrices");
    EXPECT_EQ(gasket().detail, CellDetail::matrices);
    stage.click("around");
    EXPECT_EQ(gasket().detail, CellDetail::around);
    stage.click("outlined (G)");
    EXPECT_TRUE(gasket().tiles);
    shown->tiles = GasketTiles{16, {}, {}};
    stage.frames(3);
    EXPECT_TRUE(stage.reads("Tiles of 16 x 16 cells."));
}

TEST_F(GasketPanelTest, TheStatusBarTellsTheEngineAndWhatAStepTakes) {
    const auto shown = after(9, gasket::EngineKind::lambda, 1);
    auto moment = *shown->moment;
    moment.step_ms.reset();
    stage.seen.tab = shown;
    stage.scene = status_bar;
    const auto line = [&] {
        shown->moment = std::make_shared<const GasketMoment>(moment);
        stage.frames(2);
        return stage.texts().at(0).text;
    };
    EXPECT_EQ(line(), "λonCPU");
    moment.step_ms = 2;
    EXPECT_EQ(line(), "λonCPU,2.00msastep");
}

TEST_F(GasketPanelTest, TheFloorStandsBesideAStep) {
    const auto shown = after(9, gasket::EngineKind::table, 3);
    auto moment = *shown->moment;
    moment.floor_ms = 0.25;
    moment.step_ms = 2;
    shown->moment = std::make_shared<const GasketMoment>(moment);
    stage.seen.tab = shown;
    stage.frames(3);
    EXPECT_EQ(stage.line_of("Floor"), (std::vector<std::string>{"0.250ms,12.5%ofastep"}));
}

// (4/3)^19 = 236.5 times less, of which the paper has 234.
TEST_F(GasketPanelTest, MemoryIsDrawnOverTheLevels) {
    show(gasket_fractal_panel);
    gasket().numbers.level = 20;
    gasket().numbers.rho = 2;
    stage.frames(3);
    EXPECT_TRUE(
        stage.reads("At r 20 BB, λ: 2.20 TB; ν, ρ 2: 9.30 GB, 237 times less. The paper's factor "
                    "234 is closest to r 20 with ρ 2."));
    gasket().numbers.level = 10;
    gasket().numbers.rho = 16;
    stage.frames(3);
    EXPECT_TRUE(
        stage.reads("At r 10 BB, λ: 2.10 MB; ν, ρ 16: 373 kB, 5.62 times less; ν, ρ 2: 157 "
                    "kB, 13.3 times less."));
    gasket().fractal = "carpet";
    gasket().numbers.level = 4;
    stage.frames(3);
    EXPECT_TRUE(stage.reads("ν, ρ 9: 10.4 kB, 1.27 times less."));
    EXPECT_FALSE(stage.reads("factor 234"));
}

TEST_F(GasketPanelTest, ThePopulationIsDrawnOverTheSteps) {
    stage.seen.tab = after(9, gasket::EngineKind::table, 3);
    const auto& counts = tab_view<GasketView>(stage.seen)->moment->counts;
    ASSERT_EQ(counts.size(), 4u);
    stage.frames(3);
    // Half of the cells are alive at first, and never more: the next short number is 60.
    EXPECT_TRUE(stage.reads("60.0 %"));
}

TEST_F(GasketPanelTest, AnEngineThatDoesNotFitCannotBeChosen) {
    gasket().fractal = "carpet";
    gasket().numbers.level = 2;
    stage.seen.tab = view();
    stage.open(PanelPart::regions);
    stage.click("auto");  // the first is the engine's
    stage.frames(2);
    stage.click("bits");
    EXPECT_EQ(gasket().engine, std::nullopt);
    stage.click("table");
    EXPECT_EQ(gasket().engine, gasket::EngineKind::table);
}

}  // namespace
}  // namespace mariani::app
