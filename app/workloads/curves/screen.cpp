#include "app/workloads/curves/screen.hpp"

#include "app/settings/curves_settings.hpp"
#include "app/workloads/curves/text.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

// Whether both jobs belong to one zoom, motion or drag.
bool follows(const CurvesJob& job, const CurvesJob& before) {
    return job.size == before.size && job.plan.lines == before.plan.lines;
}

}  // namespace

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
    else if (is(command, Action::undo_view))
        points_.undo();
    else if (is(command, Action::redo_view))
        points_.redo();
    else
        return navigation_.take(view(), state_.seen.picture, command);
    return true;
}

std::string CurvesScreen::title() const {
    return view_->plan ? "Bezier curves: " + curves_head(*view_->plan) : "";
}

}  // namespace mariani::app
