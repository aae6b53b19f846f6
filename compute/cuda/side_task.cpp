#include "compute/cuda/side_task.hpp"

#include "compute/cuda/handles.hpp"

#include <map>
#include <mutex>
#include <vector>

namespace mariani::cuda {

struct SideTask::Resources {
    Stream stream{Stream::Priority::urgent};
    DeviceMemory on_device{answer_bytes};
    PinnedMemory on_host{answer_bytes};
    DeviceMemory piece;  // as soon as it is wanted
};

namespace {

// By device. Lives as long as the process: CUDA may be gone before its destructor would run.
struct ResourcePool {
    std::mutex mutex;
    std::map<int, std::vector<std::unique_ptr<SideTask::Resources>>> unused;
};

ResourcePool& resource_pool() {
    static ResourcePool& kept = *new ResourcePool;
    return kept;
}

std::unique_ptr<SideTask::Resources> acquire_resources(int device) {
    {
        const std::scoped_lock lock(resource_pool().mutex);
        auto& unused = resource_pool().unused[device];
        if (!unused.empty()) {
            auto found = std::move(unused.back());
            unused.pop_back();
            return found;
        }
    }
    return std::make_unique<SideTask::Resources>();
}

}  // namespace

SideTask::SideTask(int device)
    : current_(device), device_(device), resources_(acquire_resources(device)) {}

SideTask::~SideTask() {
    const std::scoped_lock lock(resource_pool().mutex);
    resource_pool().unused[device_].push_back(std::move(resources_));
}

const Stream& SideTask::stream() const {
    return resources_->stream;
}

void* SideTask::answer_on_device() const {
    return resources_->on_device.as<void>();
}

void* SideTask::answer_on_host() const {
    return resources_->on_host.as<void>();
}

void* SideTask::piece_on_device() {
    resources_->piece.reserve(piece_bytes);
    return resources_->piece.as<void>();
}

void SideTask::fetch(const void* from, std::size_t bytes) {
    check(cudaMemcpyAsync(answer_on_host(), from, bytes, cudaMemcpyDeviceToHost, stream().get()),
          "fetch an answer");
    wait();
}

void SideTask::wait() {
    check(cudaStreamSynchronize(stream().get()), "finish its task");
}

}  // namespace mariani::cuda
