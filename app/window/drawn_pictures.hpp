// The pictures of a tab that a worker draws: which was asked for, which is on the screen, and why
// if it is not that one.
#pragma once

#include "app/explore/latest_worker.hpp"
#include "app/window/screen_image.hpp"
#include "app/window/window_state.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace mariani::app {

// A Picture has an `image`. Main thread, with the window's GL context.
template <typename Job, typename Picture>
class DrawnPictures {
  public:
    using Worker = LatestWorker<Job, Picture>;
    using Clock = std::chrono::steady_clock;
    // Whether a job is one of a motion, or of a zoom, that the job before it was of: pictures on
    // the way are finished one after the other.
    using Follows = bool (*)(const Job& job, const Job& before);

    // `work`, `wake`: see LatestWorker.
    DrawnPictures(WindowState& state, typename Worker::Work work, Follows rule,
                  std::function<void()> wake)
        : state_(state), rule_(rule), worker_(std::move(work), std::move(wake)) {}

    // Asks for the picture, unless it is the last one or follows one that is under way. Whether it
    // did.
    bool ask_for(Job job) {
        if (job == asked_ || (worker_.busy() && follows(job))) return false;
        error_.reset();
        worker_.submit(job);
        asked_ = std::move(job);
        asked_at_ = Clock::now();
        asked_settings_ = state_.settings;
        return true;
    }
    // Whether the job follows the one that was asked for.
    bool follows(const Job& job) const { return asked_ && rule_(job, *asked_); }
    // The job that make() returns. If that throws std::invalid_argument there is none, and this is
    // the error.
    template <typename Make>
    bool ask_for_made(const Make& make) {
        try {
            return ask_for(make());
        } catch (const std::invalid_argument& error) {
            forget();
            error_ = error.what();
            return false;
        }
    }
    void ask_again() {
        worker_.submit_again();
        asked_at_ = Clock::now();
    }
    void stop() { worker_.stop(); }
    // What is on the screen stays there.
    void forget() {
        worker_.forget();
        asked_.reset();
    }

    // Whether there is another picture on the screen.
    bool take_finished() {
        auto outcome = worker_.poll();
        if (!outcome) return false;
        state_.request_redraw();
        error_.reset();
        if (!outcome->result) {
            error_ = std::move(outcome->error);
            return false;
        }
        picture_ = std::move(outcome->result);
        shown_ = std::move(outcome->job);
        shown_settings_ = asked_settings_;
        drawn_.set(picture_->image);
        return true;
    }

    bool busy() const { return worker_.busy(); }
    // What was asked for was, and is not on the screen.
    bool stopped() const { return asked_ && shown_ != asked_ && !worker_.busy() && !error_; }
    Clock::time_point asked_at() const { return asked_at_; }
    const std::optional<Job>& asked() const { return asked_; }
    const std::optional<Job>& shown() const { return shown_; }  // of the picture on the screen
    const std::optional<Picture>& picture() const { return picture_; }  // likewise
    // Null if it is not of what was asked for.
    const render::Image* current() const {
        return picture_ && shown_ == asked_ ? &picture_->image : nullptr;
    }
    // While pictures follow one another: the one on the screen, if it is one of them.
    const render::Image* on_the_way() const {
        return shown_ && follows(*shown_) ? &picture_->image : nullptr;
    }
    // What the picture on the screen was made of, while another one is asked for; else the state's.
    const Settings& settings() const { return current() ? state_.settings : shown_settings_; }
    const std::optional<std::string>& error() const { return error_; }

    void draw(const render::Viewport& place) const { drawn_.draw(place); }

  private:
    WindowState& state_;
    const Follows rule_;
    std::optional<Job> asked_, shown_;
    Settings asked_settings_, shown_settings_;
    Clock::time_point asked_at_;
    std::optional<Picture> picture_;
    std::optional<std::string> error_;
    ScreenImage drawn_;
    Worker worker_;
};

}  // namespace mariani::app
