// A colour map for the shaders that include colour.glsl.
#pragma once

#include "render/gl/program.hpp"
#include "render/picture/colour_map.hpp"

namespace mariani::render {

// Where colour.glsl expects the map's table, as a storage block.
inline constexpr unsigned table_binding = 0;

// Sets all but the table. Throws gl::Error if the program does not colour.
void set_colours(const gl::Program& program, const ColourMap::Uniforms& uniforms);

}  // namespace mariani::render
