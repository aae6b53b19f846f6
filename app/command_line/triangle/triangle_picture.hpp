// A map as a picture: parallel space beside the triangle, and the test's result beneath.
#pragma once

#include "compute/service/triangle.hpp"
#include "render/picture/image.hpp"

#include <cstddef>
#include <vector>

namespace mariani::app {

// `output` is what a run of the plan wrote.
render::Image draw_triangle(const triangle::Plan& plan, const std::vector<std::byte>& output);

}  // namespace mariani::app
