#include "compute/cpu/tbb_arena.hpp"

#include <cstddef>
#include <mutex>
#include <optional>
#include <utility>

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

namespace mariani::cpu {
namespace {

// oneTBB does so once, and allocates for it. Where that fails, the next call into it would wait
// without end: let the program end instead.
void count_processors() noexcept {
    tbb::info::default_concurrency();
}

// By itself oneTBB has no more threads than the processor, whatever an arena asks for.
void allow(int threads) {
    using Control = tbb::global_control;
    static std::mutex mutex;
    static std::optional<Control> control;
    const std::scoped_lock lock(mutex);
    const auto wanted = static_cast<std::size_t>(threads);
    if (Control::active_value(Control::max_allowed_parallelism) < wanted)
        control.emplace(Control::max_allowed_parallelism, wanted);
}

}  // namespace

struct TbbArena::Implementation {
    explicit Implementation(int threads) : arena(threads) {}
    tbb::task_arena arena;
};

TbbArena::TbbArena(int threads)
    : implementation_(std::make_unique<Implementation>(
          threads > 0 ? threads : int{tbb::task_arena::automatic})) {
    count_processors();
    allow(threads);
    implementation_->arena.initialize();
}

TbbArena::~TbbArena() = default;

int TbbArena::threads() const {
    return implementation_->arena.max_concurrency();
}

void TbbArena::for_each(std::int64_t count, const std::stop_token& stop,
                        const std::function<void(std::int64_t)>& body) {
    implementation_->arena.execute([&] {
        tbb::task_group_context context;
        const std::stop_callback cancel(stop, [&] { context.cancel_group_execution(); });
        tbb::parallel_for(
            std::int64_t{0}, count,
            [&](std::int64_t i) {
                if (!stop.stop_requested()) body(i);
            },
            tbb::simple_partitioner(), context);
    });
}

void TbbArena::run_tasks(const std::function<void(const Spawn&)>& root) {
    implementation_->arena.execute([&] {
        tbb::task_group group;
        // The group would wait without end for a task that there was no memory for.
        const Spawn spawn = [&](std::function<void()> task) noexcept {
            group.run(std::move(task));
        };
        group.run_and_wait([&] { root(spawn); });
    });
}

int TbbArena::slot() {
    return tbb::this_task_arena::current_thread_index();
}

}  // namespace mariani::cpu
