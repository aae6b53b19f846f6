#include "compute/service/turn_queue.hpp"

#include <algorithm>
#include <utility>

namespace mariani {
namespace {

bool side_by_side(JobPriority a, JobPriority b) {
    return (a == JobPriority::exporting) != (b == JobPriority::exporting);
}

bool outranks(JobPriority a, JobPriority b) {
    return a < b && !side_by_side(a, b);
}

}  // namespace

TurnQueue::Turn::Turn(TurnQueue& queue, JobPriority priority, const std::stop_token& stop,
                      Turn* before)
    : queue_(queue), relay_(stop, [this] { own_.request_stop(); }) {
    std::unique_lock lock(queue_.mutex_);
    if (before) before->end();
    for (Running& job : queue_.running_)
        if (outranks(priority, job.priority)) job.stop.request_stop();
    queue_.waiting_.push_back(priority);
    granted_ = queue_.changed_.wait(lock, stop, [&] { return queue_.may_begin(priority); });
    queue_.waiting_.erase(std::ranges::find(queue_.waiting_, priority));
    if (granted_)
        queue_.running_.push_back({priority, own_});
    else
        queue_.changed_.notify_all();  // including those that made way for it
}

TurnQueue::Turn::~Turn() {
    const std::scoped_lock lock(queue_.mutex_);
    end();
}

void TurnQueue::Turn::end() {
    if (!std::exchange(granted_, false)) return;
    std::erase_if(queue_.running_, [&](const Running& job) { return job.stop == own_; });
    queue_.changed_.notify_all();
}

std::size_t TurnQueue::waiting() const {
    const std::scoped_lock lock(mutex_);
    return waiting_.size();
}

bool TurnQueue::may_begin(JobPriority priority) const {
    const auto conflicts = [&](const Running& job) {
        return !side_by_side(job.priority, priority);
    };
    const auto first = [&](JobPriority other) { return outranks(other, priority); };
    return std::ranges::none_of(running_, conflicts) && std::ranges::none_of(waiting_, first);
}

}  // namespace mariani
