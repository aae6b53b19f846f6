// What the settings come to: what is computed where they leave it to `auto`.
#pragma once

#include "app/panels/panels.hpp"

namespace mariani::app {

// As resolve() has it, but for what frames teach: an engine that `auto` may choose is ASK.
FramePlan plan_in_use(const PanelContext& context);

// Whether the engine `auto` is on the GPU, where it chooses more than the engine.
bool auto_on_gpu(const PanelContext& context);

}  // namespace mariani::app
