// A frame in device memory: its fields while they are written, the window's copies of them, and its
// regions.
#pragma once

#include "compute/cuda/buffer_pool.hpp"
#include "compute/cuda/dwell_plane.hpp"
#include "compute/cuda/handles.hpp"
#include "compute/cuda/lists.hpp"
#include "compute/cuda/workspace.hpp"
#include "compute/engine.hpp"
#include "compute/model/field.hpp"
#include "compute/model/frame_plan.hpp"
#include "compute/model/growing_frame.hpp"

#include <cstddef>
#include <memory>
#include <utility>

namespace mariani::cuda {

class DeviceFields {
  public:
    DeviceFields(BufferPool& pool, int device, const FramePlan& plan)
        : extent_(plan.part), place_{MemoryKind::cuda, device} {
        const std::int64_t pixels = pixel_count(extent_);
        if (plan.dwell_limit <= DwellPlane::max_narrow_dwell)
            narrow_ = pool.take<std::uint16_t>(pixels);
        else
            wide_ = pool.take<std::uint32_t>(pixels);
        if (plan.smooth) fractions_ = pool.take<float>(pixels);
        if (plan.exterior) {
            distances_ = pool.take<float>(pixels);
            normals_ = pool.take<float>(pixels);
        }
        if (plan.count_work) work_ = pool.take<std::uint32_t>(pixels);
    }

    Field dwells() const {
        return narrow_ ? Field(extent_, narrow_, place_) : Field(extent_, wide_, place_);
    }
    Field fractions() const { return {extent_, fractions_, place_}; }
    ExteriorFields exterior() const {
        return {{extent_, distances_, place_}, {extent_, normals_, place_}};
    }
    Field work() const { return {extent_, work_, place_}; }

    // For kernels; null where there is no such field.
    DwellPlane dwell_plane() const {
        void* const memory = narrow_ ? static_cast<void*>(narrow_.get()) : wide_.get();
        return {static_cast<std::byte*>(memory), narrow_ != nullptr};
    }
    float* fraction_values() const { return fractions_.get(); }
    float* distance_values() const { return distances_.get(); }
    float* normal_values() const { return normals_.get(); }
    std::uint32_t* work_values() const { return work_.get(); }

  private:
    PixelRect extent_;
    MemoryPlace place_;
    std::shared_ptr<std::uint16_t[]> narrow_;  // or
    std::shared_ptr<std::uint32_t[]> wide_;
    std::shared_ptr<float[]> fractions_;
    std::shared_ptr<float[]> distances_;
    std::shared_ptr<float[]> normals_;
    std::shared_ptr<std::uint32_t[]> work_;
};

// What is finished of a frame, copied from the device while its kernels run. The page-locked memory
// of the copies is kept from frame to frame.
class Growth {
  public:
    // Before the frame's kernels, in their stream: no pixel is finished.
    static void begin(const DeviceFields& fields, const FramePlan& plan, GrowingFrame& growing,
                      const Stream& stream);

    // Beside them: publishes what is finished, if that is wanted. A fraction may be missing that
    // the next copy has.
    void report(const DeviceFields& fields, const FramePlan& plan, GrowingFrame& growing,
                const Workspace& workspace);

  private:
    template <typename T>
    const T* fetch(const Field& field, const Workspace& workspace);

    PinnedMemory memory_;
};

// The regions, in no order. Whoever fills them has them filled before a frame is handed out.
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
