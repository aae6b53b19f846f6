#include "compute/cpu/tasks.hpp"

#include "compute/cpu/tbb_arena.hpp"

#include <atomic>
#include <thread>
#include <utility>

namespace mariani::cpu {
namespace {

// States the order that the library guarantees (what was done before a task was handed over comes
// before the task, the task before the end of the wait) in atomics that ThreadSanitizer can see.
class Handover {
  public:
    void give() { count_.fetch_add(1, std::memory_order_release); }
    void take() { count_.load(std::memory_order_acquire); }

  private:
    std::atomic<std::uint64_t> count_{0};
};

class ArenaTaskGroup final : public TaskGroup {
  public:
    explicit ArenaTaskGroup(Handover& handover) : handover_(handover) {}

    void begin(const TbbArena::Spawn& spawn) { spawn_ = &spawn; }

    void spawn(std::function<void()> task) override {
        handover_.give();
        (*spawn_)([this, body = std::move(task)] {
            handover_.take();
            body();
            handover_.give();
        });
    }

  private:
    Handover& handover_;
    const TbbArena::Spawn* spawn_ = nullptr;
};

}  // namespace

struct Crew::Arena {
    explicit Arena(int threads) : tbb(threads) {}
    TbbArena tbb;
};

Crew::Crew(int threads) : arena_(std::make_unique<Arena>(threads)) {}
Crew::~Crew() = default;

int Crew::threads() const {
    return arena_->tbb.threads();
}

void Crew::for_each(std::int64_t count, const std::function<void(std::int64_t)>& body) {
    Handover handover;
    handover.give();
    arena_->tbb.for_each(count, [&](std::int64_t i) {
        handover.take();
        body(i);
        handover.give();
    });
    handover.take();
}

void Crew::run_tasks(const std::function<void(TaskGroup&)>& root) {
    Handover handover;
    ArenaTaskGroup group(handover);
    handover.give();
    arena_->tbb.run_tasks([&](const TbbArena::Spawn& spawn) {
        handover.take();
        group.begin(spawn);
        root(group);
        handover.give();
    });
    handover.take();
}

int Crew::slot() {
    return TbbArena::slot();
}

int hardware_threads() {
    const unsigned count = std::thread::hardware_concurrency();
    return count == 0 ? 1 : static_cast<int>(count);
}

}  // namespace mariani::cpu
