#include "compute/cuda/handles.hpp"

#include "compute/cuda/check.hpp"

#include <stdexcept>

#include <fmt/core.h>

namespace mariani::cuda {
namespace {

constexpr double gib = 1024.0 * 1024.0 * 1024.0;

}  // namespace

Stream::Stream(Priority priority) {
    int lowest = 0, highest = 0;  // the highest is the smallest number
    check(cudaDeviceGetStreamPriorityRange(&lowest, &highest), "tell the priorities of streams");
    check(cudaStreamCreateWithPriority(&stream_, cudaStreamNonBlocking,
                                       priority == Priority::urgent ? highest : lowest),
          "make a stream");
}

Stream::~Stream() {
    cudaStreamDestroy(stream_);
}

Event::Event() {
    check(cudaEventCreate(&event_), "make an event");
}

Event::~Event() {
    cudaEventDestroy(event_);
}

void Event::record(const Stream& stream) {
    check(cudaEventRecord(event_, stream.get()), "record an event");
}

void Event::record_in_replay(const Stream& stream) {
    check(cudaEventRecordWithFlags(event_, stream.get(), cudaEventRecordExternal),
          "record an event in each replay");
}

bool Event::reached() const {
    const cudaError_t result = cudaEventQuery(event_);
    if (result == cudaErrorNotReady) return false;
    check(result, "run what it was given");
    return true;
}

void Event::wait() const {
    check(cudaEventSynchronize(event_), "run what it was given");
}

void Event::precede(const Stream& stream) const {
    check(cudaStreamWaitEvent(stream.get(), event_, 0), "order the work of two streams");
}

double Event::ms_since(const Event& earlier) const {
    float ms = 0;
    check(cudaEventElapsedTime(&ms, earlier.event_, event_), "time its work");
    return ms;
}

DeviceMemory::DeviceMemory(std::size_t size) : size_(size) {
    if (size == 0) return;
    const cudaError_t result = cudaMalloc(&bytes_, size);
    if (result == cudaErrorMemoryAllocation) {
        static_cast<void>(cudaGetLastError());
        std::size_t free = 0, total = 0;
        check(cudaMemGetInfo(&free, &total), "tell how much memory is free");
        throw std::runtime_error(fmt::format(
            "this frame needs {:.2f} GiB more of the GPU's memory, of whose {:.1f} GiB {:.2f} are "
            "free: choose a smaller picture, a larger B, or the backend cpu",
            static_cast<double>(size) / gib, static_cast<double>(total) / gib,
            static_cast<double>(free) / gib));
    }
    check(result, "allocate memory");
}

DeviceMemory::~DeviceMemory() {
    cudaFree(bytes_);
}

void DeviceMemory::reserve(std::size_t size) {
    if (size <= size_) return;
    { const DeviceMemory old = std::move(*this); }  // first, so that both need not fit
    *this = DeviceMemory(size);
}

void DeviceMemory::fill_from(const void* host) {
    const Stream stream;
    check(cudaMemcpyAsync(bytes_, host, size_, cudaMemcpyHostToDevice, stream.get()),
          "copy to the device");
    check(cudaStreamSynchronize(stream.get()), "copy to the device");
}

PinnedMemory::PinnedMemory(std::size_t size) : size_(size) {
    check(cudaHostAlloc(&bytes_, size, cudaHostAllocPortable), "allocate pinned host memory");
}

PinnedMemory::~PinnedMemory() {
    cudaFreeHost(bytes_);
}

CurrentDevice::CurrentDevice(int device) {
    check(cudaGetDevice(&before_), "tell the current device");
    check(cudaSetDevice(device), "use the device");
}

CurrentDevice::~CurrentDevice() {
    cudaSetDevice(before_);
}

}  // namespace mariani::cuda
