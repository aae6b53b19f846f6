// What is finished of a frame, copied from the device while its kernels run.
#pragma once

#include "compute/cuda/device_fields.hpp"
#include "compute/cuda/handles.hpp"
#include "compute/cuda/workspace.hpp"
#include "compute/model/growing_frame.hpp"

#include <cstddef>

namespace mariani::cuda {

// Page-locked memory for the copies, kept from frame to frame.
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

}  // namespace mariani::cuda
