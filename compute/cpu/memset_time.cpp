#include "compute/cpu/peaks.hpp"

#include <algorithm>
#include <barrier>
#include <chrono>
#include <cstring>
#include <limits>
#include <memory>
#include <thread>
#include <vector>

namespace mariani::cpu {

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
