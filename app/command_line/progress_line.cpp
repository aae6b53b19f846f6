#include "app/command_line/progress_line.hpp"

#include "app/settings/failure.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <tuple>
#include <unistd.h>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {

ProgressLine::ProgressLine(std::function<std::string()> text) {
    if (isatty(STDERR_FILENO) == 0) return;
    writer_ = std::jthread([text = std::move(text)](std::stop_token done) {
        constexpr auto interval = std::chrono::milliseconds(200);
        std::mutex mutex;
        std::condition_variable_any wake;
        std::unique_lock lock(mutex);
        bool shown = false;
        // The first line comes after an interval: what finishes earlier needs none.
        while (!wake.wait_for(lock, done, interval, [] { return false; })) {
            if (done.stop_requested()) break;
            // A momentary lack of memory costs only this line.
            std::ignore = failure_of([&] {
                std::fputs(fmt::format("\r\033[K{}", text()).c_str(), stderr);
                std::fflush(stderr);
            });
            shown = true;
        }
        if (shown) std::fputs("\r\033[K", stderr);
    });
}

ProgressLine::~ProgressLine() = default;

}  // namespace mariani::app
