// Ctrl+C, SIGTERM and SIGHUP as a stop token, so that an interrupted command cleans up after
// itself.
#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

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

}  // namespace mariani::app
