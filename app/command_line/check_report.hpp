// What `check` prints.
#pragma once

#include "app/measure/frame_check.hpp"

#include <string>

namespace mariani::app {

// What was computed, how many of its pixels are wrong, and the first twenty of them.
std::string check_report(const FrameCheck& check);

}  // namespace mariani::app
