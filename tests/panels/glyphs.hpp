// Reads ImGui's draw lists back into text.
#pragma once

#include "tests/panels/stage.hpp"

namespace mariani::app {

std::vector<DrawnText> read_texts(const ImDrawData& drawn);

}  // namespace mariani::app
