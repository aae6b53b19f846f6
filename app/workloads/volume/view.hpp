// What the tab Volume shows: the counterpart of VolumeSettings. Main thread only.
#pragma once

#include "app/panels/observations.hpp"
#include "app/settings/volume_settings.hpp"
#include "app/workloads/volume/draftsman.hpp"
#include "app/workloads/volume/gain.hpp"

#include <memory>
#include <optional>
#include <string>

namespace mariani::app {

struct VolumeView {
    std::optional<volume::Plan> plan;  // on screen; nothing before the first
    volume::RunStats stats;            // of its run
    std::string device;
    std::optional<VolumeGain> gain;  // likewise
    volume::Voxel at{};              // where the planes meet
    VolumeShown shown = VolumeShown::slices;
    std::optional<SlicePanes> panes;
    PixelRect space;
    std::optional<ListedLevel> listed;
    double draw_ms = 0;
    std::optional<std::string> error;                      // why what is asked for is not shown
    bool moving = false;                                   // w turns, or the last axis goes by
    std::shared_ptr<const VolumeMeasurement> measurement;  // the last one
    bool measuring = false;
    double measured_share = 0;  // of what is measured
    std::optional<std::string> measurement_error;
    LogView log;  // of the runs that are shown or measured
};

}  // namespace mariani::app
