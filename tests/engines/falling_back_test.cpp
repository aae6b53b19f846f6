// A GPU that fails in mid-session: the cpu takes over, if allowed, and says so. The GPU is a fake
// that computes on the cpu until it fails.
#include "compute/service/engine_dispatcher.hpp"
#include "tests/engines/frames.hpp"

#include <atomic>
#include <stdexcept>

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

constexpr const char* reason = "CUDA could not launch level 0: an illegal address";

class FakeGpu final : public Engine {
  public:
    FakeGpu(EngineKind kind, int frames)
        : cpu_(find_engine(kind, Backend::cpu)->make()), frames_(frames) {}

    std::optional<Frame> compute(const FramePlan& plan, std::stop_token stop,
                                 FrameProgress& progress) override {
        if (frames_-- == 0) throw BackendFailure(reason);
        if (frames_ < 0) throw BackendFailure("it was asked again");
        auto frame = cpu_->compute(plan, std::move(stop), progress);
        if (frame) frame->plan.backend = Backend::cuda;
        return frame;
    }

  private:
    std::unique_ptr<Engine> cpu_;
    int frames_;  // until it fails
};

class FallingBack : public testing::Test {
  protected:
    // Dispatches to the cpu's engines and to fake GPUs that compute this many frames.
    ServiceOptions options(int frames) {
        entry_ = *find_engine(EngineKind::ask, Backend::cpu);
        entry_.backend = Backend::cuda;
        entry_.maker = [=, this](const EngineUse& use) -> std::unique_ptr<Engine> {
            uses_.push_back(use);
            return std::make_unique<FakeGpu>(EngineKind::ask, frames);
        };
        ServiceOptions made;
        made.find_engine = [this](EngineKind kind, Backend backend) {
            return backend == Backend::cuda ? &entry_ : find_engine(kind, backend);
        };
        made.device_unavailable = [](std::optional<int> device) -> std::optional<std::string> {
            if (device.value_or(0) < 3) return std::nullopt;
            return "there is no GPU " + std::to_string(*device);
        };
        made.report = [this](const std::string& failure) { reported_.push_back(failure); };
        return made;
    }

    static FrameRequest asked(std::optional<Backend> backend) {
        FrameRequest made = request_like(64, 48, 60);
        made.backend = backend;
        made.engine = EngineKind::ask;
        made.precision.reset();
        return made;
    }

    static Frame run(EngineDispatcher& dispatcher, const FrameRequest& wanted) {
        FrameProgress progress;
        return dispatcher.compute(wanted, {}, progress).value();
    }

    EngineEntry entry_;
    std::vector<EngineUse> uses_;
    std::vector<std::string> reported_;
};

TEST_F(FallingBack, TheCpuGoesOnWithTheSameFrame) {
    EngineDispatcher dispatcher(options(2));
    const FrameRequest wanted = asked(std::nullopt);
    const Frame before = run(dispatcher, wanted);
    EXPECT_EQ(before.plan.backend, Backend::cuda);
    EXPECT_EQ(before.stats.backend_failure, "");
    run(dispatcher, wanted);
    EXPECT_TRUE(reported_.empty());
    for (int i = 0; i < 3; ++i) {
        const Frame after = run(dispatcher, wanted);
        EXPECT_EQ(after.plan.backend, Backend::cpu);
        EXPECT_EQ(after.stats.backend_failure, reason);
        EXPECT_EQ(dwells_of(after), dwells_of(before));
        EXPECT_EQ(after.plan.view, before.plan.view);
    }
    EXPECT_EQ(reported_, std::vector<std::string>{reason}) << "reported once";
}

TEST_F(FallingBack, AGpuThatWasAskedForByNameIsNotReplaced) {
    EngineDispatcher dispatcher(options(1));
    run(dispatcher, asked(Backend::cuda));
    for (int i = 0; i < 2; ++i) try {
            run(dispatcher, asked(Backend::cuda));
            FAIL() << "another backend computed";
        } catch (const BackendFailure& failure) {
            EXPECT_STREQ(failure.what(), reason);
        }
    EXPECT_TRUE(reported_.empty());
    EXPECT_EQ(run(dispatcher, asked(std::nullopt)).stats.backend_failure, reason);
}

TEST_F(FallingBack, UnlessTheSessionIsToGoOn) {
    auto made = options(1);
    made.always_fall_back = true;
    EngineDispatcher dispatcher(std::move(made));
    run(dispatcher, asked(Backend::cuda));
    const Frame after = run(dispatcher, asked(Backend::cuda));
    EXPECT_EQ(after.plan.backend, Backend::cpu);
    EXPECT_EQ(after.stats.backend_failure, reason);
    EXPECT_EQ(run(dispatcher, asked(Backend::cpu)).stats.backend_failure, "") << "as asked for";
}

TEST_F(FallingBack, WhatFailsAfterTheFrameCountsToo) {
    EngineDispatcher dispatcher(options(100));
    const FrameRequest wanted = asked(std::nullopt);
    run(dispatcher, wanted);
    FrameProgress progress;
    const auto copied = [](Frame frame) {
        if (frame.plan.backend == Backend::cuda) throw BackendFailure("the copy failed");
        return frame;
    };
    const auto frame = dispatcher.compute_and(wanted, {}, progress, copied);
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->stats.backend_failure, "the copy failed");
    EXPECT_THROW(dispatcher.compute_and(asked(Backend::cuda), {}, progress, copied),
                 BackendFailure);
}

TEST_F(FallingBack, ARefusedRequestIsNoFailure) {
    auto made = options(100);
    bool full = true;
    entry_.maker = [&](const EngineUse&) -> std::unique_ptr<Engine> {
        if (full) throw std::runtime_error("this frame needs 3 GiB more of the GPU's memory");
        return std::make_unique<FakeGpu>(EngineKind::ask, 100);
    };
    made.always_fall_back = true;
    EngineDispatcher dispatcher(std::move(made));
    EXPECT_THROW(run(dispatcher, asked(std::nullopt)), std::runtime_error);
    full = false;
    EXPECT_EQ(run(dispatcher, asked(std::nullopt)).plan.backend, Backend::cuda);
}

TEST_F(FallingBack, OneGpuFailsAnotherGoesOn) {
    EngineDispatcher dispatcher(options(1));
    FrameRequest first = asked(std::nullopt), second = first;
    first.device = 0;
    second.device = 1;
    run(dispatcher, first);
    EXPECT_EQ(run(dispatcher, first).stats.backend_failure, reason);
    const Frame frame = run(dispatcher, second);
    EXPECT_EQ(frame.plan.backend, Backend::cuda);
    EXPECT_EQ(frame.plan.device, 1);
}

TEST_F(FallingBack, EnginesAreMadeForTheDeviceAskedFor) {
    auto made = options(100);
    made.screen_device = 2;
    EngineDispatcher dispatcher(std::move(made));
    FrameRequest wanted = asked(std::nullopt);
    EXPECT_EQ(run(dispatcher, wanted).plan.device, 2);
    wanted.device = 1;
    EXPECT_EQ(run(dispatcher, wanted).plan.device, 1);
    run(dispatcher, wanted);
    ASSERT_EQ(uses_.size(), 2U) << "an engine for each device, kept";
    EXPECT_EQ(uses_[0].device, 2);
    EXPECT_TRUE(uses_[0].draws_screen);
    EXPECT_EQ(uses_[1].device, 1);
    EXPECT_FALSE(uses_[1].draws_screen);
    wanted.device = 3;
    try {
        run(dispatcher, wanted);
        FAIL() << "a device that is not there was used";
    } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "there is no GPU 3; choose another GPU, or auto");
    }
}

TEST(Devices, AreNamedWhereOneIsMissing) {
    EXPECT_FALSE(device_unavailable(std::nullopt));
    const auto why = device_unavailable(200);
    ASSERT_TRUE(why);
    EXPECT_NE(why->find("there is no GPU 200"), std::string::npos) << *why;
    for (const auto& device : devices()) {
        EXPECT_EQ(device_unavailable(device.index), device.unavailable);
        EXPECT_NE(why->find(device.name), std::string::npos) << *why;
        EXPECT_NE(device.description.find(device.name), std::string::npos);
    }
}

}  // namespace
}  // namespace mariani::tests
