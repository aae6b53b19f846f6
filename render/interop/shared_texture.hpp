// A GL texture that a CUDA device can write into.
#pragma once

#include "render/gl/texture.hpp"

#include <memory>

struct cudaGraphicsResource;

namespace mariani::render::interop {

// Registered once, when it is made, which waits for the device's kernels. GL may not use it while
// it is mapped, which only a Bridge does. Main thread, with the context current, also when it goes.
class SharedTexture {
  public:
    // Of one or more whole numbers or floats a texel. Throws gl::Error, or Error (bridge.hpp) when
    // CUDA cannot take the texture.
    SharedTexture(ImageSize size, GLenum internal_format, int device);

    const gl::Texture& texture() const { return texture_; }
    ImageSize size() const { return texture_.size(); }
    GLenum internal_format() const { return internal_format_; }
    cudaGraphicsResource* resource() const { return resource_.get(); }

  private:
    struct Unregister {
        int device;
        void operator()(cudaGraphicsResource* resource) const noexcept;
    };

    gl::Texture texture_;
    GLenum internal_format_;
    std::unique_ptr<cudaGraphicsResource, Unregister> resource_;  // goes before the texture
};

}  // namespace mariani::render::interop
