// What the tables of the workload's commands have in common.
#pragma once

#include "app/workloads/gasket/setup.hpp"

#include <cstdint>
#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

// The columns that say what an engine computed, and how it was told to.
nlohmann::ordered_json gasket_row(const GasketSetup& setup, gasket::EngineKind engine,
                                  const std::string& device, int steps);

// What an engine with a byte for each cell launches in a step; nothing of bits.
struct GasketBlocks {
    std::uint64_t blocks = 0;
    std::uint64_t blocks_wasted = 0;   // without a cell of the fractal
    std::uint64_t threads_wasted = 0;  // of all blocks
};
std::optional<GasketBlocks> gasket_blocks(const GasketSetup& setup, gasket::EngineKind engine);

// Kernels that the steps take on the GPU; none on the cpu.
int gasket_launches(const GasketSetup& setup, gasket::EngineKind engine, int steps);

}  // namespace mariani::app
