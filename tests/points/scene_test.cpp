// What the tab Points shows: pictures of trees, circles and the textbook's buffers.
#include "app/workloads/points/scene.hpp"

#include "app/workloads/points/runs.hpp"
#include "compute/service/engine_dispatcher.hpp"
#include "render/picture/png.hpp"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <optional>
#include <semaphore>
#include <stdexcept>
#include <stop_token>
#include <thread>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using points::Distribution;
using render::Rgb8;

constexpr Rgb8 ground = role::ground;

PointsJob job_of(std::int64_t count, Distribution distribution = Distribution::uniform) {
    PointsJob job;
    job.request.count = count;
    job.request.distribution = distribution;
    job.request.backend = Backend::cpu;
    job.part.size = {256, 256};
    return job;
}

PointsPicture drawn(PointsScene& scene, const PointsJob& job) {
    auto picture = scene.draw(job, {});
    if (!picture) throw std::runtime_error("not drawn");
    return std::move(*picture);
}

TEST(PointsSceneTest, LeavesHaveTheColourOfTheirLevelAndALineBetweenThem) {
    PointsScene scene;
    PointsJob job = job_of(64, Distribution::grid);
    job.request.rule.min = 2;
    const auto picture = drawn(scene, job);
    EXPECT_EQ(picture.levels.size(), 4U);
    EXPECT_EQ(picture.stats.nodes, 85);
    const Rgb8 area = leaf_area(leaf_colour(3));
    EXPECT_EQ(picture.image.at(2, 2), area);  // cells of 32 pixels
    EXPECT_EQ(picture.image.at(31, 2), leaf_colour(3));
    EXPECT_EQ(picture.image.at(2, 31), leaf_colour(3));
    EXPECT_EQ(picture.image.at(32, 2), area);
    EXPECT_NE(picture.image.at(16, 16), area) << "the point";
}

TEST(PointsSceneTest, WhatIsOutsideOfTheSquareIsTheGround) {
    PointsScene scene;
    PointsJob job = job_of(1000);
    job.part.height = 2;
    const auto picture = drawn(scene, job);
    EXPECT_EQ(picture.image.at(63, 128), ground);
    EXPECT_NE(picture.image.at(64, 128), ground);
    EXPECT_EQ(picture.image.at(128, 192), ground);
}

TEST(PointsSceneTest, LeavesCanBeColouredByTheirPoints) {
    PointsScene scene;
    PointsJob job = job_of(4, Distribution::grid);  // one leaf, with points at the quarters
    job.style.counts = true;
    const auto full = drawn(scene, job).image.at(2, 2);
    job.request.rule.min = 1;
    job.request.rule.depth = 2;
    const auto one = drawn(scene, job).image.at(2, 2);
    EXPECT_EQ(full, one) << "each is the most that there is";
    job.request.rule.min = 0;
    EXPECT_NE(drawn(scene, job).image.at(2, 2), full) << "an empty leaf";
}

TEST(PointsSceneTest, OnlyWhatChangesIsDoneAgain) {
    PointsScene scene;
    PointsJob job = job_of(1000);
    EXPECT_EQ(drawn(scene, job).run, 1);
    job.part.height = 0.5;
    EXPECT_EQ(drawn(scene, job).run, 1);
    job.style.counts = true;
    EXPECT_EQ(drawn(scene, job).run, 1);
    job.request.time = 1;
    EXPECT_EQ(drawn(scene, job).run, 2);
    job.round = 1;
    EXPECT_EQ(drawn(scene, job).run, 3) << "F5";
}

TEST(PointsSceneTest, TimesOfLevelsComeWithoutAnotherRun) {
    PointsScene scene;
    PointsJob job = job_of(1000);
    EXPECT_TRUE(drawn(scene, job).level_spans.empty());
    job.level_times = true;
    const auto timed = drawn(scene, job);
    EXPECT_EQ(timed.run, 1);
    EXPECT_EQ(timed.level_spans.size(), timed.levels.size());
    EXPECT_EQ(drawn(scene, job).level_spans, timed.level_spans);
    job.request.seed = 2;
    EXPECT_FALSE(drawn(scene, job).level_spans.empty());
    job.request.engines = {points::EngineKind::karras};
    EXPECT_TRUE(drawn(scene, job).level_spans.empty());
    EXPECT_EQ(drawn(scene, job).timeline, nullptr);
}

TEST(PointsSceneTest, TheTimelineHasALevelInEachRowAndThreadsBelow) {
    PointsScene scene;
    PointsJob job = job_of(1000);
    EXPECT_EQ(drawn(scene, job).timeline, nullptr);
    job.level_times = true;
    const auto timed = drawn(scene, job);
    ASSERT_NE(timed.timeline, nullptr);
    ASSERT_GT(timed.timeline->bars.size(), timed.level_spans.size());
    for (std::size_t level = 0; level < timed.level_spans.size(); ++level) {
        const TimelineBar& bar = timed.timeline->bars[level];
        EXPECT_EQ(row_label(*timed.timeline, bar.row), "level " + std::to_string(level));
        EXPECT_NEAR(static_cast<double>(bar.begin_ns), 1e6 * timed.level_spans[level].begin_ms, 1);
        EXPECT_NEAR(static_cast<double>(bar.end_ns), 1e6 * timed.level_spans[level].end_ms, 1);
    }
    for (std::size_t i = timed.level_spans.size(); i < timed.timeline->bars.size(); ++i) {
        const TimelineBar& bar = timed.timeline->bars[i];
        EXPECT_TRUE(row_label(*timed.timeline, bar.row).starts_with("thread "));
        EXPECT_LT(bar.level, timed.level_spans.size());
    }
    job.part.height = 0.5;
    EXPECT_EQ(drawn(scene, job).timeline, timed.timeline) << "nothing is recorded again";
    job.request.seed = 2;
    EXPECT_NE(drawn(scene, job).timeline, timed.timeline);
}

// A scene that has shown others shows the same as a new one.
TEST(PointsSceneTest, PicturesDoNotDependOnTheOnesBefore) {
    PointsScene scene;
    PointsJob job = job_of(3000, Distribution::mouse);
    for (const float place : {0.2F, 0.7F})
        for (const double height : {1.0, 0.3})
            for (const bool counts : {false, true}) {
                job.request.time = height;
                job.request.place = points::Point{place, 0.4F};
                job.part.height = height;
                job.style.counts = counts;
                PointsScene fresh;
                EXPECT_EQ(drawn(scene, job).image, drawn(fresh, job).image);
            }
    job.part.x = 0.6;  // nothing else
    PointsScene fresh;
    EXPECT_EQ(drawn(scene, job).image, drawn(fresh, job).image);
}

TEST(PointsSceneTest, ACircleLightsTheLeavesToWhichAQueryComes) {
    PointsScene scene;
    PointsJob job = job_of(5000);
    const auto before = drawn(scene, job);
    EXPECT_FALSE(before.found);
    job.style.disc = points::Disc{{0.75F, 0.75F}, 0.125F};
    const auto lit = drawn(scene, job);
    EXPECT_EQ(lit.run, 1);
    ASSERT_TRUE(lit.found);
    EXPECT_GT(lit.found->found, 150);
    EXPECT_LT(lit.found->tested, 500);
    int changed_within = 0, changed_apart = 0;
    for (int y = 0; y < 256; ++y)
        for (int x = 0; x < 256; ++x) {
            if (before.image.at(x, y) == lit.image.at(x, y)) continue;
            (x > 128 && y < 128 ? changed_within : changed_apart) += 1;
        }
    EXPECT_GT(changed_within, 2000);
    EXPECT_EQ(changed_apart, 0);
}

// The root alone, whose ten points are tested.
TEST(PointsSceneTest, ALeafThatTheCircleCutsIsLitToo) {
    PointsScene scene;
    PointsJob job = job_of(10);
    const auto before = drawn(scene, job);
    job.style.disc = points::Disc{{0.5F, 0.5F}, 0.05F};
    const auto lit = drawn(scene, job);
    EXPECT_EQ(lit.found->tested, 10);
    EXPECT_EQ(lit.found->whole, 0);
    EXPECT_NE(before.image.at(3, 250), lit.image.at(3, 250));
}

TEST(PointsSceneTest, FewPointsHaveTheirBuffersBelowTheTree) {
    PointsScene scene;
    PointsJob job = job_of(20);
    job.request.rule.min = 2;
    job.part.size = {600, 600};
    EXPECT_FALSE(drawn(scene, job).strips);
    job.strips = true;
    const auto end = drawn(scene, job);
    ASSERT_TRUE(end.strips);
    EXPECT_EQ(end.strips->step + 1, end.strip_steps);
    EXPECT_EQ(end.strip_steps, end.levels.size() + 1);
    EXPECT_LT(end.part.size.height, 600);
    EXPECT_EQ(end.image.size(), (ImageSize{600, 600}));
    job.played = 0;
    const auto begin = drawn(scene, job);
    EXPECT_EQ(begin.strips->step, 0U);
    EXPECT_EQ(begin.image.at(300, 2), leaf_area(leaf_colour(0))) << "the root is not cut yet";
    EXPECT_NE(end.image.at(300, 2), leaf_area(leaf_colour(0)));
    job.request.count = 65;
    EXPECT_FALSE(drawn(scene, job).strips);
}

bool overlap(const PixelRect& a, const PixelRect& b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
           b.y < a.y + a.height;
}

// At rest and on the way, where a point covers what is below it.
TEST(PointsSceneTest, TextsNeverLieOnOneAnother) {
    PointsScene scene;
    for (const int count : {20, 40, 64})
        for (const double played : {0.0, 0.25, 0.37, 0.6, 1.0}) {
            PointsJob job = job_of(count, Distribution::spiral);
            job.request.rule.min = 2;
            job.part.size = {1200, 900};
            job.strips = true;
            job.played = played;
            const auto picture = drawn(scene, job);
            ASSERT_TRUE(picture.strips);
            std::size_t beside_points = 0;
            for (const PictureText& text : picture.texts) {
                beside_points += text.room.y < picture.part.size.height ? 1 : 0;
                for (const PictureText& other : picture.texts)
                    EXPECT_TRUE(&text == &other || !overlap(text.room, other.room))
                        << text.text << " and " << other.text;
            }
            EXPECT_GE(beside_points, static_cast<std::size_t>(count) * 9 / 10);
        }
}

TEST(PointsSceneTest, TheBuffersNameThePointsThatTheyHold) {
    PointsScene scene;
    PointsJob job = job_of(20);
    job.part.size = {900, 600};
    job.strips = true;
    const auto picture = drawn(scene, job);
    std::vector<std::string> last_row;
    int y = 0;
    for (const PictureText& text : picture.texts) {
        if (text.text == "buffer 0") y = text.room.y;
        if (y > 0 && text.room.y == y && text.text != "buffer 0") last_row.push_back(text.text);
    }
    ASSERT_EQ(last_row.size(), 20U);
    std::ranges::sort(last_row, {}, [](const std::string& number) { return std::stoi(number); });
    for (int point = 0; point < 20; ++point)
        EXPECT_EQ(last_row[static_cast<std::size_t>(point)], std::to_string(point));
}

TEST(PointsSceneTest, EachStepOfAReplayStaysForAWhile) {
    EXPECT_EQ(moment_at(0, 3), (StripMoment{0, 0}));
    EXPECT_EQ(moment_at(0.1, 3), (StripMoment{0, 0}));
    EXPECT_EQ(moment_at(0.3, 3).step, 0U);
    EXPECT_NEAR(moment_at(0.3, 3).way, 0.45 * 0.45 * 2.1, 1e-12) << "slow at both ends";
    EXPECT_EQ(moment_at(1, 3), (StripMoment{2, 0}));
    EXPECT_EQ(moment_at(0.5, 1), (StripMoment{0, 0}));
}

TEST(PointsSceneTest, AStepIsSaidInASentence) {
    const std::vector<points::Point> input{{0.1F, 0.9F}, {0.2F, 0.9F}, {0.9F, 0.1F}};
    const points::SplitRule rule{1, 2};
    const auto steps = textbook_steps(rule, input);
    ASSERT_EQ(steps.size(), 4U);
    EXPECT_EQ(step_text(rule, steps[0], false),
              "Level 0: 1 block in buffer 0. 1 moves its points to buffer 1 by quadrant, and "
              "launches 4 blocks.");
    EXPECT_EQ(step_text(rule, steps[1], false),
              "Level 1: 4 blocks in buffer 1. 1 moves its points to buffer 0 by quadrant, and "
              "launches 4 blocks. 3 copy their points back to buffer 0 and end.");
    EXPECT_EQ(step_text(rule, steps[2], false), "Level 2: 4 blocks in buffer 0. 4 end in place.");
    EXPECT_EQ(step_text(rule, steps[3], true),
              "Done: all points are in buffer 0, leaf after leaf.");
    const auto two = textbook_steps(
        rule, std::vector<points::Point>{{0.1F, 0.9F}, {0.2F, 0.9F}, {0.9F, 0.1F}, {0.8F, 0.1F}});
    EXPECT_EQ(step_text(rule, two[1], false),
              "Level 1: 4 blocks in buffer 1. 2 move their points to buffer 0 by quadrant, and "
              "launch 4 blocks each. 2 copy their points back to buffer 0 and end.");
}

class PixelsTest : public testing::Test {
  protected:
    ~PixelsTest() override { std::filesystem::remove_all(folder); }

    std::filesystem::path folder = [] {
        std::string name = (std::filesystem::temp_directory_path() / "mariani-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder");
        return std::filesystem::path(name);
    }();
};

TEST_F(PixelsTest, PointsLieWhereAPictureIsBright) {
    render::Image image({4, 2}, render::PixelFormat::rgb);
    image.set(3, 0, {255, 255, 255});
    render::write_png(folder / "corner.png", image);
    PointsScene scene;
    PointsJob job = job_of(2000, Distribution::picture);
    job.pixels = (folder / "corner.png").string();
    job.style.disc = points::Disc{{0.875F, 0.75F}, 0.3F};
    EXPECT_EQ(drawn(scene, job).found->found, 2000);
    // Another picture under the same name, once it is asked for again.
    image.set(3, 0, {0, 0, 0});
    image.set(0, 1, {255, 255, 255});
    render::write_png(folder / "corner.png", image);
    EXPECT_EQ(drawn(scene, job).found->found, 2000);
    job.round = 1;
    EXPECT_EQ(drawn(scene, job).found->found, 0);
}

TEST_F(PixelsTest, ThatCannotBeReadAreRefused) {
    PointsScene scene;
    PointsJob job = job_of(2000, Distribution::picture);
    EXPECT_THROW(scene.draw(job, {}), std::invalid_argument);
    job.pixels = (folder / "missing.png").string();
    EXPECT_THROW(scene.draw(job, {}), std::runtime_error);
}

TEST(PointsSceneTest, WhatCannotBeRunSaysWhy) {
    PointsScene scene;
    PointsJob job = job_of(1000);
    job.request.distribution = points::Distribution::picture;
    try {
        scene.draw(job, {});
        FAIL();
    } catch (const std::invalid_argument& error) {
        EXPECT_STREQ(error.what(),
                     "The distribution is picture, and none is given: drop a PNG file on the "
                     "window, or type its name.");
    }
    EXPECT_EQ(drawn(scene, job_of(1000)).plan.count, 1000) << "the next is shown";
}

TEST(PointsSceneTest, AStoppedPictureIsNoneAndTheNextIsWhole) {
    PointsScene scene;
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(scene.draw(job_of(5000), stop.get_token()));
    PointsScene fresh;
    EXPECT_EQ(drawn(scene, job_of(5000)).image, drawn(fresh, job_of(5000)).image);
}

TEST(PointsSceneTest, ARowOfTheLogSaysWhatTheTreeTook) {
    PointsScene scene;
    const auto picture = drawn(scene, job_of(1000));
    const auto row = log_row(picture.plan, picture.stats, picture.levels, picture.device, {});
    EXPECT_EQ(row["workload"], "points");
    EXPECT_EQ(row["points"], 1000);
    EXPECT_EQ(row["nodes"], picture.stats.nodes);
    EXPECT_EQ(row["bytes"], 16'000);
    EXPECT_EQ(row["levels"], picture.levels.size());
    EXPECT_EQ(row["cells_per_s"], 1000 / (picture.stats.compute_ms * 1e-3));
    EXPECT_EQ(row["block"].is_null(), picture.plan.backend == Backend::cpu);
}

TEST(PointsSceneTest, TheFloorOfManyPointsIsNotMeasuredOnAProcessor) {
    PointsScene scene;
    PointsJob job = job_of(1000);
    EXPECT_TRUE(drawn(scene, job).floor_ms);
    job.request.count = (1 << 20) + 1;
    EXPECT_EQ(drawn(scene, job).floor_ms.has_value(), job.request.backend == Backend::cuda);
}

// By the rows of the log, which have the time of every run.
TEST(PointsTimesTest, EnginesAreComparedByTheMediansOfTheirOwnRuns) {
    points::Plan plan;
    plan.count = 20'000;
    plan.backend = Backend::cpu;
    std::atomic<int> done = 0;
    const auto measured = measure_engines(engines_over(plan), 3, false, {}, done);
    ASSERT_TRUE(measured);
    const auto median_of = [&](points::EngineKind engine) {
        std::vector<double> ms;
        for (const auto& row : measured->rows)
            if (row["engine"] == mariani::name_of(engine)) ms.push_back(row["compute_ms"]);
        EXPECT_EQ(ms.size(), 3U);
        std::ranges::sort(ms);
        return ms[1];
    };
    const double dp = median_of(points::EngineKind::dp);
    for (const auto& times : measured->measurement.engines) {
        EXPECT_EQ(times.ms.median, median_of(times.engine)) << mariani::name_of(times.engine);
        EXPECT_EQ(times.gain, dp / times.ms.median) << mariani::name_of(times.engine);
    }
}

// With the service, each run has a turn of its own: never beside a frame or another experiment.
TEST(PointsTimesTest, RunsTakeTurnsWithExperiments) {
    points::Plan plan;
    plan.count = 1000;
    plan.backend = Backend::cpu;
    ComputeService service;
    std::binary_semaphore begun{0};
    std::atomic<bool> ends = false;
    std::jthread experiment([&] {
        service.turns().run(JobPriority::experiment, {}, [&](const std::stop_token&) {
            begun.release();
            while (!ends) std::this_thread::yield();
            return std::optional(true);
        });
    });
    begun.acquire();
    std::atomic<int> done = 0;
    std::optional<MeasuredPoints> measured;
    std::jthread measuring(
        [&] { measured = measure_engines(engines_over(plan), 2, false, {}, done, &service); });
    while (service.turns().waiting() == 0 && done == 0) std::this_thread::yield();
    EXPECT_EQ(done, 0);
    ends = true;
    measuring.join();
    ASSERT_TRUE(measured);
    EXPECT_EQ(measured->rows.size(), 2 * engines_over(plan).size());
    EXPECT_NE(measured->measurement.device, "");
}

}  // namespace
}  // namespace mariani::app
