// The effective settings: what is computed for those left at `auto`.
#pragma once

#include "app/panels/panels.hpp"

namespace mariani::app {

// Like resolve(), but ignores what was learned from frames: where `auto` may choose, it is ASK.
FramePlan plan_in_use(const PanelContext& context);

// Whether the engine is `auto` on the GPU, where it also chooses more than the engine, but for deep
// zoom.
bool auto_on_gpu(const PanelContext& context);

}  // namespace mariani::app
