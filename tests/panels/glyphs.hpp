// Reads ImGui's draw lists back into text and shapes.
#pragma once

#include "tests/panels/stage.hpp"

namespace mariani::app {

std::vector<DrawnText> read_texts(const ImDrawData& drawn);
std::vector<DrawnShape> read_shapes(const ImDrawData& drawn);

}  // namespace mariani::app
