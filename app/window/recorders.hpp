// Where the time of each frame went: measured, remembered and, on request, logged. And the timeline
// below the picture: whether it is shown, and of which recorded run.
#pragma once

#include "app/explore/latest_worker.hpp"
#include "app/explore/prepared_frame.hpp"
#include "app/measure/race.hpp"
#include "app/measure/rounds.hpp"
#include "app/measure/timeline.hpp"
#include "app/measure/timing_log.hpp"
#include "app/panels/observations.hpp"
#include "app/window/window_state.hpp"
#include "render/gl/timer_query.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

// The timing log of a tab, and what its panel says of it. Main thread.
class WindowLog {
  public:
    // Ends the former one. Throws std::runtime_error if the file cannot be written.
    void start(const std::filesystem::path& path, TimingLogFormat format);
    void stop();

    // Nothing if there is none.
    std::optional<TimingLogFormat> format() const;
    // If there is one. Throws std::runtime_error if the row cannot be written, and ends it.
    void write(const nlohmann::ordered_json& row);

    const LogView& view() const { return view_; }

  private:
    std::optional<RowLog> log_;
    LogView view_;
};

// Main thread, with the window's GL context. GL's share becomes known some frames later and is
// never waited for.
class TimingRecorder {
  public:
    // Runs the upload of a frame. If the previous frame is still unmeasured, it is entered first.
    template <typename Upload>
    void upload(std::shared_ptr<const PreparedFrame> frame, Observations& seen, Upload&& run) {
        enter_taken(seen);
        Taken taken{std::move(frame), std::chrono::system_clock::now(), 0, upload_timer_.pairs(),
                    draw_timer_.pairs()};
        {
            const Span span(upload_timer_);
            taken.upload_cpu_ms = run();
        }
        taken_ = std::move(taken);
    }

    void begin_draw() { draw_timer_.begin(); }
    // Enters the frame into history and log once its drawing has been measured. Throws
    // std::runtime_error if the log cannot be written, and closes it.
    void end_draw(Observations& seen);

    bool measuring() const { return taken_.has_value(); }

    WindowLog& log() { return log_; }

  private:
    struct Span {
        explicit Span(render::gl::TimerQuery& timer) : timer_(timer) { timer_.begin(); }
        ~Span() { timer_.end(); }
        Span(const Span&) = delete;
        Span& operator=(const Span&) = delete;
        render::gl::TimerQuery& timer_;
    };
    struct Taken {
        std::shared_ptr<const PreparedFrame> frame;
        std::chrono::system_clock::time_point time;
        double upload_cpu_ms;
        std::size_t upload_pair;  // of the timers
        std::size_t draw_pair;
        int turns = 0;
    };

    void enter_taken(Observations& seen);

    render::gl::TimerQuery upload_timer_;
    render::gl::TimerQuery draw_timer_;
    std::optional<Taken> taken_;
    WindowLog log_;
};

// Whether it was asked for, or what it is about is played: then it covers a part of the picture,
// which is not computed anew.
bool timeline_is_shown(const WindowState& state);

// Records the frame on screen once more while its timeline is shown, beside the run that was timed;
// other tabs record their own. Main thread.
class TimelineRecorder {
  public:
    // `run` and `wake` are called on the recorder's thread.
    TimelineRecorder(WindowState& state, RunEngine run, std::function<void()> wake);

    // Once a turn, after what is shown has been taken. `may_begin`: the picture rests, and nothing
    // is measured.
    void advance(bool may_begin);

  private:
    using Recorded = std::shared_ptr<const Timeline>;

    void record(bool may_begin);
    void follow_race();
    std::optional<FrameRequest> wanted() const;

    WindowState& state_;
    std::optional<FrameRequest> recorded_;  // of `timeline_`, or of why there is none
    Recorded timeline_;
    std::string failure_;
    std::shared_ptr<const Race> race_;  // of the next
    Recorded lanes_;
    LatestWorker<FrameRequest, Recorded> worker_;
};

}  // namespace mariani::app
