// A workload that this program does not know runs under every engine and scheme of the registry,
// with region grid, levels table and log.
#include "app/measure/timing_log.hpp"
#include "compute/service/dwell_access.hpp"
#include "compute/service/engine_dispatcher.hpp"
#include "render/picture/picture.hpp"
#include "tests/engines/frames.hpp"
#include "tests/panels/stage.hpp"
#include "tests/workloads/checkerboard/checkerboard.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mariani::tests {
namespace {

constexpr int width = 331, height = 207;

class Checkerboard : public testing::TestWithParam<Candidate> {
  protected:
    Checkerboard() : dispatcher_(with_checkerboard()) {}

    void SetUp() override {
        const EngineEntry& entry = *GetParam().entry;
        if (entry.unavailable) GTEST_SKIP() << entry.name << ": " << *entry.unavailable;
        frame_ = compute();
    }

    static ServiceOptions with_checkerboard() {
        ServiceOptions options;
        options.workloads.push_back(
            {"checkerboard", checkerboard::cpu_painters, checkerboard::cuda_painters});
        return options;
    }

    FrameRequest request() const {
        FrameRequest request = request_like(width, height, 500);
        request.workload = "checkerboard";
        request.engine = GetParam().entry->kind;
        request.backend = GetParam().entry->backend;
        request.scheme = GetParam().scheme;
        set_subdivision(request, {3, 2, 12});
        return request;
    }

    Frame compute() {
        FrameProgress progress;
        auto frame = dispatcher_.compute(request(), {}, progress);
        return std::move(*frame);
    }

    std::vector<Region> filled() const {
        std::vector<Region> regions = regions_of(frame_);
        std::erase_if(regions, [](const Region& region) {
            return region.outcome != Outcome::filled || region.rect.width < 3 ||
                   region.rect.height < 3;
        });
        return regions;
    }
    bool subdivides() const { return GetParam().entry->kind != EngineKind::ex; }

    EngineDispatcher dispatcher_;
    Frame frame_;
};

TEST_P(Checkerboard, HasTheStepsOfItsCells) {
    const auto dwells = dwells_of(frame_);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            ASSERT_EQ(dwells[index(whole({width, height}), x, y)],
                      checkerboard::steps_of(x, y, 500))
                << x << "," << y;
    expect_consistent(frame_);
}

TEST_P(Checkerboard, FillsRegionsWithinACell) {
    EXPECT_EQ(!filled().empty(), subdivides());
    for (const Region& region : filled()) {
        const PixelRect& rect = region.rect;
        EXPECT_EQ(checkerboard::kind_of(rect.x, rect.y),
                  checkerboard::kind_of(rect.x + rect.width - 1, rect.y + rect.height - 1));
    }
}

TEST_P(Checkerboard, ItsRegionGridIsDrawn) {
    const render::Rgb8 black{0, 0, 0};
    render::Image picture({width, height}, render::PixelFormat::rgb);
    RegionMap map = frame_.regions->map({width, height});
    copy_to_host(map);
    render::draw_overlay(picture, map, {.shown = true, .tint = 0, .line_opacity = 1});
    for (const Region& region : filled()) {
        const PixelRect& rect = region.rect;
        EXPECT_NE(picture.at(rect.x, rect.y), black);
        EXPECT_EQ(picture.at(rect.x + rect.width / 2, rect.y + rect.height / 2), black);
    }
}

TEST_P(Checkerboard, ItsLevelsAreListed) {
    app::Stage stage;
    stage.seen.frame = std::make_shared<Frame>(frame_);
    stage.show(app::levels_panel, 700);
    stage.frames(2);
    std::int64_t regions = 0;
    for (const LevelStats& level : frame_.stats.levels) regions += level.regions;
    EXPECT_EQ(stage.cell("all", "regions"), std::to_string(regions));
}

TEST_P(Checkerboard, ItIsLogged) {
    app::TimingRow logged;
    logged.plan = frame_.plan;
    logged.stats = frame_.stats;
    const app::TimingText text(app::TimingLogFormat::json);
    const auto row = nlohmann::json::parse(text.row(logged));
    std::int64_t iterations = 0;
    for (const LevelStats& level : frame_.stats.levels) iterations += level.iterations;
    EXPECT_EQ(row.at("engine"), name_of(GetParam().entry->kind));
    EXPECT_EQ(row.at("iterations"), iterations);
    EXPECT_EQ(row.at("levels").size(), frame_.stats.levels.size());
}

// Without WPR on the processor, which is refused.
std::vector<Candidate> candidates() {
    std::vector<Candidate> some = all_candidates();
    std::erase_if(some, [](const Candidate& each) {
        return each.scheme == Scheme::wpr && each.entry->backend == Backend::cpu;
    });
    return some;
}

TEST_P(Checkerboard, HasNoDistancesAndSaysSo) {
    FrameRequest asked = request();
    asked.exterior = true;
    FrameProgress progress;
    try {
        dispatcher_.compute(asked, {}, progress);
        FAIL() << "was computed";
    } catch (const std::runtime_error& message) {
        EXPECT_STREQ(message.what(),
                     "the workload checkerboard has no distances: choose a mapping of dwells, "
                     "without shading");
    }
}

INSTANTIATE_TEST_SUITE_P(Engines, Checkerboard, testing::ValuesIn(candidates()),
                         [](const auto& each) { return name_of_candidate(each.param); });

TEST(Workloads, OfAnUnknownNameAreRefusedWithThoseThereAre) {
    EngineDispatcher dispatcher;
    FrameRequest request = request_like(8, 8, 10);
    request.workload = "checkerboard";
    FrameProgress progress;
    try {
        dispatcher.compute(request, {}, progress);
        FAIL() << "was computed";
    } catch (const std::invalid_argument& message) {
        EXPECT_STREQ(message.what(),
                     "there is no workload \"checkerboard\"; there are: mandelbrot");
    }
}

}  // namespace
}  // namespace mariani::tests
