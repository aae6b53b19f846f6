// What a poster will take, before it is made.
#pragma once

#include "app/produce/pyramid/make_pyramid.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

namespace mariani::app {

// The bytes of all levels, extrapolated from how many squares of a small picture are not uniform:
// their number grows by the dimension of the set's boundary. An estimate of at least one level is
// exact to a few per cent where the picture shows detail of all scales. Nothing if stopped. Throws
// what EngineDispatcher::compute() throws.
std::optional<std::int64_t> estimated_bytes(const PyramidManifest& manifest,
                                            EngineDispatcher& dispatcher,
                                            const std::stop_token& stop);

struct ComputeEstimate {
    double seconds = 0;  // of all devices together
    int cells = 0;       // that were computed to find out
};

// How long the devices will compute: some cells of the largest level, from the dearest to the
// cheapest, are computed once. Nothing if stopped. Throws like estimated_bytes().
std::optional<ComputeEstimate> estimated_time(const PyramidManifest& manifest,
                                              const std::vector<PlannedCell>& cells,
                                              const std::vector<PyramidDevice>& devices,
                                              const std::stop_token& stop);

// Why a folder's disk has no room for so many bytes; nullopt if it has.
std::optional<std::string> why_no_room(const std::filesystem::path& folder, std::int64_t bytes);

}  // namespace mariani::app
