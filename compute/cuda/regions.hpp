// The regions of a frame in device memory.
#pragma once

#include "compute/cuda/buffer_pool.hpp"
#include "compute/cuda/lists.hpp"
#include "compute/engine.hpp"

#include <memory>
#include <utility>

namespace mariani::cuda {

// In no order. Whoever fills them has them filled before a frame is handed out.
class DeviceRegions final : public RegionList {
  public:
    DeviceRegions(std::shared_ptr<BufferPool> pool, int device, std::int64_t count, int levels)
        : pool_(std::move(pool)),
          device_(device),
          count_(count),
          levels_(levels),
          regions_(pool_->take<Region>(kept_room(count))) {}

    Region* regions() { return regions_.get(); }

    std::shared_ptr<const std::vector<Region>> on_host() const override;
    RegionMap map(ImageSize image) const override;

  private:
    std::shared_ptr<BufferPool> pool_;
    int device_;
    std::int64_t count_;
    int levels_;
    std::shared_ptr<Region[]> regions_;
};

}  // namespace mariani::cuda
