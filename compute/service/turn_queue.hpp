// Whose turn it is to use the engines.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

namespace mariani {

// In order of decreasing priority. An export takes too long to be stopped and restarted: it runs
// beside the others, with engines of its own. All others exclude one another.
enum class JobPriority { frame, exporting, experiment, idle };

// Thread-safe.
class TurnQueue {
  public:
    // Runs `job` on the calling thread once nothing more important has or wants the engines.
    // Returns the job's optional, which is empty if the token passed to it has stopped it. Stops
    // a less important job that is in the way; that one is run again afterwards, before any that
    // is less important still. nullopt if stopped.
    template <typename Job>
    auto run(JobPriority priority, const std::stop_token& stop, const Job& job)
        -> decltype(job(stop)) {
        for (auto turn = std::make_unique<Turn>(*this, priority, stop);;
             turn = std::make_unique<Turn>(*this, priority, stop, turn.get())) {
            if (!turn->granted()) return std::nullopt;
            auto result = job(turn->stop_token());
            if (result || stop.stop_requested() || !turn->stop_token().stop_requested())
                return result;
        }
    }

    // Jobs whose turn has not come.
    std::size_t waiting() const;

  private:
    struct Running {
        JobPriority priority;
        std::stop_source stop;
    };

    // Waits for its turn; its destructor ends the turn. `before`, which was stopped to make way,
    // ends as this one begins to wait: nobody comes between.
    class Turn {
      public:
        Turn(TurnQueue& queue, JobPriority priority, const std::stop_token& stop,
             Turn* before = nullptr);
        ~Turn();
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;

        bool granted() const { return granted_; }  // false if it was stopped while waiting
        std::stop_token stop_token() const { return own_.get_token(); }

      private:
        void end();  // the lock must be held

        TurnQueue& queue_;
        std::stop_source own_;
        std::stop_callback<std::function<void()>> relay_;
        bool granted_ = false;
    };

    bool may_begin(JobPriority priority) const;  // the lock must be held

    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    std::vector<JobPriority> waiting_;
    std::vector<Running> running_;
};

}  // namespace mariani
