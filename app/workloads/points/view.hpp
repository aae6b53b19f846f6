// What the tab Points shows: the counterpart of PointsSettings. Main thread only.
#pragma once

#include "app/panels/knob_row.hpp"
#include "app/panels/observations.hpp"
#include "app/settings/points_settings.hpp"
#include "app/workloads/points/scene.hpp"
#include "app/workloads/points/times.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

struct PointsView {
    std::optional<points::Plan> plan;  // on screen; nothing before the first
    points::RunStats stats;            // of its run
    std::string device;
    std::vector<points::LevelStats> levels;
    std::vector<double> level_ms;            // of a recorded run; none while points move
    std::optional<points::DiscStats> found;  // in the circle, if there is one
    std::optional<double> floor_ms;
    points::TreePart part;
    std::optional<StripMoment> strips;  // of the textbook's buffers, if they are shown
    std::size_t strip_steps = 0;
    std::optional<std::string> error;  // why what is asked for is not shown
    bool moving = false;               // points do
    double speed = 1;                  // see PointsSettings
    bool measuring = false;
    double measured_share = 0;                             // 0 to 1
    std::shared_ptr<const PointsMeasurement> measurement;  // the last; null before the first
    std::optional<std::string> measurement_error;          // why there is none
    LogView log;                                           // of the runs that are shown or measured
};

inline auto knobs_of(const PanelContext& context) {
    return knob_rows(context, *context.settings.points, context.seen.points);
}

}  // namespace mariani::app
