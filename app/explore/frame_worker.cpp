#include "app/explore/frame_worker.hpp"

#include "app/settings/failure.hpp"
#include "app/settings/yield_to_window.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace mariani::app {

FrameWorker::FrameWorker(Compute compute, std::function<void()> wake,
                         std::chrono::milliseconds grace, Preview preview, bool watched)
    : compute_(std::move(compute)),
      preview_(std::move(preview)),
      wake_(std::move(wake)),
      grace_(grace),
      watched_(watched),
      thread_([this](std::stop_token quit) { run(std::move(quit)); }) {}

FrameWorker::~FrameWorker() {
    thread_.request_stop();
    stop();
}

void FrameWorker::submit(const FrameRequest& request) {
    const std::scoped_lock lock(mutex_);
    if (submitted_ != request) post(request);
}

void FrameWorker::submit_again() {
    const std::scoped_lock lock(mutex_);
    if (submitted_) post(*submitted_);
}

void FrameWorker::submit_anew(const FrameRequest& request) {
    const std::scoped_lock lock(mutex_);
    if (submitted_ != request || !(running_ || waiting_ || outcome_)) post(request);
}

void FrameWorker::post(const FrameRequest& request) {
    submitted_ = request;
    ++number_;
    stopped_ = false;
    waiting_ = request;
    busy_since_ = Clock::now();
    stop_overdue();
    changed_.notify_all();
}

void FrameWorker::stop() {
    const std::scoped_lock lock(mutex_);
    if (waiting_ || running_) stopped_ = true;
    waiting_.reset();
    if (running_)
        running_->stop.request_stop();
    else
        busy_since_.reset();
}

std::optional<FrameOutcome> FrameWorker::poll() {
    const std::scoped_lock lock(mutex_);
    stop_overdue();
    return std::exchange(outcome_, std::nullopt);
}

std::shared_ptr<const PreparedFrame> FrameWorker::poll_preview() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(previewed_, nullptr);
}

std::optional<GrowingPicture> FrameWorker::poll_growing() {
    std::shared_ptr<FrameProgress> progress;
    {
        const std::scoped_lock lock(mutex_);
        if (!running_ || Clock::now() - running_->since < growing_after) return std::nullopt;
        progress = running_->progress;
    }
    return progress->growing ? progress->growing->picture() : std::nullopt;
}

void FrameWorker::stop_overdue() {
    if (running_ && waiting_ && Clock::now() - running_->since >= grace_)
        running_->stop.request_stop();
}

std::uint64_t FrameWorker::submitted() const {
    const std::scoped_lock lock(mutex_);
    return number_;
}

bool FrameWorker::busy() const {
    const std::scoped_lock lock(mutex_);
    return running_ || waiting_ || outcome_;
}

double FrameWorker::progress() const {
    const std::scoped_lock lock(mutex_);
    if (!running_) return 0;
    const FrameProgress& progress = *running_->progress;
    const bool deep = progress.deltas.total > 0;
    const auto total = (deep ? progress.deltas.total : progress.pixels_total).load();
    const auto done = (deep ? progress.deltas.done : progress.pixels_done).load();
    if (total <= 0) return 0;
    return std::clamp(static_cast<double>(done) / static_cast<double>(total), 0.0, 1.0);
}

std::string_view FrameWorker::stage() const {
    const std::scoped_lock lock(mutex_);
    if (!running_ || running_->progress->deltas.total == 0) return {};
    return name_of(running_->progress->deltas.stage.load());
}

bool FrameWorker::stopped() const {
    const std::scoped_lock lock(mutex_);
    return stopped_ && !running_;
}

std::optional<FrameWorker::Clock::time_point> FrameWorker::busy_since() const {
    const std::scoped_lock lock(mutex_);
    return busy_since_;
}

void FrameWorker::run(std::stop_token quit) {
    yield_to_window();
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, quit, [this] { return waiting_.has_value(); })) {
        if (quit.stop_requested()) return;
        const FrameRequest request = *std::exchange(waiting_, std::nullopt);
        FrameOutcome outcome{request, nullptr, {}, number_};
        const auto failure = failure_of([&] {
            running_ = Running{{}, Clock::now(), std::make_shared<FrameProgress>(), number_};
            if (watched_) running_->progress->growing = std::make_shared<GrowingFrame>();
            lock.unlock();
            outcome.frame = compute(request, *running_);
        });
        if (!lock.owns_lock()) lock.lock();
        running_.reset();
        if (failure) outcome.error = *failure;
        if (outcome.frame || failure) {
            if (outcome.number == number_) stopped_ = false;  // it was quicker
            outcome_ = std::move(outcome);
            previewed_.reset();
        }
        if (!waiting_) busy_since_.reset();
        lock.unlock();
        wake_();
        lock.lock();
    }
}

std::shared_ptr<const PreparedFrame> FrameWorker::compute(const FrameRequest& request,
                                                          Running running) {
    // The frame itself follows, and reports any error.
    if (preview_) std::ignore = failure_of([&] { show_preview(request, running); });
    auto frame = compute_(request, running.stop.get_token(), *running.progress);
    if (!frame) return nullptr;
    return std::make_shared<const PreparedFrame>(std::move(*frame));
}

void FrameWorker::show_preview(const FrameRequest& request, const Running& running) {
    auto preview = preview_(request, running.stop.get_token());
    if (!preview) return;
    {
        const std::scoped_lock lock(mutex_);
        previewed_ = std::make_shared<const PreparedFrame>(std::move(*preview));
    }
    wake_();
}

}  // namespace mariani::app
