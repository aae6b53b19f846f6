#include "render/interop/bridge.hpp"

#include "compute/cuda/handles.hpp"
#include "render/interop/texture_pool.hpp"

#include <deque>

#include <cuda_gl_interop.h>

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

}  // namespace mariani::render::interop
