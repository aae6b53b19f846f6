// Goes to the minibrot in a view, which a thread of its own looks for.
#pragma once

#include "app/explore/latest_worker.hpp"
#include "app/explore/navigator.hpp"
#include "app/window/window_state.hpp"
#include "compute/model/orbits.hpp"

#include <functional>
#include <optional>

namespace mariani::app {

// Main thread.
class MinibrotSearch {
  public:
    // `wake` is called on the search's thread when there is something to take.
    MinibrotSearch(WindowState& state, Navigator& navigator, std::function<void()> wake);

    // In place of an earlier search. Throws std::runtime_error with the reason where there is
    // nothing to look for.
    void begin(const View& view);
    void stop() { worker_.stop(); }
    bool busy() const { return worker_.busy(); }

    // Once a turn: goes to what was found, or says that nothing was. A view that is left meanwhile
    // ends the search: nobody is thrown out of where they have gone.
    void advance();

  private:
    struct Job {
        View view;
        double aspect = 1;  // of the picture's width to its height
        bool operator==(const Job&) const = default;
    };
    using Worker = LatestWorker<Job, std::optional<Minibrot>>;

    void show(const Minibrot& minibrot);

    WindowState& state_;
    Navigator& navigator_;
    View begun_at_;
    Worker worker_;
};

}  // namespace mariani::app
