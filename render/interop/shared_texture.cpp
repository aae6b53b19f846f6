#include "render/interop/shared_texture.hpp"

#include "compute/cuda/handles.hpp"
#include "render/interop/bridge.hpp"

#include <exception>

#include <cuda_gl_interop.h>
#include <fmt/core.h>

namespace mariani::render::interop {

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

}  // namespace mariani::render::interop
