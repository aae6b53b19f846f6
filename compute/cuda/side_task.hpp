// What a device is asked for beside the engines' work: copies and figures of finished frames.
#pragma once

#include "compute/cuda/handles.hpp"

#include <cstddef>
#include <memory>

namespace mariani::cuda {

// A stream that goes before the engines', and a little memory. Thread-safe, a task for each
// thread at a time: they are kept for the next one, because making them takes long.
class SideTask {
  public:
    static constexpr std::size_t answer_bytes = 1 << 16;
    static constexpr std::size_t piece_bytes = 1 << 23;

    // Makes the device the thread's while the task lives. Throws std::runtime_error when the
    // device refuses.
    explicit SideTask(int device);
    ~SideTask();
    SideTask(const SideTask&) = delete;
    SideTask& operator=(const SideTask&) = delete;

    const Stream& stream() const;

    // The answer, on the device and as it was last fetched.
    template <typename T>
    T* on_device() const {
        static_assert(sizeof(T) <= answer_bytes);
        return static_cast<T*>(answer_on_device());
    }
    template <typename T>
    const T& on_host() const {
        return *static_cast<const T*>(answer_on_host());
    }

    // piece_bytes on the device, for what is not copied as it is but made there, a piece at a time.
    // Throws std::runtime_error when memory is short.
    template <typename T>
    T* piece() {
        return static_cast<T*>(piece_on_device());
    }

    // Copies so many bytes to where on_host() reads, from on_device() or elsewhere on the device,
    // and waits for all that the stream was given.
    void fetch(const void* from, std::size_t bytes);
    void fetch(std::size_t bytes) { fetch(answer_on_device(), bytes); }
    void wait();

    struct Resources;

  private:
    void* answer_on_device() const;
    void* answer_on_host() const;
    void* piece_on_device();

    CurrentDevice current_;
    int device_;
    std::unique_ptr<Resources> resources_;
};

}  // namespace mariani::cuda
