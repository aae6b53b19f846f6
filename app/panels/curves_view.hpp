// What the tab Curves shows: the counterpart of CurvesSettings. Main thread only.
#pragma once

#include "app/panels/observations.hpp"
#include "app/workloads/curves_picture.hpp"

#include <optional>
#include <string>

namespace mariani::app {

struct CurvesView {
    std::optional<curves::Plan> plan;  // on screen; nothing before the first
    curves::RunStats stats;            // of its run
    std::string device;
    CurvesPart part;
    std::optional<std::string> error;  // why what is asked for is not shown
    bool moving = false;               // control points do
    LogView log;                       // of the runs that are shown
};

}  // namespace mariani::app
