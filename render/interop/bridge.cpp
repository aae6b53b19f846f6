#include "render/interop/bridge.hpp"

#include "compute/cuda/handles.hpp"
#include "render/gl/check.hpp"
#include "render/gl/data_texture.hpp"
#include "render/interop/texture_pool.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <numeric>

#include <cuda_gl_interop.h>
#include <fmt/core.h>

namespace mariani::render::interop {
namespace {

// A mapped texture, which GL may not use during this object's lifetime.
class Mapped {
  public:
    Mapped(cudaGraphicsResource_t resource, const cuda::Stream& stream)
        : resource_(resource), stream_(stream) {
        cuda::check(cudaGraphicsMapResources(1, &resource_, stream_.get()),
                    "take over an OpenGL texture");
    }
    ~Mapped() {
        if (!given_back_) cudaGraphicsUnmapResources(1, &resource_, stream_.get());
        static_cast<void>(cudaGetLastError());
    }
    Mapped(const Mapped&) = delete;
    Mapped& operator=(const Mapped&) = delete;

    cudaArray_t array() const {
        cudaArray_t array = nullptr;
        cuda::check(cudaGraphicsSubResourceGetMappedArray(&array, resource_, 0, 0),
                    "take over an OpenGL texture");
        return array;
    }
    void give_back() {
        given_back_ = true;
        cuda::check(cudaGraphicsUnmapResources(1, &resource_, stream_.get()),
                    "give an OpenGL texture back");
    }

  private:
    cudaGraphicsResource_t resource_;
    const cuda::Stream& stream_;
    bool given_back_ = false;
};

// Memory that the device may still be reading.
struct Held {
    std::shared_ptr<const void> values;
    std::unique_ptr<cuda::Event> read;
};

}  // namespace

struct Bridge::Members {
    explicit Members(int cuda_device) : device(cuda_device), textures(cuda_device) {}

    const int device;
    TexturePool textures;
    cuda::Stream stream{cuda::Stream::Priority::urgent};
    std::deque<Held> held;

    // Maps the texture, has the device fill the rows, and unmaps it, even if that fails.
    void fill(const SharedTexture& texture, const void* from, std::size_t row_bytes,
              int rows) const {
        Mapped mapped(texture.resource(), stream);
        cuda::check(cudaMemcpy2DToArrayAsync(mapped.array(), 0, 0, from, row_bytes, row_bytes,
                                             static_cast<std::size_t>(rows),
                                             cudaMemcpyDeviceToDevice, stream.get()),
                    "copy into an OpenGL texture");
        mapped.give_back();
    }

    void hold(std::shared_ptr<const void> values) {
        while (!held.empty() && held.front().read->reached()) held.pop_front();
        held.push_back({std::move(values), std::make_unique<cuda::Event>()});
        held.back().read->record(stream);
    }
};

Bridge::Bridge(int device) try {
    const cuda::CurrentDevice current(device);
    members_ = std::make_unique<Members>(device);
} catch (const std::runtime_error& error) {
    throw Error(error.what());
}

Bridge::~Bridge() {
    try {
        const cuda::CurrentDevice current(members_->device);
        for (const auto& held : members_->held) held.read->wait();
        members_.reset();
    } catch (const std::exception&) {
        // The device is lost; nothing reads the memory any more.
    }
}

int Bridge::device() const {
    return members_->device;
}

std::shared_ptr<const gl::Texture> Bridge::texture_of(ImageSize size, GLenum internal_format,
                                                      std::shared_ptr<const void> values,
                                                      std::size_t row_bytes) {
    auto texture = members_->textures.take(size, internal_format);
    try {
        const cuda::CurrentDevice current(members_->device);
        members_->fill(*texture, values.get(), row_bytes, size.height);
        members_->hold(std::move(values));
    } catch (const std::runtime_error& error) {
        throw Error(error.what());
    }
    return {texture, &texture->texture()};
}

namespace {

std::string text_of(GLenum name) {
    const auto* text = glGetString(name);
    return text ? reinterpret_cast<const char*>(text) : "unknown";
}

std::string renderer() {
    return fmt::format("{} ({})", text_of(GL_RENDERER), text_of(GL_VENDOR));
}

// The CUDA device that drives the GL context; throws if CUDA knows none.
int drawing_device() {
    unsigned count = 0;
    std::array<int, 16> devices{};
    const cudaError_t result =
        cudaGLGetDevices(&count, devices.data(), devices.size(), cudaGLDeviceListAll);
    static_cast<void>(cudaGetLastError());
    if (result != cudaSuccess)
        throw Error(fmt::format("no CUDA device draws it ({})", cudaGetErrorName(result)));
    if (count == 0) throw Error("no CUDA device draws it");
    return devices.front();
}

// Takes a small texture through every step: registered, mapped, filled, unmapped and read back.
template <typename Dwell>
void try_out(int device, const TexelFormat& format) {
    constexpr ImageSize size{16, 16};
    std::array<Dwell, 256> sent{}, received{};
    std::iota(sent.begin(), sent.end(), static_cast<Dwell>(0xFFFF'FF00U));
    const cuda::CurrentDevice current(device);
    const auto memory = std::make_shared<cuda::DeviceMemory>(sizeof(sent));
    memory->fill_from(sent.data());
    const auto probe = Bridge(device).texture_of(
        size, format.internal, std::shared_ptr<const void>(memory, memory->as<void>()),
        sizeof(sent) / size.height);
    glGetTextureSubImage(probe->name(), 0, 0, 0, 0, size.width, size.height, 1, format.format,
                         format.type, sizeof(received), received.data());
    gl::check("read a probe back");
    if (received != sent) throw Error("what CUDA wrote into a texture did not arrive");
}

}  // namespace

bool built() {
    return true;
}

Support query_support() {
    const std::string drawn = "the window is drawn by " + renderer();
    try {
        const int device = drawing_device();
        try_out<std::uint32_t>(device, texel_uint32);
        try_out<std::uint16_t>(device, texel_uint16);
        return {device, fmt::format("{}, which is CUDA device {}", drawn, device)};
    } catch (const std::exception& error) {
        static_cast<void>(cudaGetLastError());
        return {std::nullopt, fmt::format("{}: {}", drawn, error.what())};
    }
}

}  // namespace mariani::render::interop
