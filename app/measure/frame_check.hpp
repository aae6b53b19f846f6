// A subdivided frame held against Ex, pixel by pixel.
#pragma once

#include "app/measure/run_engine.hpp"
#include "render/picture/region_index.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace mariani::app {

struct WrongPixel {
    int x = 0, y = 0;  // of the image
    std::uint32_t shown = 0;
    std::uint32_t right = 0;
    std::optional<Region> region;  // the deepest one over it, which gave it its dwell
};

struct FrameCheck {
    FramePlan plan;
    EngineStats stats, ex;          // of the frame, and of the one it is held against
    std::vector<WrongPixel> wrong;  // row by row
    Field shown, right;             // dwells, in host memory
};

// Where the dwells of two frames of the same pixels differ.
std::vector<WrongPixel> wrong_pixels(const HostField<std::uint32_t>& shown,
                                     const HostField<std::uint32_t>& right,
                                     const render::RegionIndex& regions);

// How many filled regions the pixels lie in.
std::size_t filled_regions_of(const std::vector<WrongPixel>& wrong);

// Computes the request (with ASK where it leaves the engine open or says Ex) and Ex. `progress`
// goes from 0 to 1. Nothing when stopped.
std::optional<FrameCheck> check_frame(FrameRequest request, const RunEngine& run,
                                      const std::stop_token& stop, std::atomic<double>& progress);

}  // namespace mariani::app
