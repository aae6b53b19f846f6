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

ProgressLine::ProgressLine(std::function<std::string()> text, WithoutTerminal otherwise) {
    const bool terminal = isatty(STDERR_FILENO) != 0;
    if (!terminal && otherwise == WithoutTerminal::nothing) return;
    writer_ = std::jthread([text = std::move(text), terminal](std::stop_token done) {
        const auto interval = std::chrono::milliseconds(terminal ? 200 : 60'000);
        std::mutex mutex;
        std::condition_variable_any wake;
        std::unique_lock lock(mutex);
        bool shown = false;
        // The first line comes after an interval: what finishes earlier needs none.
        while (!wake.wait_for(lock, done, interval, [] { return false; })) {
            if (done.stop_requested()) break;
            // A momentary lack of memory costs only this line.
            std::ignore = failure_of([&] {
                std::fputs((terminal ? "\r\033[K" + text() : text() + "\n").c_str(), stderr);
                std::fflush(stderr);
            });
            shown = terminal;
        }
        if (shown) std::fputs("\r\033[K", stderr);
    });
}

ProgressLine::~ProgressLine() = default;

}  // namespace mariani::app
