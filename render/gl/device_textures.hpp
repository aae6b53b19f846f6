// What shows a device's memory: CUDA-OpenGL interop, where there is one.
#pragma once

#include "render/gl/texture.hpp"

#include <cstddef>
#include <memory>

namespace mariani::render {

// Main thread, with the context current.
class DeviceTextures {
  public:
    virtual ~DeviceTextures() = default;

    virtual int device() const = 0;

    // A texture whose top left corner has these values: rows of so many bytes without padding, in
    // the device's memory, which are kept until the device has read them. Returns at once;
    // what GL is given from now on draws them. The texture is filled anew when nobody has it any
    // more. Throws std::runtime_error where the device and GL no longer work together.
    virtual std::shared_ptr<const gl::Texture> texture_of(ImageSize size, GLenum internal_format,
                                                          std::shared_ptr<const void> values,
                                                          std::size_t row_bytes) = 0;
};

}  // namespace mariani::render
