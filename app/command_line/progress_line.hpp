// A command's progress, on one line of the terminal that overwrites itself.
#pragma once

#include <functional>
#include <string>
#include <thread>

namespace mariani::app {

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
