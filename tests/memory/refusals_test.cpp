// What is refused where memory is short: by real runners, whose address space is limited.
#include "compute/service/machine.hpp"
#include "compute/workloads/triangle/plan.hpp"
#include "compute/workloads/triangle/runner.hpp"
#include "compute/workloads/volume/plan.hpp"
#include "compute/workloads/volume/runner.hpp"
#include "tests/memory/peak.hpp"

#include <fstream>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace mariani {
namespace {

constexpr std::int64_t gib = std::int64_t{1} << 30;

TEST(MemoryEstimate, SaysWhatTakesHowMuchAndWhatToChoose) {
    const MemoryEstimate estimate{
        "a smaller n", {{"for the points", gib / 2}, {"for the values", 3 * gib}, {"to sort", 5}}};
    EXPECT_EQ(estimate.total(), 3 * gib + gib / 2 + 5);
    EXPECT_FALSE(why_too_large(estimate, estimate.total()));
    EXPECT_EQ(why_too_large(estimate, estimate.total() - 1),
              "it takes 3.5 GiB of memory (3.0 GiB for the values, 512 MiB for the points), and "
              "3.5 GiB is free: choose a smaller n");
}

TEST(FreeMemory, IsWhatTheLimitOfTheAddressSpaceLeaves) {
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
    std::int64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const std::int64_t used = pages * sysconf(_SC_PAGESIZE);
    rlimit limit = before;
    limit.rlim_cur = static_cast<rlim_t>(used + gib);
    ASSERT_EQ(setrlimit(RLIMIT_AS, &limit), 0);
    const std::int64_t free = free_memory();
    volume::Plan plan;
    plan.backend = Backend::cpu;
    plan.engine = volume::EngineKind::ex;
    plan.side = {{1024, 1024, 1024, 1}};
    std::string why;
    try {
        volume::make_runner(plan);
    } catch (const MemoryShortage& shortage) {
        why = shortage.what();
    }
    setrlimit(RLIMIT_AS, &before);
    EXPECT_LE(free, gib);
    EXPECT_GT(free, gib / 2);
    EXPECT_NE(why.find("2.0 GiB for the voxels"), std::string::npos) << why;
    EXPECT_NE(why.find("choose a smaller n"), std::string::npos) << why;
}

// A lattice may be finer than the picture: its regions are no more than the pixels.
TEST(MemoryOfPlans, HasNoMoreRegionsOfALevelThanPixels) {
    FramePlan plan;
    plan.image = {16, 16};
    plan.part = whole(plan.image);
    plan.engine = EngineKind::ask;
    plan.subdivision = {32'768, 2, 1};
    plan.keep_regions = true;
    EXPECT_LT(memory_of(plan).total(), 1 << 20);
}

// 40 GiB and more, of which not one page is touched before the refusal.
TEST(MemoryOfCheck, HasTheValuesThriceAndTheVisits) {
    triangle::Plan plan;
    plan.test = triangle::Task::edm;
    plan.side = 100'000;
    const std::int64_t values = std::int64_t{100'000} * 100'001 / 2 * 4;
    EXPECT_NEAR(static_cast<double>(memory_of_check(plan).total()), 3.0 * values, 0.01 * values);
    plan.side = triangle::max_plane_side;
    plan.test = triangle::Task::accumulate;  // a byte a cell, a visit's count has four
    const std::int64_t cells = std::int64_t{16'384} * 16'385 / 2;
    EXPECT_NEAR(static_cast<double>(memory_of_check(plan).total()), 6.0 * cells, 0.01 * cells);
}

TEST(MemoryOfPlans, OfAGpuIsNotTheProcessors) {
    volume::Plan plan;
    plan.backend = Backend::cuda;
    plan.device = 3;
    EXPECT_EQ(memory_of(plan).gpu, 3);
    EXPECT_FALSE(memory_of_check(plan).gpu);
    EXPECT_EQ(memory_of_check(plan).total(), 2 * volume::output_bytes(plan));
    FramePlan frame;
    frame.backend = Backend::cuda;
    frame.image = {100, 100};
    frame.part = whole(frame.image);
    EXPECT_EQ(host_memory_of(frame).total(), 0);
    frame.precision = Precision::deltas;  // whose fields are the host's
    EXPECT_GE(host_memory_of(frame).total(), 4 * 100 * 100);
}

TEST(MemoryEstimate, OfAGpuSaysSoAndCountsNothingThatYields) {
    const MemoryEstimate estimate{
        "a smaller n", {{"for the values", 3 * gib}, {"for a list", gib, true}}, 0};
    EXPECT_EQ(estimate.total(), 4 * gib);
    EXPECT_EQ(estimate.needed(), 3 * gib);
    EXPECT_FALSE(why_too_large(estimate, 3 * gib));
    EXPECT_EQ(why_too_large(estimate, 2 * gib),
              "it takes 3.0 GiB of the GPU's memory (3.0 GiB for the values), and 2.0 GiB is free: "
              "choose a smaller n");
}

}  // namespace
}  // namespace mariani
