#include "app/workloads/curves/dragged_points.hpp"

#include "app/settings/curves_settings.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

namespace mariani::app {
namespace {

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

}  // namespace

// Settings that are opened bring their own points along.
void CurvePoints::forget_others() {
    if (seen_ && are_of_other_curves(*seen_, settings_)) {
        if (seen_->placed == settings_.placed) settings_.placed.clear();
        done_.clear();
        undone_.clear();
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
    if (settings_.placed == before_ && placed != before_) {  // the drag begins
        done_.push_back(before_);
        undone_.clear();
    }
    settings_.placed = std::move(placed);
}

bool CurvePoints::cancel() {
    if (!std::exchange(dragged_, std::nullopt)) return false;
    if (settings_.placed != before_) undo();
    undone_.clear();
    return true;
}

void CurvePoints::let_go() {
    dragged_.reset();
    hovered_.reset();
}

bool CurvePoints::swap_with(std::vector<Placed>& from, std::vector<Placed>& to) {
    if (from.empty()) return false;
    dragged_.reset();
    to.push_back(std::exchange(settings_.placed, std::move(from.back())));
    from.pop_back();
    return true;
}

bool CurvePoints::undo() {
    return swap_with(done_, undone_);
}

bool CurvePoints::redo() {
    return swap_with(undone_, done_);
}

}  // namespace mariani::app
