// Makes the cells of a poster: computes them on all devices, compresses and writes them meanwhile;
// and checks whether a poster's folder holds what was written.
#pragma once

#include "app/produce/pyramid/pyramid_folder.hpp"
#include "app/produce/pyramid/pyramid_plan.hpp"
#include "compute/model/choices.hpp"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace mariani::app {

// Something that computes cells: a GPU, or the processor.
struct PyramidDevice {
    Backend backend = Backend::cpu;
    int gpu = 0;  // as CUDA numbers them
    bool operator==(const PyramidDevice&) const = default;
};

// Why the cells that it would compute of a map of the work do not fit to those of the manifest.
std::optional<std::string> why_unlike(const PyramidManifest& manifest, const PyramidDevice& device);

// All GPUs that can compute, or the processor where there is none.
std::vector<PyramidDevice> all_pyramid_devices();

// How far it has come. Written by the threads that make it, read by any.
struct PyramidProgress {
    std::atomic<std::int64_t> cells{0};   // finished, those of earlier runs included
    std::atomic<double> cost{0};          // of the cells finished now
    std::atomic<std::int64_t> pixels{0};  // computed now
    std::atomic<std::int64_t> bytes{0};   // written now
    std::atomic<int> level{0};            // of the cell computed last
};

struct PyramidWork {
    std::filesystem::path folder;  // begun (begin_pyramid())
    PyramidManifest manifest;
    std::vector<PlannedCell> cells;
    std::vector<PyramidDevice> devices;
    EngineRequest how = {};  // scheme, block and threads: no value depends on them
    CellRecords finished;    // by earlier runs: passed over
    // Called on any thread, once a device: it computes no more cells, and why.
    std::function<void(const std::string&)> report = [](const std::string&) {};
};

// Threads that compress: as many as the engine request says, else all of the processor.
int compressing_threads(const EngineRequest& how);

// Returns when the source has no more cells, or after a stop request with the cells in hand
// finished or given up. What is written is logged, whatever ends it. Blocks. Memory: 4 GiB at most
// beside the engines', whatever the size; for smooth values 12 bytes more a pixel of each cell that
// is being computed. Throws std::runtime_error: a file cannot be written, or no device computes any
// more.
void make_pyramid(const PyramidWork& work, CellSource& source, const std::stop_token& stop,
                  PyramidProgress& progress);

struct PyramidCheck {
    std::int64_t all_cells = 0;        // of the poster
    std::int64_t cells = 0;            // finished, and read
    std::vector<std::string> damaged;  // which shard or file, why
    std::uint64_t hash = 0;            // of the dwells of all finished cells
};

// Reads every chunk of every finished cell and compares its dwells with the log. A damaged shard is
// removed, so that its cell counts no more and is made again by whoever goes on. Nothing if
// stopped. Throws std::runtime_error: no poster, or a shard cannot be removed.
std::optional<PyramidCheck> check_pyramid(const std::filesystem::path& folder,
                                          const std::stop_token& stop,
                                          std::atomic<std::int64_t>& cells_read);

}  // namespace mariani::app
