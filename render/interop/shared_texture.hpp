// A GL texture that a CUDA device can write into.
#pragma once

#include "render/gl/texture.hpp"

#include <memory>

struct cudaGraphicsResource;

namespace mariani::render::interop {

// Registered once, on creation, which waits for the device's kernels. Only a Bridge maps it; GL may
// not use it then. Main thread with the context current, also for its destructor.
class SharedTexture {
  public:
    // Texels of one or more integers or floats. Throws gl::Error, or Error (bridge.hpp) if CUDA
    // cannot register the texture.
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
    std::unique_ptr<cudaGraphicsResource, Unregister> resource_;  // destroyed before the texture
};

}  // namespace mariani::render::interop
