// What pictures tell of the exhibits: what is missed, in words, colours and their legend, and the
// way to the first of it.
#include "app/workloads/triangle/picture.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

using triangle::Cell;
using triangle::MapKind;

TriangleScene exhibit_of(MapKind map, int side, triangle::Task test = triangle::Task::map) {
    triangle::Request request;
    request.maps = {map};
    request.side = side;
    request.test = test;
    if (triangle::has_epsilon(map)) request.epsilon = 0;
    request.backend = Backend::cpu;
    request.threads = 2;
    return make_scene(triangle::resolve(request, "there is none").front(), false, {}).value();
}

TEST(TriangleExhibitTest, PrintedFormulasSayWhatTheyMiss) {
    EXPECT_EQ(verdict_of(exhibit_of(MapKind::ltm_strict_printed, 64)),
              "Wrong: of 2,080 cells 1,536 are missed, from block 0 (i 1, j 0) on.");
    EXPECT_EQ(sentence_of(exhibit_of(MapKind::ltm_strict_printed, 64)),
              "LTM strict printed launches 10 blocks; 6 of them (60 %) have nothing to do.");
    EXPECT_EQ(verdict_of(exhibit_of(MapKind::ltm_strict_printed, 5000)),
              "Wrong: of 12,502,500 cells 12,460,032 are missed, from block 0 (i 1, j 0) on.");
    EXPECT_EQ(verdict_of(exhibit_of(MapKind::utm_printed, 4096)),
              "Each of the 8,390,656 cells is visited once.");
    EXPECT_EQ(verdict_of(exhibit_of(MapKind::utm_printed, 4098)),
              "Wrong: of 8,398,851 cells 1 are missed, from cell (i 4097, j 0) on, and 1 visited "
              "more than once.");
}

// As going through all of their threads counts them.
TEST(TriangleExhibitTest, TheBlocksOfALargeTriangleByPrintedPairsAreCounted) {
    for (const int side : {4097, 4098, 5000, 12'000}) {
        auto plan = exhibit_of(MapKind::utm_printed, 64).plan;
        plan.side = side;
        plan.block = 8;
        for (const bool diagonal : {true, false}) {
            SCOPED_TRACE(testing::Message() << side << " " << diagonal);
            plan.diagonal = diagonal;
            const auto scene = make_scene(plan, false, {}).value();
            triangle::Count useful = 0, wasted = 0;
            triangle::for_each_block(plan, [&](const auto& place, auto) {
                useful += place.use == BlockUse::useful;
                wasted += place.use == BlockUse::wasted;
            });
            EXPECT_EQ(scene.useful, useful);
            EXPECT_EQ(scene.wasted, wasted);
            EXPECT_EQ(scene.partial, scene.blocks - useful - wasted);
        }
    }
    EXPECT_GT(exhibit_of(MapKind::utm_printed, 131'072).wasted, 1000);
}

// In the middle of both panes, whatever the map and the size.
TEST(TriangleExhibitTest, TheFirstThatIsMissedIsInTheMiddleOfItsView) {
    for (const auto& [map, side] :
         {std::pair(MapKind::ltm_n, 5000), std::pair(MapKind::ltm_r, 1024),
          std::pair(MapKind::rb_printed, 2000), std::pair(MapKind::rb_printed, 30'000),
          std::pair(MapKind::utm_printed, 20'000)}) {
        SCOPED_TRACE(testing::Message() << choice_of(map).name << " " << side);
        const auto scene = exhibit_of(map, side);
        auto panes = panes_of(scene.passes, {900, 900}, 19).value();
        panes.views = views_of_first_missed(scene, panes);
        const int unit = triangle::is_of_threads(map) ? 1 : scene.shape.block;
        const Cell first{scene.first_missed->row * unit, scene.first_missed->column * unit};
        EXPECT_TRUE(scene.misses(first));
        const PixelRect drawn =
            place_of(scene, panes, panes.data, {first.row, first.column, unit, unit});
        EXPECT_GE(drawn.width, 4);
        EXPECT_GE(drawn.height, 4);
        const auto block = scene.lookup.place(scene.lookup.block_of(first));
        EXPECT_GE(place_of(panes, block).width, 20);
        const TriangleStyle style;
        const auto image = draw_triangle(scene, panes, {900, 900}, style, {}).value();
        EXPECT_EQ(image.at(drawn.x + drawn.width / 2, drawn.y + drawn.height / 2), role::never);
    }
}

// Pixels of exactly this colour in a part of a picture.
int count(const render::Image& image, const PixelRect& part, render::Rgb8 colour) {
    int found = 0;
    for (int y = part.y; y < std::min(part.y + part.height, image.size().height); ++y)
        for (int x = part.x; x < std::min(part.x + part.width, image.size().width); ++x)
            found += image.at(x, y) == colour;
    return found;
}

struct Drawn {
    render::Image image;
    TrianglePanes panes;
};

Drawn drawn(const TriangleScene& scene, ImageSize size, bool coverage) {
    TriangleStyle style;
    style.text_size = 15;
    style.coverage = coverage;
    const auto panes = panes_of(scene.passes, size, line_height(style)).value();
    return {draw_triangle(scene, panes, size, style, {}).value(), panes};
}

// In the window the interface draws them; a file of that picture has them again.
TEST(TriangleExhibitTest, TextsAndLegendAreInThePictureWhereTheyBelong) {
    const auto scene = exhibit_of(MapKind::rb_printed, 1024);
    const ImageSize size{970, 900};
    const auto labelled = drawn(scene, size, true);
    TriangleStyle style;
    style.text_size = 15;
    style.coverage = true;
    style.labelled = false;
    auto image = draw_triangle(scene, labelled.panes, size, style, {}).value();
    const PixelRect all{0, 0, size.width, size.height};
    EXPECT_EQ(count(image, all, role::text), 0);
    EXPECT_EQ(count(image, {0, 0, size.width, labelled.panes.parallel.y}, role::ground),
              size.width * labelled.panes.parallel.y);
    label_triangle(image, scene, labelled.panes, style);
    EXPECT_TRUE(std::ranges::equal(image.bytes(), labelled.image.bytes()));
    const auto entries = legend_of(scene, labelled.panes, style);
    for (const auto colour : {role::once, role::never, role::again})
        EXPECT_EQ(std::ranges::count(entries, colour, &LegendEntry::colour), 1);
}

// Beside a panel in windows of 1440 x 900 and of 1100 x 700.
constexpr ImageSize common_sizes[] = {{970, 900}, {630, 700}};
constexpr int swatch = 100;  // pixels at least

TEST(TriangleExhibitTest, TheLegendHasEveryColourOfTheVisits) {
    for (const ImageSize size : common_sizes) {
        const auto wrong = drawn(exhibit_of(MapKind::rb_printed, 1024), size, true);
        for (const auto colour : {role::once, role::never, role::again})
            EXPECT_GT(count(wrong.image, wrong.panes.legend, colour), swatch);
        const auto right = drawn(exhibit_of(MapKind::rb, 1024), size, true);
        EXPECT_GT(count(right.image, right.panes.legend, role::once), swatch);
        for (const auto colour : {role::never, role::again})
            EXPECT_EQ(count(right.image, right.panes.legend, colour), 0);
        const auto distances =
            drawn(exhibit_of(MapKind::ltm_r, 1024, triangle::Task::edm), size, false);
        EXPECT_GT(count(distances.image, distances.panes.legend, role::never), swatch);
        EXPECT_EQ(count(distances.image, distances.panes.legend, role::once), 0);
    }
}

// What is missed has no distance.
TEST(TriangleExhibitTest, WhatIsMissedIsBlackAmongDistances) {
    const auto scene = exhibit_of(MapKind::ltm_r, 1024, triangle::Task::edm);
    const auto [image, panes] = drawn(scene, {970, 900}, false);
    const PixelRect block = place_of(scene, panes, panes.result, {30 * 16, 0, 16, 16});
    EXPECT_EQ(count(image, block, role::never), block.width * block.height);
}

// Red is a block without a cell, and the legend counts as many; a thread without one is paler.
TEST(TriangleExhibitTest, ThreadsWithoutACellHaveAColourOfTheirOwn) {
    for (const MapKind map : {MapKind::rb_printed, MapKind::rb_threads, MapKind::utm}) {
        SCOPED_TRACE(choice_of(map).name);
        const auto scene = exhibit_of(map, 64);
        EXPECT_EQ(scene.wasted, 0);
        const auto [image, panes] = drawn(scene, {970, 900}, false);
        EXPECT_EQ(count(image, panes.parallel, role::wasted), 0);
        const int side = panes.parallel.width;
        const int seen = side * side - count(image, panes.parallel, image.at(1, 1));
        const auto threads = static_cast<double>(scene.blocks * 16 * 16);
        EXPECT_NEAR(static_cast<double>(count(image, panes.parallel, role::idle_thread)) / seen,
                    static_cast<double>(scene.threads_wasted) / threads, 0.02);
        EXPECT_GT(count(image, panes.legend, role::idle_thread), swatch);
    }
    const auto box = exhibit_of(MapKind::bb, 64);
    const auto [image, panes] = drawn(box, {970, 900}, false);
    const PixelRect wasted = place_of(panes, box.places[3]);
    EXPECT_GT(count(image, wasted, role::wasted), wasted.width * wasted.height / 2);
    EXPECT_EQ(count(image, wasted, role::idle_thread), 0);
    const auto many = drawn(exhibit_of(MapKind::rb_printed, 1024), {970, 900}, false);
    EXPECT_EQ(count(many.image, many.panes.legend, role::idle_thread), 0) << "no thread is seen";
}

}  // namespace
}  // namespace mariani::app
