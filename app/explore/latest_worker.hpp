// A thread that does the latest job that was asked for, so that the window never waits.
#pragma once

#include "app/settings/failure.hpp"
#include "app/settings/yield_to_window.hpp"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

namespace mariani::app {

// Jobs are compared: an equal one is not done again.
template <typename Job, typename Result>
class LatestWorker {
  public:
    struct Outcome {
        Job job;
        std::optional<Result> result;  // nothing if it failed
        std::string error;             // why, for the user
    };
    // Does a job, on the worker's thread only; returns nothing within 100 ms of a stop request.
    using Work = std::function<std::optional<Result>(const Job&, const std::stop_token&)>;

    // `wake` is called on the worker's thread when there is an outcome to poll, or none will come.
    LatestWorker(Work work, std::function<void()> wake)
        : work_(std::move(work)),
          wake_(std::move(wake)),
          thread_([this](const std::stop_token& quit) { run(quit); }) {}

    // Stops the running job and waits for its end.
    ~LatestWorker() {
        thread_.request_stop();
        stop();
    }
    LatestWorker(const LatestWorker&) = delete;
    LatestWorker& operator=(const LatestWorker&) = delete;

    // All of these are for one thread, and none waits.

    // Does nothing if the job equals the last one submitted. Otherwise it takes the place of the
    // one that runs and of one that waits.
    void submit(const Job& job) {
        const std::scoped_lock lock(mutex_);
        if (submitted_ == job) return;
        begin(job);
    }
    void submit_again() {  // the last one submitted, if any
        const std::scoped_lock lock(mutex_);
        if (submitted_) begin(*submitted_);
    }
    // The last job submitted is kept: an equal one does not begin again.
    void stop() {
        const std::scoped_lock lock(mutex_);
        waiting_.reset();
        done_.reset();
        if (running_) running_->request_stop();
    }
    void forget() {  // the last job, too: an equal one begins again
        stop();
        const std::scoped_lock lock(mutex_);
        submitted_.reset();
    }
    std::optional<Outcome> poll() {  // the newest, once
        const std::scoped_lock lock(mutex_);
        return std::exchange(done_, std::nullopt);
    }
    bool busy() const {  // a job is running or waiting, or an outcome is
        const std::scoped_lock lock(mutex_);
        return running_ || waiting_ || done_;
    }

  private:
    void begin(const Job& job) {
        submitted_ = waiting_ = job;
        done_.reset();
        if (running_) running_->request_stop();
        changed_.notify_all();
    }

    void run(const std::stop_token& quit) {
        yield_to_window();
        std::unique_lock lock(mutex_);
        while (changed_.wait(lock, quit, [this] { return waiting_.has_value(); })) {
            const Job job = *std::exchange(waiting_, std::nullopt);
            const std::stop_token stop = running_.emplace().get_token();
            lock.unlock();
            Outcome outcome{job, {}, {}};
            if (auto failure = failure_of([&] { outcome.result = work_(job, stop); }))
                outcome.error = std::move(*failure);
            lock.lock();
            running_.reset();
            const bool finished = outcome.result || !outcome.error.empty();
            if (finished && !stop.stop_requested()) done_ = std::move(outcome);
            lock.unlock();
            wake_();
            lock.lock();
        }
    }

    const Work work_;
    const std::function<void()> wake_;
    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    std::optional<Job> submitted_;
    std::optional<Job> waiting_;
    std::optional<std::stop_source> running_;
    std::optional<Outcome> done_;
    std::jthread thread_;  // last: it uses all of the above
};

}  // namespace mariani::app
