#include "app/workloads/curves/screen.hpp"

#include "compute/service/engine_registry.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

// The same for all times of its motion, and wherever points are put.
curves::Plan at_rest(curves::Plan plan) {
    plan.time = 0;
    plan.placed.clear();
    return plan;
}

// The nearest of the points that lie in reach.
std::optional<std::uint32_t> point_at(const SeenCurves& seen, const PixelPoint& mouse) {
    const auto [x, y] = point_under(seen.view, seen.picture, mouse);
    double least = seen.reach * seen.view.height / seen.picture.height;
    std::optional<std::uint32_t> nearest;
    const auto look = [&](std::uint32_t number, const curves::Point& at) {
        if (std::abs(at.x - x) > least || std::abs(at.y - y) > least) return;  // most, and fast
        const double distance = std::hypot(at.x - x, at.y - y);
        if (distance > least) return;
        least = distance;
        nearest = number;
    };
    for (std::size_t i = 0; i < seen.lines.size(); ++i) {
        const auto number = static_cast<std::uint32_t>(2 * i);
        look(number, seen.lines[i].start);
        look(number + 1, seen.lines[i].control);
    }
    if (!seen.lines.empty())
        look(static_cast<std::uint32_t>(2 * seen.lines.size()), seen.lines.back().end);
    return nearest;
}

bool are_of_other_curves(const CurvesSettings& a, const CurvesSettings& b) {
    return a.problem.lines != b.problem.lines || a.problem.seed != b.problem.seed;
}

float into_unit(double value) {
    return static_cast<float>(std::clamp(value, 0.0, 1.0));
}

// Whether both jobs belong to one zoom, motion or drag.
bool follows(const CurvesJob& job, const CurvesJob& before) {
    return job.size == before.size && job.plan.lines == before.plan.lines;
}

std::optional<CurvesMeasured> measured_litmuses(int device, ComputeService& service,
                                                const std::stop_token& stop,
                                                std::atomic<int>& done) {
    auto outcomes = run_all_litmuses(
        [&](const curves::LitmusCase& litmus) {
            return service.run_on(device, JobPriority::experiment, stop,
                                  [&](const std::stop_token& own) {
                                      return curves::run_litmus(litmus, device, own);
                                  });
        },
        done);
    if (!outcomes) return std::nullopt;
    return CurvesMeasured{nullptr,
                          {},
                          std::make_shared<const MeasuredLitmuses>(MeasuredLitmuses{
                              device_name(Backend::cuda, device, 0), std::move(*outcomes)})};
}

std::optional<CurvesMeasured> measure_curves(const CurvesMeasureJob& job, ComputeService& service,
                                             const std::stop_token& stop, std::atomic<int>& done) {
    if (job.engines.empty()) return measured_litmuses(job.device, service, stop, done);
    auto measured = measure_engines(job.engines, measured_runs, job.energy, stop, done, &service);
    if (!measured) return std::nullopt;
    return CurvesMeasured{
        std::make_shared<const CurvesMeasurement>(std::move(measured->measurement)),
        std::move(measured->rows), nullptr};
}

}  // namespace

std::optional<CurvesPicture> CurvesDraftsman::operator()(const CurvesJob& job,
                                                         const std::stop_token& stop) {
    if (plan_ != job.plan && !run(job.plan, stop)) return std::nullopt;
    if (!look(job, stop)) return std::nullopt;
    const bool recorded = job.timeline || is_of_record(job.colour);
    if (recorded && !trace_) trace_ = runner_->trace(stop);
    if (recorded && !trace_) plan_.reset();  // it has left half a run
    if (stop.stop_requested()) return std::nullopt;
    const DrawnCurves drawn{*seen_, *lines_, job.colour, job.plan.parent_block,
                            trace_ ? &*trace_ : nullptr};
    if (job.timeline && !timeline_)
        timeline_ = std::make_shared<const Timeline>(
            timeline_of(*trace_, job.plan.backend, choice_of(job.plan.engine).label));
    auto image = draw_curves(drawn, job.part, job.size, stop);
    if (!image) return std::nullopt;
    return CurvesPicture{stats_,
                         runner_->device(),
                         runs_,
                         lines_,
                         std::make_shared<const std::vector<std::uint32_t>>(seen_->numbers),
                         legend_of(drawn, job.plan.backend),
                         std::move(*image),
                         job.timeline ? timeline_ : nullptr};
}

// False if stopped.
bool CurvesDraftsman::run(const curves::Plan& plan, const std::stop_token& stop) {
    plan_.reset();
    trace_.reset();
    timeline_.reset();
    seen_.reset();
    if (!runner_ || at_rest(made_for_) != at_rest(plan)) {
        runner_.reset();
        runner_ = curves::make_runner(plan);
        made_for_ = plan;
    }
    if (!runner_->move_to(plan.time, plan.placed, stop)) return false;
    const auto stats = runner_->run(stop);
    if (!stats) return false;
    stats_ = *stats;
    lines_ = std::make_shared<const std::vector<curves::Line>>(runner_->lines());
    plan_ = plan;
    ++runs_;
    return true;
}

// False if stopped.
bool CurvesDraftsman::look(const CurvesJob& job, const std::stop_token& stop) {
    if (seen_ && part_ == job.part && size_ == job.size) return true;
    seen_ = curves_in_view(*runner_, *lines_, job.part, job.size, stop);
    part_ = job.part;
    size_ = job.size;
    return seen_.has_value();
}

// Settings that are opened bring their own points along.
void CurvePoints::forget_others() {
    if (seen_ && are_of_other_curves(*seen_, settings_)) {
        if (seen_->placed == settings_.placed) settings_.placed.clear();
        dragged_.reset();
    }
    seen_ = settings_;
}

void CurvePoints::follow(const SeenCurves& seen, const std::optional<PixelPoint>& mouse) {
    forget_others();
    hovered_ = mouse ? point_at(seen, *mouse) : std::nullopt;
}

bool CurvePoints::act_on(const SeenCurves& seen, const InputEvent& event,
                         const std::optional<PixelPoint>& mouse) {
    if (const auto* button = std::get_if<input::MouseButton>(&event);
        button && button->button == Button::left) {
        if (!button->pressed) return std::exchange(dragged_, std::nullopt).has_value();
        dragged_ = mouse ? point_at(seen, *mouse) : std::nullopt;
        if (!dragged_) return false;
        const auto [x, y] = point_under(seen.view, seen.picture, *mouse);
        const curves::Point at = curves::point_of(seen.lines, *dragged_);
        offset_x_ = at.x - x;
        offset_y_ = at.y - y;
        before_ = settings_.placed;
        return true;
    }
    if (!dragged_ || !std::holds_alternative<input::MouseMove>(event)) return false;
    if (mouse) drag(seen, *mouse);
    return true;
}

void CurvePoints::drag(const SeenCurves& seen, const PixelPoint& to) {
    const auto [x, y] = point_under(seen.view, seen.picture, to);
    auto placed = curves::with_point(
        settings_.placed, {*dragged_, {into_unit(x + offset_x_), into_unit(y + offset_y_)}});
    if (static_cast<std::int64_t>(placed.size()) > curves::limits::placed) return;
    settings_.placed = std::move(placed);
}

bool CurvePoints::cancel() {
    if (!std::exchange(dragged_, std::nullopt)) return false;
    settings_.placed = before_;
    return true;
}

void CurvePoints::let_go() {
    dragged_.reset();
    hovered_.reset();
}

CurvesScreen::CurvesScreen(WindowState& state, const TabMeans& means)
    : DrawnTab(state, means, CurvesDraftsman(), follows, measure_curves),
      points_(*state.settings.curves) {}

curves::Request CurvesScreen::request() const {
    return placed(curves_request(settings(), state_.seen.picture.height));
}

CurvesJob CurvesScreen::wanted() {
    CurvesJob job;
    job.plan = curves::resolve(request(), no_cuda()).front();
    job.part = {settings().center_x, settings().center_y, settings().height};
    job.size = state_.seen.picture;
    job.colour = settings().colour;
    job.timeline = state_.seen.layout.timeline > 0 && !moving();
    if (job.colour == LineColour::block && !curves::has_launches(settings().engine))
        job.colour = LineColour::vertices;
    return job;
}

void CurvesScreen::follow(const std::optional<PixelPoint>& mouse) {
    points_.follow(seen(), navigation_.dragging() ? std::nullopt : mouse);
}

void CurvesScreen::observe(const std::optional<PixelPoint>&) {
    view_->no_litmus = why_no_litmus(settings().backend.value_or(Backend::cuda), no_cuda());
    view_->speed = settings().speed;
    view_->hovered = points_.hovered();
    view_->dragging = points_.dragging();
}

void CurvesScreen::show(const CurvesJob& job, const CurvesPicture& picture) {
    view_->plan = job.plan;
    view_->stats = picture.stats;
    view_->device = picture.device;
    view_->part = job.part;
    view_->lines = picture.lines;
    view_->in_view = picture.in_view;
    view_->legend = picture.legend;
    view_->timeline = picture.timeline;
    log_shown(picture.run, [&] {
        return log_row(job.plan, picture.stats, picture.device, std::chrono::system_clock::now());
    });
}

void CurvesScreen::keep(const CurvesMeasureJob&, CurvesMeasured measured) {
    if (measured.times) view_->times = std::move(measured.times);
    if (measured.litmuses) view_->litmuses = std::move(measured.litmuses);
}

// The curves that are shown. Throws std::invalid_argument if they cannot be run.
void CurvesScreen::measure_engines(bool energy) {
    auto all = request();
    all.engines.clear();
    for (const auto& each : choices<curves::EngineKind>()) all.engines.push_back(each.value);
    const CurvesMeasureJob job{curves::resolve(all, no_cuda()), 0, energy};
    begin_measurement(job, job.runs());
}

void CurvesScreen::run_litmuses() {
    if (view_->no_litmus)
        return state_.notify(Message::Kind::info, "Not applicable: " + *view_->no_litmus + ".");
    const CurvesMeasureJob job{{}, request().device, false};
    begin_measurement(job, job.runs());
}

PartView CurvesScreen::view() {
    return {settings().center_x, settings().center_y, settings().height, least_curves_height,
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

void CurvesScreen::pass(double seconds) {
    double& time = settings().problem.time;
    time = std::min(time + seconds, curves::limits::time);
}

void CurvesScreen::leave() {
    DrawnTab::leave();
    navigation_.let_go();
    points_.let_go();
}

bool CurvesScreen::take_own(const Command& command) {
    if (const auto* race = std::get_if<command::Race>(&command))
        measure_engines(race->energy);
    else if (is(command, Action::check_frame))
        run_litmuses();
    else
        return navigation_.take(view(), state_.seen.picture, command);
    return true;
}

std::string CurvesScreen::title() const {
    return view_->plan ? "Bezier curves: " + curves_head(*view_->plan) : "";
}

}  // namespace mariani::app
