// What a poster will take, before it is made.
#pragma once

#include "app/produce/pyramid/make_pyramid.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace mariani::app {

struct DiskEstimate {
    std::int64_t bytes = 0;
    double compressing_s = 0;  // of one thread
};

// All levels: from the squares of a small picture that are not uniform, and how many chunks of the
// largest level are not, of some that are tried in these squares. Nothing if stopped. Throws what
// EngineDispatcher::compute() throws.
std::optional<DiskEstimate> estimated_disk(const PyramidManifest& manifest,
                                           std::span<const PlannedCell> cells, Backend backend,
                                           EngineDispatcher& dispatcher,
                                           const std::stop_token& stop);

// A few cells of the largest level, from the dearest to the cheapest, or the middles of dear ones:
// to compute all of them so many times takes what the poster takes.
struct SampledCells {
    std::vector<FrameRequest> requests;
    double times = 1;
};
SampledCells sampled_cells(const PyramidManifest& manifest, const std::vector<PlannedCell>& cells,
                           const PyramidDevice& device);

// Why a folder's disk has no room for so many bytes; nullopt if it has.
std::optional<std::string> why_no_room(const std::filesystem::path& folder, std::int64_t bytes);

}  // namespace mariani::app
