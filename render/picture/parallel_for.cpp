#include "render/picture/parallel_for.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace mariani::render {
namespace {

class Loop {
  public:
    Loop(int count, const std::function<void(int)>& body) : count_(count), body_(body) {}

    void run() noexcept {
        try {
            for (int i; (i = next_.fetch_add(1)) < count_;) body_(i);
        } catch (...) {
            next_ = count_;
            const std::scoped_lock lock(mutex_);
            if (!failure_) failure_ = std::current_exception();
        }
    }

    void rethrow() const {
        if (failure_) std::rethrow_exception(failure_);
    }

  private:
    int count_;
    const std::function<void(int)>& body_;
    std::atomic<int> next_{0};
    std::mutex mutex_;
    std::exception_ptr failure_;
};

// As many as can be started.
std::vector<std::jthread> started(int count, Loop& loop) {
    std::vector<std::jthread> threads;
    try {
        threads.reserve(static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i) threads.emplace_back([&loop] { loop.run(); });
    } catch (const std::exception&) {  // no memory or no thread left: the caller goes on alone
    }
    return threads;
}

}  // namespace

void parallel_for(int count, const std::function<void(int)>& body) {
    Loop loop(count, body);
    {
        const auto others = started(std::clamp(count, 1, hardware_threads()) - 1, loop);
        loop.run();
    }
    loop.rethrow();
}

int hardware_threads() {
    return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

}  // namespace mariani::render
