#include "app/window/window_log.hpp"

namespace mariani::app {

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

}  // namespace mariani::app
