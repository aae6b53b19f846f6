// Copies a CUDA device's memory into GL objects.
#pragma once

#include "render/gl/device_textures.hpp"

#include <cstddef>
#include <memory>
#include <stdexcept>

namespace mariani::render::interop {

// CUDA and GL no longer work together: show frames from host memory.
class Error : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Main thread, with the GL context current. Never waits for an engine: it has a high-priority
// stream of its own.
class Bridge final : public DeviceTextures {
  public:
    explicit Bridge(int device);
    ~Bridge() override;  // waits for the last copies
    Bridge(const Bridge&) = delete;
    Bridge& operator=(const Bridge&) = delete;

    int device() const override;

    // Throws Error.
    std::shared_ptr<const gl::Texture> texture_of(ImageSize size, GLenum internal_format,
                                                  std::shared_ptr<const void> values,
                                                  std::size_t row_bytes) override;

  private:
    struct Members;
    std::unique_ptr<Members> members_;
};

}  // namespace mariani::render::interop
