// Draws a frame's dwells in colour, under any view.
#pragma once

#include "render/colour_map.hpp"
#include "render/dwell_texture.hpp"
#include "render/gl/buffer.hpp"
#include "render/gl/program.hpp"
#include "render/gl/vertex_array.hpp"
#include "render/viewport.hpp"

#include <filesystem>
#include <optional>

namespace mariani::render {

class PictureView {
  public:
    // Throws std::runtime_error when a shader of the folder is missing or does not compile.
    explicit PictureView(const std::filesystem::path& shaders);

    // Fills the viewport (and leaves it set): the frame where it is, a neutral dark colour
    // elsewhere. Pixel for pixel where the placement allows it, else filtered. A change of colours
    // costs a few microseconds.
    void draw(const DwellTexture& dwells, const ColourMap& colours, const Placement& placement,
              const Viewport& viewport);

    static constexpr Rgb8 outside{22, 23, 28};

  private:
    gl::Program program_;
    gl::VertexArray nothing_;
    gl::Buffer table_;
    std::optional<ColourMap> uploaded_;
};

}  // namespace mariani::render
