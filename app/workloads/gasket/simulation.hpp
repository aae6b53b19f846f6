// Life on a fractal that goes on by itself, on a thread that owns engine and state: the window says
// what it wants, and takes what is newest.
#pragma once

#include "app/workloads/gasket/life.hpp"
#include "compute/service/turn_queue.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace mariani {
class ComputeService;
}

namespace mariani::app {

struct GasketWish {
    GasketStart start;
    GasketMeans means;
    bool running = false;
    std::optional<int> speed;       // steps a second; nothing: as many as it can
    std::int64_t single_steps = 0;  // asked for so far; those that are new are taken
    std::int64_t energies = 0;      // likewise: measurements of a step's energy
    std::int64_t races = 0;         // likewise: of all engines
    std::int64_t sweeps = 0;        // likewise: of all engines over n and rho
    bool watched = false;           // moments have a trace of the next step
    bool operator==(const GasketWish&) const = default;
};

// All calls are for one thread, and none waits but the destructor.
class GasketSimulation {
  public:
    // `wake` is called on the simulation's thread when there is something to take, or none will
    // come. It computes in turns of the service.
    GasketSimulation(std::shared_ptr<ComputeService> service, std::function<void()> wake);
    ~GasketSimulation();
    GasketSimulation(const GasketSimulation&) = delete;
    GasketSimulation& operator=(const GasketSimulation&) = delete;

    void want(const GasketWish& wish);
    // A beginning or single steps that are under way; what runs by itself goes on.
    void stop();
    void edit(GasketEdit edit);

    // The newest, once; null if there is none.
    std::shared_ptr<const GasketMoment> poll();
    // Something asked for is still to be polled; steps that are taken by themselves do not count.
    bool busy() const;
    double progress() const { return progress_; }  // of a beginning, 0 to 1
    // Why what is wanted is not computed.
    std::optional<std::string> error() const;

  private:
    using Clock = std::chrono::steady_clock;

    // What the thread is to do next.
    struct Task {
        std::optional<GasketStart> start;
        std::optional<GasketMeans> means;
        std::vector<GasketEdit> edits;
        bool energy = false;
        bool race = false;
        bool sweep = false;
    };

    void run(const std::stop_token& quit);
    // With the lock; the last three let go of it while they compute.
    bool runs_by_itself() const;
    bool asks() const;
    bool busy_now() const;
    bool wants_moment() const;
    bool has_work() const;
    void wait(std::unique_lock<std::mutex>& lock, const std::stop_token& quit);
    Task next_task();
    std::int64_t next_steps();
    std::int64_t due_steps();
    void prepare(std::unique_lock<std::mutex>& lock, const Task& task, const std::stop_token& stop);
    void advance(std::unique_lock<std::mutex>& lock, const std::stop_token& stop);
    void measure(std::unique_lock<std::mutex>& lock, const Task& task, const std::stop_token& stop);
    bool publish(std::unique_lock<std::mutex>& lock);
    // Lets go of the lock, too.
    template <typename Work>
    std::optional<std::string> in_turn(std::unique_lock<std::mutex>& lock, JobPriority priority,
                                       const std::stop_token& stop, const Work& work);

    const std::shared_ptr<ComputeService> service_;
    const std::function<void()> wake_;
    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    std::optional<GasketWish> wanted_;
    std::optional<GasketStart> begun_;  // or given up
    std::optional<GasketMeans> means_;  // likewise
    std::vector<GasketEdit> edits_;
    std::int64_t single_steps_ = 0;  // of those wanted, those that are owed or taken
    std::int64_t energies_ = 0;      // of those wanted, those that were begun
    std::int64_t races_ = 0;         // likewise
    std::int64_t sweeps_ = 0;        // likewise
    std::int64_t owed_ = 0;          // steps to be taken before anything is shown
    bool stopped_ = false;           // by the user, and the thread has not seen it yet
    bool asked_ = false;             // the thread is at something that was asked for
    bool stale_ = false;             // the newest moment is no more
    bool lives_ = false;             // there is a state
    bool can_go_on_ = false;         // there is an engine
    std::optional<std::stop_source> working_;
    std::shared_ptr<const GasketMoment> newest_;
    std::optional<std::string> error_;
    std::atomic<double> progress_ = 0;
    GasketLife life_;           // the thread's, as the next
    std::int64_t at_once_ = 1;  // steps that take some ms
    Clock::time_point due_;     // the next step of what runs by itself
    std::jthread thread_;       // last: it uses all of the above
};

}  // namespace mariani::app
