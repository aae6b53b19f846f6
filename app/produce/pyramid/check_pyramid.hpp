// Whether what a poster's folder holds is what was written.
#pragma once

#include "app/produce/pyramid/pyramid_folder.hpp"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace mariani::app {

struct PyramidCheck {
    std::int64_t cells = 0;            // finished, and read
    std::vector<std::string> damaged;  // which shard, why
    std::uint64_t hash = 0;            // of the dwells of all finished cells
};

// Reads every chunk of every finished cell and compares its dwells with the log. A damaged shard is
// removed, so that its cell counts no more and is made again by whoever goes on. Nothing if
// stopped. Throws std::runtime_error: no poster, or a shard cannot be removed.
std::optional<PyramidCheck> check_pyramid(const std::filesystem::path& folder,
                                          const std::stop_token& stop,
                                          std::atomic<std::int64_t>& cells_read);

}  // namespace mariani::app
