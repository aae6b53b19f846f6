// Every engine on both backends: beside plain loops, and beside each other.
#include "compute/service/engine_registry.hpp"
#include "compute/workloads/volume/plan.hpp"
#include "compute/workloads/volume/runner.hpp"
#include "tests/volume/plain_volume.hpp"

#include <algorithm>
#include <string>
#include <thread>
#include <tuple>

#include <gtest/gtest.h>

namespace mariani::volume {
namespace {

struct Done {
    RunStats stats;
    std::vector<std::uint32_t> dwells;
    std::vector<RegionRecord> regions;
};

Done done_by(const Plan& plan) {
    EXPECT_EQ(why_invalid(plan).value_or(""), "");
    const auto runner = make_runner(plan);
    Progress progress;
    Done done;
    for (int run = 0; run < 2; ++run) {  // the second finds the first one's volume
        const auto stats = runner->run({}, progress);
        EXPECT_TRUE(stats.has_value());
        if (stats) done.stats = *stats;
    }
    EXPECT_EQ(progress.voxels_done, voxel_count(plan.side));
    const auto output = runner->output();
    for (Index i = 0; i < voxel_count(plan.side); ++i)
        done.dwells.push_back(dwell_at(plan, output, i));
    done.regions = runner->regions();
    return done;
}

using Key = std::tuple<int, int, int, int, int, int>;
std::vector<Key> as_set(const std::vector<RegionRecord>& regions) {
    std::vector<Key> keys;
    for (const auto& region : regions)
        keys.emplace_back(region.level, region.cell.at[0], region.cell.at[1], region.cell.at[2],
                          region.cell.at[3], static_cast<int>(region.outcome));
    std::ranges::sort(keys);
    return keys;
}

std::int64_t subdivided_of(const RunStats& stats) {
    std::int64_t sum = 0;
    for (const LevelStats& level : stats.levels) sum += level.subdivided;
    return sum;
}

// The host's launches in a run of DP on a GPU: those of a run in which nothing is subdivided.
std::int64_t host_launches(Plan plan) {
    plan.B = 2048;
    return done_by(plan).stats.launches;
}

class VolumeSuite : public testing::TestWithParam<Backend> {
  protected:
    void SetUp() override {
        if (const auto why = backend_unavailable(GetParam())) GTEST_SKIP() << *why;
    }

    Plan plan(EngineKind engine, Sides side, int axes = 3) const {
        Plan plan;
        plan.backend = GetParam();
        plan.engine = engine;
        plan.side = side;
        plan.axes = axes;
        plan.g = 2;
        plan.dwell_limit = 100;
        return plan;
    }
    std::vector<Scheme> schemes(EngineKind engine) const {
        std::vector<Scheme> all{Scheme::sbr};
        const bool cpu = GetParam() == Backend::cpu;
        if (!cpu || engine != EngineKind::dp) all.push_back(Scheme::mbr);
        if (!cpu && engine != EngineKind::dp) all.push_back(Scheme::wpr);
        return all;
    }
};

const Sides cube{{32, 32, 32, 1}}, odd{{17, 30, 23, 1}}, four{{12, 11, 9, 10}};

TEST_P(VolumeSuite, ExIsAPlainLoop) {
    for (const auto precision : {Precision::f32, Precision::f64})
        for (const std::uint32_t limit : {1U, 15U, 256U, 70'000U}) {
            Plan asked = plan(EngineKind::ex, limit > 1000 ? odd : cube);
            asked.precision = precision;
            asked.dwell_limit = limit;
            EXPECT_EQ(done_by(asked).dwells, plain_volume(asked)) << limit;
        }
    EXPECT_EQ(done_by(plan(EngineKind::ex, odd)).dwells, plain_volume(plan(EngineKind::ex, odd)));
    const Plan all = plan(EngineKind::ex, four, 4);
    EXPECT_EQ(done_by(all).dwells, plain_volume(all));
    const Plan plane = plan(EngineKind::ex, {{41, 37, 1, 1}}, 2);
    EXPECT_EQ(done_by(plane).dwells, plain_volume(plane));
}

TEST_P(VolumeSuite, ShortcutsChangeNoDwell) {
    for (const auto precision : {Precision::f32, Precision::f64})
        for (const auto engine : {EngineKind::ex, EngineKind::dp, EngineKind::ask}) {
            Plan asked = plan(engine, cube);
            asked.precision = precision;
            asked.dwell_limit = 1000;
            const auto with = done_by(asked).dwells;
            asked.shortcuts = false;
            EXPECT_EQ(done_by(asked).dwells, with) << name_of(engine);
        }
}

// Where |c| is 2 or more, |z| may fall below 2 again; the first escape counts.
TEST_P(VolumeSuite, TheFirstEscapeCountsFarFromTheSet) {
    Plan asked = plan(EngineKind::ex, {{40, 40, 40, 1}});
    asked.height = 6;
    EXPECT_EQ(done_by(asked).dwells, plain_volume(asked));
}

TEST_P(VolumeSuite, SubdivisionDiffersFromExInFillsOnly) {
    for (const auto& [side, axes] : {std::pair{cube, 3}, {odd, 3}, {four, 4}})
        for (const auto rule : {Rule::uniform, Rule::interior, Rule::sides}) {
            Plan asked = plan(EngineKind::ask, side, axes);
            asked.rule = rule;
            const Done done = done_by(asked);
            const auto plain = plain_volume(asked);
            std::vector<bool> filled(plain.size());
            const Code code = code_of(asked);
            for (const auto& region : done.regions) {
                if (region.outcome != Outcome::filled) continue;
                const Box box = box_of(side, axes, code.lattice(region.level), region.cell);
                for (Index t = 0; t < voxel_count(box.side); ++t)
                    filled[static_cast<std::size_t>(
                        index_of(side, voxel_of(box, static_cast<std::uint32_t>(t))))] = true;
            }
            for (std::size_t i = 0; i < plain.size(); ++i)
                if (!filled[i]) {
                    ASSERT_EQ(done.dwells[i], plain[i]) << i;
                }
        }
}

TEST_P(VolumeSuite, EnginesAndSchemesHaveOneVolumeAndOneSetOfRegions) {
    for (const auto& [side, axes] : {std::pair{cube, 3}, {odd, 3}, {four, 4}})
        for (const auto rule : {Rule::uniform, Rule::interior, Rule::sides}) {
            Plan asked = plan(EngineKind::ask, side, axes);
            asked.rule = rule;
            asked.backend = Backend::cpu;
            const Done expected = done_by(asked);
            asked.backend = GetParam();
            for (const auto engine : {EngineKind::ask, EngineKind::dp})
                for (const Scheme scheme : schemes(engine)) {
                    asked.engine = engine;
                    asked.scheme = scheme;
                    const Done done = done_by(asked);
                    SCOPED_TRACE(testing::Message() << name_of(engine) << " " << name_of(scheme)
                                                    << " " << name_of(rule) << " k " << axes);
                    ASSERT_EQ(done.dwells, expected.dwells);
                    ASSERT_EQ(as_set(done.regions), as_set(expected.regions));
                    ASSERT_EQ(done.stats.iterated, expected.stats.iterated);
                }
        }
}

// Small enough for a tool that follows every access.
TEST_P(VolumeSuite, AVolumeOf16IsThatOfExByEveryEngine) {
    Plan asked = plan(EngineKind::ex, {{16, 16, 16, 1}});
    const auto expected = done_by(asked).dwells;
    asked.rule = Rule::interior;
    asked.B = 2;
    for (const auto engine : {EngineKind::ask, EngineKind::surface, EngineKind::dp})
        for (const Scheme scheme : schemes(engine))
            for (const int pool : {1, 2048}) {
                if (engine != EngineKind::dp && pool > 1) continue;
                asked.engine = engine;
                asked.scheme = scheme;
                asked.pool = pool;
                EXPECT_EQ(done_by(asked).dwells, expected)
                    << name_of(engine) << " " << name_of(scheme) << " pool " << pool;
            }
}

// A full pool, or one of few launches: parents examine what lies below them.
TEST_P(VolumeSuite, AFullPoolChangesNothing) {
    for (const auto& [side, axes] : {std::pair{cube, 3}, {odd, 3}, {four, 4}}) {
        Plan asked = plan(EngineKind::ask, side, axes);
        asked.B = 1;
        asked.backend = Backend::cpu;
        const Done expected = done_by(asked);
        const std::int64_t subdivided = subdivided_of(expected.stats);
        // What is launched finds no room for its own children in a pool of one.
        ASSERT_GE(expected.stats.levels.size(), 3U);
        asked.engine = EngineKind::dp;
        asked.backend = GetParam();
        for (const int pool : {1, 3, 2048}) {
            asked.pool = pool;
            const Done done = done_by(asked);
            SCOPED_TRACE(testing::Message() << "k " << axes << " pool " << pool);
            ASSERT_EQ(done.dwells, expected.dwells);
            ASSERT_EQ(as_set(done.regions), as_set(expected.regions));
            ASSERT_EQ(done.stats.iterated, expected.stats.iterated);
            const std::int64_t host = GetParam() == Backend::cpu ? 0 : host_launches(asked);
            EXPECT_EQ(done.stats.launches + done.stats.failed_launches, host + subdivided);
            EXPECT_LE(done.stats.most_pending, pool);
            EXPECT_GE(done.stats.most_pending, 1);
            if (pool == 1) {
                EXPECT_GT(done.stats.failed_launches, 0);
            } else if (pool >= subdivided) {
                EXPECT_EQ(done.stats.failed_launches, 0);
            }
        }
    }
}

// The pieces of large regions are launches of MBR, too: here of such as are launched themselves.
TEST_P(VolumeSuite, AFullPoolIteratesLeavesInPlace) {
    Plan asked = plan(EngineKind::dp, {{96, 96, 96, 1}});
    asked.scheme = GetParam() == Backend::cpu ? Scheme::sbr : Scheme::mbr;
    asked.B = 12;
    const Done expected = done_by(asked);
    asked.pool = 1;
    const Done done = done_by(asked);
    EXPECT_EQ(done.dwells, expected.dwells);
    EXPECT_EQ(as_set(done.regions), as_set(expected.regions));
    EXPECT_EQ(done.stats.iterated, expected.stats.iterated);
    EXPECT_LE(done.stats.most_pending, 1);
    if (GetParam() == Backend::cuda) {
        EXPECT_EQ(expected.stats.failed_launches, 0);
        EXPECT_GT(done.stats.failed_launches, 0);
    }
}

// Nothing is known before the one level, and leaves may be iterated as columns: also where regions
// have several shapes, and along a fourth axis.
TEST_P(VolumeSuite, OneLevelOfLargeRegionsHasOneVolume) {
    const Sides uneven{{33, 34, 35, 1}}, space{{18, 18, 10, 5}};
    for (const auto& [side, axes, g] :
         {std::tuple{cube, 3, 2}, {uneven, 3, 2}, {cube, 3, 1}, {space, 4, 1}})
        for (const auto rule : {Rule::uniform, Rule::interior, Rule::sides}) {
            Plan asked = plan(EngineKind::ask, side, axes);
            asked.g = g;
            asked.B = 32;
            asked.rule = rule;
            asked.backend = Backend::cpu;
            const Done expected = done_by(asked);
            ASSERT_EQ(expected.stats.levels.size(), 1U);
            asked.backend = GetParam();
            for (const Scheme scheme : schemes(asked.engine)) {
                asked.scheme = scheme;
                const Done done = done_by(asked);
                SCOPED_TRACE(testing::Message() << name_of(scheme) << " " << name_of(rule) << " k "
                                                << axes << " g " << g);
                ASSERT_EQ(done.dwells, expected.dwells);
                ASSERT_EQ(as_set(done.regions), as_set(expected.regions));
                ASSERT_EQ(done.stats.iterated, expected.stats.iterated);
            }
        }
}

TEST_P(VolumeSuite, EncodingsAndOrdersHaveOneVolumeAndOneSetOfRegions) {
    Plan asked = plan(EngineKind::ask, cube);
    asked.B = 2;
    const Done expected = done_by(asked);
    for (const auto& encoding : choices<Encoding>())
        for (const auto& order : choices<Order>()) {
            asked.encoding = encoding.value;
            asked.order = order.value;
            const Done done = done_by(asked);
            SCOPED_TRACE(testing::Message() << encoding.name << " " << order.name);
            ASSERT_EQ(done.dwells, expected.dwells);
            ASSERT_EQ(as_set(done.regions), as_set(expected.regions));
            std::int64_t bytes = 0;
            for (const auto& level : done.stats.levels) bytes += level.list_bytes;
            const auto entries = static_cast<std::int64_t>(done.regions.size());  // none is empty
            EXPECT_EQ(bytes, entries * code_of(asked).words() * 4);
        }
}

TEST_P(VolumeSuite, AStableListKeepsTheOrderOfHierarchicalEntries) {
    for (const auto encoding : {Encoding::morton, Encoding::hilbert, Encoding::levels}) {
        Plan asked = plan(EngineKind::ask, cube);
        asked.encoding = encoding;
        asked.B = 2;
        asked.order = Order::stable;
        const auto stable = done_by(asked).regions;
        asked.order = Order::sorted;
        EXPECT_EQ(done_by(asked).regions, stable) << name_of(encoding);
    }
}

TEST_P(VolumeSuite, NoVoxelIsIteratedTwice) {
    for (const auto engine : {EngineKind::ask, EngineKind::dp, EngineKind::surface})
        for (const int B : {1, 2, 4, 16}) {
            Plan asked = plan(engine, cube);
            asked.B = B;
            asked.rule = Rule::interior;
            asked.dwell_limit = 1;
            const Done done = done_by(asked);
            EXPECT_LE(done.stats.iterated, voxel_count(cube)) << name_of(engine) << " " << B;
            EXPECT_GT(done.stats.iterated, 0);
        }
}

TEST_P(VolumeSuite, LevelsAddUp) {
    Plan asked = plan(EngineKind::ask, cube);
    asked.B = 2;
    const Done done = done_by(asked);
    ASSERT_EQ(done.stats.levels.size(), 3U);  // lattices 2, 4 and 8
    for (std::size_t level = 0; level < 3; ++level) {
        const LevelStats& stats = done.stats.levels[level];
        EXPECT_EQ(stats.regions, stats.filled + stats.subdivided + stats.leaves);
        const std::int64_t parents = level == 0 ? 1 : done.stats.levels[level - 1].subdivided;
        EXPECT_EQ(stats.regions, 8 * parents);
    }
    EXPECT_EQ(done.stats.levels[2].subdivided, 0);
}

TEST_P(VolumeSuite, LevelsShareTheIterations) {
    for (const auto engine : {EngineKind::ask, EngineKind::surface})
        for (const Scheme scheme : schemes(engine)) {
            Plan asked = plan(engine, cube);
            asked.scheme = scheme;
            asked.B = 2;
            const Done done = done_by(asked);
            ASSERT_EQ(done.stats.levels.size(), 3U);
            Index sum = 0;
            double ms = 0;
            for (const LevelStats& level : done.stats.levels) {
                ASSERT_TRUE(level.ms && level.iterated);
                EXPECT_GT(*level.iterated, 0);
                EXPECT_GT(*level.ms, 0);
                sum += *level.iterated;
                ms += *level.ms;
            }
            EXPECT_LE(ms, done.stats.compute_ms);
            if (engine == EngineKind::ask)
                EXPECT_EQ(sum, done.stats.iterated);
            else
                EXPECT_LE(sum, done.stats.iterated);  // without the fronts
        }
    EXPECT_FALSE(done_by(plan(EngineKind::dp, cube)).stats.levels.front().ms);
}

// Fronts cross every leaf, so what differs from the plain loop is a part of what ASK fills.
TEST_P(VolumeSuite, TheSurfaceEngineFindsWhatBordersTouch) {
    for (const auto& [side, axes] : {std::pair{cube, 3}, {odd, 3}, {four, 4}})
        for (const int B : {2, 4, 16}) {
            Plan asked = plan(EngineKind::surface, side, axes);
            asked.B = B;
            const Done done = done_by(asked);
            const auto plain = plain_volume(asked);
            std::size_t wrong = 0;
            for (std::size_t i = 0; i < plain.size(); ++i)
                wrong += done.dwells[i] != plain[i] ? 1 : 0;
            EXPECT_LT(wrong, plain.size() / 200) << B;
            asked.backend = Backend::cpu;
            EXPECT_EQ(done_by(asked).dwells, done.dwells);
            EXPECT_EQ(done_by(asked).stats.iterated, done.stats.iterated);
        }
}

// A border of dwell 0 around the whole set.
TEST_P(VolumeSuite, ASetWithinOneRegionIsNotFilledOver) {
    for (const auto engine : {EngineKind::ask, EngineKind::dp, EngineKind::surface}) {
        Plan asked = plan(engine, {{33, 33, 33, 1}});
        asked.g = 1;
        asked.B = 64;
        asked.height = 100;
        const auto dwells = done_by(asked).dwells;
        EXPECT_EQ(std::ranges::max(dwells), asked.dwell_limit) << name_of(engine);
        EXPECT_EQ(dwells, plain_volume(asked));
    }
}

TEST_P(VolumeSuite, TheMandelbulbIsFoundByAllEngines) {
    Plan asked = plan(EngineKind::ex, {{24, 24, 24, 1}});
    asked.function = Function::mandelbulb;
    asked.centre_re = 0;
    asked.height = 3;
    asked.dwell_limit = 20;
    const auto plain = done_by(asked).dwells;
    EXPECT_EQ(plain[static_cast<std::size_t>(index_of(asked.side, {{12, 12, 12, 0}}))], 20U);
    EXPECT_EQ(plain[0], 0U);
    for (const auto engine : {EngineKind::ask, EngineKind::dp}) {
        asked.engine = engine;
        asked.rule = Rule::interior;
        EXPECT_EQ(done_by(asked).dwells, plain) << name_of(engine);
    }
}

TEST_P(VolumeSuite, AStoppedRunReturnsNothing) {
    for (const auto& engine : choices<EngineKind>()) {
        Plan asked = plan(engine.value, {{200, 200, 200, 1}});
        asked.dwell_limit = 1'000'000;
        asked.centre_re = 0;
        asked.height = 0.05;  // all inside
        asked.g = 1;
        asked.rule = Rule::uniform;
        const auto runner = make_runner(asked);
        std::stop_source stop;
        stop.request_stop();
        Progress progress;
        EXPECT_FALSE(runner->run(stop.get_token(), progress)) << engine.name;
        asked.dwell_limit = 100;  // and the runner goes on
        EXPECT_TRUE(make_runner(asked)->run({}, progress)) << engine.name;
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, VolumeSuite, testing::Values(Backend::cpu, Backend::cuda),
                         [](const auto& one) { return "on_" + std::string(name_of(one.param)); });

}  // namespace
}  // namespace mariani::volume
