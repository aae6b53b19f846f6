// Figures of a view that is no longer on screen.
#pragma once

#include "app/panels/panels.hpp"

namespace mariani::app {

// If the figures below were measured on another view: says so, with a way back to it.
void note_other_view(const PanelContext& context, const View& measured);

}  // namespace mariani::app
