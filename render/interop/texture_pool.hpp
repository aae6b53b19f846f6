// Shared textures that frames reuse.
#pragma once

#include "render/interop/shared_texture.hpp"

#include <memory>
#include <vector>

namespace mariani::render::interop {

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
