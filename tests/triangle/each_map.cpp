#include "tests/triangle/each_map.hpp"

#include "compute/cuda/engines.hpp"

#include <algorithm>

namespace mariani::triangle {
namespace {

std::vector<Candidate> candidates(bool exhibited) {
    std::vector<Candidate> all;
    for (const Backend backend : {Backend::cpu, Backend::cuda})
        for (const auto& each : choices<MapKind>())
            if (is_exhibit(each.value) == exhibited) all.push_back({each.value, backend});
    return all;
}

}  // namespace

std::string name_of_candidate(const testing::TestParamInfo<Candidate>& info) {
    std::string name(name_of(info.param.map));
    std::ranges::replace(name, '-', '_');
    return name + "_" + std::string(mariani::name_of(info.param.backend));
}

std::vector<Candidate> exact_maps() {
    return candidates(false);
}
std::vector<Candidate> exhibits() {
    return candidates(true);
}

void EachMap::SetUp() {
    if (GetParam().backend != Backend::cuda) return;
    if (const auto why = mariani::cuda::unavailable()) GTEST_SKIP() << *why;
}

Plan EachMap::plan(Task test, int side, int block) const {
    Plan plan;
    plan.map = GetParam().map;
    plan.backend = GetParam().backend;
    plan.test = test;
    plan.side = side;
    plan.block = block;
    plan.cells = suited_cells(test, block);
    if (test == Task::collision) {
        plan.diagonal = false;
        plan.layout = Layout::tiles;
        plan.features = 3;
    }
    return plan;
}

std::vector<std::byte> output_of(const Plan& plan) {
    EXPECT_EQ(why_invalid(plan).value_or(""), "");
    Progress progress;
    const auto runner = make_runner(plan);
    const auto stats = runner->run({}, progress);
    EXPECT_TRUE(stats);
    EXPECT_EQ(progress.blocks_done, progress.blocks_total);
    EXPECT_EQ(stats.value_or(RunStats{}).failed_launches, 0);
    return runner->output();
}

Coverage coverage_of(const Plan& plan) {
    EXPECT_EQ(why_invalid(plan).value_or(""), "");
    Progress progress;
    return cover(plan, *make_map_runner(plan), {}, progress).value();
}

}  // namespace mariani::triangle
