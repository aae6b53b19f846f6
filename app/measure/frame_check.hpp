// A subdivided frame compared with Ex, pixel by pixel, and the findings as files that appear whole
// or not at all.
#pragma once

#include "app/measure/rounds.hpp"
#include "app/settings/settings.hpp"
#include "render/picture/region_index.hpp"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <vector>

namespace mariani::app {

struct WrongPixel {
    int x = 0, y = 0;  // of the image
    std::uint32_t shown = 0;
    std::uint32_t right = 0;
    std::optional<Region> region;  // the deepest over it, which determined its dwell
};

struct FrameCheck {
    FramePlan plan;
    EngineStats stats, ex;          // of the frame, and of the reference
    std::vector<WrongPixel> wrong;  // row by row
    Field shown, right;             // dwells, in host memory
    std::int64_t unknown = 0;       // pixels whose dwell one of them does not know
};

// Where the dwells of two frames of the same pixels differ, if both are known.
std::vector<WrongPixel> wrong_pixels(const HostField<std::uint32_t>& shown,
                                     const HostField<std::uint32_t>& right,
                                     const render::RegionIndex& regions);

// The number of filled regions in which the pixels lie.
std::size_t filled_regions_of(const std::vector<WrongPixel>& wrong);

// Computes the request (with ASK if it leaves the engine open or names Ex) and Ex. `progress` rises
// from 0 to 1. nullopt if stopped.
std::optional<FrameCheck> check_frame(FrameRequest request, const RunEngine& run,
                                      const std::stop_token& stop, std::atomic<double>& progress);

// A row per wrong pixel:
// x,y,shown,right,level,outcome,region_x,region_y,region_width,region_height.
void write_check_csv(const std::filesystem::path& path, const std::vector<WrongPixel>& wrong);

// The frame in grey, each wrong pixel red in a red ring.
void write_check_png(const std::filesystem::path& path, const FrameCheck& check,
                     const Settings& settings);

}  // namespace mariani::app
