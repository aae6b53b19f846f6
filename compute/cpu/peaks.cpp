#include "compute/cpu/engines.hpp"
#include "compute/cpu/highway.hpp"

#include <algorithm>
#include <barrier>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <thread>
#include <vector>

// The order matters.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute/cpu/peaks.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace mariani::cpu {

namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// More chains of dependent operations than latency times throughput of any core.
inline constexpr size_t kChains = 12;

#if HWY_NATIVE_FMA

// Runs kChains chains of `rounds` vector operations; returns how many scalar ones that were.
template <typename T>
HWY_NOINLINE double run_chains(std::int64_t rounds, T* sink) {
    const hn::ScalableTag<T> d;
    using V = hn::Vec<decltype(d)>;
    const V factor = hn::Set(d, T(0.999)), addend = hn::Set(d, T(0.001));
    V chains[kChains];
    for (size_t i = 0; i < kChains; ++i) chains[i] = hn::Iota(d, static_cast<T>(i));
    for (std::int64_t round = 0; round < rounds; ++round)
        for (size_t i = 0; i < kChains; ++i) chains[i] = hn::MulAdd(chains[i], factor, addend);
    for (size_t i = 1; i < kChains; ++i) chains[0] = hn::Add(chains[0], chains[i]);
    *sink = hn::GetLane(chains[0]);
    return static_cast<double>(rounds) * kChains * static_cast<double>(hn::Lanes(d));
}

#else

template <typename T>
double run_chains(std::int64_t rounds, T* sink) {
    T chains[kChains] = {};
    for (std::int64_t round = 0; round < rounds; ++round)
        for (T& chain : chains) chain = std::fma(chain, T(0.999), T(0.001));
    *sink = 0;
    for (const T chain : chains) *sink += chain;
    return static_cast<double>(rounds) * kChains;
}

#endif

double run_chains_f32(std::int64_t rounds, float* sink) {
    return run_chains(rounds, sink);
}
double run_chains_f64(std::int64_t rounds, double* sink) {
    return run_chains(rounds, sink);
}

}  // namespace HWY_NAMESPACE

}  // namespace mariani::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mariani::cpu {
namespace {

HWY_EXPORT(run_chains_f32);
HWY_EXPORT(run_chains_f64);

double run(Precision precision, std::int64_t rounds) {
    if (precision == Precision::f32) {
        float sink = 0;
        return HWY_DYNAMIC_DISPATCH(run_chains_f32)(rounds, &sink);
    }
    double sink = 0;
    return HWY_DYNAMIC_DISPATCH(run_chains_f64)(rounds, &sink);
}

}  // namespace

double measure_fma_peak(Precision precision) {
    using Clock = std::chrono::steady_clock;
    constexpr int runs = 10;
    constexpr double run_seconds = 0.002;
    std::int64_t rounds = 1000;
    double best = 0;
    for (int measured = 0; measured < runs;) {
        const auto begin = Clock::now();
        const double operations = run(precision, rounds);
        const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        if (seconds < run_seconds / 2) {
            rounds *= 2;
            continue;
        }
        best = std::max(best, operations / seconds);
        ++measured;
    }
    return best;
}

double measure_memset_ms(std::int64_t bytes, int threads) {
    using Clock = std::chrono::steady_clock;
    constexpr int runs = 6;  // the first one touches the memory
    constexpr std::int64_t little = std::int64_t{1} << 20;
    if (bytes <= little) threads = 1;
    const std::unique_ptr<char[]> memory(new char[static_cast<std::size_t>(bytes)]);
    double min_ms = std::numeric_limits<double>::infinity();
    Clock::time_point begin = Clock::now();
    std::barrier together(threads, [&]() noexcept {
        const auto end = Clock::now();
        min_ms = std::min(min_ms, std::chrono::duration<double, std::milli>(end - begin).count());
        begin = end;
    });
    const auto set_share = [&](int thread) {
        const std::int64_t from = bytes * thread / threads, to = bytes * (thread + 1) / threads;
        for (int run = 0; run < runs; ++run) {
            std::memset(memory.get() + from, run, static_cast<std::size_t>(to - from));
            together.arrive_and_wait();
        }
    };
    std::vector<std::jthread> others;
    try {
        others.reserve(static_cast<std::size_t>(threads - 1));
        for (int thread = 1; thread < threads; ++thread) others.emplace_back(set_share, thread);
    } catch (...) {  // those that began wait for the others
        for (auto begun = static_cast<int>(others.size()); begun < threads; ++begun)
            together.arrive_and_drop();
        throw;
    }
    set_share(0);
    return min_ms;
}

}  // namespace mariani::cpu
#endif
