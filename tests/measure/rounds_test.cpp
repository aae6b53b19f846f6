// The promises of the one runner, with fake engines whose times are known.
#include "app/measure/rounds.hpp"

#include "tests/measure/fake_stats.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <new>
#include <numeric>
#include <set>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

// Contestants are told apart by their g, from 1 up.
std::vector<Contestant> contestants(int count) {
    std::vector<Contestant> all(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        all[static_cast<std::size_t>(i)].request.engine = EngineKind::ask;
        all[static_cast<std::size_t>(i)].request.g = i + 1;
    }
    return all;
}

std::optional<Frame> frame_of(const FrameRequest& request, const std::stop_token& stop) {
    if (stop.stop_requested()) return std::nullopt;
    Frame frame;
    frame.plan = planned(request);
    frame.stats.compute_ms = 100 * frame.plan.subdivision.g;
    return frame;
}

// The g of every run in its order.
RunEngine noting(std::vector<int>& ran) {
    return [&](const FrameRequest& request, const std::stop_token& stop) {
        ran.push_back(request.g.value());
        return frame_of(request, stop);
    };
}

std::vector<std::size_t> order_of_rounds(std::size_t size, int rounds, int seed) {
    Shuffler shuffler(seed);
    std::vector<std::size_t> round(size), order;
    std::iota(round.begin(), round.end(), std::size_t{0});
    for (int i = 0; i < rounds; ++i) {
        shuffler.shuffle(round);
        order.insert(order.end(), round.begin(), round.end());
    }
    return order;
}

TEST(RoundsTest, OrderHasEveryContestantInEveryRoundAndFollowsTheSeed) {
    const auto order = order_of_rounds(4, 50, 7);
    ASSERT_EQ(order.size(), 200u);
    for (std::size_t round = 0; round < 50; ++round) {
        std::vector<std::size_t> all(order.begin() + static_cast<std::ptrdiff_t>(4 * round),
                                     order.begin() + static_cast<std::ptrdiff_t>(4 * round + 4));
        std::ranges::sort(all);
        EXPECT_EQ(all, (std::vector<std::size_t>{0, 1, 2, 3}));
    }
    EXPECT_EQ(order, order_of_rounds(4, 50, 7));
    EXPECT_NE(order, order_of_rounds(4, 50, 8));
    std::array<int, 4> first{};
    for (std::size_t i = 0; i < order.size(); i += 4) ++first[order[i]];
    for (const int times : first) EXPECT_GT(times, 3);  // none is always last
}

TEST(RoundsTest, RunsFollowTheSeed) {
    const auto ran_with = [](int seed) {
        std::vector<int> ran;
        auto all = contestants(10);
        EXPECT_TRUE(run_rounds(all, {.repeat = 2, .seed = seed}, noting(ran), {}));
        return ran;
    };
    EXPECT_EQ(ran_with(7), ran_with(7));
    EXPECT_NE(ran_with(7), ran_with(8));
}

TEST(RoundsTest, EachWarmsUpOnceTheFirstOneFirst) {
    std::vector<int> ran;
    std::map<int, std::vector<int>> rounds;
    auto all = contestants(5);
    EXPECT_TRUE(run_rounds(all, {3}, noting(ran), {}, [&](const Frame& frame, int round) {
        rounds[frame.plan.subdivision.g].push_back(round);
    }));
    ASSERT_EQ(ran.size(), 5u * 4);
    EXPECT_EQ(ran.front(), 1);
    EXPECT_EQ(std::set(ran.begin(), ran.begin() + 5).size(), 5u) << "before any measured run";
    for (const auto& [g, of_one] : rounds) EXPECT_EQ(of_one, (std::vector{0, 1, 2, 3})) << g;
    for (const Contestant& each : all) {
        EXPECT_EQ(each.unmeasured.size(), 1u);
        EXPECT_EQ(each.runs.size(), 3u);
    }
}

TEST(RoundsTest, MixesTheOrderOfEveryRound) {
    std::map<int, std::vector<int>> order;
    auto all = contestants(30);
    run_rounds(all, {3}, frame_of, {}, [&](const Frame& frame, int round) {
        order[round].push_back(frame.plan.subdivision.g);
    });
    ASSERT_EQ(order.size(), 4u);
    for (const auto& [round, of_one] : order)
        EXPECT_EQ(std::set(of_one.begin(), of_one.end()).size(), 30u) << round;
    EXPECT_NE(order[1], order[2]);  // by chance once in 30!
}

// Its first frames are of whatever engine it tries: the last of them is the warm-up run.
TEST(RoundsTest, WarmsUpTheAutomaticEngineUntilItHasChosen) {
    auto all = contestants(1);
    all.front().request.engine.reset();
    int frames = 0;
    std::vector<int> rounds;
    const RunEngine run = [&](const FrameRequest& request, const std::stop_token& stop) {
        auto frame = frame_of(request, stop);
        frame->stats.compute_ms = ++frames;
        return frame;
    };
    EXPECT_TRUE(
        run_rounds(all, {2}, run, {}, [&](const Frame&, int round) { rounds.push_back(round); }));
    EXPECT_EQ(rounds, (std::vector{0, 1, 2}));
    EXPECT_EQ(all.front().unmeasured.front().compute_ms, 10);
    EXPECT_EQ(all.front().runs.front().compute_ms, 11);
    EXPECT_EQ(frames, 12);
}

TEST(RoundsTest, RunsWhatIsHopelessOnce) {
    auto all = contestants(2);
    std::map<int, std::vector<int>> rounds;
    EXPECT_TRUE(run_rounds(all, {3, 150}, frame_of, {}, [&](const Frame& frame, int round) {
        rounds[frame.plan.subdivision.g].push_back(round);
    }));
    EXPECT_EQ(all[0].runs.size(), 3u);
    EXPECT_EQ(all[1].runs.size(), 1u);
    EXPECT_EQ(rounds[1], (std::vector{0, 1, 2, 3}));
    EXPECT_EQ(rounds[2], (std::vector{0}));
    EXPECT_EQ(hopeless_ms(7), 70);
    EXPECT_EQ(hopeless_ms(0.1), 20);
}

// The first contestant always, the others as far as the time allows.
TEST(RoundsTest, KeepsWhatWasRunWhenTheTimeIsUp) {
    const auto runs_of = [](std::size_t runs_allowed) {
        std::vector<int> ran;
        auto all = contestants(4);
        const Rounds rounds{.repeat = 2, .time_is_up = [&] { return ran.size() >= runs_allowed; }};
        EXPECT_TRUE(run_rounds(all, rounds, noting(ran), {}));
        std::multiset<std::size_t> others;
        for (std::size_t i = 1; i < 4; ++i) others.insert(all[i].runs.size());
        return std::pair(all[0].runs.size(), others);
    };
    using All = std::multiset<std::size_t>;
    EXPECT_EQ(runs_of(0), std::pair(std::size_t{1}, All{0, 0, 0}));
    EXPECT_EQ(runs_of(3), std::pair(std::size_t{1}, All{0, 1, 1}));
    EXPECT_EQ(runs_of(4), std::pair(std::size_t{1}, All{1, 1, 1}));
    EXPECT_EQ(runs_of(8), std::pair(std::size_t{1}, All{1, 1, 1})) << "of them measured";
    EXPECT_EQ(runs_of(12), std::pair(std::size_t{2}, All{2, 2, 2}));
}

TEST(RoundsTest, GoesOnUntilTheTimeIsUpAndKeepsTheLastRun) {
    int frames = 0;
    std::vector<int> rounds;
    const RunEngine run = [&](const FrameRequest& request, const std::stop_token& stop) {
        auto frame = frame_of(request, stop);
        frame->stats.compute_ms = ++frames;
        return frame;
    };
    auto all = contestants(1);
    const Rounds until{.repeat = std::nullopt, .time_is_up = [&] { return frames == 8; }};
    EXPECT_TRUE(
        run_rounds(all, until, run, {}, [&](const Frame&, int round) { rounds.push_back(round); }));
    EXPECT_EQ(rounds, (std::vector{0, 1, 2, 3, 4, 5, 6, 7}));
    ASSERT_EQ(all.front().runs.size(), 1u);
    EXPECT_EQ(all.front().runs.front().compute_ms, 8);
}

TEST(RoundsTest, AnInterruptionKeepsFinishedRuns) {
    std::stop_source source;
    std::vector<int> ran;
    auto all = contestants(3);
    int done = 0;
    EXPECT_FALSE(run_rounds(all, {4}, noting(ran), source.get_token(), [&](const Frame&, int) {
        if (++done == 3 + 4) source.request_stop();
    }));
    EXPECT_EQ(ran.size(), 8u) << "the last one was stopped";
    std::multiset<std::size_t> runs;
    for (const Contestant& each : all) runs.insert(each.runs.size());
    EXPECT_EQ(runs, (std::multiset<std::size_t>{1, 1, 2}));
}

TEST(RoundsTest, ThrowsFailuresUnlessTheyAreKept) {
    const auto run_with = [](KeptFailures kept, const std::function<void()>& fail) {
        auto all = contestants(2);
        int runs = 0;
        const RunEngine run = [&](const FrameRequest& request, const std::stop_token& stop) {
            if (request.g == 2 && ++runs == 3) fail();
            return frame_of(request, stop);
        };
        EXPECT_TRUE(run_rounds(all, {.repeat = 4, .kept = kept}, run, {}));
        EXPECT_EQ(all[0].runs.size(), 4u) << "the other one goes on";
        EXPECT_EQ(all[1].runs.size(), 1u);
        return all[1].failure;
    };
    const auto breaks = [] { throw std::runtime_error("it broke"); };
    const auto needs_memory = [] { throw std::bad_alloc(); };
    EXPECT_THROW(run_with(KeptFailures::none, breaks), std::runtime_error);
    EXPECT_THROW(run_with(KeptFailures::none, needs_memory), std::bad_alloc);
    EXPECT_THROW(run_with(KeptFailures::lack_of_memory, breaks), std::runtime_error);
    EXPECT_NE(run_with(KeptFailures::lack_of_memory, needs_memory), "");
    EXPECT_EQ(run_with(KeptFailures::all, breaks), "it broke");
    EXPECT_NE(run_with(KeptFailures::all, needs_memory), "");
}

TEST(RoundsTest, GivesUpOnAWarmUpThatTakesTooLong) {
    const RunEngine endless = [](const FrameRequest& request, const std::stop_token& stop) {
        while (request.g == 2 && !stop.stop_requested()) std::this_thread::yield();
        return frame_of(request, request.g == 2 ? stop : std::stop_token{});
    };
    auto all = contestants(2);
    const Rounds rounds{
        .repeat = 1, .kept = KeptFailures::all, .patience = std::chrono::seconds(0)};
    EXPECT_TRUE(run_rounds(all, rounds, endless, {}));
    EXPECT_EQ(all[0].runs.size(), 1u);
    EXPECT_EQ(all[1].failure, "a frame takes longer than 0 s");
    std::stop_source source;
    source.request_stop();
    EXPECT_FALSE(run_rounds(all, rounds, frame_of, source.get_token())) << "that is no failure";
}

TEST(RoundsTest, RefusesFiguresOfAnotherSchemeUnlessAnyWillDo) {
    const RunEngine run = [](const FrameRequest& request, const std::stop_token& stop) {
        auto frame = frame_of(request, stop);
        frame->stats.scheme_reason = "WPR needs a GPU";
        return frame;
    };
    auto all = contestants(1);
    EXPECT_THROW(run_rounds(all, {2}, run, {}), std::runtime_error);
    EXPECT_TRUE(run_rounds(all, {.repeat = 2, .any_plan = true}, run, {}));
    EXPECT_EQ(all.front().runs.size(), 2u);
}

TEST(RoundsTest, RefusesFiguresOfAnotherEngineOrBackendThanWasNamed) {
    const RunEngine run = [](const FrameRequest& request, const std::stop_token& stop) {
        auto frame = frame_of(request, stop);
        frame->plan.engine = EngineKind::ask;
        frame->stats.engine_reason = "DP computes no deltas";
        frame->plan.backend = Backend::cpu;
        frame->stats.precision_reason = "the processor does it";
        return frame;
    };
    const auto refusal = [&](std::optional<EngineKind> engine, std::optional<Backend> backend) {
        auto all = contestants(1);
        all.front().request.engine = engine;
        all.front().request.backend = backend;
        EXPECT_TRUE(run_rounds(all, {.repeat = 2, .kept = KeptFailures::all}, run, {}));
        return all.front().failure;
    };
    EXPECT_EQ(refusal(EngineKind::dp, {}), "nothing is measured: DP computes no deltas");
    EXPECT_EQ(refusal({}, Backend::cuda), "nothing is measured: the processor does it");
    EXPECT_EQ(refusal(EngineKind::ask, {}), "") << "as named";
    EXPECT_EQ(refusal({}, {}), "") << "the program's choice";
}

}  // namespace
}  // namespace mariani::app
