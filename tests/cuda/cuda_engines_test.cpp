// The cuda engines against the cpu's: the same dwells, bit for bit, and the same regions, also when
// tables, pools and time are too short.
#include "compute/dwell_access.hpp"
#include "tests/cuda/on_cuda.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <thread>

namespace mariani::tests {
namespace {

class CudaEngines : public OnCuda, public testing::WithParamInterface<Contender> {
  protected:
    Frame compare(const FrameRequest& request) {
        if (!engine_) engine_ = cuda::make_engine(GetParam().kind);
        return OnCuda::compare(*engine_, GetParam(), request);
    }

    std::unique_ptr<Engine> engine_;
};

TEST_P(CudaEngines, HaveTheCpusDwellsAndRegionsInTenViewsInBothPrecisions) {
    for (const auto& place : places)
        for (const Precision precision : {Precision::f32, Precision::f64}) {
            SCOPED_TRACE(place.name);
            FrameRequest request = request_of(place);
            request.precision = precision;
            compare(request);
        }
}

TEST_P(CudaEngines, HaveThemWithoutAListOfRegionsToo) {
    for (const auto& place : places) {
        SCOPED_TRACE(place.name);
        FrameRequest request = request_of(place, {640, 480});
        request.keep_regions = false;
        request.shortcuts = true;
        compare(request);
    }
}

TEST_P(CudaEngines, StoreDwellsIn2BytesWhereTheLimitAllowsIt) {
    for (const std::uint32_t limit : {65535U, 65536U}) {
        FrameRequest request = request_of({"deep", {{-0.75, 4.7938e-5}, 2e-8}, limit}, {203, 157});
        request.shortcuts = request.count_work = true;
        request.keep_regions = false;  // what periodic pixels cost is each backend's own
        const Frame frame = compare(request);
        const std::int64_t pixels = pixel_count(request.part);
        EXPECT_EQ(frame.dwells->span().bytes(), pixels * (limit == 65535 ? 2 : 4));
        EXPECT_EQ(frame.work->span().bytes(), pixels * 4);
    }
}

// So that rows begin and end anywhere between stores of 16 bytes.
TEST_P(CudaEngines, FillPartsOfAnyWidth) {
    for (const std::uint32_t limit : {300U, 70'000U})
        for (const int x : {0, 5})
            for (int width = 488; width < 505; ++width) {
                SCOPED_TRACE(width);
                FrameRequest request = request_of({"paper", places[0].view, limit}, {640, 480});
                request.part = {x, 3, width, 409};
                request.shortcuts = true;
                request.keep_regions = false;
                compare(request);
            }
}

TEST_P(CudaEngines, TakeEveryBlockSize) {
    const std::vector<BlockSize> blocks{{8, 8},  {16, 16}, {32, 32}, {64, 4},
                                        {64, 8}, {1, 1},   {5, 3},   {1024, 1}};
    for (const auto& block : blocks) {
        FrameRequest request = request_of(places[2], {200, 150});
        request.block = block;
        compare(request);
    }
}

TEST_P(CudaEngines, CountTheIterationsOfEachPixel) {
    for (const auto& place : places)
        for (const bool smooth : {false, true}) {
            SCOPED_TRACE(place.name);
            FrameRequest request = request_of(place);
            request.count_work = true;
            request.shortcuts = request.smooth = smooth;
            request.keep_regions = !smooth;  // what periodic pixels cost is each backend's own
            compare(request);
        }
}

TEST_F(OnCuda, AskIsRightWhateverTheRoomInItsTables) {
    for (const std::int64_t room : {1, 7, 100, 500})
        for (const Scheme scheme : {Scheme::sbr, Scheme::mbr}) {
            SCOPED_TRACE(room);
            const auto engine = cuda::make_engine(EngineKind::ask, {.table_size = room});
            const Contender ask{EngineKind::ask, scheme};
            FrameRequest request = request_of(places[0]);
            request.count_work = true;
            EXPECT_GT(compare(*engine, ask, request).stats.full_table, 0);
            compare(*engine, ask, request_of(places[2]));
        }
}

TEST_P(CudaEngines, AreRightWhenEveryLaunchIsCutShort) {
    engine_ = cuda::make_engine(GetParam().kind, {.launch_ms = 0.02});
    FrameRequest request = request_of(places[7], {1200, 900});
    request.dwell_limit = 50'000;
    request.count_work = true;
    compare(request);
    request.subdivision = {1, 2, 1 << 16};  // a single leaf
    request.image = {300, 200};
    request.part = whole(request.image);
    compare(request);
}

TEST_P(CudaEngines, NeverTakeBackWhatTheySaidIsDone) {
    FrameRequest request = on(Backend::cuda, GetParam(), request_of(places[0], {2000, 1500}));
    request.keep_regions = false;
    request.dwell_limit = 2'000'000;
    engine_ = cuda::make_engine(GetParam().kind, {.launch_ms = 200});
    FrameProgress progress;
    std::atomic<bool> taken_back = false;
    std::jthread watcher([&](const std::stop_token& over) {
        for (std::int64_t last = 0; !over.stop_requested();) {
            const std::int64_t done = progress.pixels_done;
            if (done < last) taken_back = true;
            last = done;
        }
    });
    ASSERT_TRUE(engine_->compute(request, {}, progress));
    watcher = {};
    EXPECT_FALSE(taken_back);
    EXPECT_EQ(progress.pixels_done, pixel_count(request.part));
}

TEST_P(CudaEngines, StopInMidFrameAndWorkAfterwards) {
    FrameRequest request = on(Backend::cuda, GetParam(), request_of(places[0], {4000, 3000}));
    request.keep_regions = false;
    request.subdivision = {4, 2, 512};
    engine_ = cuda::make_engine(GetParam().kind);
    frame_of(*engine_, request);  // so that the stop meets a running frame
    request.dwell_limit = 10'000'000;
    std::stop_source source;
    FrameProgress progress;
    std::jthread stopper([&] {
        while (progress.pixels_total == 0) std::this_thread::yield();
        source.request_stop();
    });
    EXPECT_FALSE(engine_->compute(request, source.get_token(), progress));
    EXPECT_LT(progress.pixels_done.load(), progress.pixels_total.load());
    compare(request_of(places[0]));
}

INSTANTIATE_TEST_SUITE_P(Each, CudaEngines, testing::ValuesIn(contenders), [](const auto& each) {
    return std::string(name_of(each.param.kind)) + "_" + std::string(name_of(each.param.scheme));
});

TEST_F(OnCuda, FramesHoldMoreThan2To31Pixels) {
    if (!std::getenv("MARIANI_LARGE_TESTS"))
        GTEST_SKIP() << "needs 35 GiB here and 20 GiB on the GPU: set MARIANI_LARGE_TESTS to run "
                        "it";
    FrameRequest request = request_of(places[0], {65536, 65536});
    request.precision = Precision::f32;
    request.keep_regions = false;
    request.subdivision = {64, 4, 16};
    const auto ex = cuda::make_engine(EngineKind::ex), ask = cuda::make_engine(EngineKind::ask);
    const auto truth = host_copy(frame_of(*ex, on(Backend::cuda, contenders[0], request)).dwells);
    const std::size_t width = 65536, pixels = width * width;
    for (const Contender& contender : {contenders[3], contenders[5]}) {
        const auto filled = host_copy(frame_of(*ask, on(Backend::cuda, contender, request)).dwells);
        std::size_t different = 0;
        for (std::size_t i = 0; i < pixels; ++i)
            different += truth->span().dwells[i] != filled->span().dwells[i];
        EXPECT_LT(different, pixels / 1'000'000) << name_of(contender.scheme);  // by fills
    }

    request.part = {65000, 65100, 536, 436};
    const Frame corner = frame_of(cpu(EngineKind::ex), on(Backend::cpu, contenders[0], request));
    const auto row = static_cast<std::size_t>(request.part.width);
    for (std::size_t y = 0; y < static_cast<std::size_t>(request.part.height); ++y)
        ASSERT_TRUE(std::equal(corner.dwells->span().dwells + y * row,
                               corner.dwells->span().dwells + (y + 1) * row,
                               truth->span().dwells + (y + 65100) * width + 65000));
}

TEST_F(OnCuda, EnginesSayWhatIsMissingWhereAPictureDoesNotFit) {
    std::vector<Frame> held;
    const auto engine = cuda::make_engine(EngineKind::ex);
    FrameRequest request = on(Backend::cuda, contenders[0], request_of(places[9], {65536, 65536}));
    const auto expect_refused = [&](std::uint32_t dwell_limit, const std::string& missing) {
        request.dwell_limit = dwell_limit;
        try {
            while (true) held.push_back(frame_of(*engine, request));
        } catch (const std::runtime_error& error) {
            EXPECT_NE(std::string(error.what()).find(missing), std::string::npos) << error.what();
            EXPECT_NE(std::string(error.what()).find("choose a smaller picture"), std::string::npos)
                << error.what();
        }
    };
    expect_refused(1, "needs 8.00 GiB");
    expect_refused(65536, "needs 16.00 GiB");
    held.clear();
    compare(*engine, contenders[0], request_of(places[0]));
}

}  // namespace
}  // namespace mariani::tests
