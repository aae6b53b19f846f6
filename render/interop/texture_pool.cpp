#include "render/interop/texture_pool.hpp"

#include "compute/cuda/handles.hpp"
#include "render/interop/bridge.hpp"

#include <algorithm>
#include <exception>

#include <cuda_gl_interop.h>
#include <fmt/core.h>

namespace mariani::render::interop {
namespace {

// Sides are multiples of this, so that a window being resized needs few textures.
constexpr int granularity = 512;

int rounded_up(int side) {
    return (side + granularity - 1) / granularity * granularity;
}

}  // namespace

SharedTexture::SharedTexture(ImageSize size, GLenum internal_format, int device)
    : texture_(size, internal_format), internal_format_(internal_format) {
    const cuda::CurrentDevice current(device);
    cudaGraphicsResource* resource = nullptr;
    const cudaError_t result = cudaGraphicsGLRegisterImage(
        &resource, texture_.name(), GL_TEXTURE_2D, cudaGraphicsRegisterFlagsWriteDiscard);
    static_cast<void>(cudaGetLastError());
    if (result != cudaSuccess)
        throw Error(fmt::format("CUDA cannot take an OpenGL texture: {} ({})",
                                cudaGetErrorString(result), cudaGetErrorName(result)));
    resource_ = {resource, Unregister{device}};
}

void SharedTexture::Unregister::operator()(cudaGraphicsResource* resource) const noexcept {
    try {
        const cuda::CurrentDevice current(device);
        cudaGraphicsUnregisterResource(resource);
    } catch (const std::exception&) {
        // The device is lost, and with it everything registered on it.
    }
    static_cast<void>(cudaGetLastError());
}

std::shared_ptr<const SharedTexture> TexturePool::take(ImageSize size, GLenum internal_format) {
    ImageSize made{rounded_up(size.width), rounded_up(size.height)};
    for (const auto& texture : textures_) {
        const ImageSize held = texture->size();
        if (texture.use_count() != 1 || texture->internal_format() != internal_format) continue;
        if (held.width >= size.width && held.height >= size.height) return texture;
        made = {std::max(made.width, held.width), std::max(made.height, held.height)};
    }
    // The new one replaces those too small, which are freed first: all need not fit at once.
    std::erase_if(textures_, [&](const auto& texture) {
        return texture.use_count() == 1 && texture->internal_format() == internal_format;
    });
    return textures_.emplace_back(
        std::make_shared<const SharedTexture>(made, internal_format, device_));
}

}  // namespace mariani::render::interop
