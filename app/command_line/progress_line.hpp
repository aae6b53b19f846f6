// How far a command has come, on one line of the terminal that overwrites itself.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <thread>

namespace mariani::app {

// Shows text() some times a second on stderr while it lives, if stderr is a terminal; else nothing.
// text() is called from a thread of its own. The line is wiped at the end.
class ProgressLine {
  public:
    explicit ProgressLine(std::function<std::string()> text);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

  private:
    std::jthread writer_;
};

}  // namespace mariani::app
