// Requirements on every engine of the workload, on every backend.
#include "compute/workloads/gasket/engine.hpp"
#include "compute/workloads/gasket/shape.hpp"
#include "tests/gasket/reference.hpp"

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::gasket {
namespace {

const Fractal& gasket() {
    return named_fractals().front();
}

// What needs no hardware: the rules by which an engine refuses.
class EngineRefusals : public testing::TestWithParam<EngineEntry> {};

class EngineSuite : public testing::TestWithParam<EngineEntry> {
  protected:
    void SetUp() override {
        if (GetParam().unavailable) GTEST_SKIP() << *GetParam().unavailable;
    }

    bool refuses(const Problem& problem, const Method& method = {}) const {
        return GetParam().refusal(problem, method).has_value();
    }

    // Compares states at the steps.
    static void compare(Engine& engine, const Problem& problem, std::vector<int> steps,
                        RandomFill fill = {}) {
        SCOPED_TRACE(problem.fractal.name + " " + std::to_string(problem.level) + " " +
                     text_of(problem.rule));
        tests::ReferenceLife reference(problem.fractal, problem.level, problem.rule);
        const State begin = random_state(shape_of(problem.fractal, problem.level).cells, fill);
        engine.set_state(begin);
        reference.set_state(begin);
        ASSERT_EQ(engine.state(), begin);
        int done = 0;
        for (const int step : steps) {
            EXPECT_EQ(engine.advance(step - done, {}), step - done);
            reference.advance(step - done);
            done = step;
            ASSERT_EQ(engine.state(), reference.state()) << "after " << step << " steps";
        }
    }

    // Wasted are those that compute no cell; what a block has is in its record.
    static void expect_blocks_for_all_cells(const StepTrace& trace, std::uint64_t cells) {
        ASSERT_EQ(trace.blocks.size(), trace.grid.count);
        std::vector<std::uint32_t> of_block(trace.grid.count);
        for (std::uint32_t cell = 0; cell < cells; ++cell) {
            ASSERT_LT(trace.grid.block_of(cell), trace.grid.count);
            ++of_block[trace.grid.block_of(cell)];
        }
        std::uint32_t first = ~0U;
        for (std::uint32_t number = 0; number < trace.grid.count; ++number) {
            const BlockRecord& record = trace.blocks[number];
            ASSERT_EQ(record.block, number);
            ASSERT_EQ(record.use == BlockUse::wasted, of_block[number] == 0) << number;
            ASSERT_LE(record.begin_ns, record.end_ns);
            first = std::min(first, record.begin_ns);
        }
        EXPECT_EQ(first, 0U);
    }

    void make_and_compare(const Problem& problem, const Method& method,
                          const std::vector<int>& steps) const {
        if (refuses(problem, method)) return;
        compare(*GetParam().make(problem, method), problem, steps);
    }
};

const std::vector<int> all_steps{1, 2, 17, 300};

TEST_P(EngineSuite, TakesTheReferencesStepsOnTheGasket) {
    for (int level = 0; level <= 12; ++level)
        make_and_compare({gasket(), level, {}}, {}, all_steps);
    make_and_compare({gasket(), 13, {}}, {}, {1, 2, 17});
}

TEST_P(EngineSuite, TakesTheReferencesStepsOnEveryFractal) {
    for (const auto& fractal : named_fractals())
        for (int level = 0; level <= tests::level_within(fractal, 20'000, 1000); ++level)
            make_and_compare({fractal, level, {}}, {}, all_steps);
}

TEST_P(EngineSuite, TakesTheReferencesStepsOnOwnFractals) {
    const Fractal full{"full", 2, {{1, 1}, {0, 0}, {1, 0}, {0, 1}}};
    const Fractal five{"five", 5, {{4, 4}, {3, 3}, {0, 1}, {1, 0}, {1, 1}, {2, 2}}};
    const Fractal turned{"turned", 2, {{1, 0}, {1, 1}, {0, 1}}};
    const Fractal point{"point", 8, {{7, 7}}};
    for (const auto& fractal : {full, five, turned, point})
        for (int level = 0; level <= tests::level_within(fractal, 10'000, 1000); ++level)
            make_and_compare({fractal, level, {}}, {}, {1, 2, 17, 60});
}

TEST_P(EngineSuite, FollowsEveryRule) {
    for (const char* rule :
         {"B3/S23", "B1/S1", "B12/S12", "B/S", "B/S012345678", "B0/S", "B0/S012345", "B012345678/S",
          "B5/S4", "B4/S05", "B23/S145", "B024/S135"})
        make_and_compare({gasket(), 7, *parse_rule(rule)}, {}, {1, 2, 40});
    for (const char* rule : {"B3/S23", "B0/S8", "B35678/S5678", "B678/S678"})
        make_and_compare({*find_fractal("carpet"), 3, *parse_rule(rule)}, {}, {1, 2, 40});
}

TEST_P(EngineSuite, TakesBlocksOfAnySize) {
    for (const int rho : {1, 2, 3, 4, 8, 9, 27, 32})
        for (const auto& fractal : {gasket(), *find_fractal("carpet"), *find_fractal("candy")})
            for (int level = 1; level <= tests::level_within(fractal, 3000); level += 2) {
                Method method;
                method.rho = rho;
                make_and_compare({fractal, level, {}}, method, {1, 2, 17});
            }
}

// What the engine has no use for changes nothing.
TEST_P(EngineSuite, TakesTheReferencesStepsWithSharedMemoryAndWithout) {
    for (const bool shared : {true, false})
        for (const int rho : {1, 2, 3, 4, 9, 32})
            for (const auto& fractal : {gasket(), *find_fractal("carpet"), *find_fractal("candy")})
                for (int level = 0; level <= tests::level_within(fractal, 3000); ++level) {
                    const Method method{.rho = rho, .shared = shared};
                    make_and_compare({fractal, level, {}}, method, {1, 2, 17});
                    make_and_compare({fractal, level, *parse_rule("B0/S145")}, method, {1, 2, 17});
                }
}

// Tiles may be larger than the fractal, and the steps no multiple of those that are fused.
TEST_P(EngineSuite, TakesTilesOfAnySizeAndSeveralStepsAtATime) {
    for (const int fuse : {1, 2, 3, 6, 7})
        for (int tile = 3; tile <= 8; ++tile)
            for (const int level : {0, 2, 3, 5, 8}) {
                Method method;
                method.fuse = fuse;
                method.tile = tile;
                make_and_compare({gasket(), level, {}}, method, {1, 2, 17, 60});
                make_and_compare({gasket(), level, *parse_rule("B0/S145")}, method, {7, 15});
            }
}

TEST_P(EngineSuite, TakesTheReferencesStepsSevenAtATime) {
    Method method;
    method.fuse = 7;
    for (const int level : {9, 10, 11, 12})
        make_and_compare({gasket(), level, *parse_rule("B12/S12")}, method, {7, 17, 50});
}

TEST_P(EngineSuite, IsTheSameWithAnyNumberOfThreads) {
    const Problem problem{gasket(), 10, {}};
    for (const int threads : {1, 2, 5}) {
        Method method;
        method.threads = threads;
        make_and_compare(problem, method, {1, 17});
    }
}

TEST_P(EngineSuite, BeginsDeadAndTakesNoStepWhereNoneIsAsked) {
    const Problem problem{gasket(), 6, *parse_rule("B0/S")};
    const auto engine = GetParam().make(problem);
    EXPECT_EQ(engine->state().population(), 0U);
    EXPECT_EQ(engine->advance(0, {}), 0);
    EXPECT_EQ(engine->state().population(), 0U);
    EXPECT_EQ(engine->advance(1, {}), 1);
    EXPECT_EQ(engine->state().population(), 729U);
    EXPECT_GT(engine->bytes(), 0);
}

// Boxes of every size, all of them and some; the engine goes on, and ends, meanwhile.
TEST_P(EngineSuite, LeavesSnapshotsThatStay) {
    for (const auto& fractal : {gasket(), *find_fractal("carpet"), *find_fractal("candy")})
        for (int level = 0; level <= tests::level_within(fractal, 100'000, 4000); ++level) {
            const Problem problem{fractal, level, *parse_rule("B0/S145")};
            if (refuses(problem)) continue;
            SCOPED_TRACE(fractal.name + " " + std::to_string(level));
            auto engine = GetParam().make(problem);
            engine->set_state(random_state(shape_of(fractal, level).cells, {}));
            engine->advance(2, {});
            const State expected = engine->state();
            const auto snapshot = engine->snapshot();
            engine->advance(1, {});
            engine.reset();
            ASSERT_EQ(snapshot->cells(), expected.cells());
            ASSERT_EQ(snapshot->state(), expected);
            ASSERT_EQ(snapshot->hash(), expected.hash());
            std::uint64_t box_cells = 1;
            for (int m = 0; m <= level; ++m, box_cells *= fractal.offsets.size())
                for (const std::uint64_t every : {1, 5}) {
                    std::vector<std::uint32_t> boxes, counts;
                    for (std::uint64_t box = 0; box < expected.cells() / box_cells; box += every) {
                        boxes.push_back(static_cast<std::uint32_t>(box));
                        counts.push_back(static_cast<std::uint32_t>(
                            expected.population(box * box_cells, (box + 1) * box_cells)));
                    }
                    std::ranges::reverse(boxes);  // in any order
                    std::ranges::reverse(counts);
                    ASSERT_EQ(snapshot->populations(box_cells, boxes), counts) << m;
                }
            EXPECT_TRUE(snapshot->populations(1, {}).empty());
        }
}

// Blocks of several sizes, and a last one that is not full.
TEST_P(EngineSuite, ComputesEachCellOnceInTheBlocksOfItsTrace) {
    for (const auto& fractal : {gasket(), *find_fractal("carpet"), *find_fractal("candy")})
        for (int level = 0; level <= tests::level_within(fractal, 200'000, 2000); ++level)
            for (const Method& method :
                 {Method{.rho = 1}, Method{.rho = 4}, Method{.rho = 16},
                  Method{.rho = 4, .shared = true}, Method{.rho = 4, .shared = false}}) {
                const Problem problem{fractal, level, *parse_rule("B0/S145")};
                if (refuses(problem, method)) continue;
                SCOPED_TRACE(fractal.name + " " + std::to_string(level) + " " +
                             std::to_string(method.rho));
                const auto engine = GetParam().make(problem, method);
                const State state = random_state(shape_of(fractal, level).cells, {});
                engine->set_state(state);
                const StepTrace trace = engine->trace();
                ASSERT_EQ(trace.visits.size(), state.cells());
                EXPECT_EQ(trace.cells_not_once(), 0U);
                EXPECT_EQ(trace.outside, 0U);
                expect_blocks_for_all_cells(trace, state.cells());
                EXPECT_EQ(engine->state(), state);
                const auto other = GetParam().make(problem, method);
                other->set_state(state);
                EXPECT_EQ(engine->advance(3, {}), other->advance(3, {}));
                EXPECT_EQ(engine->state(), other->state());
            }
}

TEST_P(EngineSuite, RefusesToWatchMoreThanThereIsMemoryFor) {
    const Problem problem{gasket(), 16, {}};
    const bool in_box = GetParam().kind == EngineKind::bb || GetParam().kind == EngineKind::lambda;
    const Problem box{gasket(), 13, {}};
    if (refuses(in_box ? box : problem)) GTEST_SKIP() << "it computes nothing as large";
    const auto engine = GetParam().make(in_box ? box : problem);
    try {
        engine->trace();
        FAIL() << "all of it was watched";
    } catch (const std::invalid_argument& why) {
        EXPECT_NE(std::string(why.what()).find("at most 16777216"), std::string::npos);
    }
}

TEST_P(EngineSuite, MakesTheRandomState) {
    std::atomic<double> progress;
    for (const auto& fractal : {gasket(), *find_fractal("carpet"), *find_fractal("candy")})
        for (int level = 0; level <= tests::level_within(fractal, 100'000, 20'000); ++level)
            for (const RandomFill fill : {RandomFill{}, {7, 0.25F}, {7, 0}, {7, 1}}) {
                if (refuses({fractal, level, {}})) continue;
                SCOPED_TRACE(fractal.name + " " + std::to_string(level));
                const auto engine = GetParam().make({fractal, level, *parse_rule("B12/S12")});
                const State expected = random_state(shape_of(fractal, level).cells, fill);
                engine->set_state(State(expected.cells()));
                engine->advance(1, {});
                progress = 0;
                EXPECT_TRUE(engine->set_random_state(fill, {}, progress));
                EXPECT_EQ(progress, 1);
                ASSERT_EQ(engine->state(), expected);
                const auto other = GetParam().make({fractal, level, *parse_rule("B12/S12")});
                other->set_state(expected);
                EXPECT_EQ(engine->advance(3, {}), other->advance(3, {}));
                ASSERT_EQ(engine->state(), other->state());
            }
}

TEST_P(EngineSuite, KeepsItsStateWhereARandomOneIsStopped) {
    const auto engine = GetParam().make({gasket(), 5, {}});
    const State before = random_state(243, {3, 0.5F});
    engine->set_state(before);
    std::stop_source stop;
    stop.request_stop();
    std::atomic<double> progress = 0;
    EXPECT_FALSE(engine->set_random_state({4, 0.5F}, stop.get_token(), progress));
    EXPECT_EQ(progress, 0);
    EXPECT_EQ(engine->state(), before);
}

TEST_P(EngineSuite, RefusesAStateOfAnotherSize) {
    const auto engine = GetParam().make({gasket(), 5, {}});
    EXPECT_THROW(engine->set_state(State(729)), std::invalid_argument);
    EXPECT_EQ(engine->state().cells(), 243U);
}

TEST_P(EngineSuite, StopsWithWholeSteps) {
    const Problem problem{gasket(), 9, *parse_rule("B12/S12")};
    const auto engine = GetParam().make(problem);
    tests::ReferenceLife reference(problem.fractal, problem.level, problem.rule);
    const State begin = random_state(19683, {});
    engine->set_state(begin);
    reference.set_state(begin);
    std::stop_source stopped;
    stopped.request_stop();
    EXPECT_EQ(engine->advance(1000, stopped.get_token()), 0);
    EXPECT_EQ(engine->state(), begin);

    std::stop_source later;
    std::int64_t done = 0;
    {
        const std::jthread stopper([&] { later.request_stop(); });
        done = engine->advance(100'000'000, later.get_token());
    }
    ASSERT_LT(done, 100'000'000);
    const State seen = engine->state();
    // The reference may need long for as many steps: the rest is taken by another engine.
    const auto other = find_engine(EngineKind::lambda, Backend::cpu)->make(problem);
    other->set_state(begin);
    EXPECT_EQ(other->advance(done, {}), done);
    EXPECT_EQ(seen, other->state());
}

TEST_P(EngineRefusals, SayWhatIsAllowed) {
    const auto refusal = [&](const Problem& problem, const Method& method = {}) {
        const auto why = GetParam().refusal(problem, method);
        EXPECT_TRUE(why);
        EXPECT_THROW(GetParam().make(problem, method), std::invalid_argument);
        return why.value_or("");
    };
    Method no_rho, long_fuse;
    no_rho.rho = 0;
    long_fuse.fuse = 8;
    EXPECT_NE(refusal({gasket(), 21, {}}).find("0 to 20"), std::string::npos);
    EXPECT_NE(refusal({{"own", 3, {}}, 1, {}}).find("at least one"), std::string::npos);
    EXPECT_NE(refusal({gasket(), 5, {}}, no_rho).find("1 to 32"), std::string::npos);
    EXPECT_NE(refusal({gasket(), 5, {}}, long_fuse).find("1 to 7"), std::string::npos);
}

TEST_P(EngineRefusals, KnowWhatTheEngineCannotCompute) {
    const bool is_bits = GetParam().kind == EngineKind::bits;
    const auto why = GetParam().refusal({*find_fractal("carpet"), 3, {}});
    EXPECT_EQ(why.has_value(), is_bits);
    if (is_bits) {
        EXPECT_NE(why->find("engine table"), std::string::npos);
    }
    Method small_tile;
    small_tile.tile = 2;
    EXPECT_EQ(GetParam().refusal({gasket(), 8, {}}, small_tile).has_value(), is_bits);
    // Blocks of one cell have more digits than matrices; the box has 2^34 cells.
    Method single_cells;
    single_cells.rho = 1;
    EXPECT_EQ(GetParam().refusal({gasket(), 17, {}}, single_cells).has_value(),
              GetParam().kind == EngineKind::nu_mma ||
                  (GetParam().backend == Backend::cpu &&
                   (GetParam().kind == EngineKind::bb || GetParam().kind == EngineKind::lambda)));
}

std::string name_of_entry(const testing::TestParamInfo<EngineEntry>& entry) {
    std::string name = entry.param.name + "_" + std::string(name_of(entry.param.backend));
    std::ranges::replace(name, '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Registry, EngineSuite,
                         testing::ValuesIn(engine_registry().begin(), engine_registry().end()),
                         name_of_entry);
INSTANTIATE_TEST_SUITE_P(Registry, EngineRefusals,
                         testing::ValuesIn(engine_registry().begin(), engine_registry().end()),
                         name_of_entry);

// A change of engine in mid-run keeps the state.
TEST(EngineSwapTest, KeepsTheState) {
    const Problem problem{gasket(), 8, {}};
    tests::ReferenceLife reference(problem.fractal, problem.level, problem.rule);
    State state = random_state(6561, {});
    reference.set_state(state);
    for (int round = 0; round < 3; ++round)
        for (const auto& entry : engine_registry()) {
            if (entry.unavailable) continue;
            const auto engine = entry.make(problem);
            engine->set_state(state);
            engine->advance(3, {});
            state = engine->state();
            reference.advance(3);
            ASSERT_EQ(state, reference.state()) << entry.name;
        }
}

}  // namespace
}  // namespace mariani::gasket
