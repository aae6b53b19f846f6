// Engines, schemes and SIMD targets compared with each other.
#include "compute/cpu/engines.hpp"
#include "tests/engines/frames.hpp"
#include "tests/engines/reference.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

Frame run(EngineKind kind, Scheme scheme, FramePlan asked) {
    asked.engine = kind;
    asked.backend = Backend::cpu;
    asked.scheme = scheme;
    return compute(*find_engine(kind, Backend::cpu)->make(), asked);
}

FramePlan demanding(const View& view) {
    auto asked = plan(509, 367, 1500, view);
    asked.shortcuts = true;
    asked.smooth = asked.count_work = true;
    asked.subdivision = {3, 2, 3};
    return asked;
}

TEST(Agreement, SubdividingEnginesAndSchemesGiveTheSameFrame) {
    for (const auto& view : {paper, seahorse, elephant}) {
        const Frame frame = run(EngineKind::ask, Scheme::sbr, demanding(view));
        expect_same(frame, run(EngineKind::ask, Scheme::mbr, demanding(view)));
        expect_same(frame, run(EngineKind::dp, Scheme::sbr, demanding(view)));
        expect_same(frame, run(EngineKind::dp, Scheme::mbr, demanding(view)));
    }
}

TEST(Agreement, SafeAndInteriorRulesMakeNoWrongPixel) {
    for (const auto rule : {FillRule::safe, FillRule::interior})
        for (const auto& view : {paper, seahorse, elephant}) {
            SCOPED_TRACE(std::string(name_of(rule)));
            auto asked = plan(768, 768, 1024, view);
            asked.fill = rule;
            asked.shortcuts = true;
            asked.subdivision = {4, 2, 32};
            EXPECT_EQ(dwells_of(run(EngineKind::ask, Scheme::sbr, asked)),
                      dwells_of(run(EngineKind::ex, Scheme::sbr, asked)));
        }
}

// Where escaping takes longest: at cusps, and where components touch.
TEST(Agreement, ShortcutsChangeNoDwellNearTheBoundary) {
    for (const auto precision : {Precision::f32, Precision::f64})
        for (const auto& view :
             {View{{0.25, 0}, 1e-3}, View{{0.25, 1e-6}, 1e-6}, View{{-0.75, 1e-5}, 1e-4},
              View{{-0.75, 0}, 1.3e-3}, View{{-1.25, 0}, 1e-4}, View{{-0.125, 0.649519}, 1e-4},
              View{{-1, 0.25}, 1e-4}}) {
            auto asked = plan(49, 49, 20000, view);
            asked.precision = precision;
            const auto plain = dwells_of(run(EngineKind::ex, Scheme::sbr, asked));
            asked.shortcuts = true;
            EXPECT_EQ(dwells_of(run(EngineKind::ex, Scheme::sbr, asked)), plain);
        }
}

// Restores the automatic choice of instruction set after each test.
class SimdTargets : public testing::Test {
  protected:
    ~SimdTargets() override { cpu::use_simd_target(""); }
};

TEST_F(SimdTargets, AllGiveTheSameBits) {
    ASSERT_EQ(cpu::simd_targets().back(), "scalar");
    for (const auto precision : {Precision::f32, Precision::f64})
        for (const bool shortcuts : {false, true})
            for (const auto& view : {paper, seahorse, elephant, View{{-0.5, 0}, 300}}) {
                auto asked = plan(131, 103, 700, view);
                asked.precision = precision;
                asked.shortcuts = shortcuts;
                asked.smooth = asked.count_work = true;
                asked.subdivision = {3, 2, 2};
                cpu::use_simd_target("scalar");
                const Frame scalar = run(EngineKind::ask, Scheme::sbr, asked);
                const Frame truth = run(EngineKind::ex, Scheme::sbr, asked);
                EXPECT_EQ(dwells_of(truth), reference::exhaustive(asked));
                for (const auto& target : cpu::simd_targets()) {
                    SCOPED_TRACE(target);
                    cpu::use_simd_target(target);
                    expect_same(scalar, run(EngineKind::ask, Scheme::sbr, asked));
                    const Frame ex = run(EngineKind::ex, Scheme::sbr, asked);
                    expect_same(truth, ex);
                    EXPECT_EQ(ex.stats.total().iterations, truth.stats.total().iterations);
                }
            }
}

TEST_F(SimdTargets, AreNamedInTheDevice) {
    for (const auto& target : cpu::simd_targets()) {
        cpu::use_simd_target(target);
        EXPECT_EQ(cpu::simd_target(), target);
        EXPECT_NE(backend_device(Backend::cpu).find(target), std::string::npos);
    }
}

TEST_F(SimdTargets, AreThoseOfTheMachineWhicheverIsInUse) {
    const auto all = cpu::simd_targets();
    for (const auto& target : all) {
        cpu::use_simd_target(target);
        EXPECT_EQ(cpu::simd_targets(), all);
    }
}

TEST_F(SimdTargets, RefuseWhatTheMachineHasNot) {
    EXPECT_THROW(cpu::use_simd_target("AltiVec"), std::invalid_argument);
}

}  // namespace
}  // namespace mariani::tests
