// What the worker makes of a frame, even if the GPU fails only after computing it.
#include "app/explore/prepared_frame.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

FrameRequest request_of(Backend backend) {
    FrameRequest request;
    request.view = {{-0.5, 0}, 2};
    request.image = {96, 64};
    request.part = whole(request.image);
    request.dwell_limit = 100;
    request.engine = EngineKind::ask;
    request.backend = backend;
    request.keep_regions = true;
    return request;
}

std::optional<PreparedFrame> prepare(EngineDispatcher& dispatcher, const FrameRequest& request) {
    FrameProgress progress;
    return prepare_frame(dispatcher, request, {}, progress);
}

// Regions that can no longer be read.
class LostRegions final : public RegionList {
  public:
    std::shared_ptr<const std::vector<Region>> on_host() const override { lost(); }
    RegionMap map(ImageSize) const override { lost(); }

  private:
    [[noreturn]] static void lost() {
        throw BackendFailure("CUDA could not copy a frame to the host: the GPU is lost");
    }
};

class LosesItsFrames final : public Engine {
  public:
    std::optional<Frame> compute(const FramePlan& plan, std::stop_token, FrameProgress&) override {
        Frame frame;
        frame.plan = plan;
        frame.dwells = Field(plan.part, std::make_shared<std::uint32_t[]>(
                                            static_cast<std::size_t>(pixel_count(plan.part))));
        frame.regions = std::make_shared<LostRegions>();
        return frame;
    }
};

TEST(PreparedFrame, KnowsItsDwellsAndRegions) {
    EngineDispatcher dispatcher;
    const auto frame = prepare(dispatcher, request_of(Backend::cpu));
    ASSERT_TRUE(frame);
    EXPECT_TRUE(frame->frame.dwells.on_host());
    EXPECT_EQ(frame->summary, summarise(frame->frame.dwells.host<std::uint32_t>(), 100));
    ASSERT_TRUE(frame->regions.kinds);
    EXPECT_EQ(frame->regions.size(), (ImageSize{96, 64}));
    EXPECT_NE(frame->regions.kinds.host<RegionKind>().values[0], no_region);
    EXPECT_EQ(on_host(*frame)->frame.dwells.values(), frame->frame.dwells.values())
        << "they are there already";
}

TEST(PreparedFrame, KnowsWhereTheWorkWentWhereItWasCounted) {
    EngineDispatcher dispatcher;
    auto request = request_of(Backend::cpu);
    EXPECT_FALSE(prepare(dispatcher, request)->work);
    request.count_work = true;
    const auto frame = prepare(dispatcher, request);
    ASSERT_TRUE(frame->work);
    EXPECT_EQ(frame->work->total(), (WorkShare{96 * 64, frame->frame.stats.total().iterations}));
    EXPECT_EQ((*frame->work)[PixelOutcome::filled].pixels,
              frame->frame.stats.total().pixels_filled);
    EXPECT_EQ((*frame->work)[PixelOutcome::filled].iterations, 0);
}

TEST(PreparedFrame, IsComputedAgainWhereItsGpuIsLostWithIt) {
    EngineEntry lossy = *find_engine(EngineKind::ask, Backend::cpu);
    lossy.maker = [](const EngineUse&) { return std::make_unique<LosesItsFrames>(); };
    ServiceOptions options;
    options.device_unavailable = [](std::optional<int>) { return std::nullopt; };
    options.find_engine = [&](EngineKind kind, Backend backend) {
        return backend == Backend::cuda ? &lossy : find_engine(kind, backend);
    };
    EngineDispatcher cautious(options);
    EXPECT_THROW(prepare(cautious, request_of(Backend::cuda)), BackendFailure);

    options.always_fall_back = true;
    EngineDispatcher dispatcher(options);
    const auto frame = prepare(dispatcher, request_of(Backend::cuda));
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->frame.plan.backend, Backend::cpu);
    EXPECT_NE(frame->frame.stats.backend_failure.find("the GPU is lost"), std::string::npos);
}

}  // namespace
}  // namespace mariani::app
