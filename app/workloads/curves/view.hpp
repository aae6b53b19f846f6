// What the tab Curves shows: the counterpart of CurvesSettings. Main thread only.
#pragma once

#include "app/panels/panels.hpp"
#include "app/settings/curves_settings.hpp"
#include "app/workloads/curves/litmus.hpp"
#include "app/workloads/curves/picture.hpp"
#include "app/workloads/curves/runs.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

struct CurvesView : TabView {
    std::optional<curves::Plan> plan;  // on screen; nothing before the first
    curves::RunStats stats;            // of its run
    std::string device;
    CurvesPart part;
    std::shared_ptr<const std::vector<curves::Line>> lines;     // on screen; null before the first
    std::shared_ptr<const std::vector<std::uint32_t>> in_view;  // of these, or nearly
    std::optional<std::uint32_t> hovered;                       // the point under the mouse
    bool dragging = false;                                      // that point
    double speed = 1;                                           // see CurvesSettings
    std::shared_ptr<const CurvesMeasurement> times;             // the last; null before the first
    std::shared_ptr<const MeasuredLitmuses> litmuses;           // likewise
    std::optional<std::string> no_litmus;  // why the litmus tests cannot be run
};

// Over the picture: the hovered point, and the lines it bends.
void curves_marks(const PanelContext& context);

// Parts of the side panel.
void curves_introduction(const PanelContext& context);
void curves_lines_panel(const PanelContext& context);
void curves_engine_panel(const PanelContext& context);
void curves_times_panel(const PanelContext& context);
void curves_litmus_panel(const PanelContext& context);

}  // namespace mariani::app
