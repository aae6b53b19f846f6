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

    // A texture whose top left corner has these values: rows of so many bytes without padding, in
    // the device's memory, whose owner is kept until the device has read them. Returns at once;
    // what GL is given from now on draws them. The texture is filled anew when nobody has it any
    // more. Throws Error.
    std::shared_ptr<const SharedTexture> texture_of(ImageSize size, GLenum internal_format,
                                                    const void* from, std::size_t row_bytes,
                                                    std::shared_ptr<const void> owner);

  private:
    struct Members;
    std::unique_ptr<Members> members_;
};

}  // namespace mariani::render::interop
