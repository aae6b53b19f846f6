// Turns SIGTERM, SIGINT and SIGHUP into a request to close the window.
#pragma once

namespace mariani::app {

// One at a time; its destructor restores the default handlers.
class Termination {
  public:
    Termination();
    ~Termination();
    Termination(const Termination&) = delete;
    Termination& operator=(const Termination&) = delete;

    static bool requested();
};

}  // namespace mariani::app
