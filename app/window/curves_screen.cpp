#include "app/window/curves_screen.hpp"

#include "app/workloads/curves_text.hpp"
#include "compute/service/engine_registry.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

// The same for all times of its motion.
curves::Plan at_rest(curves::Plan plan) {
    plan.time = 0;
    return plan;
}

// Runs a plan only where it is another one; where only time has passed, with the same memory.
class Draftsman {
  public:
    std::optional<CurvesPicture> operator()(const CurvesJob& job, const std::stop_token& stop) {
        const bool runs = plan_ != job.plan;
        if (runs && !run(job.plan, stop)) return std::nullopt;
        auto image = draw_curves({tessellation_, lines_, job.block}, job.part, job.size, stop);
        if (!image) return std::nullopt;
        return CurvesPicture{stats_, runner_->device(), runs, std::move(*image)};
    }

  private:
    // False if stopped.
    bool run(const curves::Plan& plan, const std::stop_token& stop) {
        plan_.reset();
        if (!runner_ || at_rest(made_for_) != at_rest(plan)) {
            runner_.reset();
            runner_ = curves::make_runner(plan);
            made_for_ = plan;
        }
        if (!runner_->move_to(plan.time, stop)) return false;
        const auto stats = runner_->run(stop);
        if (!stats) return false;
        stats_ = *stats;
        tessellation_ = runner_->tessellation();
        lines_ = stats_.lost_lines > 0 ? runner_->lines() : std::vector<curves::Line>();
        plan_ = plan;
        return true;
    }

    std::shared_ptr<curves::Runner> runner_;  // null before the first
    curves::Plan made_for_;
    std::optional<curves::Plan> plan_;  // that was run
    curves::RunStats stats_;
    curves::Tessellation tessellation_;
    std::vector<curves::Line> lines_;  // if any is lost
};

}  // namespace

CurvesScreen::CurvesScreen(WindowState& state, std::function<void()> wake)
    : state_(state),
      view_(std::make_shared<CurvesView>()),
      worker_(Draftsman(), wake),
      measurer_(wake) {}

// As the settings have it, and where it runs.
curves::Request CurvesScreen::request() const {
    const EngineRequest& engine = state_.settings.engine;
    auto request = curves_request(state_.settings.curves, state_.seen.picture.height);
    if (const DeviceEntry* first = first_device()) request.device = first->index;
    request.device = engine.device.value_or(request.device);
    request.threads = engine.threads.value_or(0);
    return request;
}

// What the settings ask for, or why it cannot be shown.
std::optional<CurvesJob> CurvesScreen::wanted() {
    const CurvesSettings& settings = state_.settings.curves;
    try {
        CurvesJob job;
        job.plan = curves::resolve(request(), backend_unavailable(Backend::cuda)).front();
        job.plan.streams = settings.streams;
        job.part = {settings.center_x, settings.center_y, settings.height};
        job.size = state_.seen.picture;
        if (settings.by_block && curves::has_launches(settings.engine))
            job.block = settings.parent_block;
        return job;
    } catch (const std::invalid_argument& error) {
        view_->error = error.what();
        return std::nullopt;
    }
}

void CurvesScreen::advance(const std::optional<PixelPoint>&) {
    if (pixel_count(state_.seen.picture) == 0) return;
    pass(clock_.passed(state_.seen.now, moving_));
    take_finished();
    if (const auto job = wanted()) {
        ask_for(*job);
    } else {
        worker_.forget();
        asked_.reset();
    }
    if (measurer_.advance(*view_)) state_.request_redraw();
    view_->no_litmus = why_no_litmus(state_.settings.curves.backend.value_or(Backend::cuda),
                                     backend_unavailable(Backend::cuda));
    view_->moving = moving_;
    view_->log = log_.view();
    state_.seen.curves = view_;
}

// Pictures on the way through a zoom or a motion are finished one after the other.
void CurvesScreen::ask_for(const CurvesJob& job) {
    if (job == asked_) return;
    const bool follows = asked_ && job.size == asked_->size && job.plan.lines == asked_->plan.lines;
    if (follows && worker_.busy()) return;
    view_->error.reset();
    worker_.submit(job);
    asked_ = job;
    asked_at_ = std::chrono::steady_clock::now();
}

void CurvesScreen::take_finished() {
    auto outcome = worker_.poll();
    if (!outcome) return;
    state_.request_redraw();
    if (!outcome->result) {
        view_->error = outcome->error;
        return;
    }
    drawn_.set(outcome->result->image);
    picture_ = std::move(outcome->result);
    shown_ = std::move(outcome->job);
    view_->error.reset();
    view_->plan = shown_->plan;
    view_->stats = picture_->stats;
    view_->device = picture_->device;
    view_->part = shown_->part;
    write(*shown_, *picture_);
}

// Of the curves that are shown. Throws std::invalid_argument if they cannot be run.
void CurvesScreen::measure_engines() {
    const CurvesSettings& settings = state_.settings.curves;
    auto all = request();
    all.engines.clear();
    for (const auto& each : choices<curves::EngineKind>()) all.engines.push_back(each.value);
    all.parent_block = settings.parent_block;
    all.pool = settings.pool;
    all.repair = settings.repair;
    CurvesMeasureJob job{curves::resolve(all, backend_unavailable(Backend::cuda)), 0};
    for (curves::Plan& plan : job.engines) plan.streams = settings.streams;
    moving_ = false;
    measurer_.begin(job);
}

void CurvesScreen::run_litmuses() {
    if (view_->no_litmus)
        return state_.notify(Message::Kind::info, "Not applicable: " + *view_->no_litmus + ".");
    moving_ = false;
    measurer_.begin({{}, request().device});
}

// Into the log, if there is one.
void CurvesScreen::write(const CurvesJob& job, const CurvesPicture& picture) {
    if (!log_.format() || !picture.run) return;
    try {
        log_.write(
            log_row(job.plan, picture.stats, picture.device, std::chrono::system_clock::now()));
    } catch (const std::runtime_error& error) {
        state_.notify(Message::Kind::error, error.what());
    }
}

PartView CurvesScreen::view() {
    CurvesSettings& settings = state_.settings.curves;
    return {settings.center_x, settings.center_y, settings.height, least_curves_height,
            most_curves_height};
}

void CurvesScreen::act_on(const InputEvent& event, const std::optional<PixelPoint>& mouse) {
    navigation_.act_on(view(), state_.seen.picture, event, mouse);
}

// Control points, on and off, or for a moment.
void CurvesScreen::move(bool once) {
    constexpr double moment = 0.05;  // s
    moving_ = !once && !moving_;
    clock_.restart();
    if (once) pass(moment);
}

void CurvesScreen::pass(double seconds) {
    double& time = state_.settings.curves.time;
    time = std::min(time + seconds, double{curves::limits::time});
}

// What Esc ends: the topmost.
void CurvesScreen::stop() {
    if (std::exchange(state_.seen.help_shown, false)) return;
    if (std::exchange(moving_, false))
        return state_.notify(Message::Kind::info, "Paused. Space goes on.");
    if (measurer_.busy()) {
        measurer_.stop();
        return state_.notify(Message::Kind::info, "Stopped: what was measured before stays.");
    }
    if (!worker_.busy()) return;
    worker_.stop();
    state_.notify(Message::Kind::info, "Stopped. F5 runs these curves again.");
}

void CurvesScreen::leave() {
    worker_.forget();
    measurer_.stop();
    moving_ = false;
    navigation_.let_go();
    asked_.reset();
    state_.seen.curves.reset();
}

bool CurvesScreen::take(const Command& command) {
    if (std::holds_alternative<command::StopFrame>(command)) {
        stop();
    } else if (std::holds_alternative<command::PlayPause>(command)) {
        move(false);
    } else if (std::holds_alternative<command::StepOnce>(command)) {
        move(true);
    } else if (std::holds_alternative<command::Race>(command)) {
        measure_engines();
    } else if (std::holds_alternative<command::CheckFrame>(command)) {
        run_litmuses();
    } else if (std::holds_alternative<command::StopExperiment>(command) && measurer_.busy()) {
        measurer_.stop();
    } else if (std::holds_alternative<command::RecomputeFrame>(command)) {
        worker_.submit_again();
        asked_at_ = std::chrono::steady_clock::now();
    } else {
        return navigation_.take(view(), state_.seen.picture, command);
    }
    return true;
}

std::optional<std::chrono::steady_clock::time_point> CurvesScreen::busy_since() const {
    return busy() ? std::optional(asked_at_) : std::nullopt;
}

const render::Image* CurvesScreen::picture() const {
    return picture_ && shown_ == asked_ ? &picture_->image : nullptr;
}

std::string CurvesScreen::title() const {
    if (!shown_) return "";
    const auto head = curves_head(shown_->plan);
    return "Bezier curves: " + head.substr(0, head.size() - 1);
}

}  // namespace mariani::app
