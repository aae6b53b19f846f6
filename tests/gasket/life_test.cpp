// Life that goes on by itself: beginning, swapping engines, single steps, and the view of its box.
#include "app/workloads/gasket/place.hpp"
#include "app/workloads/gasket/runs.hpp"
#include "app/workloads/gasket/simulation.hpp"
#include "compute/service/engine_dispatcher.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using gasket::EngineKind;

GasketStart start_of(int level, std::int64_t steps = 0, std::string fractal = "gasket") {
    return {std::move(fractal), level, 0.5F, 7, steps, 0};
}

GasketMeans means_of(std::optional<EngineKind> engine = {}) {
    GasketMeans means;
    means.engine = engine;
    means.backend = Backend::cpu;
    means.method.threads = 2;
    return means;
}

GasketLife life_of(const GasketStart& start, const GasketMeans& means) {
    std::atomic<double> progress;
    GasketLife life;
    life.begin(start);
    EXPECT_TRUE(life.go_by(means, {}, progress));
    EXPECT_EQ(progress, 1);
    return life;
}

void swap(GasketLife& life, const GasketMeans& means) {
    std::atomic<double> progress;
    EXPECT_TRUE(life.go_by(means, {}, progress));
}

TEST(GasketLifeTest, SwappedEnginesGoOnWithTheSameState) {
    auto plain = life_of(start_of(7), means_of(EngineKind::bb));
    EXPECT_EQ(plain.advance(40, {}), 40);
    auto swapped = life_of(start_of(7), means_of());
    for (const auto engine :
         {EngineKind::bits, EngineKind::nu, EngineKind::table, EngineKind::bits}) {
        auto means = means_of(engine);
        means.method.fuse = 3;
        means.method.rho = 4;
        swap(swapped, means);
        EXPECT_EQ(swapped.advance(10, {}), 10);
    }
    const auto one = plain.moment(true), other = swapped.moment(true);
    EXPECT_EQ(one.steps, 40);
    EXPECT_EQ(other.steps, 40);
    EXPECT_EQ(one.state->state(), other.state->state());
    EXPECT_EQ(one.hash, other.hash);
    EXPECT_FALSE(other.altered);
    EXPECT_EQ(other.engine->kind, EngineKind::bits);
}

TEST(GasketLifeTest, AnEngineThatDoesNotFitLeavesTheFormerOne) {
    auto life = life_of(start_of(3, 0, "carpet"), means_of());
    EXPECT_THROW(swap(life, means_of(EngineKind::bits)), std::invalid_argument);
    EXPECT_TRUE(life.has_engine());
    EXPECT_EQ(life.advance(2, {}), 2);
    EXPECT_NE(life.moment(false).engine->kind, EngineKind::bits);
}

TEST(GasketLifeTest, ABeginningIsThereEvenIfItsEngineDoesNotFit) {
    std::atomic<double> progress;
    GasketLife life;
    life.begin(start_of(3, 0, "carpet"));
    EXPECT_THROW(life.go_by(means_of(EngineKind::bits), {}, progress), std::invalid_argument);
    ASSERT_TRUE(life.begun());
    EXPECT_FALSE(life.has_engine());
    EXPECT_EQ(life.moment(false).state->state(), gasket::random_state(512, {7, 0.5F}));
    swap(life, means_of());
    EXPECT_EQ(life.moment(false).state->state(), gasket::random_state(512, {7, 0.5F}));
}

TEST(GasketLifeTest, AStepHasAFloorOnceOneWasTaken) {
    auto life = life_of(start_of(9), means_of(EngineKind::bits));
    EXPECT_FALSE(life.moment(false).floor_ms);
    life.advance(1, {});
    const GasketMoment moment = life.moment(false);
    ASSERT_TRUE(moment.floor_ms);
    EXPECT_GT(*moment.floor_ms, 0);
}

// 20 W, read in steps of 2 ms.
class Rising final : public energy::Counter {
  public:
    double joules() override {
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin_;
        return 20 * 0.002 * std::floor(spent.count() / 0.002);
    }
    std::string name() const override { return "made up"; }

  private:
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

TEST(GasketLifeTest, AStepsEnergyIsMeasuredWhileLifeGoesOn) {
    auto life = life_of(start_of(9), means_of(EngineKind::bits));
    life.measure_energy({}, [](const FramePlan&) {
        return energy::CounterOrReason{std::make_unique<Rising>(), ""};
    });
    const GasketMoment moment = life.moment(true);
    EXPECT_GT(moment.steps, 1);
    ASSERT_TRUE(moment.step_energy && moment.step_energy->known());
    EXPECT_GT(moment.step_energy->joules, 0);
    auto plain = life_of(start_of(9), means_of(EngineKind::bits));
    plain.advance(moment.steps, {});
    EXPECT_EQ(plain.moment(true).hash, moment.hash);
    swap(life, means_of(EngineKind::nu));
    EXPECT_FALSE(life.moment(false).step_energy) << "it was of another engine";
}

TEST(GasketLifeTest, WithoutACounterItIsSaidWhy) {
    auto life = life_of(start_of(5), means_of());
    life.measure_energy({}, [](const FramePlan&) {
        return energy::CounterOrReason{nullptr, "there is none"};
    });
    ASSERT_TRUE(life.moment(false).step_energy);
    EXPECT_EQ(life.moment(false).step_energy->unknown, "there is none");
    std::stop_source stop;
    stop.request_stop();
    life.measure_energy(stop.get_token());
    EXPECT_FALSE(life.moment(false).step_energy);
}

TEST(GasketLifeTest, EveryEngineThatFitsIsMeasuredAndTheStateStays) {
    std::atomic<double> progress;
    auto life = life_of(start_of(7), means_of(EngineKind::bits));
    life.advance(3, {});
    EXPECT_FALSE(life.moment(true).times);
    const auto before = life.moment(true).hash;
    life.measure_engines({}, progress);
    const GasketMoment moment = life.moment(true);
    EXPECT_EQ(moment.hash, before);
    EXPECT_EQ(moment.steps, 3);
    ASSERT_TRUE(moment.times);
    std::vector<EngineKind> kinds;
    for (const auto& each : moment.times->engines) {
        kinds.push_back(each.engine);
        EXPECT_GT(each.step_ms.min, 0);
        EXPECT_LE(each.step_ms.min, each.step_ms.median);
        EXPECT_GT(each.bytes, 0);
    }
    EXPECT_EQ(kinds, (std::vector{EngineKind::bb, EngineKind::lambda, EngineKind::nu,
                                  EngineKind::table, EngineKind::bits}));
    EXPECT_EQ(moment.times->speedup(moment.times->engines.front()), 1);
    auto carpet = life_of(start_of(3, 0, "carpet"), means_of());
    carpet.measure_engines({}, progress);
    for (const auto& each : carpet.moment(false).times->engines)
        EXPECT_NE(each.engine, EngineKind::bits) << "which is for the gasket only";
}

TEST(GasketLifeTest, EveryRhoAndSixLevelsAreMeasuredAndTheStateStays) {
    std::atomic<double> progress;
    auto life = life_of(start_of(7), means_of());
    life.advance(3, {});
    const auto before = life.moment(true).hash;
    life.measure_sizes({}, progress);
    EXPECT_EQ(life.moment(true).hash, before);
    const auto sizes = life.moment(false).sizes;
    ASSERT_TRUE(sizes);
    std::vector<std::pair<int, int>> expected, found;
    for (const int rho : {2, 4, 8, 16, 32})
        for (int level = 2; level <= 7; ++level) expected.emplace_back(rho, level);
    for (const GasketTimes& times : *sizes) {
        found.emplace_back(times.method.rho, times.problem.level);
        const GasketEngineTimes& bb = times.engines.front();
        const auto range = speedup_range(times, bb);
        EXPECT_EQ(range->median, 1);
        EXPECT_DOUBLE_EQ(range->max, bb.step_ms.median / bb.step_ms.min);
    }
    EXPECT_EQ(found, expected);
    std::stop_source stop;
    stop.request_stop();
    life.measure_sizes(stop.get_token(), progress);
    EXPECT_EQ(life.moment(false).sizes, sizes);
}

TEST(GasketLifeTest, AStopKeepsTheEnginesTimesOfBefore) {
    std::atomic<double> progress;
    auto life = life_of(start_of(6), means_of());
    std::stop_source stop;
    stop.request_stop();
    life.measure_engines(stop.get_token(), progress);
    EXPECT_FALSE(life.moment(false).times);
    life.measure_engines({}, progress);
    const auto times = life.moment(false).times;
    life.measure_engines(stop.get_token(), progress);
    EXPECT_EQ(life.moment(false).times, times);
}

TEST(GasketLifeTest, ARowOfTheLogIsOfItsMoment) {
    auto life = life_of(start_of(6), means_of(EngineKind::bits));
    const auto at = std::chrono::system_clock::time_point{};
    const auto begin = log_row(life.moment(false), at);
    EXPECT_EQ(begin["time"], "1970-01-01T00:00:00.000Z");
    EXPECT_EQ(begin["engine"], "bits");
    EXPECT_EQ(begin["steps"], 0);
    EXPECT_TRUE(begin["ms_a_step"].is_null());
    EXPECT_EQ(begin["alive"], gasket::random_state(729, {7, 0.5F}).population());
    life.advance(3, {});
    const auto later = log_row(life.moment(false), at);
    EXPECT_EQ(later["steps"], 3);
    EXPECT_EQ(later["cells"], 729);
    EXPECT_EQ(later["seed"], 7);
    EXPECT_EQ(later["changed"], "no");
    EXPECT_GT(later["ms_a_step"], 0.0);
    EXPECT_EQ(later["cells_per_s"], 729 / (later["ms_a_step"].get<double>() * 1e-3));
    EXPECT_FALSE(later["fuse"].is_null());
    life.edit(std::array{GasketEdit{{{0, 0}}, true}});
    EXPECT_EQ(log_row(life.moment(false), at)["changed"], "yes");
    swap(life, means_of(EngineKind::nu));
    EXPECT_TRUE(log_row(life.moment(false), at)["fuse"].is_null()) << "only bits fuses steps";
    EXPECT_EQ(later["energy"], "");
    EXPECT_EQ(later.size(), begin.size());
}

TEST(GasketLifeTest, TilesAreBlocksOrThoseOfBits) {
    auto life = life_of(start_of(9), means_of(EngineKind::table));
    EXPECT_EQ(life.moment(false).tile_side, 16U);
    auto means = means_of(EngineKind::bits);
    means.method.tile = 5;
    swap(life, means);
    EXPECT_EQ(life.moment(false).tile_side, 32U);
    EXPECT_EQ(life_of(start_of(3), means).moment(false).tile_side, 8U);  // the whole
    means.engine = EngineKind::nu;
    EXPECT_EQ(life_of(start_of(3, 0, "carpet"), means).moment(false).tile_side, 9U);
}

TEST(GasketLifeTest, AStopLeavesNoState) {
    std::stop_source stop;
    stop.request_stop();
    std::atomic<double> progress = 0;
    GasketLife life;
    life.begin(start_of(12));
    EXPECT_FALSE(life.go_by(means_of(), stop.get_token(), progress));
    EXPECT_FALSE(life.begun());
}

TEST(GasketLifeTest, EditsAndAnotherRuleAreTold) {
    auto edited = life_of(start_of(4), means_of());
    const auto before = edited.moment(false);
    edited.edit(std::array{GasketEdit{{{0, 5}}, false}, GasketEdit{{{0, 2}, {2, 3}}, true},
                           GasketEdit{{{81, 999}}, true}});
    const auto after = edited.moment(false);
    for (const std::uint64_t cell : {0, 1, 2}) EXPECT_TRUE(after.state->state().alive(cell));
    for (const std::uint64_t cell : {3, 4}) EXPECT_FALSE(after.state->state().alive(cell));
    for (std::uint64_t cell = 5; cell < 81; ++cell)
        EXPECT_EQ(after.state->state().alive(cell), before.state->state().alive(cell));
    EXPECT_TRUE(after.altered);
    auto ruled = life_of(start_of(4), means_of());
    auto means = means_of();
    means.rule = {2, 6};
    swap(ruled, means);
    EXPECT_FALSE(ruled.moment(false).altered);  // from the beginning
    ruled.advance(1, {});
    swap(ruled, means_of());
    EXPECT_TRUE(ruled.moment(false).altered);
}

TEST(GasketLifeTest, AWatchedStepIsNotTaken) {
    auto life = life_of(start_of(7), means_of());
    EXPECT_EQ(life.moment(true).trace, nullptr);
    const auto watched = life.moment(true, true);
    ASSERT_TRUE(watched.trace);
    EXPECT_EQ(watched.trace->cells_not_once(), 0u);
    EXPECT_EQ(watched.steps, 0);
    EXPECT_EQ(life.moment(true).hash, watched.hash);
    EXPECT_TRUE(watched.not_watched.empty());
    auto large = life_of(start_of(16), means_of());
    const auto not_watched = large.moment(false, true);
    EXPECT_EQ(not_watched.trace, nullptr);
    EXPECT_NE(not_watched.not_watched.find("choose a smaller level r"), std::string::npos);
}

TEST(GasketLifeTest, WhatIsSeenIsSaidInASentence) {
    auto life = life_of(start_of(0), means_of());
    life.edit(std::array{GasketEdit{{{0, 1}}, true}});
    auto moment = life.moment(false);
    EXPECT_EQ(sentence_of(moment),
              "Life by B2/S23 on the fractal gasket of level 0, after 0 steps and changes by hand: "
              "1 of 1 cell (100 %) is alive.");
    moment.altered = false;
    EXPECT_EQ(sentence_of(moment),
              "Life by B2/S23 on the fractal gasket of level 0, after 0 steps: 1 of 1 cell (100 %) "
              "is alive.");
    auto few = life_of(start_of(6), means_of()).moment(false);
    few.alive = 36;  // of 729
    EXPECT_TRUE(sentence_of(few).ends_with("36 of 729 cells (4.9 %) are alive."));
}

// A run takes many steps.
TEST(GasketRunsTest, TimesAreThoseOfAStep) {
    const gasket::Problem problem{gasket::parse_fractal("gasket"), 4, {}};
    GasketRuns runs(problem, {}, Backend::cpu, gasket::random_state(81, {7, 0.5F}));
    std::atomic<int> done = 0;
    ASSERT_TRUE(runs.add(EngineKind::nu,
                         gasket::find_engine(EngineKind::nu, Backend::cpu)->make(problem, {}), 50,
                         {}));
    ASSERT_TRUE(runs.measure(3, {}, done));
    const auto ms = runs.step_ms_of(0);
    ASSERT_EQ(ms.size(), 3U);
    for (std::size_t i = 0; i < ms.size(); ++i) EXPECT_EQ(ms[i], runs.runs()[i].ms / 50);
}

TEST(GasketLifeTest, LongRunsAreCountedMoreCoarsely) {
    auto life = life_of(start_of(2), means_of());
    for (int step = 1; step <= 5000; ++step) {
        life.advance(1, {});
        life.moment(false);
    }
    const auto counts = life.moment(false).counts;
    EXPECT_LE(counts.size(), 2048u);
    EXPECT_GT(counts.size(), 1000u);
    EXPECT_EQ(counts.back().step, 5000);
    for (std::size_t i = 1; i < counts.size(); ++i) EXPECT_LT(counts[i - 1].step, counts[i].step);
}

// Waits for what a simulation has to give.
class Watched {
  public:
    std::shared_ptr<const GasketMoment> next() {
        std::unique_lock lock(mutex_);
        std::shared_ptr<const GasketMoment> moment;
        woken_.wait(lock, [&] { return (moment = simulation.poll()) != nullptr; });
        return moment;
    }
    // The first of which this is so.
    template <typename Condition>
    std::shared_ptr<const GasketMoment> first(const Condition& condition) {
        while (true)
            if (const auto moment = next(); condition(*moment)) return moment;
    }
    std::string failure() {
        std::unique_lock lock(mutex_);
        woken_.wait(lock, [&] { return simulation.error().has_value(); });
        return *simulation.error();
    }

  private:
    std::mutex mutex_;
    std::condition_variable woken_;

  public:
    std::shared_ptr<ComputeService> service = std::make_shared<ComputeService>();
    GasketSimulation simulation{service, [this] {
                                    const std::scoped_lock lock(mutex_);
                                    woken_.notify_all();
                                }};
};

GasketWish wish_of(const GasketStart& start) {
    return {start, means_of(), false, 20, 0};
}

TEST(GasketSimulationTest, NothingIsShownBeforeTheStepsOfTheStart) {
    Watched watched;
    watched.simulation.want(wish_of(start_of(6, 300)));
    const auto moment = watched.next();
    EXPECT_EQ(moment->steps, 300);
    auto life = life_of(start_of(6), means_of(EngineKind::bb));
    life.advance(300, {});
    EXPECT_EQ(moment->hash, life.moment(true).hash);
}

TEST(GasketSimulationTest, SingleStepsAreTakenOnce) {
    Watched watched;
    auto wish = wish_of(start_of(5));
    watched.simulation.want(wish);
    EXPECT_EQ(watched.first([](const auto& moment) { return moment.hash.has_value(); })->steps, 0);
    for (int asked = 1; asked <= 3; ++asked) {
        wish.single_steps = 2 * asked;
        watched.simulation.want(wish);
        watched.simulation.want(wish);
        watched.first([&](const auto& moment) { return moment.steps == 2 * asked; });
    }
}

TEST(GasketSimulationTest, ItRunsUntilItIsPausedAndBeginsAnew) {
    Watched watched;
    auto wish = wish_of(start_of(6));
    wish.running = true;
    wish.speed.reset();
    watched.simulation.want(wish);
    watched.first([](const auto& moment) { return moment.steps > 100; });
    wish.running = false;
    watched.simulation.want(wish);
    const auto paused = watched.first([](const auto& moment) { return moment.hash.has_value(); });
    auto life = life_of(start_of(6), means_of());
    life.advance(paused->steps, {});
    EXPECT_EQ(paused->hash, life.moment(true).hash);
    ++wish.start.round;
    watched.simulation.want(wish);
    EXPECT_EQ(watched.first([](const auto& moment) { return moment.start.round == 1; })->steps, 0);
}

TEST(GasketSimulationTest, WhatRunsByItselfWaitsForAnExperiment) {
    Watched watched;
    auto wish = wish_of(start_of(6));
    wish.running = true;
    wish.speed.reset();
    std::atomic<bool> runs = false, ends = false;
    std::jthread experiment([&] {
        watched.service->turns().run(JobPriority::experiment, {},
                                     [&](const std::stop_token& own) -> std::optional<bool> {
                                         runs = true;
                                         while (!ends && !own.stop_requested())
                                             std::this_thread::yield();
                                         runs = false;
                                         return ends ? std::optional(true) : std::nullopt;
                                     });
    });
    while (!runs) std::this_thread::yield();
    watched.simulation.want(wish);
    EXPECT_EQ(watched.next()->steps, 0) << "the beginning was asked for";
    while (!runs || watched.service->turns().waiting() == 0) std::this_thread::yield();
    EXPECT_EQ(watched.simulation.poll(), nullptr);
    ends = true;
    EXPECT_GT(watched.first([](const auto& moment) { return moment.steps > 0; })->steps, 0);
}

TEST(GasketSimulationTest, CellsAreSetInTheOrderInWhichAUserDoes) {
    Watched watched;
    watched.simulation.want(wish_of(start_of(3)));
    watched.first([](const auto& moment) { return moment.hash.has_value(); });
    watched.simulation.edit({{{0, 27}}, true});
    watched.simulation.edit({{{4, 6}}, false});
    const auto moment = watched.first([](const auto& each) { return each.alive == 25; });
    EXPECT_TRUE(moment->altered);
    EXPECT_FALSE(moment->state->state().alive(4));
    EXPECT_EQ(moment->steps, 0);
}

TEST(GasketSimulationTest, AReasonIsGivenAndTheStateStays) {
    Watched watched;
    auto wish = wish_of(start_of(3, 0, "vicsek"));
    wish.means.engine = EngineKind::bits;
    watched.simulation.want(wish);
    EXPECT_EQ(watched.failure().find("The engine bits: "), 0u);
    wish.means.engine.reset();
    watched.simulation.want(wish);
    const auto moment = watched.first([](const auto& each) { return each.engine != nullptr; });
    EXPECT_EQ(moment->steps, 0);
    EXPECT_FALSE(watched.simulation.error());
}

TEST(GasketPlaneTest, ViewsOfTheBoxComeBackAsTheyWere) {
    for (const std::uint32_t side : {1u, 32u, 1u << 20}) {
        const gasket::BoardView board{side * 0.25, side * 0.75, side * 0.125};
        EXPECT_EQ(board_view(plane_view(board, side), side), board);
    }
}

TEST(GasketPlaneTest, MovesEndAtOneCellAtTheWholeAndAtTheBox) {
    const std::uint32_t side = 1024;
    const View whole = plane_view({512, 512, 1024}, side);
    const View deep = limited_move(whole, plane_view({1, 1, 0.01}, side), whole, side);
    EXPECT_DOUBLE_EQ(board_view(deep, side).height, 1.5);
    const View far = limited_move(whole, plane_view({512, 512, 1e6}, side), whole, side);
    EXPECT_DOUBLE_EQ(board_view(far, side).height, 4096);
    const View beside = limited_move(whole, plane_view({-90, 2000, 8}, side), whole, side);
    EXPECT_DOUBLE_EQ(board_view(beside, side).center_x, 0);
    EXPECT_DOUBLE_EQ(board_view(beside, side).center_y, 1024);
    EXPECT_EQ(limited_move(deep, deep, whole, side), deep);
}

}  // namespace
}  // namespace mariani::app
