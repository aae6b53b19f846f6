// The settings of all tabs, for what goes through all of them (MARIANI_WORKLOADS).
#pragma once

#include "app/settings/curves_settings.hpp"
#include "app/settings/gasket_settings.hpp"
#include "app/settings/points_settings.hpp"
#include "app/settings/settings.hpp"
#include "app/settings/triangle_settings.hpp"
#include "app/settings/volume_settings.hpp"
