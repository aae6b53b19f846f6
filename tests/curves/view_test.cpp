// What is kept and drawn of many curves: those in view, with dots where they are few.
#include "app/workloads/curves/picture.hpp"
#include "app/workloads/curves/runs.hpp"
#include "app/workloads/strokes.hpp"
#include "compute/workloads/curves/runner.hpp"

#include <algorithm>
#include <memory>
#include <numeric>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using curves::Line;
using curves::Plan;
using curves::Point;

constexpr ImageSize size{320, 200};

// Some lines, once they are cut.
struct Cut {
    std::unique_ptr<curves::Runner> runner;
    std::vector<Line> lines;

    explicit Cut(const Plan& plan, const std::vector<Line>* own = nullptr)
        : runner(curves::make_runner(plan)) {
        if (own != nullptr) runner->take(*own);
        EXPECT_TRUE(runner->run({}));
        lines = runner->lines();
    }
    CurvesInView seen(const CurvesPart& part) const {
        return *curves_in_view(*runner, lines, part, size, {});
    }
    // As if every line were in view.
    CurvesInView all() const {
        CurvesInView seen{std::vector<std::uint32_t>(lines.size()), runner->tessellation(), {}};
        std::iota(seen.numbers.begin(), seen.numbers.end(), 0U);
        seen.vertices.add(seen.tessellation.offsets);
        return seen;
    }
    render::Image picture(const CurvesInView& seen, const CurvesPart& part) const {
        return *draw_curves({seen, lines}, part, size, {});
    }
};

Plan plan_of(std::int64_t lines) {
    Plan plan;
    plan.lines = lines;
    return plan;
}

TEST(CurvesViewTest, AllCurvesOfTheWholeAreKept) {
    const Cut run(plan_of(40'000));  // more than are looked at at a time
    const auto seen = run.seen({0.5, 0.5, 4});
    EXPECT_EQ(seen.numbers, run.all().numbers);
    EXPECT_EQ(curves::why_wrong(run.runner->tessellation(), seen.tessellation).value_or(""), "");
}

TEST(CurvesViewTest, ANearViewKeepsFewCurvesAndItsPictureIsTheSame) {
    Plan plan = plan_of(20'000);
    plan.rule.tolerance = 1e-5F;
    for (const auto engine : {curves::EngineKind::scan, curves::EngineKind::dp}) {
        plan.engine = engine;
        plan.repair = false;
        const Cut run(plan);
        for (const CurvesPart& part :
             {CurvesPart{0.5, 0.5, 0.2}, CurvesPart{0.1, 0.9, 0.01}, CurvesPart{0, 0, 0.001}}) {
            const auto seen = run.seen(part);
            EXPECT_LT(seen.numbers.size(), 15'000U) << part.height;
            EXPECT_TRUE(std::ranges::equal(run.picture(seen, part).bytes(),
                                           run.picture(run.all(), part).bytes()))
                << part.height;
        }
    }
}

TEST(CurvesViewTest, ALostCurveIsKeptWhereItWouldBe) {
    Plan plan = plan_of(300);
    plan.engine = curves::EngineKind::dp;
    plan.pool = 1;
    plan.parent_block = 1024;
    plan.repair = false;
    plan.threads = 1;  // so that all launches but one are lost
    const Cut run(plan);
    ASSERT_EQ(run.runner->tessellation().offsets[2], run.runner->tessellation().offsets[3]);
    const CurvesPart part{0.3, 0.7, 0.05};
    EXPECT_LT(run.seen(part).numbers.size(), 200U);
    EXPECT_TRUE(std::ranges::equal(run.picture(run.seen(part), part).bytes(),
                                   run.picture(run.all(), part).bytes()));
}

// 6000 short lines near a corner, and a level one from (0.25, 0.75) to (0.75, 0.75).
std::vector<Line> corner_and_one() {
    std::vector<Line> lines;
    for (int i = 0; i < 6000; ++i) {
        const Point at{0.0001F * static_cast<float>(i % 100), 0.001F * static_cast<float>(i / 100)};
        lines.push_back({at, at, {at.x + 0.01F, at.y}});
    }
    lines.push_back({{0.25F, 0.75F}, {0.5F, 0.75F}, {0.75F, 0.75F}});
    return lines;
}

TEST(CurvesViewTest, DotsAreThoseOfFewVerticesInViewNotOfAll) {
    const auto lines = corner_and_one();
    const Cut run(plan_of(static_cast<std::int64_t>(lines.size())), &lines);
    // Beside the level line's end, where only a dot is.
    const auto beside_end = [&](const CurvesPart& part) {
        const double scale = size.height / part.height;
        const auto x = static_cast<int>(0.5 * size.width + (0.25 - part.x) * scale);
        const auto y = static_cast<int>(0.5 * size.height - (0.75 - part.y) * scale);
        return run.picture(run.seen(part), part).at(x - 1, y + 1);
    };
    EXPECT_EQ(beside_end({0.5, 0.5, 1}), render::role::ground) << "12,002 vertices are in view";
    EXPECT_NE(beside_end({0.4, 0.7, 0.5}), render::role::ground) << "two are";
}

// Beside the end of the level line from (0.25, 0.75), where only a dot is, in a picture of the
// whole.
render::Rgb8 beside_level_line(const std::vector<Line>& lines) {
    const Cut run(plan_of(static_cast<std::int64_t>(lines.size())), &lines);
    const CurvesPart part{0.5, 0.5, 1};
    const double scale = size.height;
    return run.picture(run.seen(part), part)
        .at(static_cast<int>(0.5 * size.width - 0.25 * scale) - 1,
            static_cast<int>(0.5 * size.height - 0.25 * scale) + 1);
}

TEST(CurvesViewTest, ManyLinesOfFewVerticesHaveDots) {
    auto lines = corner_and_one();
    lines.erase(lines.begin(), lines.begin() + 4000);
    EXPECT_NE(beside_level_line(lines), render::role::ground);
}

TEST(CurvesViewTest, VerticesOutsideThePictureAreNoDots) {
    std::vector<Line> lines;
    for (int i = 0; i < 6000; ++i) {
        const float y = 0.4F * static_cast<float>(i) / 6000;
        lines.push_back({{-5, y}, {0, y}, {5, y}});
    }
    lines.push_back(corner_and_one().back());
    EXPECT_NE(beside_level_line(lines), render::role::ground) << "two are in it";
}

// The fewest vertices have the first of the colours, and the most the last.
TEST(CurvesViewTest, ColoursAreBetweenTheFewestAndTheMostVertices) {
    const float y = 0.5F / size.height;  // the middle of a row of pixels
    const std::vector<Line> lines{{{-1, 0.25F + y}, {0.5F, 0.25F + y}, {2, 0.25F + y}},
                                  {{-1, 0.5F}, {0.5F, 3}, {2, 0.5F}}};
    const Cut run(plan_of(2), &lines);
    const auto seen = run.seen({0.5, 0.5, 1});
    ASSERT_LT(seen.vertices.least, seen.vertices.greatest);
    const auto image = run.picture(seen, {0.5, 0.5, 1});
    EXPECT_EQ(image.at(10, 3 * size.height / 4 - 1), render::role::least);
}

TEST(CurvesTextTest, ARowOfTheLogSaysWhatARunMadeAndTook) {
    Plan plan = plan_of(100);
    plan.engine = curves::EngineKind::dp;
    curves::RunStats stats;
    stats.compute_ms = 2;
    stats.launches = 3;
    stats.child_launches = 40;
    stats.vertices = 5000;
    stats.lost_lines = 1;
    const auto row = log_row(plan, stats, "a processor", {});
    EXPECT_EQ(row["launches"], 43);
    EXPECT_EQ(row["vertices"], 5000);
    EXPECT_EQ(row["cells_per_s"], 2.5e6);
    EXPECT_EQ(row["bytes"], 100 * 24 + 5000 * 8) << "lines are read, vertices written";
    EXPECT_EQ(row["pool"], 2048);
    EXPECT_TRUE(row["heap"].is_null()) << "nothing is allocated";
    EXPECT_EQ(row["memory"], "room") << "a processor has no other";
    EXPECT_TRUE(lost_text(plan, stats).ends_with("1 of 100 lines have no vertices\n"));
    stats.lost_lines = 0;
    EXPECT_EQ(lost_text(plan, stats), "");
    plan.backend = Backend::cuda;
    EXPECT_TRUE(log_row(plan, stats, "", {})["heap"].is_null());
    plan.memory = curves::VertexMemory::heap;
    EXPECT_EQ(log_row(plan, stats, "", {})["heap"], 8 << 20);
    plan.engine = curves::EngineKind::scan;
    EXPECT_TRUE(log_row(plan, stats, "", {})["pool"].is_null()) << "it launches nothing";
}

TEST(CurvesViewTest, AStopEndsTheLookAndThePicture) {
    const Cut run(plan_of(20'000));
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(curves_in_view(*run.runner, run.lines, {}, size, stop.get_token()), std::nullopt);
    const auto seen = run.all();
    EXPECT_EQ(draw_curves({seen, run.lines}, {}, size, stop.get_token()), std::nullopt);
}

}  // namespace
}  // namespace mariani::app
