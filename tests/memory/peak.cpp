#include "tests/memory/peak.hpp"

#include "compute/cpu/tasks.hpp"
#include "compute/cuda/memory.hpp"

#include <array>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <fmt/core.h>
#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

// "VmHWM", in bytes.
std::int64_t own_memory(const std::string& name) {
    std::ifstream file("/proc/self/status");
    std::string word;
    std::int64_t amount = 0;
    while (file >> word)
        if (word == name + ":" && file >> amount) return amount * 1024;
    throw std::runtime_error("the system does not tell " + name);
}

// `slack`: bytes that may be used beside the plan.
void expect_near(const std::string& plan, const MemoryEstimate& estimate, std::int64_t used,
                 double slack) {
    constexpr double mib = 1 << 20;
    const double ratio = static_cast<double>(estimate.total()) / static_cast<double>(used);
    fmt::print("| {} | {:.1f} | {:.1f} | {:.2f} |\n", plan,
               static_cast<double>(estimate.total()) / mib, static_cast<double>(used) / mib, ratio);
    ASSERT_GT(used, 0) << plan;
    EXPECT_NEAR(ratio, 1, 0.2 + slack / static_cast<double>(used)) << plan;
}

}  // namespace

std::int64_t peak_of(const std::function<void()>& work) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) throw std::runtime_error("there is no pipe");
    const pid_t child = fork();
    if (child == 0) {
        std::int64_t more = -1;
        try {
            const std::int64_t before = own_memory("VmRSS");
            work();
            more = own_memory("VmHWM") - before;
        } catch (const std::exception& failure) {
            fmt::print(stderr, "{}\n", failure.what());
        }
        const auto written = write(ends[1], &more, sizeof(more));
        _exit(written == sizeof(more) ? 0 : 1);
    }
    close(ends[1]);
    std::int64_t more = -1;
    if (read(ends[0], &more, sizeof(more)) != sizeof(more)) more = -1;
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    return more;
}

void expect_close(const std::string& plan, const MemoryEstimate& estimate,
                  const std::function<void()>& work) {
    if (sanitized) GTEST_SKIP() << sanitized_reason;
    static const std::int64_t of_threads = peak_of([] {
        mariani::cpu::ThreadPool pool(0);
        pool.for_each(1 << 20, [](std::int64_t) {});
    });
    // Each thread keeps some memory of its own, beside what it takes for a plan.
    const double of_arenas = 0.5 * (1 << 20) * std::thread::hardware_concurrency();
    expect_near(plan, estimate, peak_of(work) - of_threads, of_arenas);
}

void expect_close_on_gpu(const std::string& plan, const MemoryEstimate& estimate,
                         const std::function<void()>& work) {
    cuda::take_peak_memory();
    const std::int64_t before = cuda::held_memory();
    work();
    constexpr double of_control = 1 << 16;  // what host and device tell each other
    expect_near(plan, estimate, cuda::take_peak_memory() - before, of_control);
}

}  // namespace mariani::tests
