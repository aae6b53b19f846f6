// The thread that runs the engines, so that the window never waits for one.
#pragma once

#include "app/explore/prepared_frame.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

namespace mariani::app {

// The result of a request that was not stopped.
struct FrameOutcome {
    FrameRequest request;                        // as submitted
    std::shared_ptr<const PreparedFrame> frame;  // null if it failed
    std::string error;                           // why it failed, for the user
    std::uint64_t number = 0;                    // of the request, from 1
};

class FrameWorker {
  public:
    using Clock = std::chrono::steady_clock;
    // See prepare_frame; called only on the worker's thread.
    using Compute = std::function<std::optional<PreparedFrame>(const FrameRequest&, std::stop_token,
                                                               FrameProgress&)>;

    // See FirstPicture::compute: what to show for a request until its frame is done, if anything.
    using Preview =
        std::function<std::optional<PreparedFrame>(const FrameRequest&, std::stop_token)>;

    static constexpr std::chrono::milliseconds default_grace{40};
    static constexpr std::chrono::milliseconds growing_after{60};

    // `wake` is called on the worker's thread when there is an outcome or a preview to poll. A
    // running frame is given `grace` to finish before a newer request stops it: frames that quick
    // are worth showing while the view moves. Frames can be watched as they grow if that is said.
    FrameWorker(Compute compute, std::function<void()> wake,
                std::chrono::milliseconds grace = default_grace, Preview preview = {},
                bool watched = false);
    ~FrameWorker();  // stops the running frame and waits for it
    FrameWorker(const FrameWorker&) = delete;
    FrameWorker& operator=(const FrameWorker&) = delete;

    // All of these are for one thread, never wait for an engine, and may be called at any time.

    // Does nothing if the request equals the last one submitted. Otherwise it replaces any request
    // that is waiting.
    void submit(const FrameRequest& request);
    void submit_again();  // the last one submitted, if any
    // Like submit(), but also one that equals the last, if that was stopped or is done.
    void submit_anew(const FrameRequest& request);
    void stop();  // the running frame and a waiting one; the last submitted request is kept
    // The newest outcome, once. Also stops a running frame whose grace is over.
    std::optional<FrameOutcome> poll();

    // The newest preview, once, unless an outcome has followed it.
    std::shared_ptr<const PreparedFrame> poll_preview();

    // What is finished of the running frame, if that is more than the last time and it has run for
    // growing_after. Copies the frame.
    std::optional<GrowingPicture> poll_growing();

    std::uint64_t submitted() const;  // the number of the newest request; 0 before the first
    bool busy() const;                // a request is running or waiting, or an outcome is
    bool stopped() const;             // the newest request was, and has no outcome
    double progress() const;          // of the running frame, or of its stage, 0 to 1
    std::string_view stage() const;   // of a deep frame that runs; else empty
    std::optional<Clock::time_point> busy_since() const;  // since the newest was submitted

  private:
    struct Running {
        std::stop_source stop;
        Clock::time_point since;
        std::shared_ptr<FrameProgress> progress;
        std::uint64_t number = 0;
    };

    void post(const FrameRequest& request);
    void stop_overdue();  // the lock must be held
    void run(std::stop_token quit);
    // nullopt if stopped.
    std::shared_ptr<const PreparedFrame> compute(const FrameRequest& request, Running running);
    void show_preview(const FrameRequest& request, const Running& running);

    const Compute compute_;
    const Preview preview_;
    const std::function<void()> wake_;
    const std::chrono::milliseconds grace_;
    const bool watched_;

    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    std::optional<FrameRequest> submitted_;
    std::uint64_t number_ = 0;  // of the last submitted request
    bool stopped_ = false;      // that one was
    std::optional<FrameRequest> waiting_;
    std::optional<Running> running_;
    std::optional<FrameOutcome> outcome_;
    std::shared_ptr<const PreparedFrame> previewed_;
    std::optional<Clock::time_point> busy_since_;
    std::jthread thread_;  // last: it uses all of the above
};

}  // namespace mariani::app
