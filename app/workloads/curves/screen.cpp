#include "app/workloads/curves/screen.hpp"

#include "app/settings/curves_settings.hpp"
#include "app/workloads/curves/text.hpp"
#include "compute/service/engine_registry.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <variant>

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

// Of a zoom, of a motion or of a drag.
bool follows(const CurvesJob& job, const CurvesJob& before) {
    return job.size == before.size && job.plan.lines == before.plan.lines;
}

}  // namespace

CurvesScreen::CurvesScreen(WindowState& state, std::function<void()> wake)
    : state_(state),
      points_(*state.settings.curves),
      view_(std::make_shared<CurvesView>()),
      pictures_(state, CurvesDraftsman(), follows, wake),
      measurer_(wake) {}

CurvesScreen::~CurvesScreen() = default;

// As the settings have it, and where it runs.
curves::Request CurvesScreen::request() const {
    const EngineRequest& engine = state_.settings.engine;
    auto request = curves_request(*state_.settings.curves, state_.seen.picture.height);
    if (const DeviceEntry* first = first_device()) request.device = first->index;
    request.device = engine.device.value_or(request.device);
    request.threads = engine.threads.value_or(0);
    return request;
}

// What the settings ask for. Throws std::invalid_argument if it cannot be shown.
CurvesJob CurvesScreen::wanted() const {
    const CurvesSettings& settings = *state_.settings.curves;
    CurvesJob job;
    job.plan = curves::resolve(request(), backend_unavailable(Backend::cuda)).front();
    job.part = {settings.center_x, settings.center_y, settings.height};
    job.size = state_.seen.picture;
    job.colour = settings.colour;
    if (job.colour == LineColour::block && !curves::has_launches(settings.engine))
        job.colour = LineColour::vertices;
    return job;
}

void CurvesScreen::advance(const std::optional<PixelPoint>& mouse) {
    if (pixel_count(state_.seen.picture) == 0) return;
    points_.follow(seen(), navigation_.dragging() ? std::nullopt : mouse);
    pass(state_.settings.curves->speed * clock_.passed(state_.seen.now, moving_));
    if (pictures_.take_finished()) show();
    pictures_.ask_for_made([this] { return wanted(); });
    view_->error = pictures_.error();
    if (measurer_.advance(*view_)) state_.request_redraw();
    state_.attempt([&] {
        for (const auto& row : measurer_.take_rows()) log_.write(row);
    });
    view_->no_litmus = why_no_litmus(state_.settings.curves->backend.value_or(Backend::cuda),
                                     backend_unavailable(Backend::cuda));
    view_->moving = moving_;
    view_->speed = state_.settings.curves->speed;
    view_->hovered = points_.hovered();
    view_->dragging = points_.dragging();
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
    view_->lines = picture.lines;
    view_->in_view = picture.in_view;
    view_->legend = picture.legend;
    if (std::exchange(run_, picture.run) == picture.run) return;
    state_.attempt([&] {
        log_.write(
            log_row(job.plan, picture.stats, picture.device, std::chrono::system_clock::now()));
    });
}

// Of the curves that are shown. Throws std::invalid_argument if they cannot be run.
void CurvesScreen::measure_engines(bool energy) {
    auto all = request();
    all.engines.clear();
    for (const auto& each : choices<curves::EngineKind>()) all.engines.push_back(each.value);
    const CurvesMeasureJob job{curves::resolve(all, backend_unavailable(Backend::cuda)), 0, energy};
    moving_ = false;
    measurer_.begin(job);
}

void CurvesScreen::run_litmuses() {
    if (view_->no_litmus)
        return state_.notify(Message::Kind::info, "Not applicable: " + *view_->no_litmus + ".");
    moving_ = false;
    measurer_.begin({{}, request().device, false});
}

PartView CurvesScreen::view() {
    CurvesSettings& settings = *state_.settings.curves;
    return {settings.center_x, settings.center_y, settings.height, least_curves_height,
            most_curves_height};
}

SeenCurves CurvesScreen::seen() {
    constexpr double reach = 9;  // pixels
    std::span<const curves::Line> lines;
    if (view_->lines) lines = *view_->lines;
    return {lines, view(), state_.seen.picture, reach * state_.seen.line_width};
}

void CurvesScreen::act_on(const InputEvent& event, const std::optional<PixelPoint>& mouse) {
    if (points_.act_on(seen(), event, mouse)) return;
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
    double& time = state_.settings.curves->problem.time;
    time = std::min(time + seconds, curves::limits::time);
}

// What Esc ends: the topmost.
void CurvesScreen::stop() {
    if (std::exchange(state_.seen.help_shown, false)) return;
    if (points_.cancel()) return;
    if (std::exchange(moving_, false))
        return state_.notify(Message::Kind::info, "Paused. Space goes on.");
    if (measurer_.busy()) {
        measurer_.stop();
        return state_.notify(Message::Kind::info, "Stopped: what was measured before stays.");
    }
    pictures_.stop();
}

void CurvesScreen::leave() {
    pictures_.forget();
    measurer_.stop();
    moving_ = false;
    navigation_.let_go();
    points_.let_go();
    state_.seen.curves.reset();
}

bool CurvesScreen::take(const Command& command) {
    if (is(command, Action::stop_frame)) {
        stop();
    } else if (is(command, Action::play_pause)) {
        move(false);
    } else if (is(command, Action::step_once)) {
        move(true);
    } else if (const auto* race = std::get_if<command::Race>(&command)) {
        measure_engines(race->energy);
    } else if (is(command, Action::check_frame)) {
        run_litmuses();
    } else if (is(command, Action::stop_experiment) && measurer_.busy()) {
        measurer_.stop();
    } else if (is(command, Action::undo_view)) {
        points_.undo();
    } else if (is(command, Action::redo_view)) {
        points_.redo();
    } else if (is(command, Action::recompute_frame)) {
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
    return view_->plan ? "Bezier curves: " + curves_head(*view_->plan) : "";
}

}  // namespace mariani::app
