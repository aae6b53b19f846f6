#include "render/interop/support.hpp"

#include "compute/cuda/handles.hpp"
#include "render/gl/check.hpp"
#include "render/gl/data_texture.hpp"
#include "render/interop/bridge.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>

#include <cuda_gl_interop.h>
#include <fmt/core.h>

namespace mariani::render::interop {
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
