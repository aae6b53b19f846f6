// What the tab Points shows: the counterpart of PointsSettings. Main thread only.
#pragma once

#include "app/panels/panels.hpp"
#include "app/settings/points_settings.hpp"
#include "app/workloads/points/runs.hpp"
#include "app/workloads/points/scene.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

struct PointsView : TabView {
    std::optional<points::Plan> plan;  // on screen; nothing before the first
    points::RunStats stats;            // of its run
    std::string device;
    std::vector<points::LevelStats> levels;
    std::vector<points::LevelSpan> level_spans;  // of a recorded run; none while points move
    std::optional<points::DiscStats> found;      // in the circle, if there is one
    std::optional<double> floor_ms;
    points::TreePart part;
    std::optional<StripMoment> strips;  // of the textbook's buffers, if they are shown
    std::size_t strip_steps = 0;
    double speed = 1;                                      // see PointsSettings
    std::shared_ptr<const PointsMeasurement> measurement;  // the last; null before the first
};

// Parts of the side panel.
void points_introduction(const PanelContext& context);
void points_panel(const PanelContext& context);
void points_textbook_panel(const PanelContext& context);
void points_engine_panel(const PanelContext& context);
void points_levels_panel(const PanelContext& context);
void points_circle_panel(const PanelContext& context);
void points_times_panel(const PanelContext& context);

}  // namespace mariani::app
