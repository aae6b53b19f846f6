// What the parts of the model panel share.
#pragma once

#include "app/panels/panels.hpp"

#include <imgui.h>

namespace mariani::app {

inline const ImVec4 omega_tone{0.78f, 0.62f, 0.96f, 1};
inline const ImVec4 sbr_tone{0.45f, 0.66f, 0.98f, 1};
inline const ImVec4 mbr_tone{0.96f, 0.68f, 0.35f, 1};

// The cost model's prediction beside the measurement.
void prediction(const PanelContext& context);

}  // namespace mariani::app
