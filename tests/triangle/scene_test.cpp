// What pictures and the mouse make of a map: the same places for both, and the numbers that are
// told.
#include "app/workloads/triangle/picture.hpp"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

using triangle::Cell;
using triangle::MapKind;

TriangleScene scene_of(MapKind map, int side, int block = 16, bool with_trace = false) {
    triangle::Request request;
    request.maps = {map};
    request.side = side;
    request.block = block;
    request.backend = Backend::cpu;
    request.threads = 2;
    const auto plans = triangle::resolve(request, "there is none");
    return make_scene(plans.front(), with_trace, {}).value();
}

std::vector<MapKind> all_maps() {
    std::vector<MapKind> maps;
    for (const auto& each : choices<MapKind>()) maps.push_back(each.value);
    return maps;
}

TEST(TriangleSceneTest, TheBlocksAreCountedAsTheFormulasHaveThem) {
    const auto scene = scene_of(MapKind::bb, 1024);
    EXPECT_EQ(scene.places.size(), 4096u);
    EXPECT_EQ(scene.wasted, 2016);
    EXPECT_EQ(scene.partial, 64);
    EXPECT_EQ(scene.useful, 2016);
    EXPECT_EQ(scene.missed + scene.repeated, 0);
    EXPECT_EQ(sentence_of(scene),
              "BB launches 4,096 blocks; 2,016 of them (49 %) have nothing to do.");
    EXPECT_EQ(verdict_of(scene), "Each of the 524,800 cells is visited once.");
}

TEST(TriangleSceneTest, TheBlocksOfALargeTriangleAreCountedWithoutGoingThroughThem) {
    for (const MapKind map : {MapKind::bb, MapKind::ltm, MapKind::rb, MapKind::rec, MapKind::dp}) {
        const auto scene = scene_of(map, 5001);
        EXPECT_FALSE(scene.detailed());
        std::map<BlockUse, triangle::Count> uses;
        for (triangle::Count block = 0; block < scene.blocks; ++block)
            ++uses[scene.lookup.place(block).use];
        EXPECT_EQ(scene.useful, uses[BlockUse::useful]) << choice_of(map).name;
        EXPECT_EQ(scene.partial, uses[BlockUse::partial]) << choice_of(map).name;
        EXPECT_EQ(scene.wasted, uses[BlockUse::wasted]) << choice_of(map).name;
    }
}

// An exhibit of too many cells to count their visits one by one.
TriangleScene large_exhibit(MapKind map, int side, double epsilon = triangle::printed_epsilon) {
    triangle::Request request;
    request.maps = {map};
    request.side = side;
    request.epsilon = epsilon;
    request.test = triangle::Task::map;
    request.backend = Backend::cpu;
    return make_scene(triangle::resolve(request, "there is none").front(), false, {}).value();
}

TEST(TriangleSceneTest, TheBlocksOfALargeExhibitAreCountedWhereTheyLie) {
    for (const MapKind map : {MapKind::ltm_x, MapKind::ltm_r, MapKind::ltm_n})
        for (const double epsilon : {0.0, 0.25}) {
            const auto scene = large_exhibit(map, 5001, epsilon);
            ASSERT_FALSE(scene.detailed());
            std::map<BlockUse, triangle::Count> uses;
            triangle::Count visits = 0, wasted = 0;
            triangle::for_each_block(scene.plan, [&](const auto& place, auto cells) {
                ++uses[place.use];
                visits += std::ssize(cells);
                wasted += scene.shape.block * scene.shape.block - std::ssize(cells);
            });
            EXPECT_EQ(scene.useful, uses[BlockUse::useful]) << choice_of(map).name;
            EXPECT_EQ(scene.partial, uses[BlockUse::partial]) << choice_of(map).name;
            EXPECT_EQ(scene.wasted, uses[BlockUse::wasted]) << choice_of(map).name;
            EXPECT_EQ(scene.threads_wasted, wasted) << choice_of(map).name;
            EXPECT_EQ(scene.missed, triangle::cell_count(scene.shape) - visits);
        }
}

TEST(TriangleSceneTest, ALargeExhibitSaysHowWrongItIs) {
    EXPECT_EQ(verdict_of(large_exhibit(MapKind::rb_printed, 10'000)),
              "Wrong: of 50,005,000 cells 12,502,500 are missed, from cell (i 5000, j 5000) on, "
              "and 5,000 "
              "visited more than once.");
    EXPECT_EQ(verdict_of(large_exhibit(MapKind::rb_printed, 10'001)),
              "Each of the 50,015,001 cells is visited once.");
    EXPECT_EQ(verdict_of(large_exhibit(MapKind::ltm_n, 31'184)),
              "Each of the 486,236,520 cells is visited once.");
    const auto verdict = verdict_of(large_exhibit(MapKind::ltm_n, 31'232));
    EXPECT_TRUE(verdict.starts_with("Wrong: of 487,734,528 cells ")) << verdict;
    EXPECT_TRUE(verdict.ends_with(" are missed, from block 1,900,275 (i 1949, j 0) on."))
        << verdict;
    EXPECT_NE(verdict_of(large_exhibit(MapKind::ltm, 26'000)).find(" cells are too many "),
              std::string::npos);
    const auto wrong = large_exhibit(MapKind::ltm_n, 5001, 0);
    EXPECT_EQ(wrong.block_of({16 * 2 + 1, 5}), std::nullopt) << "lambda is 3";
    EXPECT_NE(wrong.block_of({16 * 2 + 1, 16}), std::nullopt);
    const auto of_the_paper = large_exhibit(MapKind::ltm_n, 30'720);
    EXPECT_EQ(of_the_paper.missed, 0);
}

TEST(TriangleSceneTest, OfACellThatALargeExhibitMissesThereIsNoValue) {
    triangle::Request request;
    request.maps = {MapKind::ltm_n};
    request.side = 5001;
    request.epsilon = 0;
    request.backend = Backend::cpu;
    const auto wrong = make_scene(triangle::resolve(request, "none").front(), false, {}).value();
    EXPECT_EQ(value_of(wrong, {16 * 2 + 1, 5}), 0) << "lambda is 3";
    EXPECT_GT(value_of(wrong, {16 * 2 + 1, 16}), 0);
}

TEST(TriangleSceneTest, WhatIsInViewIsFoundWhereItIsDrawn) {
    const auto scene = scene_of(MapKind::bb, 40'000);
    auto panes = panes_of(scene.passes, {1000, 1000}, 19).value();
    panes.views = {{0.5, 0.5, 0.004}, {0.25, 0.75, 0.0004}};
    int in_view = 0;
    for (int row = 1240; row < 1270; ++row) {
        const auto place = scene.lookup.place(scene.lookup.number(0, row, row));
        const PixelRect drawn = place_of(panes, place);
        if (drawn.width == 0 || drawn.height == 0) continue;
        ++in_view;
        EXPECT_EQ(block_at(scene, panes, drawn.x + 0.5 * drawn.width, drawn.y + 0.5 * drawn.height),
                  static_cast<std::size_t>(place.number));
    }
    EXPECT_EQ(in_view, 10);  // of the diagonal
    const Cell cell{30'007, 10'003};
    const PixelRect drawn = place_of(scene, panes, panes.data, {cell.row, cell.column, 1, 1});
    EXPECT_EQ(cell_at(scene, panes, drawn.x + 0.5 * drawn.width, drawn.y + 0.5 * drawn.height),
              cell);
    EXPECT_EQ(place_of(scene, panes, panes.data, {5, 5, 1, 1}).width, 0);
    const PaneViews least{{0, 0, 0.1}, {0, 0, 0.2}};
    EXPECT_EQ(within_whole({{0.9, -1, 0.5}, {0.9, 0.9, 0.01}}, least),
              (PaneViews{{0.5, 0, 0.5}, {0.8, 0.8, 0.2}}));
}

// As if it had begun there, and the picture of before with new values.
TEST(TriangleSceneTest, ASceneMovesAsOneMadeAtThatTime) {
    for (const auto test : {triangle::Task::edm, triangle::Task::collision})
        for (const auto layout :
             {triangle::Layout::packed, triangle::Layout::tiles, triangle::Layout::full}) {
            if (test == triangle::Task::collision && layout != triangle::Layout::tiles) continue;
            triangle::Request request;
            request.maps = {MapKind::ltm};
            request.test = test;
            request.side = 300;
            request.layout = layout;
            request.backend = Backend::cpu;
            request.threads = 2;
            auto plan = triangle::resolve(request, "there is none").front();
            const auto before = make_scene(plan, false, {}).value();
            const auto runner = triangle::make_runner(plan);
            plan.time = 4.5;
            const auto moved = at_time(before, 4.5, *runner, {}).value();
            const auto made = make_scene(plan, false, {}).value();
            EXPECT_EQ(moved.plan, plan);
            EXPECT_EQ(*moved.output, *made.output);
            EXPECT_NE(*moved.output, *before.output);
            EXPECT_EQ(moved.data->nearest, made.data->nearest);
            EXPECT_EQ(moved.data->distance, made.data->distance);
            EXPECT_EQ(moved.data->touching, made.data->touching);
            EXPECT_EQ(moved.data->contacts, made.data->contacts);
            EXPECT_EQ(moved.data->touches, made.data->touches);
            TriangleStyle style;
            const ImageSize size = triangle_picture_size(200, style);
            const auto panes = panes_of(before.passes, size, line_height(style)).value();
            auto image = draw_triangle(before, panes, size, style, {}).value();
            const auto whole = draw_triangle(made, panes, size, style, {}).value();
            EXPECT_FALSE(std::ranges::equal(image.bytes(), whole.bytes()));
            ASSERT_TRUE(redraw_values(image, moved, panes, style, {}));
            EXPECT_TRUE(std::ranges::equal(image.bytes(), whole.bytes()));
        }
}

TEST(TriangleSceneTest, AStopEndsAMotion) {
    const auto scene = scene_of(MapKind::rb, 300);
    const auto runner = triangle::make_runner(scene.plan);
    std::stop_source source;
    source.request_stop();
    EXPECT_FALSE(at_time(scene, 1, *runner, source.get_token()));
}

// What is found of the distances, by the plainest loop.
TEST(TriangleSceneTest, TheNearestPairIsTheFirstOfTheLeastDistance) {
    const auto scene = scene_of(MapKind::bb, 777, 32);
    Cell nearest;
    double least = 10;
    for (int row = 0; row < 777; ++row)
        for (int column = 0; column < row; ++column)
            if (const double value = value_of(scene, {row, column}); value < least)
                nearest = {row, column}, least = value;
    EXPECT_EQ(scene.data->nearest, nearest);
    EXPECT_EQ(static_cast<double>(scene.data->distance), least);
}

TEST(TriangleSceneTest, AMapWithoutWasteAndAWrongOneSaySo) {
    EXPECT_EQ(sentence_of(scene_of(MapKind::rb, 1024)),
              "RB blocks launches 2,080 blocks; each has cells to compute.");
    const auto wrong = scene_of(MapKind::rb_printed, 64, 8);
    EXPECT_EQ(wrong.missed, 528);
    EXPECT_TRUE(verdict_of(wrong).starts_with("Wrong: of 2,080 cells 528 are missed"));
    triangle::Request request;
    request.maps = {MapKind::ltm_r};
    request.side = 1024;
    request.epsilon = 0;
    request.test = triangle::Task::map;
    request.backend = Backend::cpu;
    const auto printed = make_scene(triangle::resolve(request, "none").front(), false, {}).value();
    EXPECT_EQ(sentence_of(printed),
              "LTM-R launches 2,116 blocks; 41 of them (1.9 %) have nothing to do.");
    EXPECT_EQ(verdict_of(printed),
              "Wrong: of 524,800 cells 1,280 are missed, from block 465 (i 30, j 0) on.");
}

TEST(TriangleSceneTest, EachBlockIsFoundWhereItIsDrawn) {
    for (const MapKind map : all_maps()) {
        const auto scene = scene_of(map, 200, 8);
        const auto panes = panes_of(scene.passes, {1000, 1000}, 19).value();
        for (const auto& block : scene.places) {
            const PixelRect place = place_of(panes, block);
            EXPECT_GE(place.y, panes.parallel.y);
            EXPECT_LE(place.y + place.height, panes.parallel.y + panes.parallel.height + 1);
            const auto found =
                block_at(scene, panes, place.x + 0.5 * place.width, place.y + 0.5 * place.height);
            EXPECT_EQ(found, static_cast<std::size_t>(block.number)) << choice_of(map).name;
        }
    }
}

TEST(TriangleSceneTest, EachCellIsFoundInBothPanesOfDataSpace) {
    const auto scene = scene_of(MapKind::ltm, 100, 8);
    const auto panes = panes_of(scene.passes, {1000, 1000}, 19).value();
    for (int row = 0; row < 100; ++row)
        for (int column = 0; column <= row; ++column)
            for (const PixelRect* pane : {&panes.data, &panes.result}) {
                const PixelRect place = place_of(scene, panes, *pane, {row, column, 1, 1});
                EXPECT_EQ(cell_at(scene, panes, place.x + 0.5, place.y + 0.5), (Cell{row, column}));
                EXPECT_EQ(cell_at(scene, panes, place.x + place.width - 0.5, place.y + 0.5),
                          (Cell{row, column}));
            }
    EXPECT_EQ(cell_at(scene, panes, panes.data.x + panes.data.width - 1, panes.data.y),
              std::nullopt);
    EXPECT_EQ(block_at(scene, panes, 1, 1), std::nullopt);
}

TEST(TriangleSceneTest, TheCellsOfABlockAreThoseThatItVisits) {
    for (const MapKind map : {MapKind::bb, MapKind::utm, MapKind::rb_threads, MapKind::rec}) {
        const auto scene = scene_of(map, 100, 8);
        std::int64_t cells = 0;
        for (std::size_t block = 0; block < scene.places.size(); ++block)
            for (const CellRect& rect : cells_of(scene, block)) {
                cells += rect.rows * rect.columns;
                EXPECT_EQ(scene.visited({rect.row, rect.column}).last, block);
                EXPECT_EQ(
                    scene.visited({rect.row + rect.rows - 1, rect.column + rect.columns - 1}).last,
                    block);
            }
        EXPECT_EQ(cells, 5050) << choice_of(map).name;
    }
    const auto scene = scene_of(MapKind::bb, 100, 8);
    const std::vector<CellRect> square{{32, 8, 8, 8}};
    EXPECT_EQ(cells_of(scene, 4 * 13 + 1), square);
    EXPECT_TRUE(cells_of(scene, 12).empty());
}

TEST(TriangleSceneTest, ARecordBelongsToItsBlock) {
    for (const MapKind map : {MapKind::bb, MapKind::rec, MapKind::dp}) {
        const auto scene = scene_of(map, 300, 8, true);
        for (std::size_t block = 0; block < scene.places.size(); ++block) {
            const BlockRecord* record = scene.record_of(block);
            ASSERT_NE(record, nullptr);
            EXPECT_EQ(record->pass, scene.places[block].pass);
            EXPECT_EQ(record->use, scene.places[block].use);
        }
    }
    EXPECT_EQ(scene_of(MapKind::bb, 100).record_of(0), nullptr);
}

// Against spheres and points compared one by one.
TEST(TriangleSceneTest, ItsDataIsWhatTheRunFound) {
    triangle::Request request;
    request.maps = {MapKind::rb};
    request.side = 300;
    request.backend = Backend::cpu;
    request.test = triangle::Task::collision;
    const auto spheres = make_scene(triangle::resolve(request, "none").front(), false, {}).value();
    triangle::Count contacts = 0;
    std::vector<bool> touches(300);
    for (int row = 0; row < 300; ++row)
        for (int column = 0; column < row; ++column) {
            const auto i = static_cast<std::size_t>(row), j = static_cast<std::size_t>(column);
            if (triangle::touches(triangle::gap<3>(spheres.points[i], spheres.points[j])) == 0)
                continue;
            ASSERT_LT(contacts, std::ssize(spheres.data->touching));
            EXPECT_EQ(spheres.data->touching[static_cast<std::size_t>(contacts++)],
                      (Cell{row, column}));
            touches[i] = touches[j] = true;
        }
    EXPECT_GT(contacts, 10);
    EXPECT_EQ(spheres.data->contacts, contacts);
    EXPECT_EQ(std::ssize(spheres.data->touching), contacts);
    EXPECT_EQ(spheres.data->touches, touches);

    request.test = triangle::Task::edm;
    const auto points = make_scene(triangle::resolve(request, "none").front(), false, {}).value();
    float least = 10;
    for (std::size_t i = 0; i < 300; ++i)
        for (std::size_t j = 0; j < i; ++j)
            least = std::min(least, triangle::distance<4>(points.points[i], points.points[j]));
    EXPECT_EQ(points.data->distance, least);
    const Cell nearest = points.data->nearest.value();
    EXPECT_EQ(value_of(points, nearest), least);
    EXPECT_NE(nearest.row, nearest.column);
    EXPECT_FALSE(scene_of(MapKind::bb, 5000).data);
}

TEST(TriangleSceneTest, TheProgressOfItsRunIsInBlocks) {
    for (const MapKind map : {MapKind::bb, MapKind::rec}) {
        triangle::Progress progress;
        const auto plan = scene_of(map, 1000).plan;
        const auto scene = make_scene(plan, true, {}, &progress).value();
        EXPECT_EQ(progress.blocks_total, scene.blocks) << choice_of(map).name;
        EXPECT_EQ(progress.blocks_done, scene.blocks) << choice_of(map).name;
    }
}

TEST(TriangleSceneTest, AStopLeavesNothing) {
    std::stop_source stop;
    stop.request_stop();
    const auto scene = scene_of(MapKind::bb, 100);
    EXPECT_FALSE(make_scene(scene.plan, true, stop.get_token()));
    const auto panes = panes_of(scene.passes, {1000, 1000}, 19).value();
    EXPECT_FALSE(draw_triangle(scene, panes, {1000, 1000}, {}, stop.get_token()));
}

TEST(TrianglePanesTest, TheArrangementFollowsTheShapeOfTheWindow) {
    const auto passes = scene_of(MapKind::bb, 100).passes;
    const auto square = panes_of(passes, {900, 900}, 19).value();
    EXPECT_GT(square.result.y, square.data.y);
    const auto wide = panes_of(passes, {1800, 900}, 19).value();
    EXPECT_EQ(wide.result.y, wide.data.y);
    EXPECT_GT(wide.data.width, square.data.width);
    const auto narrow = panes_of(passes, {290, 460}, 19).value();
    EXPECT_GT(narrow.legend.width, 2 * narrow.data.width) << "else a word a line";
    EXPECT_GT(narrow.legend.y, narrow.result.y + narrow.result.height);
    EXPECT_FALSE(panes_of(passes, {150, 150}, 19));
    for (const auto& [panes, width, height] :
         {std::tuple(square, 900, 900), std::tuple(wide, 1800, 900),
          std::tuple(narrow, 290, 460)}) {
        for (const PixelRect& pane : {panes.parallel, panes.data, panes.result}) {
            EXPECT_LE(pane.x + pane.width + pane_margin, width);
            EXPECT_LE(pane.y + pane.height + pane_margin, height);
        }
        const int right = std::max(panes.data.x, panes.result.x) + panes.data.width;
        EXPECT_NEAR(panes.parallel.x, width - right, 1) << "in the middle";
    }
}

render::Rgb8 colour_of_use(const TriangleScene& scene, triangle::Count block) {
    const BlockUse use = scene.places[static_cast<std::size_t>(block)].use;
    if (use == BlockUse::wasted) return role::wasted;
    return use == BlockUse::partial ? role::partial : role::useful;
}

TEST(TrianglePictureTest, ABlockHasTheColourOfItsUse) {
    const auto scene = scene_of(MapKind::bb, 160);
    const TriangleStyle style{"", 0, BlockColour::use, false, {}};
    const ImageSize size = triangle_picture_size(400, style);
    const auto panes = panes_of(scene.passes, size, line_height(style)).value();
    EXPECT_EQ(panes.parallel.width, 400);
    const auto image = draw_triangle(scene, panes, size, style, {}).value();
    for (const auto& block : scene.places) {
        const PixelRect place = place_of(panes, block);
        EXPECT_EQ(image.at(place.x + place.width / 2, place.y + place.height / 2),
                  colour_of_use(scene, block.number));
    }
}

// Whether each block of a map, which has one launch in a row, has no cell.
std::vector<bool> wasted_blocks(const TriangleScene& scene) {
    std::vector<bool> wasted;
    for (triangle::Count block = 0; block < triangle::block_count(scene.shape); ++block)
        wasted.push_back(scene.lookup.place(block).use == BlockUse::wasted);
    return wasted;
}

// Whether one of them is to have a cell from `from` to just before `to`.
bool any_cell_of(const std::vector<bool>& blocks, const triangle::Shape& shape, Cell from,
                 Cell to) {
    const int end = std::min(to.row, shape.side);
    for (int row = from.row / shape.block; row * shape.block < end; ++row) {
        const int last_row = std::min(end, (row + 1) * shape.block) - 1;
        const int last_column = std::min(last_row, to.column - 1);
        for (int column = from.column / shape.block; column * shape.block <= last_column; ++column)
            if (blocks[static_cast<std::size_t>(triangle::triangle_number(row) + column)])
                return true;
    }
    return false;
}

// A single cell that is missed makes a pixel white, of thousands of cells in it.
TEST(TrianglePictureTest, WhatALargeExhibitMissesIsWhiteInBothPanesOfDataSpace) {
    constexpr auto missed = role::never;
    const auto scene = large_exhibit(MapKind::ltm_n, 40'000);
    const auto wasted = wasted_blocks(scene);
    const TriangleStyle style;
    const ImageSize size = triangle_picture_size(300, style);
    auto panes = panes_of(scene.passes, size, line_height(style)).value();
    for (const PaneView& view : {PaneView{}, PaneView{0, 0.98, 0.02}}) {
        panes.views.cells = view;
        const auto image = draw_triangle(scene, panes, size, style, {}).value();
        for (const PixelRect* pane : {&panes.data, &panes.result}) {
            int white = 0;
            for (int y = 0; y < pane->height; ++y)
                for (int x = 0; x < pane->width; ++x) {
                    const auto cell = [&](int right, int below) {
                        return Cell{first_cell(scene, *pane, view.y, view.size, y + below),
                                    first_cell(scene, *pane, view.x, view.size, x + right)};
                    };
                    if (!in_domain(scene.shape, cell(0, 0))) continue;
                    const bool is_missed = image.at(pane->x + x, pane->y + y) == missed;
                    ASSERT_EQ(is_missed, any_cell_of(wasted, scene.shape, cell(0, 0), cell(1, 1)))
                        << x << ", " << y;
                    white += is_missed;
                }
            EXPECT_GT(white, 20);
            EXPECT_LT(white, pane->width * pane->height / 4);
        }
    }
}

TEST(TrianglePictureTest, WhatALargeFoldRepeatsIsMagenta) {
    constexpr auto missed = role::never, repeated = role::again;
    const auto scene = large_exhibit(MapKind::rb_printed, 10'000);
    const TriangleStyle style;
    const ImageSize size = triangle_picture_size(300, style);
    const auto panes = panes_of(scene.passes, size, line_height(style)).value();
    const auto image = draw_triangle(scene, panes, size, style, {}).value();
    for (const PixelRect* pane : {&panes.data, &panes.result}) {
        const auto at = [&](double across, double down) {
            return image.at(pane->x + static_cast<int>(across * pane->width),
                            pane->y + static_cast<int>(down * pane->height));
        };
        for (const double column : {0.055, 0.205, 0.405}) {
            EXPECT_EQ(at(column, 1 - column), repeated) << column;
            EXPECT_NE(at(column, 0.97 - column), repeated) << column;
        }
        EXPECT_EQ(at(0.6, 0.9), missed);
        EXPECT_NE(at(0.45, 0.9), missed);
    }
}

// While a recorded run is played, blocks are filled as they begin.
TEST(TrianglePictureTest, ABlockIsFilledWhenItsTimeHasCome) {
    auto scene = scene_of(MapKind::bb, 160, 16, true);
    ASSERT_GT(scene.trace_ns, 0u);
    for (std::size_t i = 0; i < scene.trace.size(); ++i) {
        scene.trace[i].begin_ns = static_cast<std::uint32_t>(10 * i);
        scene.trace[i].end_ns = static_cast<std::uint32_t>(10 * i + 20);
    }
    scene.trace_ns = 1010;
    const TriangleStyle style{"", 0, BlockColour::use, false, 505.0 / 1010};
    const ImageSize size = triangle_picture_size(400, style);
    const auto panes = panes_of(scene.passes, size, line_height(style)).value();
    const auto image = draw_triangle(scene, panes, size, style, {}).value();
    const auto colour = [&](std::size_t block) {
        const PixelRect place = place_of(panes, scene.places[block]);
        return image.at(place.x + place.width / 2, place.y + place.height / 2);
    };
    EXPECT_EQ(colour(48), colour_of_use(scene, 48));
    EXPECT_EQ(colour(49), role::running);
    EXPECT_EQ(colour(50), role::running);
    EXPECT_EQ(colour(51), role::waiting);
    EXPECT_EQ(colour(99), role::waiting);
}

TEST(TriangleSceneTest, AFewWastedBlocksAreNotNone) {
    auto scene = scene_of(MapKind::bb, 64);
    scene.blocks = 100'000;
    scene.wasted = 50;
    EXPECT_EQ(sentence_of(scene),
              "BB launches 100,000 blocks; 50 of them (0.050 %) have nothing to do.");
    scene.wasted = 5'000;
    EXPECT_EQ(sentence_of(scene),
              "BB launches 100,000 blocks; 5,000 of them (5.0 %) have nothing to do.");
}

}  // namespace
}  // namespace mariani::app
