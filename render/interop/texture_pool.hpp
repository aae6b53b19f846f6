// GL textures that a CUDA device can write into, and that frames reuse.
#pragma once

#include "render/gl/texture.hpp"

#include <memory>
#include <vector>

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

// Registering a texture takes half a millisecond on an idle device, and otherwise waits for every
// kernel submitted to it: it must not happen in every frame while a window is resized. Therefore
// textures may be larger than their contents, and stay registered. Main thread with the context
// current, also for the destructors of the pool and its textures.
class TexturePool {
  public:
    explicit TexturePool(int device) : device_(device) {}

    // A texture that nobody else holds, at least this wide and high, with undefined contents.
    // Throws what SharedTexture throws.
    std::shared_ptr<const SharedTexture> take(ImageSize size, GLenum internal_format);

  private:
    int device_;
    std::vector<std::shared_ptr<const SharedTexture>> textures_;
};

}  // namespace mariani::render::interop
