#include "compute/cuda/handles.hpp"

#include "compute/cuda/memory.hpp"
#include "compute/engine.hpp"
#include "compute/model/memory_estimate.hpp"

#include <atomic>
#include <string>

#include <fmt/core.h>

namespace mariani::cuda {
namespace {

std::string advice(cudaError_t error) {
    switch (error) {
        case cudaErrorMemoryAllocation:
            return fmt::format("choose {}", CurrentDevice::remedy());
        case cudaErrorInsufficientDriver:
            return "update the NVIDIA driver";
        case cudaErrorNoKernelImageForDevice:
        case cudaErrorUnsupportedPtxVersion:
            return "build mariani on this machine, for its GPU";
        case cudaErrorLaunchTimeout:
            return "the driver stopped a launch that took too long: restart mariani, and lower the "
                   "dwell limit or raise g";
        case cudaErrorDevicesUnavailable:
            return "another program holds the GPU exclusively";
        default:
            return "restart mariani; if it happens again, choose the backend cpu and report it";
    }
}

// Bytes of all DeviceMemory.
std::atomic<std::int64_t> held{0}, peak{0};

void count_bytes(std::int64_t more) {
    const std::int64_t now = held += more;
    for (std::int64_t before = peak; now > before && !peak.compare_exchange_weak(before, now);) {
    }
}

thread_local std::string_view current_remedy = "the backend cpu";

}  // namespace

void check(cudaError_t result, std::string_view operation, std::source_location where) {
    if (result == cudaSuccess) return;
    static_cast<void>(cudaGetLastError());
    const auto message =
        fmt::format("CUDA could not {}: {} ({}); {} [{}:{}]", operation, cudaGetErrorString(result),
                    cudaGetErrorName(result), advice(result), where.file_name(), where.line());
    if (result == cudaErrorMemoryAllocation) throw MemoryShortage(message);
    throw BackendFailure(message);
}

std::int64_t free_memory(int device) {
    const CurrentDevice current(device);
    std::size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total), "query free memory");
    return static_cast<std::int64_t>(free);
}

std::int64_t held_memory() {
    return held;
}

std::int64_t take_peak_memory() {
    return peak.exchange(held);
}

Stream::Stream(Priority priority) {
    int lowest = 0, highest = 0;  // the highest is the smallest number
    check(cudaDeviceGetStreamPriorityRange(&lowest, &highest), "query the priorities of streams");
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
    check(result, "run its queued work");
    return true;
}

void Event::wait() const {
    check(cudaEventSynchronize(event_), "run its queued work");
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
        check(cudaMemGetInfo(&free, &total), "query free memory");
        throw MemoryShortage(
            fmt::format("it needs {} more of the GPU's memory, and {} is free: choose {}",
                        bytes_text(static_cast<std::int64_t>(size)),
                        bytes_text(static_cast<std::int64_t>(free)), CurrentDevice::remedy()));
    }
    check(result, "allocate memory");
    count_bytes(static_cast<std::int64_t>(size));
}

DeviceMemory::~DeviceMemory() {
    cudaFree(bytes_);
    count_bytes(-static_cast<std::int64_t>(size_));
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

CurrentDevice::CurrentDevice(int device, std::optional<std::string_view> remedy) {
    check(cudaGetDevice(&before_), "query the current device");
    check(cudaSetDevice(device), "use the device");
    if (remedy) remedy_before_ = std::exchange(current_remedy, *remedy);
}

CurrentDevice::~CurrentDevice() {
    if (remedy_before_) current_remedy = *remedy_before_;
    cudaSetDevice(before_);
}

std::string_view CurrentDevice::remedy() {
    return current_remedy;
}

}  // namespace mariani::cuda
