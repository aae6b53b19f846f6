// What the window shows of a volume, without the window.
#include "render/picture/picture.hpp"

#include "app/workloads/volume/picture.hpp"
#include "app/workloads/volume/scene.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

using volume::Plan;
using volume::Voxel;

Plan cube(int side = 32) {
    volume::Request request;
    request.side = side;
    request.g = 4;
    request.dwell_limit = 60;
    request.backend = Backend::cpu;
    return volume::resolve(request, "there is none");
}

VolumeJob job_of(const Plan& plan) {
    VolumeJob job;
    job.plan = plan;
    for (int axis = 0; axis < plan.axes; ++axis)
        job.at.at[axis] = static_cast<std::int16_t>(plan.side.of[axis] / 2);
    job.size = {400, 320};
    job.style.solid = plan.dwell_limit;
    job.style.palette = {"two", {{20, 40, 120}, {240, 220, 160}}};
    return job;
}

VolumePicture drawn(VolumeDraftsman& draftsman, const VolumeJob& job) {
    auto picture = draftsman(job, {});
    EXPECT_TRUE(picture.has_value());
    return std::move(*picture);
}

double share_that_differs(const render::Image& a, const render::Image& b) {
    int count = 0;
    for (int y = 0; y < a.size().height; ++y)
        for (int x = 0; x < a.size().width; ++x) count += a.at(x, y) != b.at(x, y) ? 1 : 0;
    return static_cast<double>(count) / static_cast<double>(pixel_count(a.size()));
}

// From wherever the camera is, the ray of a pixel leads to what is seen there.
TEST(VolumeCameraTest, WhatLiesOnAPixelsRayIsSeenThere) {
    const volume::Sides side{{32, 20, 48, 1}};
    for (const VolumeOrbit& orbit : {VolumeOrbit{}, {-120, 60, 1}, {180, -89, 5}, {0, 0, 0.6}}) {
        const auto camera = camera_of(side, orbit, {300, 200});
        for (const auto& [x, y] : {std::pair{0, 0}, {299, 0}, {150, 100}, {17, 180}})
            for (const float depth : {1.0f, 40.0f}) {
                const volume::Place along = camera.ray(x, y);
                volume::Place place;
                for (int axis = 0; axis < 3; ++axis)
                    place.at[axis] = camera.eye.at[axis] + depth * along.at[axis];
                const SpacePoint seen = projected(camera, place);
                EXPECT_NEAR(seen.x, x + 0.5, 0.05);
                EXPECT_NEAR(seen.y, y + 0.5, 0.05);
                EXPECT_NEAR(seen.depth, depth, 1e-3 * depth);
            }
    }
}

TEST(VolumeCameraTest, TheWholeVolumeIsInThePicture) {
    const volume::Sides side{{96, 96, 96, 1}};
    for (const double yaw : {0.0, 35.0, 130.0})
        for (const double pitch : {0.0, 25.0, -60.0}) {
            const auto camera = camera_of(side, {yaw, pitch, VolumeOrbit{}.distance}, {300, 300});
            for (int corner = 0; corner < 8; ++corner) {
                volume::Place place;
                for (int axis = 0; axis < 3; ++axis)
                    place.at[axis] = (corner >> axis & 1) != 0 ? 96.0f : 0.0f;
                const SpacePoint seen = projected(camera, place);
                EXPECT_GT(seen.depth, 0);
                EXPECT_LT(std::abs(seen.x - 150), 170) << yaw << " " << pitch;
                EXPECT_LT(std::abs(seen.y - 150), 170) << yaw << " " << pitch;
            }
        }
}

// The second axis is down, as in the planes; dragging right turns the front to the right.
TEST(VolumeCameraTest, DirectionsAreThoseOfThePlanes) {
    const volume::Sides side{{32, 32, 32, 1}};
    const auto front = camera_of(side, {0, 0, 3}, {100, 100});
    EXPECT_GT(projected(front, {{32, 16, 16}}).x, 60);
    EXPECT_GT(projected(front, {{16, 32, 16}}).y, 60);
    EXPECT_LT(projected(front, {{16, 16, 0}}).depth, projected(front, {{16, 16, 32}}).depth);
    EXPECT_GT(projected(camera_of(side, {20, 0, 3}, {100, 100}), {{16, 16, 0}}).x, 52);
    EXPECT_GT(projected(camera_of(side, {0, 20, 3}, {100, 100}), {{16, 16, 0}}).y, 52);
}

class SpaceCanvasTest : public testing::Test {
  protected:
    bool drawn_at(SpaceCanvas& canvas, const volume::Place& place) {
        const SpacePoint at = projected(camera, place);
        return canvas.image().at(static_cast<int>(at.x), static_cast<int>(at.y)) !=
               render::role::ground;
    }

    volume::Sides side{{32, 32, 32, 1}};
    volume::Camera camera = camera_of(side, {0, 0, 3}, {120, 120});
    SpacePen pen{{255, 255, 255}, {255, 255, 255}, 1, 1};
};

TEST_F(SpaceCanvasTest, ALineHidesBehindASurface) {
    volume::PaintedSpace wall(camera.size);
    for (std::size_t i = 0; i < wall.depths.size(); ++i)  // in the middle, of the left half
        wall.depths[i] = i % 120 < 60 ? 3 * 32.0f : std::numeric_limits<float>::infinity();
    SpaceCanvas canvas(side, camera);
    canvas.surface(wall, 1);
    const auto before = canvas.image();
    canvas.line({{4, 10, 28}}, {{28, 10, 28}}, pen);  // behind
    canvas.line({{4, 22, 2}}, {{28, 22, 2}}, pen);    // before
    const auto changed = [&](const volume::Place& place) {
        const SpacePoint at = projected(camera, place);
        const int x = static_cast<int>(at.x), y = static_cast<int>(at.y);
        return canvas.image().at(x, y) != before.at(x, y);
    };
    EXPECT_FALSE(changed({{8, 10, 28}}));
    EXPECT_TRUE(changed({{24, 10, 28}}));
    EXPECT_TRUE(changed({{8, 22, 2}}));
    EXPECT_TRUE(changed({{24, 22, 2}}));
}

TEST_F(SpaceCanvasTest, ALineThatLeavesThePictureIsCut) {
    SpaceCanvas canvas(side, camera);
    canvas.line({{16, 16, 16}}, {{16, 16, -500}}, pen);  // past the eye
    canvas.line({{16, 16, 16}}, {{5000, 16, 16}}, pen);
    EXPECT_TRUE(drawn_at(canvas, {{20, 16, 16}}));
    EXPECT_FALSE(drawn_at(canvas, {{12, 16, 16}}));
    const auto before = canvas.image();
    canvas.line({{16, 16, -300}}, {{16, 16, -400}}, pen);  // behind the eye
    EXPECT_EQ(share_that_differs(before, canvas.image()), 0);
}

TEST_F(SpaceCanvasTest, ABoxHasTwelveEdges) {
    SpaceCanvas canvas(side, camera);
    canvas.box({{8, 8, 8}}, {{24, 24, 24}}, pen);
    for (const float a : {8.0f, 24.0f})
        for (const float b : {8.0f, 24.0f}) {
            EXPECT_TRUE(drawn_at(canvas, {{16, a, b}}));
            EXPECT_TRUE(drawn_at(canvas, {{a, 16, b}}));
            EXPECT_TRUE(drawn_at(canvas, {{a, b, 16}}));
        }
    EXPECT_FALSE(drawn_at(canvas, {{16, 16, 16}}));
}

TEST(VolumeSlicesTest, PanesLieBesideEachOtherWithoutOverlap) {
    Plan plan = cube();
    plan.side = {{30, 20, 40, 1}};
    for (const ImageSize size : {ImageSize{800, 600}, {500, 900}, {300, 200}}) {
        const auto panes = slice_panes(plan, {{5, 6, 7, 0}}, size, 16);
        ASSERT_TRUE(panes.has_value());
        ASSERT_EQ(panes->panes.size(), 3U);
        std::vector<PixelRect> rects{panes->rest};
        for (const SlicePane& pane : panes->panes) {
            rects.push_back(pane.rect);
            const double scale = static_cast<double>(pane.rect.width) / pane.plane.size(plan).width;
            EXPECT_NEAR(pane.rect.height / scale, pane.plane.size(plan).height, 2 / scale);
        }
        for (const PixelRect& a : rects) {
            EXPECT_GE(a.x, 0);
            EXPECT_GE(a.y, 0);
            EXPECT_LE(a.x + a.width, size.width);
            EXPECT_LE(a.y + a.height, size.height);
            for (const PixelRect& b : rects) {
                const bool apart = a.x + a.width <= b.x || b.x + b.width <= a.x ||
                                   a.y + a.height <= b.y || b.y + b.height <= a.y;
                EXPECT_TRUE(&a == &b || apart);
            }
        }
    }
    EXPECT_FALSE(slice_panes(plan, {}, {20, 20}, 16).has_value());
}

// Painted where the dwells lie, or drawn from them as all other pictures are.
TEST(VolumeSlicesTest, APaintedPlaneIsThePictureOfItsDwells) {
    for (const bool stretched : {false, true}) {
        const Plan plan = cube();
        volume::Progress progress;
        const auto runner = volume::make_runner(plan);
        runner->run({}, progress);
        const volume::Plane plane{0, 1, {{0, 0, 16, 0}}};
        const VolumeScene scene = with_dwells(volume_scene(plan, {plane}, *runner, {}), *runner);
        render::Colouring colouring;
        colouring.mapping = stretched ? render::Mapping::stretched : render::Mapping::cyclic;
        const auto colours = volume_colours(scene, colouring, job_of(plan).style.palette);
        DwellTable table;
        for (const ImageSize size : {ImageSize{32, 32}, {20, 25}, {100, 70}}) {
            const auto drawn =
                render::draw_at_size({{0, 0, 32, 32}, scene.dwells.front()}, {}, colours, size);
            EXPECT_TRUE(std::ranges::equal(
                runner->paint(plane, size, table.of(colours, plan.dwell_limit)), drawn.bytes()));
        }
    }
}

TEST(VolumeSlicesTest, APointOfAPaneIsAVoxel) {
    const Plan plan = cube();
    const auto panes = slice_panes(plan, {{5, 6, 7, 0}}, {800, 700}, 16);
    for (std::size_t i = 0; i < 3; ++i) {
        const SlicePane& pane = panes->panes[i];
        const auto at = [&](double across, double down) {
            return voxel_at(*panes, plan, pane.rect.x + across * pane.rect.width,
                            pane.rect.y + down * pane.rect.height);
        };
        ASSERT_TRUE(at(0.5 / 32, 31.5 / 32).has_value());
        EXPECT_EQ(at(0.5 / 32, 31.5 / 32)->pane, i);
        EXPECT_EQ(at(0.5 / 32, 31.5 / 32)->voxel, pane.plane.voxel(0, 31));
        EXPECT_FALSE(at(1.2, 1.2).has_value() && at(1.2, 1.2)->pane == i);
        EXPECT_EQ(voxel_near(pane, plan, -100, 5000), pane.plane.voxel(0, 31));
    }
}

TEST(VolumeSlicesTest, VoxelsHavePlacesOnTheirAxes) {
    Plan plan = cube(33);
    EXPECT_DOUBLE_EQ(place_on_axis(plan, 0, 16), plan.centre_re);
    EXPECT_DOUBLE_EQ(place_on_axis(plan, 2, 16), 0);
    EXPECT_GT(place_on_axis(plan, 1, 0), place_on_axis(plan, 1, 32));  // c.im is up
    EXPECT_DOUBLE_EQ(place_on_axis(plan, 0, 17) - place_on_axis(plan, 0, 16), plan.height / 33);
    EXPECT_EQ(axis_meaning(plan, 2), "w.re");
    plan.turn = 0.1;
    EXPECT_EQ(axis_meaning(plan, 2), "w");
}

TEST(VolumeSpaceTest, TheLineGoesThroughALevelsRegionsAsTheyAreListed) {
    Plan plan = cube();
    plan.encoding = volume::Encoding::hilbert;
    const auto runner = volume::make_runner(plan);
    volume::Progress progress;
    ASSERT_TRUE(runner->run({}, progress).has_value());
    const auto records = runner->regions();
    const auto first = regions_of_level(plan, records, 0, 0);
    ASSERT_EQ(first.size(), 64U);
    EXPECT_DOUBLE_EQ(mean_step(first).value(), 1);  // Hilbert's curve
    EXPECT_EQ(first.front().box.side, (volume::Sides{{8, 8, 8, 1}}));
    plan.encoding = volume::Encoding::canonical;
    const auto others = volume::make_runner(plan);
    ASSERT_TRUE(others->run({}, progress).has_value());
    EXPECT_GT(*mean_step(regions_of_level(plan, others->regions(), 0, 0)), 1.5);
    EXPECT_EQ(mean_step({}), std::nullopt);
}

// 64 regions of 8^3 voxels of 2 bytes: a row of four of them is half a line. All of a cube of 4^3
// regions touch as many lines in every order, a long row of regions more than a cube.
TEST(VolumeSpaceTest, LinesThatManyRegionsTouchAreCounted) {
    Plan plan = cube(64);
    plan.g = 8;
    const auto region = [](int x, int y, int z) {
        const auto at = [](int cell) { return static_cast<std::int16_t>(8 * cell); };
        return ListedRegion{{{{at(x), at(y), at(z), 0}}, {{8, 8, 8, 1}}}, Outcome::leaf};
    };
    std::vector<ListedRegion> compact, layer;
    for (int i = 0; i < 64; ++i) {
        compact.push_back(region(i % 4, i / 4 % 4, i / 16));
        layer.push_back(region(i % 8, i / 8, 0));
    }
    EXPECT_DOUBLE_EQ(lines_touched(plan, compact).value(), 32 * 32);
    EXPECT_DOUBLE_EQ(lines_touched(plan, layer).value(), 64 * 8);  // whole lines
    std::ranges::reverse(compact);
    EXPECT_DOUBLE_EQ(lines_touched(plan, compact).value(), 32 * 32);
    plan.dwell_limit = 100'000;  // of 4 bytes
    EXPECT_DOUBLE_EQ(lines_touched(plan, layer).value(), 2 * 64 * 8);
    compact.pop_back();
    EXPECT_FALSE(lines_touched(plan, compact).has_value());
}

// As many places as are looked at, but over the whole list: its end counts as its beginning does.
TEST(VolumeSpaceTest, LinesAreCountedOverAllOfALongList) {
    const Plan plan = cube(64);
    const auto voxel = [](int z) {
        return ListedRegion{{{{0, 0, static_cast<std::int16_t>(z), 0}}, {{1, 1, 1, 1}}},
                            Outcome::leaf};
    };
    std::vector<ListedRegion> regions(640, voxel(0));
    for (int z = 0; z < 64; ++z) regions.push_back(voxel(z));
    // The last of the places from 0 to 640 has 64 lines, and the ten of the list's last tenth some.
    const double mean = lines_touched(plan, regions).value();
    EXPECT_GT(mean, (63 + 64) / 64.0);
    EXPECT_LT(mean, 64 / 2.0 / 5);
}

TEST(VolumeSpaceTest, ALevelWithFewRegionsIsChosen) {
    volume::RunStats stats;
    EXPECT_EQ(readable_level(stats), std::nullopt);
    const auto level = [](std::int64_t regions) {
        volume::LevelStats made;
        made.regions = regions;
        return made;
    };
    stats.levels = {level(512), level(4096), level(32'768)};
    EXPECT_EQ(readable_level(stats), 1);
    stats.levels = {level(32'768)};
    EXPECT_EQ(readable_level(stats), 0);
}

TEST(VolumeSpaceTest, TheLineRunsFromBlueToRed) {
    EXPECT_GT(colour_along(0).b, colour_along(0).r);
    EXPECT_GT(colour_along(1).r, colour_along(1).b);
    EXPECT_EQ(colour_along(-3), colour_along(0));
    EXPECT_EQ(colour_along(7), colour_along(1));
}

class DraftsmanTest : public testing::Test {
  protected:
    std::shared_ptr<volume::Progress> progress = std::make_shared<volume::Progress>();
    VolumeDraftsman draftsman{progress};
};

TEST_F(DraftsmanTest, AVolumeIsRunOnlyWhereItIsAnotherOne) {
    VolumeJob job = job_of(cube());
    EXPECT_EQ(drawn(draftsman, job).run, 1);
    job.at.at[0] = 3;
    EXPECT_EQ(drawn(draftsman, job).run, 1);
    job.style.shown = VolumeShown::space;
    EXPECT_EQ(drawn(draftsman, job).run, 1);
    ++job.round;
    EXPECT_EQ(drawn(draftsman, job).run, 2);
    job.plan.turn = 0.3;
    EXPECT_EQ(drawn(draftsman, job).run, 3);
    job.plan.dwell_limit = 30;
    EXPECT_EQ(drawn(draftsman, job).run, 4);
}

// In the memory of the one before, or in its own.
TEST_F(DraftsmanTest, ATurnedVolumeIsThatOfItsPlan) {
    VolumeJob job = job_of(cube());
    drawn(draftsman, job);
    job.plan.turn = 0.3;
    VolumeDraftsman other(progress);
    EXPECT_EQ(drawn(draftsman, job).image, drawn(other, job).image);
}

TEST_F(DraftsmanTest, WhatIsShownChangesThePicture) {
    VolumeJob job = job_of(cube());
    const auto first = drawn(draftsman, job).image;
    const auto differs = [&](const VolumeJob& other) {
        return share_that_differs(first, drawn(draftsman, other).image);
    };
    EXPECT_EQ(differs(job), 0);
    VolumeJob other = job;
    other.style.grid = false;
    EXPECT_GT(differs(other), 0.02);
    other = job;
    other.at.at[2] = 4;
    EXPECT_GT(differs(other), 0.02);
    other = job;
    other.style.shown = VolumeShown::space;
    EXPECT_GT(differs(other), 0.2);
}

TEST_F(DraftsmanTest, InSpaceSurfaceBoxesAndLineAreDrawn) {
    VolumeJob job = job_of(cube());
    job.style.shown = VolumeShown::space;
    job.style.surface = false;
    const auto empty = drawn(draftsman, job);
    EXPECT_FALSE(empty.listed.has_value());
    for (bool VolumeStyle::*shown :
         {&VolumeStyle::surface, &VolumeStyle::boxes, &VolumeStyle::line}) {
        VolumeJob other = job;
        other.style.*shown = true;
        EXPECT_GT(share_that_differs(empty.image, drawn(draftsman, other).image), 0.01);
    }
    job.style.line = true;
    job.style.level = 0;
    const auto line = drawn(draftsman, job);
    ASSERT_TRUE(line.listed.has_value());
    EXPECT_EQ(line.listed->regions, 64);
    job.plan.B = 2;
    job.style.level = 1;
    const auto below = drawn(draftsman, job);
    EXPECT_EQ(below.listed->regions, below.stats.levels.at(1).regions) << "of no other level";
}

TEST_F(DraftsmanTest, ASurfaceHasTheColoursOfItsPalette) {
    VolumeJob job = job_of(cube());
    job.style.shown = VolumeShown::space;
    job.style.solid = 5;
    const auto before = drawn(draftsman, job).image;
    job.style.palette = {"two", {{120, 20, 40}, {160, 240, 220}}};
    EXPECT_GT(share_that_differs(before, drawn(draftsman, job).image), 0.04);
}

// A coarse picture is that of fewer rays.
TEST_F(DraftsmanTest, ACoarsePictureIsLikeTheFineOne) {
    VolumeJob job = job_of(cube());
    job.style.shown = VolumeShown::space;
    job.style.solid = 12;
    const auto fine = drawn(draftsman, job).image;
    job.style.coarse = 3;
    const auto coarse = drawn(draftsman, job).image;
    std::int64_t seen = 0, both = 0;
    for (int y = 0; y < job.size.height; ++y)
        for (int x = 0; x < job.size.width; ++x) {
            const bool one = fine.at(x, y) != render::role::ground;
            const bool other = coarse.at(x, y) != render::role::ground;
            seen += one || other ? 1 : 0;
            both += one && other ? 1 : 0;
        }
    EXPECT_GT(seen, 1000);
    EXPECT_GT(static_cast<double>(both), 0.85 * static_cast<double>(seen));
}

TEST_F(DraftsmanTest, EveryNumberOfAxesAndFunctionHasAPictureAndASentence) {
    std::set<std::string> sentences;
    for (const int axes : {2, 3, 4})
        for (const auto& function : choices<volume::Function>())
            for (const VolumeShown shown : {VolumeShown::slices, VolumeShown::space}) {
                volume::Request request;
                request.axes = axes;
                request.side = 16;
                request.function = function.value;
                request.dwell_limit = 20;
                request.backend = Backend::cpu;
                if (axes == 4 && function.value == volume::Function::mandelbulb) continue;
                VolumeJob job = job_of(volume::resolve(request, "none"));
                job.style.shown = shown;
                const auto picture = drawn(draftsman, job);
                EXPECT_EQ(picture.image.size(), job.size);
                sentences.insert(volume_sentence(job));
            }
    EXPECT_GE(sentences.size(), 8U);
}

// No voxel has w = 0 where the side is even.
TEST_F(DraftsmanTest, TheSentenceSaysWhereTheMandelbrotSetLies) {
    const auto sentence = [&](int axes, int side) {
        volume::Request request;
        request.axes = axes;
        request.side = side;
        request.backend = Backend::cpu;
        return volume_sentence(job_of(volume::resolve(request, "none")));
    };
    const auto says = [](const std::string& text, std::string_view part) {
        EXPECT_NE(text.find(part), std::string::npos) << text;
    };
    says(sentence(3, 97), "The Mandelbrot set lies where w = 0, at z 48.");
    says(sentence(4, 33), "The Mandelbrot set lies where w = 0, at z 16 and u 16.");
    says(sentence(3, 96),
         "between z 47 and 48, 0.013 from each; with an odd n there are voxels at w = 0.");
    says(sentence(4, 32), "between z 15 and 16 and u 15 and 16, 0.039 from each");
    EXPECT_EQ(sentence(2, 96).find("w = 0"), std::string::npos);
}

// The interface writes them, so that they are as sharp as its own.
TEST_F(DraftsmanTest, TextsAreBesideThePictureAndNotInIt) {
    for (const VolumeShown shown : {VolumeShown::slices, VolumeShown::space}) {
        VolumeJob job = job_of(cube());
        job.size = {900, 900};
        job.style.shown = shown;
        const auto picture = drawn(draftsman, job);
        const auto has = [&](std::string_view text) {
            return std::ranges::count_if(picture.texts, [&](const PictureText& each) {
                return each.text.find(text) != std::string::npos;
            });
        };
        EXPECT_EQ(has(volume_sentence(job)), 1);
        for (const char* axis : {"c.re", "c.im", "w.re"}) EXPECT_GE(has(axis), 1) << axis;
        EXPECT_EQ(has(" across, "), shown == VolumeShown::slices ? 3 : 0);
        for (const PictureText& text : picture.texts) {
            const auto& [x, y, width, height] = text.room;
            EXPECT_GE(x, 0);
            EXPECT_GE(y, 0);
            EXPECT_LE(x + width, job.size.width);
            EXPECT_LE(y + height, job.size.height);
            if (!text.in_lines && text.text.find(" across, ") == std::string::npos) continue;
            for (int at = x; at < x + width; ++at)
                ASSERT_EQ(picture.image.at(at, y + height / 2), render::role::ground) << text.text;
        }
    }
}

TEST_F(DraftsmanTest, AStoppedPictureIsNone) {
    std::stop_source stop;
    stop.request_stop();
    VolumeJob job = job_of(cube());
    EXPECT_FALSE(draftsman(job, stop.get_token()).has_value());
    EXPECT_EQ(drawn(draftsman, job).run, 1);
}

TEST_F(DraftsmanTest, TheSentenceSaysHowFarWIsTurned) {
    Plan plan = cube();
    plan.turn = 0.25;
    EXPECT_NE(volume_sentence(job_of(plan)).find("w at 90 degrees"), std::string::npos);
}

}  // namespace
}  // namespace mariani::app
