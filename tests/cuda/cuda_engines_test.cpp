// The cuda engines compared with the cpu's: the same dwells, bit for bit, and the same regions,
// even if tables, pools and time are too small.
#include "compute/service/dwell_access.hpp"
#include "compute/workloads/mandelbrot/workload.hpp"
#include "tests/cuda/on_cuda.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <thread>

namespace mariani::tests {
namespace {

class CudaEngines : public OnCuda, public testing::WithParamInterface<Contender> {
  protected:
    Frame compare(const FramePlan& plan) {
        if (!engine_) engine_ = cuda::make_engine(GetParam().kind, mandelbrot::cuda_painters());
        return OnCuda::compare(*engine_, GetParam(), plan);
    }

    std::unique_ptr<Engine> engine_;
};

TEST_P(CudaEngines, HaveTheCpusDwellsAndRegionsInTenViewsInBothPrecisions) {
    for (const auto& place : places)
        for (const Precision precision : {Precision::f32, Precision::f64}) {
            SCOPED_TRACE(place.name);
            FramePlan plan = plan_of(place);
            plan.precision = precision;
            compare(plan);
        }
}

TEST_P(CudaEngines, HaveThemWithoutAListOfRegionsToo) {
    for (const auto& place : places) {
        SCOPED_TRACE(place.name);
        FramePlan plan = plan_of(place, {640, 480});
        plan.keep_regions = false;
        plan.shortcuts = true;
        compare(plan);
    }
}

TEST_P(CudaEngines, StoreDwellsIn2BytesWhereTheLimitAllowsIt) {
    for (const std::uint32_t limit : {65534U, 65535U}) {
        FramePlan plan = plan_of({"deep", {{-0.75, 4.7938e-5}, 2e-8}, limit}, {203, 157});
        plan.shortcuts = plan.count_work = true;
        plan.keep_regions = false;  // the cost of periodic pixels depends on the backend
        const Frame frame = compare(plan);
        const std::int64_t pixels = pixel_count(plan.part);
        EXPECT_EQ(frame.dwells.bytes(), pixels * (limit == 65534 ? 2 : 4));
        EXPECT_EQ(frame.work.bytes(), pixels * 4);
    }
}

// So that rows begin and end anywhere between 16-byte stores.
TEST_P(CudaEngines, FillPartsOfAnyWidth) {
    for (const std::uint32_t limit : {300U, 70'000U})
        for (const bool cut : {false, true})
            for (int width = 488; width < 505; ++width) {
                SCOPED_TRACE(width);
                const int height = 409, left = width / 4, top = height / 4;  // of the second region
                FramePlan plan = plan_of({"paper", places[0].view, limit}, {width, height});
                if (cut) plan.part = {left, top, width - left, height - top};
                plan.shortcuts = true;
                plan.keep_regions = false;
                compare(plan);
            }
}

TEST_P(CudaEngines, TakeEveryBlockSize) {
    const std::vector<BlockSize> blocks{{8, 8},  {16, 16}, {32, 32}, {64, 4},
                                        {64, 8}, {1, 1},   {5, 3},   {1024, 1}};
    for (const auto& block : blocks) {
        FramePlan plan = plan_of(places[2], {200, 150});
        plan.block = block;
        compare(plan);
    }
}

TEST_P(CudaEngines, CountTheIterationsOfEachPixel) {
    for (const auto& place : places)
        for (const bool smooth : {false, true}) {
            SCOPED_TRACE(place.name);
            FramePlan plan = plan_of(place);
            plan.count_work = true;
            plan.shortcuts = plan.smooth = smooth;
            plan.keep_regions = !smooth;  // the cost of periodic pixels depends on the backend
            compare(plan);
        }
}

TEST_F(OnCuda, AskIsRightWhateverTheRoomInItsTables) {
    for (const std::int64_t room : {1, 7, 100, 500})
        for (const Scheme scheme : {Scheme::sbr, Scheme::mbr}) {
            SCOPED_TRACE(room);
            const auto engine = cuda::make_engine(EngineKind::ask, mandelbrot::cuda_painters(),
                                                  {.table_size = room});
            const Contender ask{EngineKind::ask, scheme};
            FramePlan plan = plan_of(places[0]);
            plan.count_work = true;
            EXPECT_GT(compare(*engine, ask, plan).stats.full_table, 0);
            compare(*engine, ask, plan_of(places[2]));
        }
}

constexpr Scheme with_lists[] = {Scheme::sbr, Scheme::mbr};

// Regions of all sizes and numbers of children, through tiles of the prefix sum that are full,
// partly full and many.
TEST_F(OnCuda, AskIsTheSameInAnyInsertion) {
    const auto engine = cuda::make_engine(EngineKind::ask, mandelbrot::cuda_painters());
    for (const auto& choice : choices<Insertion>())
        for (const Scheme scheme : with_lists)
            for (const SubdivisionParams& subdivision :
                 {SubdivisionParams{4, 2, 8}, SubdivisionParams{3, 5, 1},
                  SubdivisionParams{64, 2, 1}, SubdivisionParams{1, 32, 4}}) {
                SCOPED_TRACE(std::string(choice.name) + " " + std::to_string(subdivision.g));
                for (const auto& place : places) {
                    FramePlan plan = plan_of(place);
                    plan.subdivision = subdivision;
                    plan.insertion = choice.value;
                    plan.count_work = true;
                    const Frame frame = compare(*engine, {EngineKind::ask, scheme}, plan);
                    const auto& levels = frame.stats.levels;
                    for (std::size_t i = 1; i < levels.size(); ++i)
                        EXPECT_EQ(levels[i].olt_entries, levels[i].regions)
                            << "level " << i << ", full tables: " << frame.stats.full_table;
                }
            }
}

TEST_F(OnCuda, AskIsRightInAnyInsertionWhateverTheRoomInItsTables) {
    for (const auto& choice : choices<Insertion>())
        for (const std::int64_t room : {1, 7, 100, 500})
            for (const Scheme scheme : with_lists) {
                SCOPED_TRACE(std::string(choice.name) + " " + std::to_string(room));
                const auto engine = cuda::make_engine(EngineKind::ask, mandelbrot::cuda_painters(),
                                                      {.table_size = room});
                FramePlan plan = plan_of(places[0]);
                plan.insertion = choice.value;
                plan.count_work = true;
                EXPECT_GT(compare(*engine, {EngineKind::ask, scheme}, plan).stats.full_table, 0);
                plan = plan_of(places[2]);
                plan.insertion = choice.value;
                compare(*engine, {EngineKind::ask, scheme}, plan);
            }
}

// Launches that end before the first region is done, tables that are full, and both.
TEST_F(OnCuda, AskIsRightInAnyInsertionWhenEveryLaunchIsCutShort) {
    for (const auto& choice : choices<Insertion>())
        for (const std::int64_t room : {0, 50})
            for (const Scheme scheme : with_lists) {
                SCOPED_TRACE(std::string(choice.name) + " " + std::to_string(room));
                const auto engine = cuda::make_engine(EngineKind::ask, mandelbrot::cuda_painters(),
                                                      {.launch_ms = 0.02, .table_size = room});
                FramePlan plan = plan_of(places[7], {1200, 900});
                plan.dwell_limit = 50'000;
                plan.count_work = true;
                plan.insertion = choice.value;
                compare(*engine, {EngineKind::ask, scheme}, plan);
            }
}

// The first regions are listed at once, when the memory of a large list is still new.
TEST_P(CudaEngines, ListTheirFirstRegionsInALargeList) {
    const std::int64_t filled = GetParam().kind == EngineKind::ex ? 0 : 64 * 64;
    for (int i = 0; i < 5; ++i) {
        FramePlan plan = plan_of({"outside", {{5, 5}, 1e-3}, 100}, {4096, 4096});
        plan.subdivision = {64, 2, 1};
        engine_ = nullptr;  // another one makes its list
        EXPECT_EQ(compare(plan).stats.total().filled, filled);
    }
}

TEST_P(CudaEngines, AreRightWhenEveryLaunchIsCutShort) {
    engine_ = cuda::make_engine(GetParam().kind, mandelbrot::cuda_painters(), {.launch_ms = 0.02});
    FramePlan plan = plan_of(places[7], {1200, 900});
    plan.dwell_limit = 50'000;
    plan.count_work = true;
    compare(plan);
    plan.subdivision = {1, 2, 1 << 16};  // a single leaf
    plan.image = {300, 200};
    plan.part = whole(plan.image);
    compare(plan);
}

TEST_P(CudaEngines, NeverTakeBackWhatTheySaidIsDone) {
    FramePlan plan = on(Backend::cuda, GetParam(), plan_of(places[0], {2000, 1500}));
    plan.keep_regions = false;
    plan.dwell_limit = 2'000'000;
    engine_ = cuda::make_engine(GetParam().kind, mandelbrot::cuda_painters(), {.launch_ms = 200});
    FrameProgress progress;
    std::atomic<bool> taken_back = false;
    std::jthread watcher([&](const std::stop_token& over) {
        for (std::int64_t last = 0; !over.stop_requested();) {
            const std::int64_t done = progress.pixels_done;
            if (done < last) taken_back = true;
            last = done;
        }
    });
    ASSERT_TRUE(engine_->compute(plan, {}, progress));
    watcher = {};
    EXPECT_FALSE(taken_back);
    EXPECT_EQ(progress.pixels_done, pixel_count(plan.part));
}

// With a copy as often as possible.
TEST_P(CudaEngines, ShowWhatIsFinishedWhileTheyCompute) {
    engine_ = cuda::make_engine(GetParam().kind, mandelbrot::cuda_painters(), {.report_ms = 0});
    for (const std::uint32_t limit : {60'000U, 2'000'000U}) {
        FramePlan plan = on(Backend::cuda, GetParam(), plan_of(places[0], {1501, 1007}));
        plan.keep_regions = false;
        plan.dwell_limit = limit;
        FrameProgress progress;
        progress.growing = std::make_shared<GrowingFrame>();
        std::vector<GrowingPicture> seen;
        std::jthread reader([&](const std::stop_token& over) {
            while (!over.stop_requested() && seen.size() < 20)
                if (auto picture = progress.growing->picture()) seen.push_back(std::move(*picture));
        });
        const auto frame = engine_->compute(plan, {}, progress);
        reader = {};
        ASSERT_TRUE(frame);
        const Field dwells = host_copy(frame->dwells);
        const auto expected = dwells.host<std::uint32_t>();
        EXPECT_FALSE(seen.empty());
        for (const auto& picture : seen) {
            const auto finished = picture.dwells.host<std::uint32_t>();
            for (std::size_t i = 0; i < expected.values.size(); ++i)
                if (finished.values[i] != unknown_dwell) {
                    ASSERT_EQ(finished.values[i], expected.values[i]) << i;
                }
        }
    }
}

TEST_P(CudaEngines, StopInMidFrameAndWorkAfterwards) {
    FramePlan plan = on(Backend::cuda, GetParam(), plan_of(places[0], {4000, 3000}));
    plan.keep_regions = false;
    plan.subdivision = {4, 2, 512};
    engine_ = cuda::make_engine(GetParam().kind, mandelbrot::cuda_painters());
    frame_of(*engine_, plan);  // so that the stop hits a running frame
    plan.dwell_limit = 10'000'000;
    std::stop_source source;
    FrameProgress progress;
    std::jthread stopper([&] {
        while (progress.pixels_total == 0) std::this_thread::yield();
        source.request_stop();
    });
    EXPECT_FALSE(engine_->compute(plan, source.get_token(), progress));
    EXPECT_LT(progress.pixels_done.load(), progress.pixels_total.load());
    compare(plan_of(places[0]));
}

INSTANTIATE_TEST_SUITE_P(Each, CudaEngines, testing::ValuesIn(contenders), [](const auto& each) {
    return std::string(name_of(each.param.kind)) + "_" + std::string(name_of(each.param.scheme));
});

TEST_F(OnCuda, FramesHoldMoreThan2To31Pixels) {
    if (!std::getenv("MARIANI_LARGE_TESTS"))
        GTEST_SKIP() << "needs 35 GiB here and 20 GiB on the GPU: set MARIANI_LARGE_TESTS to run "
                        "it";
    FramePlan plan = plan_of(places[0], {65536, 65536});
    plan.precision = Precision::f32;
    plan.keep_regions = false;
    plan.subdivision = {64, 4, 16};
    const auto ex = cuda::make_engine(EngineKind::ex, mandelbrot::cuda_painters()),
               ask = cuda::make_engine(EngineKind::ask, mandelbrot::cuda_painters());
    const Field exact = host_copy(frame_of(*ex, on(Backend::cuda, contenders[0], plan)).dwells);
    const auto truth = exact.host<std::uint32_t>();
    const std::size_t width = 65536, pixels = width * width;
    for (const Contender& contender : {contenders[3], contenders[5]}) {
        const Field copy = host_copy(frame_of(*ask, on(Backend::cuda, contender, plan)).dwells);
        const auto filled = copy.host<std::uint32_t>();
        std::size_t different = 0;
        for (std::size_t i = 0; i < pixels; ++i) different += truth.values[i] != filled.values[i];
        EXPECT_LT(different, pixels / 1'000'000) << name_of(contender.scheme);  // because of fills
    }

    plan.part = {65000, 65100, 536, 436};
    const Frame corner = frame_of(cpu(EngineKind::ex), on(Backend::cpu, contenders[0], plan));
    const auto expected = corner.dwells.host<std::uint32_t>();
    for (int y = 0; y < plan.part.height; ++y)
        ASSERT_TRUE(
            std::ranges::equal(expected.rows(y, 1).values,
                               truth.values.subspan(truth.index(plan.part.x, plan.part.y + y),
                                                    static_cast<std::size_t>(plan.part.width))));
}

TEST_F(OnCuda, EnginesSayWhatIsMissingWhereAPictureDoesNotFit) {
    std::vector<Frame> held;
    const auto engine = cuda::make_engine(EngineKind::ex, mandelbrot::cuda_painters());
    FramePlan plan = on(Backend::cuda, contenders[0], plan_of(places[9], {65536, 65536}));
    const auto expect_refused = [&](std::uint32_t dwell_limit, const std::string& missing) {
        plan.dwell_limit = dwell_limit;
        try {
            while (true) held.push_back(frame_of(*engine, plan));
        } catch (const std::runtime_error& error) {
            EXPECT_NE(std::string(error.what()).find(missing), std::string::npos) << error.what();
            EXPECT_NE(std::string(error.what()).find("choose a smaller picture"), std::string::npos)
                << error.what();
        }
    };
    expect_refused(1, "needs 8.0 GiB");
    expect_refused(65536, "needs 16.0 GiB");
    held.clear();
    compare(*engine, contenders[0], plan_of(places[0]));
}

}  // namespace
}  // namespace mariani::tests
