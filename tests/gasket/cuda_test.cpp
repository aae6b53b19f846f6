// What the suite does not ask of the cuda engines: large levels, and the exhibit. Skipped where no
// GPU is.
#include "compute/service/engine_registry.hpp"
#include "compute/workloads/gasket/cell_layout.hpp"
#include "compute/workloads/gasket/engine.hpp"
#include "compute/workloads/gasket/mma.hpp"
#include "compute/workloads/gasket/shape.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace mariani::gasket {
namespace {

class OnGpu : public testing::Test {
  protected:
    void SetUp() override {
        if (const auto why = backend_unavailable(Backend::cuda)) GTEST_SKIP() << *why;
    }

    static Problem gasket_of(int level) {
        Problem problem;
        problem.level = level;
        return problem;
    }

    static std::uint64_t hash_after(EngineKind kind, Backend backend, const State& begin, int level,
                                    const Method& method, std::int64_t steps) {
        const auto engine = find_engine(kind, backend)->make(gasket_of(level), method);
        engine->set_state(begin);
        EXPECT_EQ(engine->state(), begin);
        EXPECT_EQ(engine->advance(steps, {}), steps);
        return engine->state().hash();
    }
};

TEST_F(OnGpu, Level16IsTheSameOnBothBackends_cuda) {
    const State begin = random_state(shape_of(named_fractals().front(), 16).cells, {});
    const std::uint64_t expected = hash_after(EngineKind::bits, Backend::cpu, begin, 16, {}, 300);
    for (const auto kind :
         {EngineKind::bits, EngineKind::table, EngineKind::nu, EngineKind::nu_mma})
        EXPECT_EQ(hash_after(kind, Backend::cuda, begin, 16, {}, 300), expected)
            << static_cast<int>(kind);
    for (const auto kind : {EngineKind::table, EngineKind::nu, EngineKind::nu_mma})
        EXPECT_EQ(hash_after(kind, Backend::cuda, begin, 16, {.shared = false}, 300), expected)
            << static_cast<int>(kind);
    for (const int fuse : {2, 5, 7})
        EXPECT_EQ(hash_after(EngineKind::bits, Backend::cuda, begin, 16, {.fuse = fuse}, 300),
                  expected)
            << fuse;
}

// With both buffers, in less than a gigabyte.
TEST_F(OnGpu, Level20FitsAndIsTheSameOnBothBackends_cuda) {
    const Problem problem = gasket_of(20);
    const State begin = random_state(shape_of(problem.fractal, 20).cells, {});
    const auto engine = find_engine(EngineKind::bits, Backend::cuda)->make(problem);
    EXPECT_LT(engine->bytes(), 1'000'000'000);
    engine->set_state(begin);
    EXPECT_EQ(engine->advance(5, {}), 5);
    const auto snapshot = engine->snapshot();
    EXPECT_EQ(snapshot->hash(), engine->state().hash());
    EXPECT_EQ(snapshot->populations(snapshot->cells(), std::vector<std::uint32_t>{0}),
              std::vector{static_cast<std::uint32_t>(engine->state().population())});
    EXPECT_EQ(engine->state().hash(), hash_after(EngineKind::bits, Backend::cpu, begin, 20, {}, 5));
}

TEST_F(OnGpu, NoBlockIsWrongWithExactSums_cuda) {
    for (const int level : {4, 10, 16, 17, 20})
        EXPECT_EQ(cuda::count_wrong_blocks(gasket_of(level), {}, MmaForm::exact), 0U) << level;
}

// The blocks are 16 x 16, so there are four levels of them less.
TEST_F(OnGpu, ThePublishedFormsAreWrongWhereTheProcessorFindsThem_cuda) {
    const auto blocks_of = [](const Problem& problem) {
        return cell_layout(problem.fractal, problem.level, 16, BlockOrder::rectangle).blocks;
    };
    for (const auto form : {MmaForm::printed, MmaForm::program})
        for (const int level : {4, 10, 16, 17, 18, 19, 20}) {
            const Problem problem = gasket_of(level);
            EXPECT_EQ(cuda::count_wrong_blocks(problem, {}, form),
                      count_wrong_as_published(blocks_of(problem), form))
                << level;
        }
}

}  // namespace
}  // namespace mariani::gasket
