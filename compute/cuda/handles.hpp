// Every result of the CUDA runtime goes through check(), and every handle has a class. Each handle
// belongs to the device that was current when it was made; all throw std::runtime_error when CUDA
// refuses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <source_location>
#include <string_view>
#include <utility>

#include <cuda_runtime_api.h>

namespace mariani::cuda {

// Throws unless result is cudaSuccess: what was tried, CUDA's name for what went wrong, an advice,
// and where in the source. A MemoryShortage when memory is short, else a BackendFailure. Leaves
// no error behind in the runtime, where that can be helped.
void check(cudaError_t result, std::string_view operation,
           std::source_location where = std::source_location::current());

// A stream that waits for no other one. An urgent one's work begins before that of others which
// waits for room on the device.
class Stream {
  public:
    enum class Priority { normal, urgent };
    explicit Stream(Priority priority = Priority::normal);
    ~Stream();
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    cudaStream_t get() const { return stream_; }

    // The number of kernels that launch.hpp put into it.
    std::int64_t launches() const { return launches_; }
    void count_launch() const { ++launches_; }

  private:
    cudaStream_t stream_ = nullptr;
    mutable std::int64_t launches_ = 0;
};

// A point in a stream's work, with its time.
class Event {
  public:
    Event();
    ~Event();
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    void record(const Stream& stream);
    // While launches are recorded: in each replay of them.
    void record_in_replay(const Stream& stream);
    bool reached() const;
    void wait() const;
    void precede(const Stream& stream) const;     // all that the stream is given from now on
    double ms_since(const Event& earlier) const;  // both reached

  private:
    cudaEvent_t event_ = nullptr;
};

// Device memory, uninitialised. Throws MemoryShortage that names the size and what would take less
// when there is too little.
class DeviceMemory {
  public:
    DeviceMemory() = default;
    explicit DeviceMemory(std::size_t size);
    ~DeviceMemory();
    DeviceMemory(DeviceMemory&& other) noexcept
        : bytes_(std::exchange(other.bytes_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    DeviceMemory& operator=(DeviceMemory&& other) noexcept {
        std::swap(bytes_, other.bytes_);
        std::swap(size_, other.size_);
        return *this;
    }

    template <typename T>
    T* as() const {
        return static_cast<T*>(bytes_);
    }
    std::size_t size() const { return size_; }

    // Makes it at least that large; what it held is lost.
    void reserve(std::size_t size);

    // Copies size() bytes of the host. They are there when it returns, for every stream: after
    // cudaMemcpy() a small copy may still be on its way, and our streams do not wait for it.
    void fill_from(const void* host);

  private:
    void* bytes_ = nullptr;
    std::size_t size_ = 0;
};

// Host memory that every device can copy from and to while the host goes on.
class PinnedMemory {
  public:
    PinnedMemory() = default;
    explicit PinnedMemory(std::size_t size);
    ~PinnedMemory();
    PinnedMemory(PinnedMemory&& other) noexcept
        : bytes_(std::exchange(other.bytes_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    PinnedMemory& operator=(PinnedMemory&& other) noexcept {
        std::swap(bytes_, other.bytes_);
        std::swap(size_, other.size_);
        return *this;
    }

    template <typename T>
    T* as() const {
        return static_cast<T*>(bytes_);
    }
    std::size_t size() const { return size_; }

  private:
    void* bytes_ = nullptr;
    std::size_t size_ = 0;
};

// Makes a device the calling thread's for as long as it lives. `remedy`: what would take less of
// its memory, which is told where that ends.
class CurrentDevice {
  public:
    explicit CurrentDevice(int device, std::optional<std::string_view> remedy = {});
    ~CurrentDevice();
    CurrentDevice(const CurrentDevice&) = delete;
    CurrentDevice& operator=(const CurrentDevice&) = delete;

    // The calling thread's: of the last one that has a remedy.
    static std::string_view remedy();

  private:
    int before_ = 0;
    std::optional<std::string_view> remedy_before_;  // if it has one of its own
};

}  // namespace mariani::cuda
