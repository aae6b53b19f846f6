// Ctrl+C, SIGTERM and SIGHUP as a stop token, so that an interrupted command cleans up after
// itself; and work that they end soon, even where it cannot stop: on a thread of its own, which is
// left behind if it takes too long. And the line of progress that a command shows meanwhile.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

namespace mariani::app {

// Handles these signals during its lifetime, on whatever thread they arrive (CUDA has its own,
// which block none), except those that are ignored, as SIGHUP is under nohup. One at a time.
class Interruption {
  public:
    static constexpr int exit_status = 130;

    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    std::stop_token token() const { return source_.get_token(); }
    bool happened() const { return source_.stop_requested(); }

  private:
    std::stop_source source_;
    std::jthread waiter_;
};

// Runs the work. False if interrupted before it was done; then, if it did not stop within 20 ms,
// its thread goes on, with no more than what the work itself holds: it must own what it uses.
// Throws what the work throws.
bool finish_or_leave(const Interruption& interruption,
                     std::function<void(const std::stop_token&)> work);

// The same for work with a result, which is nothing if it was stopped.
template <typename Result>
std::optional<Result> finish_or_leave(
    const Interruption& interruption,
    std::function<std::optional<Result>(const std::stop_token&)> work) {
    const auto result = std::make_shared<std::optional<Result>>();
    const std::function<void(const std::stop_token&)> keep =
        [result, work = std::move(work)](const std::stop_token& stop) { *result = work(stop); };
    if (!finish_or_leave(interruption, keep)) return std::nullopt;
    return std::move(*result);
}

// The exit status of an interrupted command. Ends the program here and now if work was left behind:
// to be called when no file is unfinished any more.
int end_interrupted();

enum class WithoutTerminal { nothing, a_line_a_minute };

// Shows text() several times a second on stderr during its lifetime, if stderr is a terminal.
// text() is called on a thread of its own. The line is wiped at the end.
class ProgressLine {
  public:
    explicit ProgressLine(std::function<std::string()> text,
                          WithoutTerminal otherwise = WithoutTerminal::nothing);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

  private:
    std::jthread writer_;
};

}  // namespace mariani::app
