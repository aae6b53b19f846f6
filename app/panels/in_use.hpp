// What computes, where the settings leave it to `auto`.
#pragma once

#include "app/panels/panels.hpp"

namespace mariani::app {

Backend backend_in_use(const PanelContext& context);

// Whether the engine `auto` is on the GPU, where it chooses more than the engine.
bool auto_on_gpu(const PanelContext& context);

// The settings' g, r and B, but for g and r that `auto` has chosen.
SubdivisionParams subdivision_in_use(const PanelContext& context);

}  // namespace mariani::app
