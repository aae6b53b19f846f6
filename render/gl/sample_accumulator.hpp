// The mean of the colours of several pictures of one size, in linear light: antialiasing.
#pragma once

#include "render/gl/buffer.hpp"
#include "render/gl/draw_state.hpp"
#include "render/gl/framebuffer.hpp"
#include "render/gl/program.hpp"

#include <filesystem>
#include <optional>

namespace mariani::render {

// As render::SampleSum, bit for bit. Main thread, with a current GL context.
class SampleAccumulator {
  public:
    // Throws std::runtime_error if a shader in the folder is missing or does not compile.
    explicit SampleAccumulator(const std::filesystem::path& shaders);

    // Adds painted rows of a picture that is so high, from this row on; all of a picture one after
    // the other. The first picture after forget() decides the size; later ones have it too. Throws
    // gl::Error if memory runs out.
    void add(const gl::Framebuffer& rows, int first, int height);
    // Replaces the picture's colours with the mean; after add(), of a picture of the same size.
    void draw_mean(const gl::Framebuffer& picture) const;
    void forget();
    int count() const { return count_; }

  private:
    gl::Program add_;
    gl::Program mean_;
    gl::VertexArray nothing_;
    gl::Buffer light_;                     // linear_light()
    std::optional<gl::Framebuffer> sums_;  // whole numbers that a float holds exactly
    int count_ = 0;
};

}  // namespace mariani::render
