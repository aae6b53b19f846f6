// The one list of the workloads beside the Mandelbrot set.
#pragma once

// WORKLOAD(name, Settings) for each of them, in the order of their tabs. The settings are those of
// app/settings/NAME_settings.hpp; app/workloads/NAME has the tab `NAME_tab` and `NAME_commands()`.
#define MARIANI_WORKLOADS(WORKLOAD)      \
    WORKLOAD(triangle, TriangleSettings) \
    WORKLOAD(gasket, GasketSettings)     \
    WORKLOAD(curves, CurvesSettings)     \
    WORKLOAD(points, PointsSettings)     \
    WORKLOAD(volume, VolumeSettings)
