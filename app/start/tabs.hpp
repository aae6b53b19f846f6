// The one list of the window's tabs, in their order.
#pragma once

#include "app/panels/tab.hpp"

#include <span>

namespace mariani::app {

std::span<const Tab* const> all_tabs();

}  // namespace mariani::app
