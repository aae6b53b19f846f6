// Shared textures that frames reuse.
#pragma once

#include "render/interop/shared_texture.hpp"

#include <memory>
#include <vector>

namespace mariani::render::interop {

// Registering a texture takes half a millisecond on an idle device, and else waits for every kernel
// that the device was given: it may not happen at each frame while a window changes its size. So
// textures may be larger than what they hold, and stay registered. Main thread, with the context
// current, also when it and its textures go.
class TexturePool {
  public:
    explicit TexturePool(int device) : device_(device) {}

    // A texture that nobody else has, at least as wide and as high, with undefined contents. Throws
    // as SharedTexture.
    std::shared_ptr<const SharedTexture> take(ImageSize size, GLenum internal_format);

  private:
    int device_;
    std::vector<std::shared_ptr<const SharedTexture>> textures_;
};

}  // namespace mariani::render::interop
