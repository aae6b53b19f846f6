// Shows device memory through CUDA-OpenGL interop, if available.
#pragma once

#include "render/gl/texture.hpp"

#include <cstddef>
#include <memory>

namespace mariani::render {

// Main thread, with the GL context current.
class DeviceTextures {
  public:
    virtual ~DeviceTextures() = default;

    virtual int device() const = 0;

    // A texture whose top left corner holds these values: tightly packed rows of this many bytes in
    // device memory, which is kept until the device has read it. Returns at once; GL commands
    // issued from now on see the values. The texture is reused once its last owner releases it.
    // Throws std::runtime_error if the device and GL no longer work together.
    virtual std::shared_ptr<const gl::Texture> texture_of(ImageSize size, GLenum internal_format,
                                                          std::shared_ptr<const void> values,
                                                          std::size_t row_bytes) = 0;
};

}  // namespace mariani::render
