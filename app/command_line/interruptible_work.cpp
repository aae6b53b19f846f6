#include "app/command_line/interruptible_work.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <thread>

namespace mariani::app {
namespace {

std::atomic<bool> left_behind{false};

struct Ending {
    std::mutex mutex;
    std::condition_variable_any changed;
    bool done = false;
    std::exception_ptr failure;
};

}  // namespace

bool finish_or_leave(const Interruption& interruption,
                     std::function<void(const std::stop_token&)> work) {
    constexpr auto patience = std::chrono::milliseconds(20);
    const auto ending = std::make_shared<Ending>();
    std::thread worker([ending, work = std::move(work), stop = interruption.token()] {
        std::exception_ptr failure;
        try {
            work(stop);
        } catch (...) {
            failure = std::current_exception();
        }
        const std::lock_guard lock(ending->mutex);
        ending->failure = failure;
        ending->done = true;
        ending->changed.notify_all();
    });
    std::unique_lock lock(ending->mutex);
    const auto is_done = [&] { return ending->done; };
    if (!ending->changed.wait(lock, interruption.token(), is_done) &&
        !ending->changed.wait_for(lock, patience, is_done)) {
        worker.detach();
        left_behind = true;
        return false;
    }
    lock.unlock();
    worker.join();
    if (ending->failure) std::rethrow_exception(ending->failure);
    return !interruption.happened();
}

int end_interrupted() {
    if (left_behind) {
        std::fflush(nullptr);
        std::_Exit(Interruption::exit_status);
    }
    return Interruption::exit_status;
}

}  // namespace mariani::app
