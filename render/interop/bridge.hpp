// The way from a CUDA device's memory into GL objects.
#pragma once

#include "render/interop/shared_texture.hpp"

#include <cstddef>
#include <memory>
#include <stdexcept>

namespace mariani::render::interop {

// CUDA and GL no longer work together: show frames from host memory.
class Error : public std::runtime_error {
    using std::runtime_error::runtime_error;
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

    // Maps the texture, has the device fill it and unmaps it. Returns at once; what GL is given
    // from now on draws the new contents: rows of so many bytes without padding, in the device's
    // memory, whose owner is kept until the device has read it. Throws Error; then the contents are
    // undefined and the texture is not mapped.
    void fill(const SharedTexture& texture, const void* from, std::size_t row_bytes,
              std::shared_ptr<const void> owner);

  private:
    struct Members;
    std::unique_ptr<Members> members_;
};

}  // namespace mariani::render::interop
