// Draws a frame's dwells in colour, under any view; and a colour map for the shaders that include
// colour.glsl.
#pragma once

#include "render/gl/buffer.hpp"
#include "render/gl/draw_state.hpp"
#include "render/gl/dwell_texture.hpp"
#include "render/gl/program.hpp"
#include "render/picture/colour_map.hpp"
#include "render/picture/roles.hpp"
#include "render/picture/viewport.hpp"

#include <filesystem>

namespace mariani::render {

// Where colour.glsl expects the map's table, as a storage block.
inline constexpr unsigned table_binding = 0;

// Sets all but the table. Throws gl::Error if the program does not colour.
void set_colours(const gl::Program& program, const ColourMap::Uniforms& uniforms);

class PictureView {
  public:
    // Throws std::runtime_error if a shader in the folder is missing or does not compile.
    explicit PictureView(const std::filesystem::path& shaders);

    // Fills the viewport (and leaves it set): the frame in its place, a neutral dark colour
    // elsewhere. Pixel for pixel if the placement allows it, else filtered. Dwells are turned into
    // colours only when either has changed. Those that are unknown (growing_frame.hpp) are
    // transparent where the picture is blended as premultiplied.
    void draw(DwellTexture& dwells, const ColourMap& colours, const Placement& placement,
              const Viewport& viewport, Blending blending = Blending::none);

    // Turns dwells, which are not empty, into colours: dwells.painted(). Nothing if they have been.
    void paint(DwellTexture& dwells, const ColourMap& colours, Blending blending = Blending::none);

    static constexpr Rgb8 outside = role::beyond;

  private:
    gl::Program paint_;    // dwells to colours, into a texture of the frame's size
    gl::Program picture_;  // that texture into the viewport
    gl::Program each_;     // likewise where none is mixed or missing: Mesa takes half as long
    gl::VertexArray nothing_;
    gl::Buffer table_;
};

}  // namespace mariani::render
