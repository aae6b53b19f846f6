// What Curves, Points, Triangle and Volume have in common: a worker draws their pictures, another
// measures engines beside them, and what they show may move.
#pragma once

#include "app/explore/latest_worker.hpp"
#include "app/explore/players.hpp"
#include "app/panels/tab.hpp"
#include "app/window/window_state.hpp"
#include "app/window/workload_screen.hpp"
#include "compute/service/engine_dispatcher.hpp"

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace mariani::app {

inline constexpr int measured_runs = 5;                 // of each engine
inline int runs_of(std::size_t engines, bool energy) {  // a run more where its energy is measured
    return (measured_runs + (energy ? 1 : 0)) * static_cast<int>(engines);
}

// Plans of one workload that are to be measured beside each other.
template <typename Plan>
struct PlansToMeasure {
    std::vector<Plan> plans;
    bool energy = false;  // of a run of each, too
    bool operator==(const PlansToMeasure&) const = default;
    int runs() const { return runs_of(plans.size(), energy); }
};

// All but the measuring is for the window's thread, and nothing waits.
template <typename Job, typename Measured>
class TabMeasurer {
  public:
    // On the worker's thread; counts the runs that are done.
    using Measure = std::function<std::optional<Measured>(
        const Job& job, ComputeService&, const std::stop_token&, std::atomic<int>& done)>;

    TabMeasurer(const TabMeans& means, Measure measure)
        : worker_([this, service = means.service, measure = std::move(measure)](
                      const Job& job,
                      const std::stop_token& stop) { return measure(job, *service, stop, done_); },
                  means.wake) {}

    // While no measurement is under way; `runs` are to be done.
    void begin(Job job, int runs) {
        done_ = 0;
        wanted_ = runs;
        worker_.submit(std::move(job));
        if (!worker_.busy()) worker_.submit_again();  // the same as before
    }
    void stop() { worker_.stop(); }
    bool busy() const { return worker_.busy(); }

    // Shows how far it is; keep(job, measured) has what came of one that has ended.
    template <typename Keep>
    void advance(TabView& view, WindowState& state, const Keep& keep) {
        if (auto outcome = worker_.poll()) {
            view.measurement_error.reset();
            if (outcome->result)
                keep(outcome->job, std::move(*outcome->result));
            else
                view.measurement_error = outcome->error;
        }
        const bool measured = std::exchange(view.measuring, worker_.busy());
        if (measured != view.measuring) state.request_redraw();
        view.measured_share = wanted_ == 0 ? 0 : static_cast<double>(done_) / wanted_;
    }

  private:
    std::atomic<int> done_ = 0;
    int wanted_ = 0;
    LatestWorker<Job, Measured> worker_;
};

// A TabMeasurer's Measure by a function that measures plans.
template <typename Plan, typename Measured>
auto measuring_plans(std::optional<Measured> (*measure)(const std::vector<Plan>& plans, int repeat,
                                                        bool energy, const std::stop_token&,
                                                        std::atomic<int>& done, ComputeService*)) {
    return [measure](const PlansToMeasure<Plan>& job, ComputeService& service,
                     const std::stop_token& stop, std::atomic<int>& done) {
        return measure(job.plans, measured_runs, job.energy, stop, done, &service);
    };
}

// The pictures of a tab that a worker draws: which was asked for, which is on the screen, and why
// if it is not that one. A Picture has an `image`. Main thread, with the window's GL context.
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

// `Parts` names the tab's workload, Job, its device_of(), and Picture (see DrawnPictures), View (a
// TabView), and MeasureJob and Measured (see TabMeasurer). A subclass says what is asked for, what
// the panel shows of it, and what moves.
template <typename Parts>
class DrawnTab : public WorkloadScreen {
  public:
    using Job = typename Parts::Job;
    using Picture = typename Parts::Picture;
    using View = typename Parts::View;
    using MeasureJob = typename Parts::MeasureJob;
    using Measured = typename Parts::Measured;
    using Pictures = DrawnPictures<Job, Picture>;
    using Measurer = TabMeasurer<MeasureJob, Measured>;

    DrawnTab(WindowState& state, const TabMeans& means, typename Pictures::Worker::Work draw,
             typename Pictures::Follows follows, typename Measurer::Measure measure)
        : state_(state),
          view_(std::make_shared<View>()),
          pictures_(state, in_turns(means.service, std::move(draw)), follows, means.wake),
          measurer_(means, std::move(measure)) {
        film().loop = false;
    }

    void advance(const std::optional<PixelPoint>& mouse) final {
        if (pixel_count(state_.seen.picture) == 0) return;
        film().advance(state_.seen.now);
        follow(mouse);
        if (why_at_rest()) moving_ = false;
        pass(speed() * clock_.passed(state_.seen.now, moving_));
        if (pictures_.take_finished()) show(*pictures_.shown(), *pictures_.picture());
        if (pictures_.ask_for_made([this] { return wanted(); })) asked();
        view_->error = pictures_.error();
        measurer_.advance(*view_, state_, [this](const MeasureJob& job, Measured measured) {
            const auto rows = std::move(measured.rows);
            keep(job, std::move(measured));
            state_.attempt([&] {
                for (const auto& row : rows) log_.write(row);
            });
        });
        view_->moving = moving_;
        view_->log = log_.view();
        observe(mouse);
        state_.seen.tab = view_;
    }

    void leave() override {
        pictures_.forget();
        measurer_.stop();
        moving_ = false;
        film().close();
        state_.seen.tab.reset();
    }

    bool take(const Command& command) final {
        if (is(command, Action::stop_frame))
            stop();
        else if (is(command, Action::play_pause))
            move(false);
        else if (is(command, Action::step_once))
            move(true);
        else if (is(command, Action::stop_experiment) && measurer_.busy())
            measurer_.stop();
        else if (is(command, Action::recompute_frame))
            recompute();
        else
            return take_own(command);
        return true;
    }

    void draw() final { pictures_.draw(state_.viewport); }
    // Pictures of a motion or a film come one after the other: that is no work to wait for.
    bool busy() const final { return pictures_.busy() && !playing() && !moving_; }
    std::optional<std::chrono::steady_clock::time_point> busy_since() const final {
        return busy() ? std::optional(pictures_.asked_at()) : std::nullopt;
    }
    bool measuring() const final { return measurer_.busy(); }
    bool stopped() const final { return pictures_.stopped(); }
    bool playing() const final { return film().playing(); }
    bool moving() const final { return moving_; }
    // While one follows the other, the last that is finished.
    const render::Image* picture() const final {
        const render::Image* moved = moving_ || playing() ? pictures_.on_the_way() : nullptr;
        return moved != nullptr ? moved : pictures_.current();
    }
    void describe(Settings& settings) const override {
        take_problem(settings, pictures_.settings(), Parts::workload);
    }
    // A file has its texts too.
    void label(render::Image& image) const override { write_texts(image, view_->texts); }
    WindowLog& log() final { return log_; }

  protected:
    // What the settings ask for. Throws std::invalid_argument if it cannot be shown.
    virtual Job wanted() = 0;
    virtual void show(const Job& job, const Picture& picture) = 0;    // in the view
    virtual void keep(const MeasureJob& job, Measured measured) = 0;  // likewise
    virtual bool take_own(const Command& command) = 0;                // see take()

    virtual void pass(double seconds) = 0;  // of the motion
    virtual double speed() const { return 1; }
    virtual double one_step() const { return 0.05; }  // s
    virtual std::optional<std::string> why_at_rest() const { return std::nullopt; }

    virtual void follow(const std::optional<PixelPoint>&) {}   // before a picture is asked for
    virtual void observe(const std::optional<PixelPoint>&) {}  // after that
    virtual void asked() {}                                    // a picture was
    virtual bool cancel() { return false; }                    // what Esc ends before the motion
    virtual void recompute() { pictures_.ask_again(); }

    // Why it cannot be run on a GPU.
    std::optional<std::string> no_cuda() const {
        return why_no_cuda(state_.seen.hardware, state_.settings.engine.device);
    }

    // The request, for the device and the threads that all engines have.
    template <typename Request>
    Request placed(Request request) const {
        const EngineRequest& engine = state_.settings.engine;
        request.device = engine.device.value_or(state_.seen.hardware.device);
        request.threads = static_cast<decltype(request.threads)>(engine.threads.value_or(0));
        return request;
    }

    // The size of texts in the picture, in its pixels: as large as those of panels.
    float text_size() const {
        return std::round(Fonts().text_size * static_cast<float>(state_.seen.panel_scale));
    }

    // A row of the log for a run that is shown for the first time.
    template <typename MakeRow>
    void log_shown(std::int64_t run, const MakeRow& make_row) {
        if (std::exchange(run_, run) == run) return;
        state_.attempt([&] { log_.write(make_row()); });
    }

    // On and off, or for a moment.
    void move(bool once) {
        if (refuses_to_play()) return;
        if (auto why = why_at_rest()) return state_.notify(Message::Kind::info, std::move(*why));
        film().close();
        moving_ = !once && !moving_;
        clock_.restart();
        if (once) pass(one_step());
    }

    // A recorded run, from the beginning, or on and off.
    void play() {
        moving_ = false;
        if (!film().is_open())
            film().open();
        else
            film().playing() ? film().pause() : film().play();
    }

    bool refuses_to_play() {
        if (measurer_.busy())
            state_.notify(Message::Kind::info,
                          "Nothing moves while engines are measured, so that the times are right.");
        return measurer_.busy();
    }

    // Nothing while another one is under way. `runs`: how many it makes.
    void begin_measurement(MeasureJob job, int runs) {
        if (measurer_.busy()) return;
        film().close();
        moving_ = false;
        view_->measurement_error.reset();
        measurer_.begin(std::move(job), runs);
    }

    FilmPlayer& film() const { return state_.panels.recorded_run; }

    WindowState& state_;
    std::shared_ptr<View> view_;

  private:
    // Pictures have the turns of a frame, as that on the screen.
    static typename Pictures::Worker::Work in_turns(const std::shared_ptr<ComputeService>& service,
                                                    typename Pictures::Worker::Work draw) {
        return [service, draw = std::move(draw)](const Job& job, const std::stop_token& stop) {
            return service->run_on(Parts::device_of(job), JobPriority::frame, stop,
                                   [&](const std::stop_token& own) { return draw(job, own); });
        };
    }

    // What Esc ends: the topmost.
    void stop() {
        if (cancel()) return;
        if (film().is_open()) return film().close();
        if (std::exchange(moving_, false))
            return state_.notify(Message::Kind::info, "Paused. Press Space to continue.");
        if (!measurer_.busy()) return pictures_.stop();
        measurer_.stop();
        state_.notify(Message::Kind::info, "Stopped. Earlier measurements are kept.");
    }

    bool moving_ = false;
    TurnClock clock_;       // of the motion
    WindowLog log_;         // of the runs that are shown or measured
    std::int64_t run_ = 0;  // that is shown

  protected:
    Pictures pictures_;
    Measurer measurer_;
};

}  // namespace mariani::app
