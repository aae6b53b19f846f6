// Ctrl+C, SIGTERM and SIGHUP as a stop token, so that an interrupted command cleans up after
// itself.
#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace mariani::app {

// Handles these signals during its lifetime, except SIGHUP if it is ignored, as under nohup. To be
// created by the main thread before any other thread, so that all of them leave the signals to it.
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

}  // namespace mariani::app
