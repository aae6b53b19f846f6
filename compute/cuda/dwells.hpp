// The dwells of a frame in device memory.
#pragma once

#include "compute/cuda/buffer_pool.hpp"
#include "compute/cuda/dwell_plane.hpp"
#include "compute/engine.hpp"

#include <memory>

namespace mariani::cuda {

// No value is above `most`, which decides how many bytes each has. Also the plane of the work spent
// on each pixel.
class DeviceDwells final : public DwellImage {
  public:
    DeviceDwells(BufferPool& pool, int device, PixelRect part, std::uint32_t most, bool smooth)
        : part_(part), device_(device) {
        if (most <= DwellPlane::most_narrow)
            narrow_ = pool.take<std::uint16_t>(pixel_count(part));
        else
            wide_ = pool.take<std::uint32_t>(pixel_count(part));
        if (smooth) fractions_ = pool.take<float>(pixel_count(part));
    }

    DwellSpan span() const override {
        return {part_, wide_.get(), fractions_.get(), MemoryKind::cuda, device_, narrow_.get()};
    }
    DwellPlane plane() {
        void* const memory = narrow_ ? static_cast<void*>(narrow_.get()) : wide_.get();
        return {static_cast<std::byte*>(memory), narrow_ != nullptr};
    }
    std::uint32_t* wide() { return wide_.get(); }  // null where each has 2 bytes
    float* fractions() { return fractions_.get(); }

  private:
    PixelRect part_;
    int device_;
    std::shared_ptr<std::uint32_t[]> wide_;  // or
    std::shared_ptr<std::uint16_t[]> narrow_;
    std::shared_ptr<float[]> fractions_;
};

}  // namespace mariani::cuda
