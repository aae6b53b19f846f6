#include "compute/engine_dispatcher.hpp"
#include "tests/engines/frames.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

TEST(Registry, HasEveryEngineOnEveryBackend) {
    for (const auto kind : {EngineKind::ex, EngineKind::dp, EngineKind::ask})
        for (const auto backend : {Backend::cuda, Backend::cpu}) {
            const EngineEntry* entry = find_engine(kind, backend);
            ASSERT_TRUE(entry);
            EXPECT_FALSE(entry->name.empty());
            EXPECT_FALSE(entry->description.empty());
            EXPECT_EQ(entry->unavailable, backend_unavailable(backend));
            if (entry->unavailable) continue;
            EXPECT_TRUE(entry->make());
        }
    EXPECT_FALSE(find_engine(EngineKind::automatic, Backend::cpu));
}

TEST(Registry, TheCpuIsAlwaysThere) {
    EXPECT_FALSE(backend_unavailable(Backend::cpu));
    EXPECT_NE(backend_device(Backend::cpu).find("thread"), std::string::npos);
}

TEST(Dispatcher, ResolvesWhatIsAutomatic) {
    FrameRequest asked;
    asked.image = {64, 48};
    asked.part = whole(asked.image);
    EngineDispatcher dispatcher;
    FrameProgress progress;
    const auto frame = dispatcher.compute(asked, {}, progress);
    ASSERT_TRUE(frame);
    EXPECT_NE(frame->request.engine, EngineKind::automatic);
    EXPECT_NE(frame->request.backend, Backend::automatic);
    EXPECT_EQ(frame->request.precision, Precision::f32);
    EXPECT_EQ(frame->stats.engine, frame->request.engine);
    EXPECT_FALSE(frame->stats.engine_reason.empty());
}

TEST(Dispatcher, GivesNoReasonForAnEngineThatTheUserChose) {
    auto asked = request(32, 32, 20);
    asked.engine = EngineKind::dp;
    EngineDispatcher dispatcher;
    FrameProgress progress;
    const auto frame = dispatcher.compute(asked, {}, progress);
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->stats.engine, EngineKind::dp);
    EXPECT_TRUE(frame->stats.engine_reason.empty());
}

TEST(Dispatcher, RefusesWhatMayNotBe) {
    auto asked = request(32, 32, 20);
    asked.subdivision.r = 1;
    EngineDispatcher dispatcher;
    FrameProgress progress;
    EXPECT_THROW(dispatcher.compute(asked, {}, progress), std::invalid_argument);
}

TEST(Dispatcher, SaysWhyABackendCannotBeUsed) {
    const auto why = backend_unavailable(Backend::cuda);
    if (!why) GTEST_SKIP() << "this machine runs cuda";
    auto asked = request(32, 32, 20);
    asked.backend = Backend::cuda;
    asked.engine = EngineKind::ask;
    EngineDispatcher dispatcher;
    FrameProgress progress;
    try {
        dispatcher.compute(asked, {}, progress);
        FAIL() << "an unavailable backend was used";
    } catch (const std::runtime_error& error) {
        EXPECT_NE(std::string(error.what()).find(*why), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace mariani::tests
