// The panel of the tab Triangle.
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/settings/triangle_settings.hpp"
#include "app/workloads/triangle/runs.hpp"
#include "app/workloads/triangle/view.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

class TrianglePanelTest : public testing::Test {
  protected:
    TrianglePanelTest() {
        stage.seen = fake_observations();
        stage.settings.workload = Workload::triangle;
        stage.unfold_details();
        stage.frames(2);
    }

    void show_scene(triangle::Task test = triangle::Task::edm,
                    triangle::MapKind map = triangle::MapKind::bb, double epsilon = 0) {
        triangle::Request request;
        request.maps = {map};
        request.test = test;
        request.epsilon = epsilon;
        request.backend = Backend::cpu;
        auto view = std::make_shared<TriangleView>();
        view->scene = std::make_shared<const TriangleScene>(
            make_scene(triangle::resolve(request, "there is none").front(), true, {}).value());
        view->panes = panes_of(view->scene->passes, {900, 900}, 19).value();
        stage.seen.tab = view;
        stage.frames(3);
    }

    TriangleSettings& triangle() { return *stage.settings.triangle; }
    triangle::Problem& problem() { return triangle().problem; }

    Stage stage{{1280, 1600}};
};

TEST_F(TrianglePanelTest, TheTabsLeadToEachOther) {
    EXPECT_FALSE(stage.find("Laboratory"));
    EXPECT_FALSE(stage.find("Bookmarks"));
    stage.choose_workload("Mandelbrot");
    EXPECT_EQ(stage.settings.workload, Workload::mandelbrot);
    EXPECT_TRUE(stage.find("Bookmarks"));
    stage.choose_workload("Triangle");
    EXPECT_EQ(stage.settings.workload, Workload::triangle);
}

TEST_F(TrianglePanelTest, TheStatusBarTellsTheMapAndItsTime) {
    show_scene();
    auto view = std::make_shared<TriangleView>(*tab_view<TriangleView>(stage.seen));
    auto scene = std::make_shared<TriangleScene>(*view->scene);
    scene->stats.compute_ms = 12.5;
    view->scene = scene;
    stage.seen.tab = view;
    stage.scene = status_bar;
    stage.frames(2);
    ASSERT_EQ(stage.texts().size(), 1u);
    EXPECT_EQ(stage.texts()[0].text, "BBonCPU,12.5ms");
}

TEST_F(TrianglePanelTest, WhatIsSeenIsSaidInASentence) {
    show_scene();
    EXPECT_TRUE(stage.reads("BB launches 4,096 blocks; 2,016 of them (49 %) have nothing to do."));
    EXPECT_TRUE(stage.reads("Each of the 524,800 cells is visited once."));
    EXPECT_EQ(stage.line_of("Wasted").front(), "2,016");
}

TEST_F(TrianglePanelTest, WhatIsZoomedAndWhatIsTooManyIsSaid) {
    show_scene(triangle::Task::edm, triangle::MapKind::ltm_n, 0);
    // 2080 of 46 x 46 blocks are in the triangle; beside the 36 others some are wrong.
    EXPECT_TRUE(stage.reads("36 = n\xc2\xb2 - T") || stage.reads("36 = n'\xc2\xb2 - T"));
    EXPECT_GT(tab_view<TriangleView>(stage.seen)->scene->wasted, 36);
    auto view = std::make_shared<TriangleView>(*tab_view<TriangleView>(stage.seen));
    view->panes.views.cells.size = 0.25;
    stage.seen.tab = view;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("1.00 x   4.00 x"));
}

// As far as there is room above a pane.
TEST_F(TrianglePanelTest, PanesHaveTheirTitlesInTheInterfacesFont) {
    show_scene();
    auto view = std::make_shared<TriangleView>(*tab_view<TriangleView>(stage.seen));
    TriangleStyle style;
    style.head = "BB on CPU: test EDM, N 1024, rho 16, 64 blocks to a side";
    stage.seen.tab = view;
    stage.settings.panel_shown = false;
    stage.scene = picture_texts;
    const auto title = [&](int side, const char* text) {
        const ImageSize size{side, side};
        view->panes = panes_of(view->scene->passes, size, line_height(style)).value();
        view->texts = texts_of(*view->scene, view->panes, size, style);
        stage.seen.picture = size;
        ImGui::GetIO().DisplaySize = {static_cast<float>(side), static_cast<float>(side)};
        stage.frames(3);
        return stage.find(text);
    };
    const auto whole = title(900, "parallel space: 1 launch of 4,096 blocks in all");
    ASSERT_TRUE(whole);
    EXPECT_NEAR(whole->from.x, static_cast<float>(view->panes.parallel.x), 3);
    EXPECT_LT(whole->to.y, static_cast<float>(view->panes.parallel.y));
    EXPECT_LT(stage.find(style.head)->to.y, whole->from.y);
    EXPECT_TRUE(stage.find("distances: near dark, far light"));
    EXPECT_TRUE(title(300, "parallel space")) << "the rest has no room";
    EXPECT_TRUE(stage.find("BB on CPU"));
}

// Nothing is missed, but some cells are visited twice.
TEST_F(TrianglePanelTest, WhatIsOnlyRepeatedIsWrongToo) {
    show_scene();
    auto view = std::make_shared<TriangleView>(*tab_view<TriangleView>(stage.seen));
    auto scene = std::make_shared<TriangleScene>(*view->scene);
    scene->repeated = 5;
    view->scene = scene;
    stage.seen.tab = view;
    stage.frames(2);
    const auto texts = stage.texts();
    const auto verdict = std::ranges::find_if(
        texts, [](const DrawnText& text) { return text.text.starts_with("Wrong:"); });
    ASSERT_NE(verdict, texts.end());
    EXPECT_EQ(verdict->colour, tone::packed(tone::error));
}

TEST_F(TrianglePanelTest, PointsOnALineLieInTheMiddle) {
    fold(stage, {"triangle_map"});
    triangle::Request request;
    request.features = 1;
    request.side = 50;
    request.backend = Backend::cpu;
    auto view = std::make_shared<TriangleView>();
    view->scene = std::make_shared<const TriangleScene>(
        make_scene(triangle::resolve(request, "there is none").front(), false, {}).value());
    view->panes = panes_of(view->scene->passes, {900, 900}, 19).value();
    stage.seen.tab = view;
    stage.frames(3);
    const auto discs = stage.shapes(tone::with_alpha(tone_of(render::role::useful), 0.4f));
    ASSERT_EQ(discs.size(), 50U);
    const auto field = stage.shapes(tone::field);
    EXPECT_TRUE(std::ranges::any_of(field, [&](const DrawnShape& square) {
        return std::abs(square.width() - square.height()) < 1 &&
               std::abs(square.middle().y - discs[0].middle().y) < 1;
    }));
    EXPECT_NEAR(discs[0].middle().y, discs[49].middle().y, 0.5);
}

TEST_F(TrianglePanelTest, SpheresAreDrawnWithTheirContacts) {
    fold(stage, {"triangle_map"});
    show_scene(triangle::Task::collision);
    const TriangleScene& scene = *tab_view<TriangleView>(stage.seen)->scene;
    EXPECT_EQ(stage.line_of("Contacts").front(), grouped(scene.data->contacts));
    const triangle::Cell first = scene.data->touching.front();
    EXPECT_TRUE(stage.reads(grouped(first.row) + ", " + grouped(first.column)));
    EXPECT_TRUE(stage.reads("The first 1,000 of 1,024 are drawn."));
    EXPECT_EQ(stage.line_of("With a grid").front(), grouped(scene.data->compared));
    EXPECT_GT(scene.data->compared, scene.data->contacts);
    const auto pairs = static_cast<double>(triangle::cell_count(scene.shape));
    EXPECT_TRUE(stage.reads(grouped(scene.data->compared) + "   " +
                            share(static_cast<double>(scene.data->compared), pairs)));
    const auto touching =
        std::ranges::count(scene.data->touches.begin(), scene.data->touches.begin() + 1000, true);
    EXPECT_EQ(std::ssize(stage.shapes(tone::with_alpha(tone_of(render::role::touching), 0.4f))),
              touching);
    show_scene(triangle::Task::edm);
    EXPECT_TRUE(stage.find("Nearest pair"));
    show_scene(triangle::Task::map);
    EXPECT_TRUE(stage.reads("This test has no points: choose EDM or collision."));
}

TEST_F(TrianglePanelTest, ThePairUnderTheMouseIsLit) {
    const ImVec4 lit = tone::brightest,
                 apart = tone::with_alpha(tone_of(render::role::useful), 0.4f);
    fold(stage, {"triangle_map"});
    show_scene();
    const std::size_t before = stage.shapes(lit).size();
    const auto discs = stage.shapes(apart);  // in the order of the points
    ASSERT_EQ(discs.size(), 1000u);
    auto view = std::make_shared<TriangleView>(*tab_view<TriangleView>(stage.seen));
    view->hovered = HoveredBlock{43 * 64, {{688, 0, 16, 16}}, triangle::Cell{700, 3}};
    stage.seen.tab = view;
    stage.frames(2);
    const auto shapes = stage.shapes(lit);
    ASSERT_EQ(shapes.size(), before + 3) << "a line, and a circle around either";
    for (const std::size_t point : {700u, 3u})
        EXPECT_EQ(std::ranges::count_if(shapes,
                                        [&](const DrawnShape& shape) {
                                            const ImVec2 at = shape.middle();
                                            const ImVec2 disc = discs[point].middle();
                                            return std::abs(at.x - disc.x) < 1 &&
                                                   std::abs(at.y - disc.y) < 1 &&
                                                   shape.width() < 20;
                                        }),
                  1)
            << point;
    view->hovered->cell.reset();  // over parallel space, where a block has many
    stage.frames(2);
    EXPECT_EQ(stage.shapes(lit).size(), before);
}

// Two maps: the first as fast as BB at N = 100, twice as fast at 200 and 400; the second slower.
std::vector<MapMeasurement> three_sides() {
    std::vector<MapMeasurement> sides;
    for (const int side : {100, 200, 400}) {
        MapMeasurement measured;
        measured.plan.side = side;
        measured.device = "a processor";
        const double rb = side == 100 ? 8 : 4;
        measured.times = {{triangle::MapKind::bb, {8, 8, 8}, 1.0, false, {}, {}, {}},
                          {triangle::MapKind::rb, {rb - 1, rb, rb + 1}, 8 / rb, false, {}, {}, {}},
                          {triangle::MapKind::utm, {16, 16, 16}, 0.5, false, {}, {}, {}}};
        sides.push_back(measured);
    }
    return sides;
}

TEST_F(TrianglePanelTest, IIsPlottedAgainstNBelowItsBound) {
    stage.open(PanelPart::measure);
    show_scene();
    EXPECT_FALSE(stage.find("I against N"));
    auto view = std::make_shared<TriangleView>(*tab_view<TriangleView>(stage.seen));
    view->by_side = std::make_shared<const std::vector<MapMeasurement>>(three_sides());
    stage.seen.tab = view;
    stage.frames(3);
    const auto title = stage.find("I against N");
    ASSERT_TRUE(title);
    EXPECT_TRUE(stage.find("RB blocks"));
    EXPECT_TRUE(stage.find("UTM"));
    std::optional<DrawnShape> bound;
    for (const auto& shape : stage.shapes(tone::error))
        if (shape.from.y > title->to.y && shape.width() > 100 && shape.height() < 4) bound = shape;
    ASSERT_TRUE(bound) << "a line across";
    // Dots in the first curve's colour: of the three, two lie on the line.
    std::vector<DrawnShape> on_it;
    for (const auto& shape : stage.shapes(tone::curves[0]))
        if (shape.width() > 4 && shape.width() < 12 && shape.height() > 4 && shape.height() < 12 &&
            std::abs(shape.middle().y - bound->middle().y) < 1)
            on_it.push_back(shape);
    ASSERT_EQ(on_it.size(), 2u);
    stage.hover(on_it.front().middle());
    stage.frames(2);
    EXPECT_TRUE(stage.reads("N = 200"));
    EXPECT_TRUE(stage.reads("RB blocks 2.00, 1.60 to 2.67"));
    EXPECT_TRUE(stage.reads("UTM 0.500, 0.500 to 0.500"));
}

TEST_F(TrianglePanelTest, ItsButtonsAskForBothMeasurements) {
    stage.open(PanelPart::measure);
    show_scene();
    stage.commands.clear();
    stage.click("Measure all maps");
    stage.click("Measure I against N");
    ASSERT_EQ(stage.commands.size(), 2u);
    EXPECT_TRUE(std::holds_alternative<command::Race>(stage.commands[0]));
    EXPECT_TRUE(std::holds_alternative<command::Sweep>(stage.commands[1]));
}

// BB at 1, and a map whose block costs as much: 64 blocks to a side.
TEST_F(TrianglePanelTest, TimesOfAProcessorAreToldFromThoseOfAGpu) {
    stage.open(PanelPart::measure);
    show_scene();
    auto view = std::make_shared<TriangleView>(*tab_view<TriangleView>(stage.seen));
    MapMeasurement measurement{view->scene->plan, {}, "a machine"};
    measurement.times.push_back({triangle::MapKind::bb, spread_of({2}), 1.0, false, {}, 1.0, {}});
    measurement.times.push_back(
        {triangle::MapKind::ltm, spread_of({1}), 2.0, false, {}, 64.0 / 65, {}});
    view->measurement = std::make_shared<const MapMeasurement>(measurement);
    stage.seen.tab = view;
    stage.frames(3);
    constexpr const char* warning = "I on a processor differs from I on a GPU";
    EXPECT_TRUE(stage.reads(warning));
    EXPECT_EQ(stage.line_of("BB").front(), "2.00ms,2.00to2.00,I1.00,k1.00");
    EXPECT_EQ(stage.line_of("LTM").front(), "1.00ms,1.00to1.00,I2.00,k0.98");
    measurement.plan.backend = Backend::cuda;
    view->measurement = std::make_shared<const MapMeasurement>(measurement);
    stage.frames(3);
    EXPECT_FALSE(stage.reads(warning));
}

// As on a GPU: a floor, and of map only what each of the blocks takes.
TEST_F(TrianglePanelTest, TimesHaveTheirSpreadTheFloorAndNanosecondsABlock) {
    stage.open(PanelPart::measure);
    show_scene();
    auto view = std::make_shared<TriangleView>(*tab_view<TriangleView>(stage.seen));
    MapMeasurement measurement{view->scene->plan, {}, "a GPU", 0.4};
    measurement.times = {{triangle::MapKind::bb, {2, 2, 2}, 1.0, false, {}, 1.0, {}},
                         {triangle::MapKind::ltm, {1, 1.25, 2}, 1.6, false, {}, 1.2, 0.6},
                         {triangle::MapKind::utm, {0.9, 1.5, 3}, 1.3, false, {}, 1.4, {}},
                         {triangle::MapKind::rb_printed, {0.5, 0.5, 0.5}, 4.0, false, {}, 0.5, {}}};
    view->measurement = std::make_shared<const MapMeasurement>(measurement);
    stage.seen.tab = view;
    stage.frames(3);
    EXPECT_TRUE(
        stage.reads("Floor 0.400 ms, to write the same number of bytes; the best map, LTM, takes "
                    "3.12 times as long."));
    EXPECT_EQ(stage.line_of("LTM").front(), "1.25ms,1.00to2.00,I1.60,k1.20");
    EXPECT_TRUE(stage.reads("0.600 ns per block"));
    // A thin line over I from 1 to 2, below the name; the bar's whole width is 2.25.
    const auto name = stage.find("LTM");
    ASSERT_TRUE(name);
    std::optional<DrawnShape> bar, range;
    for (const auto& shape : stage.shapes(tone::compute))
        if (shape.from.y > name->to.y - 4 && !bar) bar = shape;
    ASSERT_TRUE(bar);
    for (const auto& shape : stage.shapes(tone::text))
        if (shape.height() < 3 && shape.width() > 40 && shape.from.y > bar->from.y &&
            shape.to.y < bar->to.y)
            range = shape;
    ASSERT_TRUE(range) << "a whisker";
    EXPECT_NEAR((range->from.x - bar->from.x) / bar->width(), 1 / 1.6, 0.02);
    EXPECT_NEAR((range->to.x - bar->from.x) / bar->width(), 2 / 1.6, 0.02);
    measurement.floor_ms = 0;
    view->measurement = std::make_shared<const MapMeasurement>(measurement);
    stage.frames(3);
    EXPECT_FALSE(stage.reads("Floor"));
}

// All blocks that BB launches count, the wasted ones too.
TEST(BlockTimeTest, IsOfTheBlocksThatAreLaunchedWhereNothingIsComputed) {
    triangle::Plan plan;
    plan.map = triangle::MapKind::bb;
    plan.test = triangle::Task::map;
    plan.backend = Backend::cuda;
    plan.side = 1000;
    plan.block = 8;
    EXPECT_DOUBLE_EQ(ns_per_block(plan, 0.5).value(), 0.5e6 / (125 * 125));
    plan.test = triangle::Task::dummy;
    EXPECT_FALSE(ns_per_block(plan, 0.5));
    plan.test = triangle::Task::map;
    plan.backend = Backend::cpu;
    EXPECT_FALSE(ns_per_block(plan, 0.5));
}

TEST_F(TrianglePanelTest, TheFirstBlockThatIsMissedIsToldAndShown) {
    show_scene();
    EXPECT_FALSE(stage.find("Show the first missed cell"));
    show_scene(triangle::Task::edm, triangle::MapKind::ltm_r);
    EXPECT_TRUE(stage.reads("1,280 are missed, from block 465 (i 30, j 0) on."));
    stage.click("Show the first missed cell");
    const PaneView cells = triangle().views.cells, grid = triangle().views.parallel;
    EXPECT_DOUBLE_EQ(cells.size, 4.0 / 64);
    EXPECT_DOUBLE_EQ(cells.x, 0);
    EXPECT_DOUBLE_EQ(cells.y + 0.5 * cells.size, 30.5 / 64);
    EXPECT_LT(grid.size, 0.2);
    const double column = 465 % 46 + 0.5, row = 465 / 46 + 0.5;  // of 46 x 46 blocks
    EXPECT_NEAR(grid.x + 0.5 * grid.size, column / 46, 1e-9);
    EXPECT_NEAR(grid.y + 0.5 * grid.size, row / 46, 1e-9);
}

TEST_F(TrianglePanelTest, TheSquareHasMoreBlocksThanThePaperSays) {
    show_scene(triangle::Task::edm, triangle::MapKind::ltm_square);
    EXPECT_TRUE(stage.reads("Too many 36 = n'"));
    EXPECT_TRUE(stage.reads("- T paper: n/2 = 32"));
    show_scene(triangle::Task::edm, triangle::MapKind::ltm);
    EXPECT_FALSE(stage.find("Too many"));
}

TEST_F(TrianglePanelTest, PointsAreMovedHeldAndPutToATime) {
    fold(stage, {"triangle_map"});
    show_scene();
    stage.commands.clear();
    stage.click("Move");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_TRUE(is(stage.commands.front(), Action::play_pause));
    stage.commands.clear();
    stage.click("Once");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_TRUE(is(stage.commands.front(), Action::step_once));
    auto moving = std::make_shared<TriangleView>(*tab_view<TriangleView>(stage.seen));
    moving->moving = true;
    stage.seen.tab = moving;
    stage.frames(2);
    EXPECT_TRUE(stage.find("Hold"));
}

TEST_F(TrianglePanelTest, ARecordedRunIsPlayedAndStepped) {
    const FilmPlayer& film = stage.state.recorded_run;
    stage.click("Step");
    EXPECT_FALSE(film.is_open()) << "there is none yet";
    show_scene();
    stage.click("Step");
    EXPECT_TRUE(film.is_open());
    EXPECT_FALSE(film.playing());
    EXPECT_DOUBLE_EQ(film.second(), FilmPlayer::step_size);
    stage.commands.clear();
    stage.click("Play");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_TRUE(is(stage.commands.front(), Action::play_subdivision));
    stage.click("Loop");
    EXPECT_NE(film.loop, FilmPlayer{}.loop);
}

TEST_F(TrianglePanelTest, EnergyAndTheLogOfRunsAreAskedForAndShown) {
    show_scene();
    stage.open(PanelPart::measure);
    stage.click("Energy");
    stage.click("Measure all maps");
    ASSERT_EQ(stage.commands.size(), 1u);
    ASSERT_TRUE(std::holds_alternative<command::Race>(stage.commands[0]));
    EXPECT_TRUE(std::get<command::Race>(stage.commands[0]).energy);
    stage.click("Start");
    EXPECT_TRUE(is(stage.commands.back(), Action::start_timing_log));
    auto view = std::make_shared<TriangleView>(*tab_view<TriangleView>(stage.seen));
    MapMeasurement measurement{view->scene->plan, {}, "a GPU"};
    measurement.times.push_back({triangle::MapKind::bb,
                                 spread_of({2}),
                                 1.0,
                                 false,
                                 FrameEnergy{0.5, 1, 20, 25, "NVML", ""},
                                 {},
                                 {}});
    measurement.times.push_back({triangle::MapKind::ltm, spread_of({1}), 2.0, false, {}, {}, {}});
    view->measurement = std::make_shared<const MapMeasurement>(measurement);
    view->log = {true, "/tmp/runs.csv", 50};
    stage.seen.tab = view;
    stage.frames(3);
    EXPECT_TRUE(stage.reads("0.5 J per run"));
    EXPECT_TRUE(stage.reads("50 rows in /tmp/runs.csv"));
    stage.click("Stop");
    EXPECT_TRUE(is(stage.commands.back(), Action::stop_timing_log));
}

}  // namespace
}  // namespace mariani::app
