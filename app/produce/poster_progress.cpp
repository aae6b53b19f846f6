#include "app/produce/poster_progress.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace mariani::app {

PosterProgress::PosterProgress(std::atomic<double>& progress, std::int64_t pixels)
    : progress_(progress), pixels_(static_cast<double>(pixels)) {
    progress_ = 0;
    watcher_ = std::jthread([this](const std::stop_token& stop) {
        std::mutex mutex;
        std::condition_variable_any wake;
        std::unique_lock lock(mutex);
        while (!stop.stop_requested()) {
            wake.wait_for(lock, stop, std::chrono::milliseconds(50), [] { return false; });
            update();
        }
    });
}

PosterProgress::~PosterProgress() {
    watcher_ = {};
    update();
}

void PosterProgress::done(std::int64_t pixels) {
    frame_.pixels_done = 0;
    done_ += pixels;
}

// A finished part briefly looks unstarted: the figure waits rather than fall.
void PosterProgress::update() {
    const auto pixels = static_cast<double>(done_.load() + frame_.pixels_done.load());
    progress_ = std::clamp(pixels / pixels_, progress_.load(), 1.0);
}

}  // namespace mariani::app
