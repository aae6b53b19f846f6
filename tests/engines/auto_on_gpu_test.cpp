// What the engine `auto` chooses on a GPU besides the engine.
#include "compute/model/suited.hpp"
#include "tests/engines/fake_gpu.hpp"
#include "tests/engines/frames.hpp"

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

class AutoOnGpu : public testing::Test {
  protected:
    Frame run(const FrameRequest& wanted) {
        FrameProgress progress;
        return dispatcher_.compute(wanted, {}, progress).value();
    }
    // After enough frames that Ex and ASK were compared.
    Frame settled(const FrameRequest& wanted) {
        for (int i = 0; i < 10; ++i) run(wanted);
        return run(wanted);
    }

    static FrameRequest asked(int width, int height) {
        FrameRequest made = request_like(width, height, 60, seahorse);
        made.backend = Backend::cuda;
        return made;
    }

    FakeGpu gpu_;
    EngineDispatcher dispatcher_{gpu_.options()};
};

TEST_F(AutoOnGpu, TakesWprAndTheGAndRThatSuitThePicture) {
    FrameRequest wanted = asked(1920, 90);
    wanted.B = 7;
    wanted.block = BlockSize{64, 2};
    const Frame frame = run(wanted);
    EXPECT_EQ(frame.plan.engine, EngineKind::ask);
    EXPECT_EQ(frame.plan.scheme, Scheme::wpr);
    EXPECT_EQ(frame.plan.subdivision, (SubdivisionParams{64, 2, 7}));
    EXPECT_EQ(frame.stats.levels.front().regions, 64 * 64);
    EXPECT_EQ(frame.plan.block, wanted.block) << "only Ex's is chosen";
    EXPECT_EQ(run(asked(900, 60)).plan.subdivision, (SubdivisionParams{32, 2, 16}));
}

TEST_F(AutoOnGpu, KeepsTheUsersGAndR) {
    FrameRequest wanted = asked(1920, 60);
    set_subdivision(wanted, {6, 3, 5});
    const Frame frame = run(wanted);
    EXPECT_EQ(frame.plan.subdivision, (SubdivisionParams{6, 3, 5}));
    EXPECT_EQ(frame.plan.scheme, Scheme::wpr);
}

TEST_F(AutoOnGpu, TakesTheBlockThatSuitsExAndKeepsTheUsers) {
    gpu_.ms = {{EngineKind::ex, 1}, {EngineKind::ask, 3}};
    FrameRequest wanted = asked(64, 48);
    Frame frame = settled(wanted);
    ASSERT_EQ(frame.plan.engine, EngineKind::ex);
    EXPECT_EQ(frame.plan.block, suited::block_of_ex);
    wanted.block = BlockSize{32, 4};
    frame = settled(wanted);
    ASSERT_EQ(frame.plan.engine, EngineKind::ex);
    EXPECT_EQ(frame.plan.block, (BlockSize{32, 4}));
}

TEST_F(AutoOnGpu, ChoosesNothingForTheCpu) {
    FrameRequest wanted = asked(1920, 60);
    wanted.backend = Backend::cpu;
    set_subdivision(wanted, {6, 3, 5});
    const Frame frame = run(wanted);
    EXPECT_EQ(frame.plan.subdivision, (SubdivisionParams{6, 3, 5}));
    EXPECT_EQ(frame.plan.scheme, Scheme::sbr);
    EXPECT_EQ(frame.plan.block, BlockSize{});
    EXPECT_TRUE(gpu_.asked.empty());
}

TEST_F(AutoOnGpu, ChoosesNothingForAnEngineThatIsNamed) {
    for (const EngineKind kind : {EngineKind::ex, EngineKind::dp, EngineKind::ask}) {
        FrameRequest wanted = asked(1920, 60);
        wanted.engine = kind;
        set_subdivision(wanted, {6, 3, 5});
        const Frame frame = run(wanted);
        EXPECT_EQ(frame.plan.subdivision, (SubdivisionParams{6, 3, 5}));
        EXPECT_EQ(frame.plan.scheme, Scheme::sbr);
        EXPECT_EQ(frame.plan.block, BlockSize{});
    }
}

// It learns from computed plans, and is asked about requested ones: they must be alike.
TEST_F(AutoOnGpu, LearnsFromItsFramesAlsoWhereAnotherSizeHasAnotherG) {
    gpu_.ms = {{EngineKind::ex, 1}, {EngineKind::ask, 3}};
    EXPECT_EQ(settled(asked(64, 48)).plan.engine, EngineKind::ex);
    const Frame larger = run(asked(400, 48));
    EXPECT_EQ(larger.plan.engine, EngineKind::ex) << larger.stats.engine_reason;
    EXPECT_EQ(larger.plan.subdivision.g, 16);
    FrameRequest others = asked(64, 48);
    others.g = 5;
    EXPECT_EQ(run(others).stats.engine_reason, "ASK: nothing has been measured here yet");
}

// If a GPU fails, the cpu computes the frame, with parameters that suit the cpu.
TEST_F(AutoOnGpu, TheCpuThatTakesOverHasItsOwnGAndR) {
    auto options = gpu_.options();
    for (EngineEntry& entry : gpu_.entries)
        entry.maker = [](const EngineUse&) -> std::unique_ptr<Engine> {
            throw BackendFailure("the GPU is lost");
        };
    EngineDispatcher dispatcher(std::move(options));
    FrameRequest wanted = asked(1920, 60);
    wanted.backend.reset();
    FrameProgress progress;
    const auto frame = dispatcher.compute(wanted, {}, progress);
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->plan.backend, Backend::cpu);
    EXPECT_EQ(frame->plan.subdivision, SubdivisionParams{});
    EXPECT_EQ(frame->plan.scheme, Scheme::sbr);
}

}  // namespace
}  // namespace mariani::tests
