#include "compute/cpu/tasks.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <iterator>
#include <stop_token>

#include <gtest/gtest.h>

namespace mariani::cpu {
namespace {

TEST(ThreadPoolTest, CallsOnceForEach) {
    std::array<std::atomic<int>, 1000> calls{};
    ThreadPool(3).for_each(std::ssize(calls),
                           [&](std::int64_t i) { ++calls.at(static_cast<std::size_t>(i)); });
    for (const auto& call : calls) EXPECT_EQ(1, call);
}

// What was not begun is not walked through either: there is more than could ever be.
TEST(ThreadPoolTest, BeginsNothingMoreAfterAStop) {
    constexpr int threads = 2;
    std::stop_source stop;
    std::atomic<int> begun_after{0};
    constexpr std::int64_t more_than_ever = std::int64_t{1} << 50;
    ThreadPool(threads).for_each(more_than_ever, stop.get_token(), [&](std::int64_t) {
        begun_after += stop.stop_requested() ? 1 : 0;
        stop.request_stop();
    });
    EXPECT_LE(begun_after, threads);
}

TEST(ThreadPoolTest, BeginsNothingIfItIsStopped) {
    std::stop_source stop;
    stop.request_stop();
    ThreadPool(2).for_each(1000, stop.get_token(), [](std::int64_t) { FAIL() << "it began"; });
}

// A stop is no failure: the pool goes on.
TEST(ThreadPoolTest, GoesOnAfterAStop) {
    ThreadPool pool(2);
    std::stop_source stop;
    pool.for_each(1000, stop.get_token(), [&](std::int64_t) { stop.request_stop(); });
    std::atomic<int> calls{0};
    pool.for_each(1000, [&](std::int64_t) { ++calls; });
    EXPECT_EQ(1000, calls);
}

}  // namespace
}  // namespace mariani::cpu
