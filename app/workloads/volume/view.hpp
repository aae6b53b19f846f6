// What the tab Volume shows: the counterpart of VolumeSettings. Main thread only.
#pragma once

#include "app/panels/panels.hpp"
#include "app/settings/volume_settings.hpp"
#include "app/workloads/volume/runs.hpp"
#include "app/workloads/volume/scene.hpp"

#include <memory>
#include <optional>
#include <string>

namespace mariani::app {

struct VolumeView : TabView {
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
    std::shared_ptr<const VolumeMeasurement> measurement;  // the last one
};

// Parts of the side panel.
void volume_introduction(const PanelContext& context);
void volume_panel(const PanelContext& context);
void volume_engine_panel(const PanelContext& context);
void volume_levels_panel(const PanelContext& context);
void volume_times_panel(const PanelContext& context);

}  // namespace mariani::app
