#include "app/window/curves_screen.hpp"

#include "app/workloads/curves_text.hpp"
#include "compute/service/engine_registry.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <variant>

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

// The same for all times of its motion.
curves::Plan at_rest(curves::Plan plan) {
    plan.time = 0;
    return plan;
}

// Of a zoom or of a motion.
bool follows(const CurvesJob& job, const CurvesJob& before) {
    return job.size == before.size && job.plan.lines == before.plan.lines;
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
      pictures_(state, Draftsman(), follows, wake),
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

// What the settings ask for. Throws std::invalid_argument if it cannot be shown.
CurvesJob CurvesScreen::wanted() const {
    const CurvesSettings& settings = state_.settings.curves;
    CurvesJob job;
    job.plan = curves::resolve(request(), backend_unavailable(Backend::cuda)).front();
    job.plan.streams = settings.streams;
    job.part = {settings.center_x, settings.center_y, settings.height};
    job.size = state_.seen.picture;
    if (settings.by_block && curves::has_launches(settings.engine))
        job.block = settings.parent_block;
    return job;
}

void CurvesScreen::advance(const std::optional<PixelPoint>&) {
    if (pixel_count(state_.seen.picture) == 0) return;
    pass(clock_.passed(state_.seen.now, moving_));
    if (pictures_.take_finished()) show();
    pictures_.ask_for_made([this] { return wanted(); });
    view_->error = pictures_.error();
    if (measurer_.advance(*view_)) state_.request_redraw();
    state_.attempt([&] {
        for (const auto& row : measurer_.take_rows()) log_.write(row);
    });
    view_->no_litmus = why_no_litmus(state_.settings.curves.backend.value_or(Backend::cuda),
                                     backend_unavailable(Backend::cuda));
    view_->moving = moving_;
    view_->log = log_.view();
    state_.seen.curves = view_;
}

void CurvesScreen::show() {
    const CurvesJob& job = *pictures_.shown();
    const CurvesPicture& picture = *pictures_.picture();
    view_->plan = job.plan;
    view_->stats = picture.stats;
    view_->device = picture.device;
    view_->part = job.part;
    if (!picture.run) return;
    state_.attempt([&] {
        log_.write(
            log_row(job.plan, picture.stats, picture.device, std::chrono::system_clock::now()));
    });
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
    if (!pictures_.busy()) return;
    pictures_.stop();
    state_.notify(Message::Kind::info, "Stopped. F5 runs these curves again.");
}

void CurvesScreen::leave() {
    pictures_.forget();
    measurer_.stop();
    moving_ = false;
    navigation_.let_go();
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
        pictures_.ask_again();
    } else {
        return navigation_.take(view(), state_.seen.picture, command);
    }
    return true;
}

std::optional<std::chrono::steady_clock::time_point> CurvesScreen::busy_since() const {
    return busy() ? std::optional(pictures_.asked_at()) : std::nullopt;
}

std::string CurvesScreen::title() const {
    if (!view_->plan) return "";
    const auto head = curves_head(*view_->plan);
    return "Bezier curves: " + head.substr(0, head.size() - 1);
}

}  // namespace mariani::app
