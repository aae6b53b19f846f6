// The views and files where the user has been: noticed here, and kept in the user's file.
#pragma once

#include "app/explore/visit_watch.hpp"
#include "app/files/recent.hpp"
#include "app/window/window_state.hpp"

#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <vector>

namespace mariani::app {

// Main thread; the file is written on another one, as it may have to wait for other instances.
class RecentPlaces {
  public:
    // `keep`: write the file. `wake` is called on the other thread when it has been written.
    RecentPlaces(WindowState& state, bool keep, std::function<void()> wake);
    ~RecentPlaces();  // writes what is still to be written

    const std::vector<std::string>& notices() const { return notices_; }

    // Once per turn. Throws std::runtime_error if the file cannot be written; then no more is.
    void advance(bool rests);
    void opened(const std::string& picture);  // its path
    void forget();
    bool due() const { return watch_.waiting(); }

  private:
    using Edit = std::function<void(Recent&)>;

    void queue(Edit edit);
    void write_next();
    void take_written();
    void show();

    WindowState& state_;
    std::function<void()> wake_;
    VisitWatch watch_;
    std::unique_ptr<Recent> recent_;  // the other thread's while it writes
    std::vector<std::string> notices_;
    bool keep_;
    std::deque<Edit> waiting_;
    std::future<std::string> written_;  // why it failed, or nothing
};

}  // namespace mariani::app
