// What a recorded run notes on the device: when and where blocks computed the regions. Its kernels
// are compiled apart, for elements that carry the recording: those of a timed run know nothing of
// it.
#pragma once

#include "compute/cuda/control.hpp"
#include "compute/cuda/workspace.hpp"
#include "compute/model/block_trace.hpp"
#include "compute/subdivision/elements.hpp"
#include "compute/subdivision/lattice.hpp"

#include <cstddef>
#include <memory>

namespace mariani::cuda {

// At the beginning of the recording's memory. Times are those of the device's clock.
struct RecordingHead {
    Count spans;                 // asked for
    Count begin_ns[max_levels];  // ASK: of the first launch of each level
};

// Passed to kernels; the pointers are to device memory.
struct Recording {
    RecordingHead* head = nullptr;
    RegionTime* spans = nullptr;
    Count capacity = 0;
};

// A workload's elements in a recorded run.
template <subdivision::Elements E>
struct Recorded : E {
    Recording recording;  // set when the frame is known

    static Recorded of(const FramePlan& plan) { return {E::of(plan), {}}; }
};

template <typename E>
inline constexpr bool is_recorded = false;
template <subdivision::Elements E>
inline constexpr bool is_recorded<Recorded<E>> = true;

// Makes room for the frame's times.
void begin_recording(Workspace& workspace, const FramePlan& plan, const Layout& layout);

Recording recording_in(Workspace& workspace);

// After a frame of so many levels. Null where its painter has no kernels that record. Throws
// std::runtime_error where there was too little room.
std::shared_ptr<const RegionTimes> recorded_times(Workspace& workspace, std::size_t levels);

}  // namespace mariani::cuda
