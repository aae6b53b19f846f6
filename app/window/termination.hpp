// SIGTERM, SIGINT and SIGHUP as a wish to close the window.
#pragma once

namespace mariani::app {

// One at a time; the signals do what they did before once it is gone.
class Termination {
  public:
    Termination();
    ~Termination();
    Termination(const Termination&) = delete;
    Termination& operator=(const Termination&) = delete;

    static bool requested();
};

}  // namespace mariani::app
