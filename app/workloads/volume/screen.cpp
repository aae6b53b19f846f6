#include "app/workloads/volume/screen.hpp"

#include "app/workloads/volume/runs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <variant>

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

constexpr double seconds_a_turn = 24;    // of w
constexpr double seconds_a_passage = 6;  // of the last axis, from end to end

volume::Plan at_rest(volume::Plan plan) {
    plan.turn = 0;
    return plan;
}

// Whether both jobs show one volume, or its motion.
bool follows(const VolumeJob& job, const VolumeJob& before) {
    return job.size == before.size && at_rest(job.plan) == at_rest(before.plan);
}

// The setting of a plane: where it holds its axis.
std::optional<int>& slice_of(VolumeSettings& settings, int axis) {
    const std::array<std::optional<int>*, volume::max_axes> slices{&settings.x, &settings.y,
                                                                   &settings.z, &settings.u};
    return *slices.at(static_cast<std::size_t>(axis));
}

bool contains(const PixelRect& rect, const PixelPoint& point) {
    return point.x >= rect.x && point.y >= rect.y && point.x < rect.x + rect.width &&
           point.y < rect.y + rect.height;
}

// The grid of the slices, if it is drawn.
std::vector<LegendEntry> legend_of(const VolumeStyle& style, const volume::RunStats& stats) {
    if (style.shown != VolumeShown::slices || !style.grid) return {};
    auto entries = level_entries(stats.levels.size());
    for (auto& area : area_entries(style.overlay)) entries.push_back(std::move(area));
    return entries;
}

}  // namespace

VolumeScreen::VolumeScreen(WindowState& state, const TabMeans& means)
    : VolumeScreen(state, means, std::make_shared<volume::Progress>()) {}

VolumeScreen::VolumeScreen(WindowState& state, const TabMeans& means,
                           const std::shared_ptr<volume::Progress>& progress)
    : DrawnTab(state, means, VolumeDraftsman(progress), follows, measuring_plans(measure_engines)),
      progress_(progress) {}

std::optional<std::string> VolumeScreen::why_at_rest() const {
    const auto& problem = settings().problem;
    if (problem.axes == volume::max_axes || volume::turns(problem.function, problem.axes))
        return std::nullopt;
    return problem.axes == 2 ? "Nothing turns in a plane: choose k 3 or 4."
                             : "The Mandelbulb has no fourth axis: choose the Julibrot.";
}

volume::Request VolumeScreen::request() const {
    return placed(volume_request(settings()));
}

volume::Voxel VolumeScreen::at(const volume::Plan& plan) const {
    volume::Voxel at{};
    for (int axis = 0; axis < plan.axes; ++axis) {
        const int side = plan.side.of[axis];
        const int chosen = slice_of(settings(), axis).value_or(side / 2);
        at.at[axis] = static_cast<std::int16_t>(std::min(chosen, side - 1));
    }
    return at;
}

VolumeStyle VolumeScreen::style(const volume::Plan& plan) const {
    const VolumeSettings& chosen = settings();
    VolumeStyle style;
    style.shown = chosen.shown;
    style.grid = chosen.grid;
    style.surface = chosen.surface;
    style.boxes = chosen.boxes;
    style.line = chosen.line;
    style.level = chosen.level;
    style.solid = std::min(chosen.solid.value_or(plan.dwell_limit), plan.dwell_limit);
    style.orbit = {chosen.yaw, chosen.pitch, chosen.distance};
    const bool moves = moving() || (dragged_ && !pane_);
    if (moves && plan.backend == Backend::cpu)
        style.coarse = chosen.shown == VolumeShown::space ? 3 : 2;
    style.colouring = state_.settings.colouring;
    style.palette = {state_.seen.palette.name, state_.seen.palette.colours};
    style.overlay = state_.settings.overlay;
    style.line_width = std::max(1, static_cast<int>(std::lround(state_.seen.panel_scale)));
    style.text_size = text_size();
    return style;
}

VolumeJob VolumeScreen::wanted() {
    VolumeJob job;
    job.plan = volume::resolve(request(), no_cuda());
    job.at = at(job.plan);
    job.size = state_.seen.picture;
    job.style = style(job.plan);
    job.moving = moving();
    job.round = round_;
    return job;
}

void VolumeScreen::show(const VolumeJob& job, const VolumePicture& picture) {
    view_->plan = job.plan;
    view_->at = job.at;
    view_->shown = job.style.shown;
    view_->stats = picture.stats;
    view_->device = picture.device;
    view_->panes = picture.panes;
    view_->space = picture.space;
    view_->listed = picture.listed;
    view_->draw_ms = picture.draw_ms;
    view_->texts = picture.texts;
    view_->legend = legend_of(job.style, picture.stats);
    view_->gain = volume_gain(job.plan, picture.stats);
    log_shown(picture.run, [&] {
        return log_row(job.plan, picture.stats, picture.device, std::chrono::system_clock::now());
    });
}

void VolumeScreen::keep(const MeasureJob&, MeasuredVolume measured) {
    view_->measurement = std::make_shared<const VolumeMeasurement>(std::move(measured.measurement));
}

bool VolumeScreen::in_space(const PixelPoint& point) const {
    return contains(view_->space, point);
}

void VolumeScreen::press(const PixelPoint& at) {
    pane_.reset();
    if (in_space(at)) {
        dragged_ = at;
        return;
    }
    if (!view_->panes) return;
    const auto pointed = voxel_at(*view_->panes, *view_->plan, at.x, at.y);
    if (!pointed) return;
    pane_ = pointed->pane;
    dragged_ = at;
    drag(at);
}

// In space the volume follows the mouse; in a plane the two others do.
void VolumeScreen::drag(const PixelPoint& to) {
    if (!pane_) {
        const double degrees = 0.35 / state_.seen.line_width;  // a pixel
        orbit((to.x - dragged_->x) * degrees, (to.y - dragged_->y) * degrees);
    } else if (view_->panes && *pane_ < view_->panes->panes.size()) {
        const SlicePane& pane = view_->panes->panes[*pane_];
        const volume::Voxel voxel = voxel_near(pane, *view_->plan, to.x, to.y);
        for (const int axis : {pane.plane.across, pane.plane.down})
            slice_of(settings(), axis) = voxel.at[axis];
    }
    dragged_ = to;
}

// Over a plane it moves the plane; in space the camera.
void VolumeScreen::scroll(const PixelPoint& at, double notches) {
    constexpr double notch = 0.85;  // of the distance
    if (in_space(at)) return nearer(std::pow(notch, notches));
    if (!view_->panes) return;
    const auto pointed = voxel_at(*view_->panes, *view_->plan, at.x, at.y);
    if (!pointed || view_->panes->panes.size() == 1) return;
    const volume::Plane& plane = view_->panes->panes[pointed->pane].plane;
    const int axis = 3 - plane.across - plane.down, side = view_->plan->side.of[axis];
    const double step = std::max(1.0, side / 96.0);
    const int from = slice_of(settings(), axis).value_or(side / 2);
    if (axis != std::exchange(wheeled_axis_, axis)) wheeled_ = 0;
    wheeled_ += notches * step;
    const double voxels = std::trunc(wheeled_ + std::copysign(1e-9, wheeled_));
    wheeled_ -= voxels;
    slice_of(settings(), axis) = std::clamp(from + static_cast<int>(voxels), 0, side - 1);
}

void VolumeScreen::orbit(double yaw, double pitch) {
    VolumeSettings& chosen = settings();
    chosen.yaw = std::remainder(chosen.yaw + yaw, 360.0);
    chosen.pitch = std::clamp(chosen.pitch + pitch, -89.0, 89.0);
}

void VolumeScreen::nearer(double factor) {
    settings().distance =
        std::clamp(settings().distance * factor, least_volume_distance, most_volume_distance);
}

void VolumeScreen::act_on(const InputEvent& event, const std::optional<PixelPoint>& mouse) {
    if (const auto* wheel = std::get_if<input::Scroll>(&event); wheel && mouse)
        return scroll(*mouse, wheel->y);
    if (const auto* button = std::get_if<input::MouseButton>(&event);
        button && button->button == Button::left) {
        dragged_.reset();
        if (button->pressed && mouse) press(*mouse);
    } else if (std::holds_alternative<input::MouseMove>(event) && dragged_) {
        if (mouse)
            drag(*mouse);
        else
            dragged_.reset();
    }
}

// In picture heights: the camera around the volume, or the plane of c.
void VolumeScreen::pan(double x, double y) {
    constexpr double degrees = 100;  // a height
    VolumeSettings& chosen = settings();
    if (chosen.shown == VolumeShown::space) return orbit(-x * degrees, y * degrees);
    if (!pictures_.asked()) return;
    const volume::Plan& plan = pictures_.asked()->plan;
    chosen.problem.centre_re = std::clamp(plan.centre_re + x * plan.height, -4.0, 4.0);
    chosen.problem.centre_im = std::clamp(plan.centre_im + y * plan.height, -4.0, 4.0);
}

void VolumeScreen::zoom(double factor) {
    if (settings().shown == VolumeShown::space) return nearer(factor);
    if (const auto& asked = pictures_.asked())
        settings().problem.height = std::clamp(asked->plan.height * factor, 1e-12, 100.0);
}

void VolumeScreen::show_whole() {
    VolumeSettings& chosen = settings();
    const VolumeSettings whole;
    for (int axis = 0; axis < volume::max_axes; ++axis) slice_of(chosen, axis).reset();
    chosen.problem.centre_re.reset();
    chosen.problem.centre_im.reset();
    chosen.problem.height.reset();
    chosen.yaw = whole.yaw;
    chosen.pitch = whole.pitch;
    chosen.distance = whole.distance;
}

double VolumeScreen::one_step() const {
    return settings().problem.axes == volume::max_axes ? seconds_a_passage / settings().problem.side
                                                       : seconds_a_turn / 120;
}

void VolumeScreen::pass(double seconds) {
    if (seconds <= 0) return;
    VolumeSettings& chosen = settings();
    if (volume::turns(chosen.problem.function, chosen.problem.axes)) {
        chosen.problem.turn = std::fmod(chosen.problem.turn + seconds / seconds_a_turn, 1.0);
    } else if (chosen.problem.axes == volume::max_axes) {
        fraction_ += seconds / seconds_a_passage * chosen.problem.side;
        const double voxels = std::floor(fraction_ + 1e-9);
        fraction_ -= voxels;
        const int from = chosen.u.value_or(chosen.problem.side / 2);
        chosen.u = static_cast<int>(std::fmod(from + voxels, chosen.problem.side));
    }
}

void VolumeScreen::leave() {
    DrawnTab::leave();
    dragged_.reset();
}

void VolumeScreen::describe(Settings& settings) const {
    DrawnTab::describe(settings);
    settings.colouring = pictures_.settings().colouring;
    settings.overlay = pictures_.settings().overlay;
}

// Throws std::invalid_argument if nothing can be run.
void VolumeScreen::measure(std::vector<volume::Plan> plans, bool energy) {
    if (plans.empty()) throw std::invalid_argument("No engine can compute this volume.");
    const MeasureJob job{std::move(plans), energy};
    begin_measurement(job, job.runs());
}

bool VolumeScreen::take_own(const Command& command) {
    VolumeSettings& chosen = settings();
    if (is(command, Action::toggle_grid)) {
        bool& shown = chosen.shown == VolumeShown::space ? chosen.boxes : chosen.grid;
        shown = !shown;
    } else if (is(command, Action::home_view)) {
        show_whole();
    } else if (const auto* by = std::get_if<command::ZoomBy>(&command)) {
        zoom(by->factor);
    } else if (const auto* way = std::get_if<command::PanBy>(&command)) {
        pan(way->x, way->y);
    } else if (const auto* race = std::get_if<command::Race>(&command)) {
        measure(engines_over(request(), no_cuda()), race->energy);
    } else if (const auto* lists = std::get_if<command::MeasureLists>(&command)) {
        measure(lists_over(request(), no_cuda()), lists->energy);
    } else {
        return false;
    }
    return true;
}

std::optional<double> VolumeScreen::progress() const {
    const auto total = static_cast<double>(progress_->voxels_total);
    return total == 0 ? 0 : static_cast<double>(progress_->voxels_done) / total;
}

std::string VolumeScreen::title() const {
    return view_->plan ? "A " + volume_head({*view_->plan}) : std::string();
}

}  // namespace mariani::app
