// The dwells of a frame in device memory.
#pragma once

#include "compute/cuda/buffer_pool.hpp"
#include "compute/engine.hpp"

namespace mariani::cuda {

// Also the plane of the work spent on each pixel.
class DeviceDwells final : public DwellImage {
  public:
    DeviceDwells(BufferPool& pool, int device, PixelRect part, bool smooth)
        : part_(part), device_(device), dwells_(pool.take<std::uint32_t>(pixel_count(part))) {
        if (smooth) fractions_ = pool.take<float>(pixel_count(part));
    }

    DwellSpan span() const override {
        return {part_, dwells_.get(), fractions_.get(), MemoryKind::cuda, device_};
    }
    std::uint32_t* dwells() { return dwells_.get(); }
    float* fractions() { return fractions_.get(); }

  private:
    PixelRect part_;
    int device_;
    std::shared_ptr<std::uint32_t[]> dwells_;
    std::shared_ptr<float[]> fractions_;
};

}  // namespace mariani::cuda
