// The cuda engines against the cpu's: the same dwells, bit for bit, and the same regions, also when
// tables, pools and time are too short.
#include "compute/cuda/engines.hpp"
#include "compute/engine_registry.hpp"
#include "compute/dwell_access.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <map>
#include <thread>

#include <gtest/gtest.h>

namespace mariani {
namespace {

struct Place {
    const char* name;
    View view;
    std::uint32_t dwell_limit;
};

const std::vector<Place> places{
    {"paper", {{-0.5, 0}, 2}, 512},
    {"all of it, far out", {{0.3, 0.2}, 40}, 300},
    {"seahorse", {{-0.745, 0.113}, 0.02}, 2000},
    {"elephant", {{0.275, 0.007}, 0.03}, 2000},
    {"mini", {{-0.10110457380702350918, 0.95629057942002942372}, 4e-10}, 1500},
    {"mini 2", {{0.27220012668385178964, 0.00539987150952577986}, 2.5e-10}, 3000},
    {"period 3", {{-1.7548776662466927, 0}, 0.05}, 1000},
    {"cusp", {{-0.75, 0.01}, 0.1}, 4096},
    {"inside", {{-0.2, 0}, 0.2}, 257},
    {"outside", {{1e6, -1e6}, 1000}, 100},
};

struct Contender {
    EngineKind kind;
    Scheme scheme;
};

const std::vector<Contender> contenders{{EngineKind::ex, Scheme::sbr},
                                        {EngineKind::dp, Scheme::sbr},
                                        {EngineKind::dp, Scheme::mbr},
                                        {EngineKind::ask, Scheme::sbr},
                                        {EngineKind::ask, Scheme::mbr}};

FrameRequest request_of(const Place& place, ImageSize image = {500, 350}) {
    FrameRequest request;
    request.view = place.view;
    request.image = image;
    request.part = whole(image);
    request.dwell_limit = place.dwell_limit;
    request.precision = Precision::f64;
    request.shortcuts = false;
    request.keep_regions = true;
    request.subdivision = {4, 2, 8};
    return request;
}

Frame frame_of(Engine& engine, const FrameRequest& request) {
    FrameProgress progress;
    auto frame = engine.compute(request, {}, progress);
    EXPECT_EQ(progress.pixels_done, pixel_count(request.part));
    return frame.value();
}

FrameRequest on(Backend backend, Contender contender, FrameRequest request) {
    request.backend = backend;
    request.engine = contender.kind;
    request.scheme = contender.scheme;
    return request;
}

std::string text_of(Contender contender, const FrameRequest& request) {
    return std::string(name_of(contender.kind)) + " " + std::string(name_of(contender.scheme)) +
           " " + std::string(name_of(request.precision)) + " block " +
           std::to_string(request.block.width) + "x" + std::to_string(request.block.height);
}

void expect_same_dwells(const Frame& frame, const Frame& expected) {
    const auto ours = host_copy(frame.dwells), theirs = host_copy(expected.dwells);
    ASSERT_EQ(frame.dwells->span().memory, MemoryKind::cuda);
    const auto count = static_cast<std::size_t>(pixel_count(expected.request.part));
    std::size_t different = 0;
    for (std::size_t i = 0; i < count; ++i)
        different += ours->span().dwells[i] != theirs->span().dwells[i];
    EXPECT_EQ(different, 0U) << "pixels differ, of " << count;
}

void expect_same_regions(const Frame& frame, const Frame& expected) {
    ASSERT_EQ(frame.regions->size(), expected.regions->size());
    for (std::size_t i = 0; i < expected.regions->size(); ++i) {
        Region ours = (*frame.regions)[i], theirs = (*expected.regions)[i];
        ours.iterations = theirs.iterations = 0;  // the gpu computes borders anew
        ASSERT_TRUE(ours == theirs) << "region " << i;
    }
}

void expect_same_counts(const Frame& frame, const Frame& expected) {
    const auto &ours = frame.stats.levels, &theirs = expected.stats.levels;
    ASSERT_EQ(ours.size(), theirs.size());
    std::uint64_t listed = 0;
    for (const auto& region : *frame.regions) listed += region.iterations;
    EXPECT_EQ(static_cast<std::int64_t>(listed), frame.stats.iterations());
    for (std::size_t i = 0; i < ours.size(); ++i) {
        EXPECT_EQ(ours[i].level, theirs[i].level);
        EXPECT_EQ(ours[i].side, theirs[i].side);
        EXPECT_EQ(ours[i].regions, theirs[i].regions);
        EXPECT_EQ(ours[i].filled, theirs[i].filled);
        EXPECT_EQ(ours[i].subdivided, theirs[i].subdivided);
        EXPECT_EQ(ours[i].leaves, theirs[i].leaves);
        EXPECT_EQ(ours[i].empty_children, theirs[i].empty_children);
        EXPECT_EQ(ours[i].pixels_filled, theirs[i].pixels_filled);
        EXPECT_GE(ours[i].pixels_iterated, theirs[i].pixels_iterated);
        EXPECT_GE(ours[i].iterations, theirs[i].iterations);
    }
}

class OnCuda : public testing::Test {
  protected:
    void SetUp() override {
        if (const auto why = cuda::unavailable()) GTEST_SKIP() << *why;
    }

    static Engine& cpu(EngineKind kind) {
        static std::map<EngineKind, std::unique_ptr<Engine>> engines;
        auto& engine = engines[kind];
        if (!engine) engine = find_engine(kind, Backend::cpu)->make();
        return *engine;
    }

    // Computes the request on both backends and compares all there is.
    static Frame compare(Engine& engine, Contender contender, const FrameRequest& request) {
        SCOPED_TRACE(text_of(contender, request));
        const Frame frame = frame_of(engine, on(Backend::cuda, contender, request));
        const Frame expected = frame_of(cpu(contender.kind), on(Backend::cpu, contender, request));
        expect_same_dwells(frame, expected);
        if (request.keep_regions) {
            expect_same_regions(frame, expected);
            expect_same_counts(frame, expected);
        }
        return frame;
    }
};

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

TEST_P(CudaEngines, TakeEveryBlockSize) {
    const std::vector<BlockSize> blocks{{8, 8},  {16, 16}, {32, 32}, {64, 4},
                                        {64, 8}, {1, 1},   {5, 3},   {1024, 1}};
    for (const auto& block : blocks) {
        FrameRequest request = request_of(places[2], {200, 150});
        request.block = block;
        compare(request);
    }
}

TEST_F(OnCuda, DpIsRightWhateverTheRoomForPendingLaunches) {
    for (const int room : {1, 16, 2048, 100'000})
        for (const Scheme scheme : {Scheme::sbr, Scheme::mbr}) {
            SCOPED_TRACE(room);
            const auto engine = cuda::make_engine(EngineKind::dp, {.pending_launches = room});
            FrameRequest request = request_of(places[0], {2000, 2000});
            request.subdivision = {16, 2, 4};
            request.precision = Precision::f32;
            const Frame frame = compare(*engine, {EngineKind::dp, scheme}, request);
            if (room <= 16) {
                EXPECT_GT(frame.stats.failed_launches, 0);
            } else if (room == 100'000) {
                EXPECT_EQ(frame.stats.failed_launches, 0);
            }
        }
}

TEST_F(OnCuda, AskIsRightWhateverTheRoomInItsTables) {
    for (const std::int64_t room : {1, 7, 100, 500})
        for (const Scheme scheme : {Scheme::sbr, Scheme::mbr}) {
            SCOPED_TRACE(room);
            const auto engine = cuda::make_engine(EngineKind::ask, {.table_size = room});
            const Contender ask{EngineKind::ask, scheme};
            EXPECT_GT(compare(*engine, ask, request_of(places[0])).stats.full_table, 0);
            compare(*engine, ask, request_of(places[2]));
        }
}

TEST_P(CudaEngines, AreRightWhenEveryLaunchIsCutShort) {
    engine_ = cuda::make_engine(GetParam().kind, {.launch_ms = 0.02});
    FrameRequest request = request_of(places[7], {1200, 900});
    request.dwell_limit = 50'000;
    compare(request);
    request.subdivision = {1, 2, 1 << 16};  // a single leaf
    request.image = {300, 200};
    request.part = whole(request.image);
    compare(request);
}

TEST_P(CudaEngines, StopWithin100MsAndGoOnAfterwards) {
    FrameRequest request = on(Backend::cuda, GetParam(), request_of(places[0], {4000, 3000}));
    request.keep_regions = false;
    request.subdivision = {4, 2, 512};
    engine_ = cuda::make_engine(GetParam().kind);
    frame_of(*engine_, request);  // so that the stop meets a running frame
    request.dwell_limit = 10'000'000;
    std::stop_source source;
    FrameProgress progress;
    std::chrono::steady_clock::time_point asked;
    std::jthread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        asked = std::chrono::steady_clock::now();
        source.request_stop();
    });
    EXPECT_FALSE(engine_->compute(request, source.get_token(), progress));
    const auto returned = std::chrono::steady_clock::now();
    stopper.join();
    EXPECT_LT(returned - asked, std::chrono::milliseconds(100));
    compare(request_of(places[0]));
}

INSTANTIATE_TEST_SUITE_P(Each, CudaEngines, testing::ValuesIn(contenders), [](const auto& each) {
    return std::string(name_of(each.param.kind)) + "_" + std::string(name_of(each.param.scheme));
});

TEST_F(OnCuda, FramesHoldMoreThan2To31Pixels) {
    if (!std::getenv("MARIANI_LARGE_TESTS"))
        GTEST_SKIP() << "needs 35 GiB on the GPU and here: set MARIANI_LARGE_TESTS to run it";
    FrameRequest request = request_of(places[0], {65536, 65536});
    request.precision = Precision::f32;
    request.keep_regions = false;
    request.subdivision = {64, 4, 16};
    const auto ex = cuda::make_engine(EngineKind::ex), ask = cuda::make_engine(EngineKind::ask);
    const auto truth = host_copy(frame_of(*ex, on(Backend::cuda, contenders[0], request)).dwells);
    const auto filled = host_copy(frame_of(*ask, on(Backend::cuda, contenders[3], request)).dwells);
    const std::size_t width = 65536, pixels = width * width;
    std::size_t different = 0;
    for (std::size_t i = 0; i < pixels; ++i)
        different += truth->span().dwells[i] != filled->span().dwells[i];
    EXPECT_LT(different, pixels / 1'000'000);  // what fills get wrong

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
    request.dwell_limit = 1;
    try {
        for (int i = 0; i < 40; ++i) held.push_back(frame_of(*engine, request));
        GTEST_SKIP() << "this GPU holds 640 GiB of dwells";
    } catch (const std::runtime_error& error) {
        EXPECT_NE(std::string(error.what()).find("choose a smaller picture"), std::string::npos)
            << error.what();
    }
    held.clear();
    compare(*engine, contenders[0], request_of(places[0]));
}

}  // namespace
}  // namespace mariani
