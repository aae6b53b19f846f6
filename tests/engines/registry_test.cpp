#include "compute/cpu/engines.hpp"
#include "compute/service/engine_dispatcher.hpp"
#include "tests/engines/frames.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

// A GPU whose ASK takes ten times as long as its Ex; it computes on the cpu.
class SlowAsk final : public Engine {
  public:
    explicit SlowAsk(EngineKind kind) : kind_(kind) {}

    std::optional<Frame> compute(const FramePlan& plan, std::stop_token stop,
                                 FrameProgress& progress) override {
        auto frame = find_engine(kind_, Backend::cpu)->make()->compute(plan, stop, progress);
        if (frame) frame->stats.compute_ms = kind_ == EngineKind::ex ? 1 : 10;
        return frame;
    }

  private:
    EngineKind kind_;
};

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
}

TEST(Registry, TheCpuIsAlwaysThere) {
    EXPECT_FALSE(backend_unavailable(Backend::cpu));
    EXPECT_NE(backend_device(Backend::cpu).find("thread"), std::string::npos);
}

TEST(Registry, TheCpuComputesAVectorOnEachThread) {
    auto asked = plan(32, 32, 20);
    asked.threads = 3;
    const std::map<std::string, double> vector_bytes{
        {"AVX-512", 64}, {"AVX2", 32}, {"SSE4", 16}, {"SSSE3", 16}, {"SSE2", 16}};
    for (const auto& target : cpu::simd_targets()) {
        cpu::use_simd_target(target);
        for (const auto& [precision, bytes] : {std::pair(Precision::f32, 4), {Precision::f64, 8}}) {
            asked.precision = precision;
            const auto [q, c] = backend_parallelism(asked);
            EXPECT_EQ(q, 3);
            EXPECT_EQ(c, target == "scalar" ? 1 : vector_bytes.at(target) / bytes) << target;
        }
    }
    cpu::use_simd_target("");
    EXPECT_EQ(this_hardware().threads, std::max(1U, std::thread::hardware_concurrency()));
}

TEST(Dispatcher, GivesNoReasonForAnEngineThatTheUserChose) {
    auto asked = request_like(32, 32, 20);
    asked.engine = EngineKind::dp;
    EngineDispatcher dispatcher;
    FrameProgress progress;
    const auto frame = dispatcher.compute(asked, {}, progress);
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->plan.engine, EngineKind::dp);
    EXPECT_TRUE(frame->stats.engine_reason.empty());
}

TEST(Dispatcher, ComparesEnginesOnAGpuAndTakesWprThere) {
    EngineEntry entries[2] = {*find_engine(EngineKind::ex, Backend::cpu),
                              *find_engine(EngineKind::ask, Backend::cpu)};
    for (EngineEntry& entry : entries)
        entry.maker = [kind = entry.kind](const EngineUse&) -> std::unique_ptr<Engine> {
            return std::make_unique<SlowAsk>(kind);
        };
    ServiceOptions options;
    options.find_engine = [&](EngineKind kind, Backend) {
        return &entries[kind == EngineKind::ex ? 0 : 1];
    };
    options.device_unavailable = [](std::optional<int>) { return std::nullopt; };
    EngineDispatcher dispatcher(options);
    auto asked = request_like(64, 48, 60, seahorse);
    asked.engine.reset();
    asked.backend = Backend::cuda;
    FrameProgress progress;
    EXPECT_EQ(dispatcher.compute(asked, {}, progress)->plan.scheme, Scheme::wpr);
    for (int i = 0; i < 8; ++i) dispatcher.compute(asked, {}, progress);
    EXPECT_EQ(dispatcher.compute(asked, {}, progress)->plan.engine, EngineKind::ex);
}

TEST(Dispatcher, RefusesWhatMayNotBe) {
    auto asked = request_like(32, 32, 20);
    asked.r = 1;
    EngineDispatcher dispatcher;
    FrameProgress progress;
    EXPECT_THROW(dispatcher.compute(asked, {}, progress), std::invalid_argument);
}

TEST(Dispatcher, SaysWhyABackendCannotBeUsed) {
    const auto why = backend_unavailable(Backend::cuda);
    if (!why) GTEST_SKIP() << "this machine runs cuda";
    auto asked = request_like(32, 32, 20);
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
