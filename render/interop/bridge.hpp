// Copies a CUDA device's memory into GL objects without passing through the host, where that is
// possible.
#pragma once

#include "render/gl/data_texture.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

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

// What the current GL context can take from CUDA.
struct Support {
    std::optional<int> device;  // the one that drives the context, as CUDA numbers them
    std::string reason;  // why it can, or why no device can; with the driver's name of itself
};

// False if built without CUDA.
bool built();

// Tries it once, with a small texture: takes some ms, and a tenth of a second if CUDA was not in
// use yet. Main thread, with the GL context current. Never leaves a CUDA error pending.
Support query_support();

}  // namespace mariani::render::interop
