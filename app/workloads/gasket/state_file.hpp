// A state as a NumPy file, and as text.
#pragma once

#include "app/files/npy.hpp"
#include "compute/workloads/gasket/snapshot.hpp"

#include <filesystem>
#include <stop_token>
#include <string>

namespace mariani::app {

// A byte for each cell in compact order, 1 alive. The file is begun at once, and appears with
// write().
class GasketStateFile {
  public:
    GasketStateFile(const std::filesystem::path& path, std::uint64_t cells)
        : file_(path, ElementType::uint8, std::array{cells}) {}

    // False, and no file, if stopped.
    bool write(const gasket::State& state, const std::stop_token& stop);

  private:
    NpyArrayWriter file_;
};

// "9843 of 59049 alive, hash 0123456789abcdef"
std::string state_text(const gasket::State& state);
std::string state_text(const gasket::Snapshot& state);

// 16 digits to the base 16.
std::string hash_text(const gasket::State& state);

}  // namespace mariani::app
