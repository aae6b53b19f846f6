// The rows of a tab whose points move.
#pragma once

#include "app/panels/panels.hpp"

namespace mariani::app {

// How long they have moved, with the buttons that move and hold them, and how fast they do.
void motion_rows(const PanelContext& context, const char* explanation, bool moving, double& time,
                 double longest_time, double& speed);

}  // namespace mariani::app
