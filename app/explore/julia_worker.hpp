// The thread that draws the Julia set of the point under the mouse.
#pragma once

#include "compute/model/view.hpp"
#include "render/picture/colouring.hpp"
#include "render/picture/image.hpp"
#include "render/picture/palette.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace mariani::app {

struct JuliaJob {
    PlanePoint c;
    int side = 0;  // of the square picture, in pixels
    std::uint32_t dwell_limit = 512;
    render::Colouring colouring;
    render::Palette palette;  // the colouring's
    bool operator==(const JuliaJob&) const = default;
};

struct JuliaPicture {
    PlanePoint c;
    render::Image image;  // rgb
    std::string error;    // why there is none, for the user; empty if all went well
};

// Draws it, 2 x 2 samples to a pixel; nullopt if stopped.
std::optional<render::Image> draw_julia(const JuliaJob& job, const std::stop_token& stop);

class JuliaWorker {
  public:
    // `wake` is called on the worker's thread when there is a picture to poll.
    explicit JuliaWorker(std::function<void()> wake);
    ~JuliaWorker();  // stops, and waits for a row of samples
    JuliaWorker(const JuliaWorker&) = delete;
    JuliaWorker& operator=(const JuliaWorker&) = delete;

    // All of these are for one thread, and none waits.

    // Does nothing if the job equals the last one submitted. Otherwise it replaces any job that
    // waits, and stops one that has run for so long that the mouse has left it behind.
    void submit(const JuliaJob& job);
    void stop();                         // and forgets the last job
    std::optional<JuliaPicture> poll();  // the newest, once
    bool busy() const;                   // a job is running or waiting, or a picture is

  private:
    using Clock = std::chrono::steady_clock;
    struct Running {
        std::stop_source stop;
        Clock::time_point since;
    };

    void run(const std::stop_token& quit);

    const std::function<void()> wake_;
    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    std::optional<JuliaJob> submitted_;
    std::optional<JuliaJob> waiting_;
    std::optional<Running> running_;
    std::optional<JuliaPicture> done_;
    std::jthread thread_;  // last: it uses all of the above
};

}  // namespace mariani::app
