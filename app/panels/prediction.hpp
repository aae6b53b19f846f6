// The cost model's prediction beside the measurement: a part of the model panel.
#pragma once

#include "app/panels/panels.hpp"

namespace mariani::app {

void prediction(const PanelContext& context);

}  // namespace mariani::app
