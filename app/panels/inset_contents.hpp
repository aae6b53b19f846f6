// What the insets beside the picture hold, each within a card that insets() has begun.
#pragma once

#include "app/panels/panels.hpp"

namespace mariani::app {

void orbit_facts(const PanelContext& context);    // of the orbit that is seen
void julia_inset(const PanelContext& context);    // as wide as the card
void minimap_inset(const PanelContext& context);  // a click goes there

}  // namespace mariani::app
