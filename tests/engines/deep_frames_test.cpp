// Deep zoom behind the interface of all engines.
#include "compute/cuda/engines.hpp"
#include "compute/model/text.hpp"
#include "compute/service/engine_dispatcher.hpp"
#include "frames.hpp"

#include <algorithm>
#include <numeric>
#include <thread>

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

// Around i, whose surroundings look alike at every depth: dwells grow by a few for each decade.
FrameRequest around_i(const char* height, ImageSize image = {48, 36}) {
    FrameRequest request;
    request.view = {{0, 1}, *parse_length(height)};
    request.image = image;
    request.part = whole(image);
    request.dwell_limit = 3000;
    request.backend = Backend::cpu;
    request.threads = 2;
    return request;
}

Frame frame_of(const FrameRequest& request) {
    EngineDispatcher engines;
    FrameProgress progress;
    return *engines.compute(request, {}, progress);
}

class DeepFramesTest : public testing::TestWithParam<Backend> {
  protected:
    void SetUp() override {
        if (GetParam() == Backend::cuda)
            if (const auto why = cuda::unavailable()) GTEST_SKIP() << *why;
    }
    static FrameRequest here(FrameRequest request) {
        request.backend = GetParam();
        return request;
    }
};

// Where both can, deep zoom and doubles find the same: all of the set, each engine and rule.
TEST_P(DeepFramesTest, AtHomeTheyAreThoseOfDoubles) {
    FrameRequest request = here(around_i("2.5", {96, 72}));
    request.view.centre = {-0.75, 0};
    request.dwell_limit = 200;
    request.precision = Precision::f64;
    request.engine = EngineKind::ex;
    const Frame doubles = frame_of(request);
    for (const Precision precision : {Precision::deltas, Precision::scaled}) {
        request.precision = precision;
        EXPECT_EQ(dwells_of(frame_of(request)), dwells_of(doubles));
        FrameRequest filled = request;
        filled.engine = EngineKind::ask;
        filled.B = 8;
        EXPECT_EQ(dwells_of(frame_of(filled)), dwells_of(doubles));
    }
}

TEST_P(DeepFramesTest, EveryDwellIsProvenAndCounted) {
    for (const char* height : {"1e-20", "1e-310"}) {
        SCOPED_TRACE(height);
        FrameRequest request = here(around_i(height));
        request.count_work = request.keep_regions = true;
        const Frame frame = frame_of(request);
        ASSERT_TRUE(frame.stats.deltas);
        const DeltaStats& deltas = *frame.stats.deltas;
        EXPECT_EQ(deltas.pixels_of(Rung::none) + deltas.pixels_of(Rung::filled), 0);
        EXPECT_GT(deltas.reference_steps, 0);
        EXPECT_FALSE(frame.stats.device.empty());
        expect_consistent(frame);
        const auto work = work_of(frame);
        EXPECT_EQ(std::accumulate(work.begin(), work.end(), std::int64_t{0}),
                  frame.stats.total().iterations);
    }
}

TEST_P(DeepFramesTest, RegionsAndPartsAreThoseOfTheWholePicture) {
    FrameRequest request = here(around_i("1e-20", {64, 64}));
    request.engine = EngineKind::ask;
    request.B = 4;
    request.keep_regions = request.count_work = true;
    const Frame whole_frame = frame_of(request);
    expect_consistent(whole_frame);
    EXPECT_GT(whole_frame.stats.levels.size(), 1U);
    request.part = {16, 32, 32, 16};
    const Frame part = frame_of(request);
    expect_consistent(part);
    const auto dwells = whole_frame.dwells.host<std::uint32_t>();
    const auto here_dwells = part.dwells.host<std::uint32_t>();
    for (int y = 32; y < 48; ++y)
        for (int x = 16; x < 48; ++x) ASSERT_EQ(here_dwells.at(x, y), dwells.at(x, y));
}

std::string name_of_test(const testing::TestParamInfo<Backend>& test) {
    return std::string(name_of(test.param));
}
INSTANTIATE_TEST_SUITE_P(, DeepFramesTest, testing::Values(Backend::cpu, Backend::cuda),
                         name_of_test);

// Beside each other a frame and an export have references of their own; one after the other the
// frames of a view have one.
TEST(DeepEngineTest, LaterFramesKeepTheReference) {
    EngineDispatcher engines;
    FrameProgress progress;
    FrameRequest request = around_i("1e-50");
    EXPECT_GT(engines.compute(request, {}, progress)->stats.deltas->reference_ms, 0);
    request.engine = EngineKind::ask;
    request.threads = 1;
    const Frame next = *engines.compute(request, {}, progress);
    EXPECT_EQ(next.stats.deltas->reference_ms, 0) << "nothing to compute";
    EXPECT_EQ(next.stats.deltas->reference_bits,
              engines.compute(request, {}, progress)->stats.deltas->reference_bits);
}

TEST(DeepEngineTest, AHigherLimitGoesOnOnlyIfThatIsAskedFor) {
    FrameProgress progress;
    FrameRequest request = around_i("1e-50");
    const auto steps_of_the_second = [&](bool resume) {
        EngineDispatcher engines;
        request.resume = resume;
        request.dwell_limit = 600;
        engines.compute(request, {}, progress);
        request.dwell_limit = 900;
        const Frame second = *engines.compute(request, {}, progress);
        request.dwell_limit =
            600;  // nothing to keep: some of the last limit's pixels are inside now
        EXPECT_GT(engines.compute(request, {}, progress)->stats.deltas->work.steps, 0U);
        return std::pair(second.stats.deltas->work.steps, dwells_of(second));
    };
    const auto [all, right] = steps_of_the_second(false);
    const auto [rest, resumed] = steps_of_the_second(true);
    EXPECT_EQ(resumed, right);
    EXPECT_LT(rest, all / 2);
}

// From its first coarse pixels on the whole picture is shown, and what is shown of it stays right
// for the pixels that are finished.
TEST(DeepEngineTest, APictureGrowsFromCoarseToFine) {
    EngineDispatcher engines;
    FrameProgress progress;
    progress.growing = std::make_shared<GrowingFrame>();
    const FrameRequest request = around_i("1e-30", {192, 160});
    std::optional<GrowingPicture> first, last;
    std::optional<Frame> frame;
    {
        std::jthread worker([&] { frame = engines.compute(request, {}, progress); });
        while (!first) {
            first = progress.growing->picture();
            std::this_thread::yield();
        }
    }
    while (auto more = progress.growing->picture()) last = more;
    ASSERT_TRUE(frame);
    const auto right = dwells_of(*frame);
    const auto shown = first->dwells.host<std::uint32_t>().values;
    EXPECT_EQ(shown.size(), right.size());
    EXPECT_EQ(progress.pixels_done, 192 * 160);
    std::int64_t known = 0, same = 0;
    for (std::size_t i = 0; i < right.size(); ++i) {
        known += shown[i] != unknown_dwell ? 1 : 0;
        same += shown[i] == right[i] ? 1 : 0;
    }
    EXPECT_GT(known, 0);
    EXPECT_GT(same, known / 4);
}

TEST(DeepEngineTest, TellsItsStageAndStops) {
    EngineDispatcher engines;
    FrameProgress progress;
    FrameRequest request = around_i("1e-3000", {64, 64});
    request.dwell_limit = 1'000'000;
    std::stop_source stop;
    std::optional<Frame> frame;
    {
        std::jthread worker([&] { frame = engines.compute(request, stop.get_token(), progress); });
        while (progress.deltas.total == 0) std::this_thread::yield();
        EXPECT_EQ(name_of(progress.deltas.stage.load()), "reference orbit");
        stop.request_stop();
    }
    EXPECT_FALSE(frame);
}

}  // namespace
}  // namespace mariani::tests
