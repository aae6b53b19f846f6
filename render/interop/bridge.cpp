#include "render/interop/bridge.hpp"

#include "compute/cuda/check.hpp"
#include "compute/cuda/handles.hpp"

#include <deque>
#include <vector>

#include <cuda_gl_interop.h>

namespace mariani::render::interop {
namespace {

// GL gives the textures away for as long as it lives.
class Mapped {
  public:
    Mapped(std::vector<cudaGraphicsResource_t> resources, const cuda::Stream& stream)
        : resources_(std::move(resources)), stream_(stream) {
        cuda::check(cudaGraphicsMapResources(count(), resources_.data(), stream_.get()),
                    "take over OpenGL's textures");
    }
    ~Mapped() {
        if (!given_back_) cudaGraphicsUnmapResources(count(), resources_.data(), stream_.get());
        static_cast<void>(cudaGetLastError());
    }
    Mapped(const Mapped&) = delete;
    Mapped& operator=(const Mapped&) = delete;

    void give_back() {
        given_back_ = true;
        cuda::check(cudaGraphicsUnmapResources(count(), resources_.data(), stream_.get()),
                    "give OpenGL's textures back");
    }

  private:
    int count() const { return static_cast<int>(resources_.size()); }

    std::vector<cudaGraphicsResource_t> resources_;
    const cuda::Stream& stream_;
    bool given_back_ = false;
};

void fill(const SharedTexture& texture, const void* from, const cuda::Stream& stream) {
    cudaArray_t array = nullptr;
    cuda::check(cudaGraphicsSubResourceGetMappedArray(&array, texture.resource(), 0, 0),
                "take over an OpenGL texture");
    const auto [width, height] = texture.size();
    const auto row_bytes = static_cast<std::size_t>(width) *
                           static_cast<std::size_t>(texel_bytes(texture.internal_format()));
    cuda::check(cudaMemcpy2DToArrayAsync(array, 0, 0, from, row_bytes, row_bytes,
                                         static_cast<std::size_t>(height), cudaMemcpyDeviceToDevice,
                                         stream.get()),
                "copy into an OpenGL texture");
}

// Memory that the device may still be reading.
struct Held {
    std::shared_ptr<const void> owner;
    std::unique_ptr<cuda::Event> read;
};

}  // namespace

struct Bridge::Members {
    int device = 0;
    cuda::Stream stream{cuda::Stream::Priority::urgent};
    std::deque<Held> held;

    void copy(std::span<const TextureCopy> copies) const {
        std::vector<cudaGraphicsResource_t> resources;
        for (const auto& copy : copies) resources.push_back(copy.to->resource());
        Mapped mapped(std::move(resources), stream);
        for (const auto& copy : copies) fill(*copy.to, copy.from, stream);
        mapped.give_back();
    }

    void hold(std::shared_ptr<const void> owner) {
        while (!held.empty() && held.front().read->reached()) held.pop_front();
        held.push_back({std::move(owner), std::make_unique<cuda::Event>()});
        held.back().read->record(stream);
    }
};

Bridge::Bridge(int device) try {
    const cuda::CurrentDevice current(device);
    members_ = std::make_unique<Members>();
    members_->device = device;
} catch (const std::runtime_error& error) {
    throw Error(error.what());
}

Bridge::~Bridge() {
    try {
        const cuda::CurrentDevice current(members_->device);
        for (const auto& held : members_->held) held.read->wait();
        members_.reset();
    } catch (const std::exception&) {
        // The device is lost, and nothing is read any more.
    }
}

int Bridge::device() const {
    return members_->device;
}

void Bridge::copy(std::span<const TextureCopy> copies, std::shared_ptr<const void> owner) {
    try {
        const cuda::CurrentDevice current(members_->device);
        members_->copy(copies);
        members_->hold(std::move(owner));
    } catch (const std::runtime_error& error) {
        throw Error(error.what());
    }
}

}  // namespace mariani::render::interop
