// A field as a texture, through CUDA-OpenGL interop if it lies in a device's memory.
#pragma once

#include "compute/model/field.hpp"
#include "render/gl/texture.hpp"

#include <cstddef>
#include <memory>
#include <utility>

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

// The type of a texel, in OpenGL's terms.
struct TexelFormat {
    GLenum internal = 0;
    GLenum format = 0;
    GLenum type = 0;
    int bytes = 0;
};
inline constexpr TexelFormat texel_uint32{GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, 4};
inline constexpr TexelFormat texel_uint16{GL_R16UI, GL_RED_INTEGER, GL_UNSIGNED_SHORT, 2};
inline constexpr TexelFormat texel_uint8{GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, 1};
inline constexpr TexelFormat texel_float{GL_R32F, GL_RED, GL_FLOAT, 4};

// Main thread, with the GL context.
class DataTexture {
  public:
    // Shows values in that device's memory or in host memory; without a device only in host memory.
    explicit DataTexture(std::shared_ptr<DeviceTextures> device = nullptr)
        : device_(std::move(device)) {}

    // Replaces the contents; any size and type at any time. GL and the device may still be working
    // when it returns: host memory is no longer read then, device memory is kept until it is read.
    // Throws std::runtime_error with a message for the user if the memory cannot be shown, and what
    // DeviceTextures throws; nothing may be drawn then.
    void show(const Field& field);

    void bind(GLuint unit) const;

  private:
    void upload(const TexelFormat& format, const Field& field);
    void share(const TexelFormat& format, const Field& field);

    std::shared_ptr<DeviceTextures> device_;
    gl::Texture uploaded_;
    GLenum uploaded_format_ = 0;
    std::shared_ptr<const gl::Texture> shared_;  // shown if there is one
};

}  // namespace mariani::render
