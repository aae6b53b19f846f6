// What the parts of the model panel share.
#pragma once

#include "app/panels/panels.hpp"

namespace mariani::app {

// The cost model's prediction beside the measurement.
void prediction(const PanelContext& context);

}  // namespace mariani::app
