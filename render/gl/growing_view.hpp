// Draws growing pictures into textures. Main thread, with the GL context.
#pragma once

#include "render/gl/data_texture.hpp"
#include "render/gl/draw_state.hpp"
#include "render/gl/framebuffer.hpp"
#include "render/gl/program.hpp"
#include "render/picture/growing_picture.hpp"

#include <filesystem>

namespace mariani::render {

// A growing picture on the GPU, and how it looks at the moment last drawn.
class GrowingTexture {
  public:
    // Throws what gl::Texture and DataTexture throw.
    explicit GrowingTexture(const GrowingPicture& growing);

    // The target has the picture's size, row 0 at the top, and mipmaps.
    const gl::Framebuffer& target() const { return target_; }

  private:
    friend class GrowingView;
    gl::Texture picture_;
    DataTexture known_at_;
    gl::Framebuffer target_;
};

class GrowingView {
  public:
    // Throws std::runtime_error if a shader in the folder is missing or does not compile.
    explicit GrowingView(const std::filesystem::path& shaders);

    // As draw_growing() draws it, pixel by pixel.
    void draw(GrowingTexture& growing, double moment);

  private:
    gl::Program program_;
    gl::VertexArray nothing_;
};

}  // namespace mariani::render
