// When and where regions were computed, as the engines of a GPU record it.
#include "compute/workloads/mandelbrot/workload.hpp"
#include "tests/cuda/on_cuda.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

namespace mariani::tests {
namespace {

using RegionPlace = std::tuple<int, int, int>;  // level, y, x

RegionPlace place_of(const PixelRect& rect, int level) {
    return {level, rect.y, rect.x};
}

bool is_of(const RegionTime& span, RegionPart part) {
    return span.part == part;
}

class CudaRegionTimes : public OnCuda, public testing::WithParamInterface<Contender> {
  protected:
    static FramePlan asked() {
        FramePlan plan = on(Backend::cuda, GetParam(), plan_of(places[2], {800, 600}));
        plan.subdivision = {3, 2, 8};
        plan.smooth = true;
        plan.record_times = true;
        return plan;
    }
    static Frame run(const FramePlan& plan, const cuda::Options& options = {}) {
        const auto engine =
            cuda::make_engine(GetParam().kind, mandelbrot::cuda_painters(), options);
        return frame_of(*engine, plan);
    }
    static bool subdivides() { return GetParam().kind != EngineKind::ex; }

    // The span of each region's border.
    static std::map<RegionPlace, RegionTime> borders_of(const Frame& frame) {
        std::map<RegionPlace, RegionTime> borders;
        for (const RegionTime& span : frame.times->spans)
            if (is_of(span, RegionPart::border)) {
                const bool first = borders.emplace(place_of(span.rect, span.level), span).second;
                EXPECT_TRUE(first) << "level " << int{span.level};
            }
        return borders;
    }
};

TEST_P(CudaRegionTimes, AFrameThatIsRecordedIsTheSame) {
    FramePlan plan = asked();
    const Frame recorded =
        compare(*cuda::make_engine(GetParam().kind, mandelbrot::cuda_painters()), GetParam(), plan);
    EXPECT_NE(recorded.times, nullptr);
    plan.record_times = false;
    EXPECT_EQ(run(plan).times, nullptr);
}

TEST_P(CudaRegionTimes, EachRegionHasOneBorderWithItsOutcomeAndBehindItItsInside) {
    if (!subdivides()) GTEST_SKIP() << "Ex has tiles";
    const Frame frame = run(asked());
    const auto borders = borders_of(frame);
    const auto regions = frame.regions->on_host();
    ASSERT_EQ(borders.size(), regions->size());
    std::map<RegionPlace, int> insides;
    for (const RegionTime& span : frame.times->spans)
        if (is_of(span, RegionPart::inside)) {
            const auto border = borders.find(place_of(span.rect, span.level));
            ASSERT_NE(border, borders.end());
            EXPECT_EQ(span.outcome, border->second.outcome);
            EXPECT_GE(span.begin_ns, border->second.end_ns);
            ++insides[border->first];
        }
    for (const Region& region : *regions) {
        const RegionPlace place = place_of(region.rect, region.level);
        const auto border = borders.find(place);
        ASSERT_NE(border, borders.end());
        EXPECT_EQ(border->second.outcome, region.outcome);
        const bool has_inside = region.rect.width > 2 && region.rect.height > 2;
        const int least = region.outcome != Outcome::subdivided && has_inside ? 1 : 0;
        EXPECT_GE(insides[place], least);
        if (least == 0 || GetParam().scheme == Scheme::sbr) {
            EXPECT_EQ(insides[place], least);
        }
    }
}

TEST_P(CudaRegionTimes, TheBarsOfALevelAreAsManyAsItsRegions) {
    if (!subdivides()) GTEST_SKIP() << "Ex has tiles";
    const Frame frame = run(asked());
    std::vector<LevelStats> counted(frame.stats.levels.size());
    for (const auto& [place, span] : borders_of(frame)) {
        ASSERT_LT(span.level, counted.size());
        LevelStats& level = counted[span.level];
        ++level.regions;
        level.filled += span.outcome == Outcome::filled;
        level.subdivided += span.outcome == Outcome::subdivided;
        level.leaves += span.outcome == Outcome::leaf;
    }
    for (std::size_t i = 0; i < counted.size(); ++i) {
        EXPECT_EQ(counted[i].regions, frame.stats.levels[i].regions);
        EXPECT_EQ(counted[i].filled, frame.stats.levels[i].filled);
        EXPECT_EQ(counted[i].subdivided, frame.stats.levels[i].subdivided);
        EXPECT_EQ(counted[i].leaves, frame.stats.levels[i].leaves);
    }
}

TEST_P(CudaRegionTimes, TheTilesOfExCoverThePicture) {
    if (subdivides()) GTEST_SKIP() << "only Ex has tiles";
    FramePlan plan = asked();
    plan.image = {801, 603};
    plan.part = whole(plan.image);
    const Frame frame = run(plan);
    std::vector<int> covered(static_cast<std::size_t>(pixel_count(plan.image)));
    for (const RegionTime& span : frame.times->spans)
        for (int y = span.rect.y; y < span.rect.y + span.rect.height; ++y)
            for (int x = span.rect.x; x < span.rect.x + span.rect.width; ++x)
                ++covered[index(plan.part, x, y)];
    EXPECT_EQ(std::ranges::count(covered, 1), std::ssize(covered));
}

TEST_P(CudaRegionTimes, NothingEndsBeforeItsBegin) {
    const Frame frame = run(asked());
    const int multiprocessors = cuda::parallelism(0).q;
    std::int64_t first = frame.times->spans.front().begin_ns;
    for (const RegionTime& span : frame.times->spans) {
        ASSERT_LT(span.unit, multiprocessors);
        ASSERT_LE(span.begin_ns, span.end_ns);
        ASSERT_LE(static_cast<double>(span.end_ns), 1.01e6 * frame.stats.compute_ms + 2000)
            << "more than two clocks can differ by";
        first = std::min(first, span.begin_ns);
    }
    for (const std::int64_t begin : frame.times->begin_ns) first = std::min(first, begin);
    EXPECT_EQ(first, 0) << "the frame begins with the first of what was recorded";
}

// The most blocks whose bars overlap in a row.
int most_at_once(const Frame& frame) {
    std::map<int, std::vector<std::pair<std::int64_t, int>>> changes;  // by multiprocessor
    for (const RegionTime& span : frame.times->spans) {
        if (span.begin_ns == span.end_ns) continue;  // within a tick of the clock
        changes[span.unit].push_back({span.begin_ns, 1});
        changes[span.unit].push_back({span.end_ns, -1});
    }
    EXPECT_GT(changes.size(), 1U) << "several multiprocessors work";
    int most = 0;
    for (auto& [unit, of_unit] : changes) {
        std::ranges::sort(of_unit);  // at a moment, ends come first
        int at_work = 0;
        for (const auto& [ns, change] : of_unit) most = std::max(most, at_work += change);
    }
    return most;
}

// No generation holds more than 2048 threads on a multiprocessor.
TEST_P(CudaRegionTimes, NoMultiprocessorIsAtMoreBlocksThanItCanHold) {
    constexpr int most_threads = 2048;
    for (const BlockSize block : {BlockSize{16, 16}, BlockSize{32, 32}}) {
        FramePlan plan = asked();
        plan.block = block;
        EXPECT_LE(most_at_once(run(plan)), most_threads / (block.width * block.height));
    }
}

TEST_P(CudaRegionTimes, AChildOfDpBeginsAfterTheBorderThatLaunchedIt) {
    if (GetParam().kind != EngineKind::dp) GTEST_SKIP() << "only DP launches";
    const Frame frame = run(asked());
    const auto borders = borders_of(frame);
    std::map<std::tuple<int, unsigned, unsigned>, RegionTime> by_cell;
    for (const auto& [place, span] : borders)
        by_cell[{span.level, span.cell.iy, span.cell.ix}] = span;
    std::int64_t launched_children = 0;
    for (const RegionTime& span : frame.times->spans) {
        if (is_of(span, RegionPart::inside)) {
            EXPECT_TRUE(span.launched);
            continue;
        }
        EXPECT_EQ(span.launched, span.level > 0);
        if (span.level == 0) continue;
        ++launched_children;
        const auto parent = by_cell.find({span.level - 1, span.cell.iy / 2, span.cell.ix / 2});
        ASSERT_NE(parent, by_cell.end());
        EXPECT_EQ(parent->second.outcome, Outcome::subdivided);
        EXPECT_GE(span.begin_ns, parent->second.end_ns);
    }
    EXPECT_GT(launched_children, 0);
}

TEST_P(CudaRegionTimes, AskSaysWhenTheLaunchOfEachLevelBegins) {
    const Frame frame = run(asked());
    const auto& begin = frame.times->begin_ns;
    if (GetParam().kind != EngineKind::ask) {
        EXPECT_TRUE(begin.empty());
        return;
    }
    ASSERT_EQ(begin.size(), frame.stats.levels.size());
    for (const RegionTime& span : frame.times->spans) {
        EXPECT_GE(span.begin_ns, begin[span.level]);
        EXPECT_FALSE(span.launched);
        if (span.level + std::size_t{1} < begin.size()) {
            EXPECT_LE(span.end_ns, begin[span.level + std::size_t{1}]);
        }
    }
}

TEST_P(CudaRegionTimes, LeavesThatLaunchesCutShortHaveABarForEachPart) {
    FramePlan plan = asked();
    plan.dwell_limit = 50'000;
    plan.subdivision = {1, 2, 1 << 16};  // a single leaf
    plan.image = {300, 200};
    plan.part = whole(plan.image);
    const Frame frame = run(plan, {.launch_ms = 0.02});
    EXPECT_EQ(borders_of(frame).size(), subdivides() ? 1U : 0U);
    const auto insides = std::ranges::count_if(
        frame.times->spans, [](const auto& span) { return is_of(span, RegionPart::inside); });
    EXPECT_GE(insides,
              GetParam().kind == EngineKind::ask && GetParam().scheme == Scheme::sbr ? 2 : 1);
}

INSTANTIATE_TEST_SUITE_P(Each, CudaRegionTimes,
                         testing::Values(Contender{EngineKind::ex, Scheme::sbr},
                                         Contender{EngineKind::dp, Scheme::sbr},
                                         Contender{EngineKind::dp, Scheme::mbr},
                                         Contender{EngineKind::ask, Scheme::sbr},
                                         Contender{EngineKind::ask, Scheme::mbr}),
                         [](const auto& each) {
                             return std::string(name_of(each.param.kind)) + "_" +
                                    std::string(name_of(each.param.scheme));
                         });

TEST_F(OnCuda, WprRecordsNoTimes) {
    const Contender wpr{EngineKind::ask, Scheme::wpr};
    FramePlan plan = on(Backend::cuda, wpr, plan_of(places[0]));
    plan.record_times = true;
    EXPECT_EQ(frame_of(*cuda::make_engine(wpr.kind, mandelbrot::cuda_painters()), plan).times,
              nullptr);
}

}  // namespace
}  // namespace mariani::tests
