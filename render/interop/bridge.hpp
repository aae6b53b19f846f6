// The way from a CUDA device's memory into GL objects.
#pragma once

#include "render/interop/shared_texture.hpp"

#include <memory>
#include <span>
#include <stdexcept>

namespace mariani::render::interop {

// CUDA and GL no longer work together: show frames from host memory.
class Error : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

// A texture's whole contents, row by row, in the device's memory.
struct TextureCopy {
    const SharedTexture* to;
    const void* from;
};

// Main thread, with the context current. Nothing in it waits for an engine: it has an urgent stream
// of its own.
class Bridge {
  public:
    explicit Bridge(int device);
    ~Bridge();  // waits for the last copies
    Bridge(const Bridge&) = delete;
    Bridge& operator=(const Bridge&) = delete;

    int device() const;

    // Maps the textures, has the device fill them and unmaps them. Returns at once; what GL is
    // given from now on draws the new contents. The owner of the memory is kept until the device
    // has read it. Throws Error; then the contents are undefined and no texture is mapped.
    void copy(std::span<const TextureCopy> copies, std::shared_ptr<const void> owner);

  private:
    struct Members;
    std::unique_ptr<Members> members_;
};

}  // namespace mariani::render::interop
