// The stand-in for CUDA-OpenGL interop in a build without CUDA.
#include "render/interop/bridge.hpp"
#include "render/interop/texture_pool.hpp"

namespace mariani::render::interop {
namespace {

constexpr const char* reason = "this build has no CUDA, so no CUDA-OpenGL interop";

}  // namespace

bool built() {
    return false;
}

Support query_support() {
    return {std::nullopt, reason};
}

SharedTexture::SharedTexture(ImageSize, GLenum, int) {
    throw Error(reason);
}

void SharedTexture::Unregister::operator()(cudaGraphicsResource*) const noexcept {}

struct Bridge::Members {};

Bridge::Bridge(int) {
    throw Error(reason);
}

Bridge::~Bridge() = default;

int Bridge::device() const {
    return 0;
}

std::shared_ptr<const gl::Texture> Bridge::texture_of(ImageSize, GLenum,
                                                      std::shared_ptr<const void>, std::size_t) {
    throw Error(reason);
}

}  // namespace mariani::render::interop
