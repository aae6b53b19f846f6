// Threads for one engine, oneTBB behind a narrow interface, and the time that they take.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>

namespace mariani::cpu {

// Tasks that may spawn further tasks. Made by ThreadPool::run_tasks.
class TaskGroup {
  public:
    virtual ~TaskGroup() = default;
    virtual void spawn(std::function<void()> task) = 0;
};

// A number of threads, the calling one among them. One call at a time; what a body throws is thrown
// again by the call.
class ThreadPool {
  public:
    explicit ThreadPool(int threads);  // 0: all of the machine
    ~ThreadPool();

    int threads() const;

    // Calls body(i) for every i from 0 to count - 1, in any order.
    void for_each(std::int64_t count, const std::function<void(std::int64_t)>& body);
    // Likewise, but begins none after a stop request, however many are left.
    void for_each(std::int64_t count, const std::stop_token& stop,
                  const std::function<void(std::int64_t)>& body);

    // Calls use(begin, end) for chunks of the numbers from 0 to count - 1. False if stopped.
    template <typename Use>
    bool for_each_chunk(std::int64_t count, std::int64_t chunk, const std::stop_token& stop,
                        const Use& use) {
        for_each((count + chunk - 1) / chunk, stop,
                 [&](std::int64_t i) { use(i * chunk, std::min((i + 1) * chunk, count)); });
        return !stop.stop_requested();
    }

    // Calls root, which may spawn tasks; returns when all have ended.
    void run_tasks(const std::function<void(TaskGroup&)>& root);

    // Which of the pool's threads is calling, from within a body or a task: 0 to threads() - 1.
    static int slot();

  private:
    struct Arena;
    std::unique_ptr<Arena> arena_;
};

int hardware_threads();

// From then to now.
inline double ms_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
        .count();
}
inline std::int64_t ns_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace mariani::cpu
