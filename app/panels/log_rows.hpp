// The rows of a panel that start and stop a tab's timing log.
#pragma once

#include "app/panels/panels.hpp"

namespace mariani::app {

// `explanation`: what a row of the log is.
void log_rows(const PanelContext& context, const LogView& log, const char* explanation);

}  // namespace mariani::app
