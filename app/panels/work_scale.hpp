// The colours of the picture that shows the work, and what they mean.
#pragma once

#include "app/panels/panels.hpp"

#include <cstdint>

namespace mariani::app {

// From one iteration to the most, on a logarithmic scale with ticks below; `width` in ImGui's
// units.
void draw_work_scale(const PanelContext& context, std::uint32_t most, float width);

}  // namespace mariani::app
