#include "tests/cuda/on_cuda.hpp"

#include "compute/service/dwell_access.hpp"
#include "compute/service/engine_registry.hpp"

#include <cstddef>
#include <map>
#include <memory>

namespace mariani::tests {

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

const std::vector<Contender> contenders{
    {EngineKind::ex, Scheme::sbr},  {EngineKind::dp, Scheme::sbr},  {EngineKind::dp, Scheme::mbr},
    {EngineKind::ask, Scheme::sbr}, {EngineKind::ask, Scheme::mbr}, {EngineKind::ask, Scheme::wpr}};

FramePlan plan_of(const Place& place, ImageSize image) {
    FramePlan plan;
    plan.view = place.view;
    plan.image = image;
    plan.part = whole(image);
    plan.dwell_limit = place.dwell_limit;
    plan.precision = Precision::f64;
    plan.shortcuts = false;
    plan.keep_regions = true;
    plan.subdivision = {4, 2, 8};
    return plan;
}

Frame frame_of(Engine& engine, const FramePlan& plan) {
    FrameProgress progress;
    auto frame = engine.compute(plan, {}, progress);
    EXPECT_EQ(progress.pixels_done, pixel_count(plan.part));
    return frame.value();
}

FramePlan on(Backend backend, Contender contender, FramePlan plan) {
    plan.backend = backend;
    plan.engine = contender.kind;
    plan.scheme = contender.scheme;
    return plan;
}

namespace {

std::string text_of(Contender contender, const FramePlan& plan) {
    return std::string(name_of(contender.kind)) + " " + std::string(name_of(contender.scheme)) +
           " " + std::string(name_of(plan.precision)) + " block " +
           std::to_string(plan.block.width) + "x" + std::to_string(plan.block.height);
}

void expect_same_dwells(const Frame& frame, const Frame& expected) {
    ASSERT_FALSE(frame.dwells.on_host());
    const Field on_host = host_copy(frame.dwells), expected_on_host = host_copy(expected.dwells);
    const auto ours = on_host.host<std::uint32_t>().values;
    const auto theirs = expected_on_host.host<std::uint32_t>().values;
    ASSERT_EQ(ours.size(), theirs.size());
    std::size_t different = 0;
    for (std::size_t i = 0; i < ours.size(); ++i) different += ours[i] != theirs[i];
    EXPECT_EQ(different, 0U) << "pixels differ, of " << ours.size();
}

void expect_same_regions(const Frame& frame, const Frame& expected) {
    const auto of_frame = frame.regions->on_host(), of_expected = expected.regions->on_host();
    ASSERT_EQ(of_frame->size(), of_expected->size());
    for (std::size_t i = 0; i < of_expected->size(); ++i) {
        Region ours = (*of_frame)[i], theirs = (*of_expected)[i];
        if (frame.plan.scheme != Scheme::wpr)  // the others recompute borders
            ours.iterations = theirs.iterations = 0;
        ASSERT_TRUE(ours == theirs) << "region " << i;
    }
}

void expect_same_counts(const Frame& frame, const Frame& expected) {
    const auto &ours = frame.stats.levels, &theirs = expected.stats.levels;
    ASSERT_EQ(ours.size(), theirs.size());
    std::uint64_t listed = 0;
    const auto regions = frame.regions->on_host();
    for (const auto& region : *regions) listed += region.iterations;
    EXPECT_EQ(static_cast<std::int64_t>(listed), frame.stats.total().iterations);
    for (std::size_t i = 0; i < ours.size(); ++i) {
        EXPECT_EQ(ours[i].level, theirs[i].level);
        EXPECT_EQ(ours[i].side, theirs[i].side);
        EXPECT_EQ(ours[i].regions, theirs[i].regions);
        EXPECT_EQ(ours[i].filled, theirs[i].filled);
        EXPECT_EQ(ours[i].subdivided, theirs[i].subdivided);
        EXPECT_EQ(ours[i].leaves, theirs[i].leaves);
        EXPECT_EQ(ours[i].empty_children, theirs[i].empty_children);
        EXPECT_EQ(ours[i].pixels_filled, theirs[i].pixels_filled);
        EXPECT_EQ(ours[i].leaf_pixels, theirs[i].leaf_pixels);
        EXPECT_EQ(ours[i].leaf_iterations, theirs[i].leaf_iterations);
        EXPECT_GE(ours[i].pixels_iterated, theirs[i].pixels_iterated);
        EXPECT_GE(ours[i].iterations, theirs[i].iterations);
        if (frame.plan.scheme != Scheme::wpr) continue;
        EXPECT_EQ(ours[i].pixels_iterated, theirs[i].pixels_iterated);
        EXPECT_EQ(ours[i].iterations, theirs[i].iterations);
    }
}

void expect_work_of(const Frame& frame, const Frame& expected) {
    ASSERT_FALSE(frame.work.on_host());
    const Field on_host = host_copy(frame.work), expected_on_host = host_copy(expected.work);
    const auto ours = on_host.host<std::uint32_t>().values;
    const auto theirs = expected_on_host.host<std::uint32_t>().values;
    ASSERT_EQ(ours.size(), theirs.size());
    std::int64_t sum = 0;
    std::size_t different = 0;
    for (std::size_t i = 0; i < ours.size(); ++i) {
        sum += ours[i];
        different += ours[i] != theirs[i];
    }
    EXPECT_EQ(sum, frame.stats.total().iterations);
    const bool once = frame.plan.scheme == Scheme::wpr || frame.plan.engine == EngineKind::ex;
    if (once && !frame.plan.shortcuts) {
        EXPECT_EQ(different, 0U) << "pixels have other work, of " << ours.size();
    }
}

}  // namespace

void OnCuda::SetUp() {
    if (const auto why = cuda::unavailable()) GTEST_SKIP() << *why;
}

Engine& OnCuda::cpu(EngineKind kind) {
    static std::map<EngineKind, std::unique_ptr<Engine>> engines;
    auto& engine = engines[kind];
    if (!engine) engine = find_engine(kind, Backend::cpu)->make();
    return *engine;
}

Frame OnCuda::compare(Engine& engine, Contender contender, const FramePlan& plan) {
    SCOPED_TRACE(text_of(contender, plan));
    const Frame frame = frame_of(engine, on(Backend::cuda, contender, plan));
    const Frame expected = frame_of(cpu(contender.kind), on(Backend::cpu, contender, plan));
    expect_same_dwells(frame, expected);
    if (plan.keep_regions) {
        expect_same_regions(frame, expected);
        expect_same_counts(frame, expected);
    }
    if (plan.count_work) expect_work_of(frame, expected);
    return frame;
}

}  // namespace mariani::tests
