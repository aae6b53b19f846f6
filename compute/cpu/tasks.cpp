#include "compute/cpu/tasks.hpp"

#include "compute/cpu/tbb_arena.hpp"

#include <atomic>
#include <optional>
#include <thread>
#include <utility>

namespace mariani::cpu {
namespace {

// States the order that the library guarantees (what was done before a task was handed over comes
// before the task, the task before the end of the wait) in atomics that ThreadSanitizer can see.
// They are global because even a task's captures are part of what is handed over.
class Handover {
  public:
    void give() { count_.fetch_add(1, std::memory_order_release); }
    void take() { count_.load(std::memory_order_acquire); }

  private:
    std::atomic<std::uint64_t> count_{0};
};

Handover to_tasks;
Handover from_tasks;

class ArenaTaskGroup final : public TaskGroup {
  public:
    explicit ArenaTaskGroup(const TbbArena::Spawn& spawn) : spawn_(spawn) {}

    void spawn(std::function<void()> task) override {
        std::function<void()> handed = [body = std::move(task)] {
            to_tasks.take();
            body();
            from_tasks.give();
        };
        to_tasks.give();
        spawn_(std::move(handed));
    }

  private:
    const TbbArena::Spawn& spawn_;
};

}  // namespace

struct ThreadPool::Arena {
    explicit Arena(int threads) : tbb(threads) {}
    TbbArena tbb;
};

ThreadPool::ThreadPool(int threads) : arena_(std::make_unique<Arena>(threads)) {}
ThreadPool::~ThreadPool() = default;

int ThreadPool::threads() const {
    return arena_->tbb.threads();
}

void ThreadPool::for_each(std::int64_t count, const std::function<void(std::int64_t)>& body) {
    for_each(count, {}, body);
}

void ThreadPool::for_each(std::int64_t count, const std::stop_token& stop,
                          const std::function<void(std::int64_t)>& body) {
    const std::function<void(std::int64_t)> handed = [&body](std::int64_t i) {
        to_tasks.take();
        body(i);
        from_tasks.give();
    };
    to_tasks.give();
    arena_->tbb.for_each(count, stop, handed);
    from_tasks.take();
}

void ThreadPool::run_tasks(const std::function<void(TaskGroup&)>& root) {
    std::optional<ArenaTaskGroup> group;  // outlives the tasks, which may spawn more
    const std::function<void(const TbbArena::Spawn&)> handed =
        [&root, &group](const TbbArena::Spawn& spawn) {
            to_tasks.take();
            root(group.emplace(spawn));
            from_tasks.give();
        };
    to_tasks.give();
    arena_->tbb.run_tasks(handed);
    from_tasks.take();
}

int ThreadPool::slot() {
    return TbbArena::slot();
}

int hardware_threads() {
    const unsigned count = std::thread::hardware_concurrency();
    return count == 0 ? 1 : static_cast<int>(count);
}

}  // namespace mariani::cpu
