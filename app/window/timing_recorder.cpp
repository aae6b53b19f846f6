#include "app/window/timing_recorder.hpp"

#include <algorithm>
#include <cstddef>

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

constexpr std::size_t longest_history = 240;
constexpr int turns_to_wait = 120;  // for GL to report a time, if it ever does

// Measured separately, and valid for frames computed in the same way.
std::optional<FrameEnergy> energy_of(const Frame& frame, const Observations& seen) {
    const auto& measured = seen.laboratory.energy;
    if (!measured || measured->plan != frame.plan) return std::nullopt;
    return measured->energy;
}

}  // namespace

void WindowLog::start(const std::filesystem::path& path, TimingLogFormat format) {
    stop();
    log_.emplace(path, format);
    view_ = {true, path.string(), 0};
}

void WindowLog::stop() {
    log_.reset();
    view_.open = false;
}

std::optional<TimingLogFormat> WindowLog::format() const {
    return log_ ? std::optional(log_->format()) : std::nullopt;
}

void WindowLog::write(const nlohmann::ordered_json& row) {
    if (!log_) return;
    try {
        log_->write(row);
        view_.rows = log_->rows();
    } catch (...) {
        stop();
        throw;
    }
}

void TimingRecorder::end_draw(Observations& seen) {
    draw_timer_.end();
    if (!taken_) return;
    const bool measured = upload_timer_.milliseconds_of(taken_->upload_pair) &&
                          draw_timer_.milliseconds_of(taken_->draw_pair);
    if (measured || ++taken_->turns >= turns_to_wait) enter_taken(seen);
}

void TimingRecorder::enter_taken(Observations& seen) {
    const auto taken = std::exchange(taken_, std::nullopt);
    if (!taken) return;
    const Frame& frame = taken->frame->frame;
    const double upload_gl_ms = upload_timer_.milliseconds_of(taken->upload_pair).value_or(0.0);
    const FrameTimes times{frame.stats.compute_ms, std::max(taken->upload_cpu_ms, upload_gl_ms),
                           draw_timer_.milliseconds_of(taken->draw_pair).value_or(0.0)};
    seen.history.push_back(times);
    if (seen.history.size() > longest_history) seen.history.pop_front();
    const auto format = log_.format();
    if (!format) return;
    const int run = static_cast<int>(log_.view().rows) + 1;
    log_.write(window_row({taken->time,
                           frame.plan,
                           frame.stats,
                           run,
                           {times.upload_ms, times.draw_ms, times.total(),
                            seen.display ? seen.display->kind : DisplayPath::Kind::upload},
                           energy_of(frame, seen)},
                          *format));
}

}  // namespace mariani::app
