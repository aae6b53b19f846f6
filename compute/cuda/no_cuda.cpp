// What stands for the cuda backend in a build without CUDA.
#include "compute/cuda/engines.hpp"
#include "compute/cuda/memory.hpp"

#include <stdexcept>

namespace mariani::cuda {
namespace {

constexpr const char* reason =
    "this build has no CUDA: build again with MARIANI_CUDA=on app/run.sh, and nvcc 12.4 or newer";

}  // namespace

std::optional<std::string> unavailable() {
    return reason;
}

std::span<const DeviceEntry> devices() {
    return {};
}

Parallelism parallelism(int) {
    return {};
}

std::int64_t free_memory(int) {
    throw std::runtime_error(reason);
}

std::int64_t held_memory() {
    return 0;
}

std::int64_t take_peak_memory() {
    return 0;
}

std::unique_ptr<Engine> make_engine(EngineKind, const Painters&, Options) {
    throw std::runtime_error(reason);
}

double measure_fma_peak(int, Precision) {
    throw std::runtime_error(reason);
}

double measure_memset_ms(int, std::int64_t) {
    throw std::runtime_error(reason);
}

Field host_copy(const Field&) {
    throw std::runtime_error(reason);
}

FieldChunks chunks_of(const Field&, PixelRect, int, ElementType, std::uint32_t) {
    throw std::runtime_error(reason);
}

DwellSummary summarise(const Field&, std::uint32_t) {
    throw std::runtime_error(reason);
}

std::uint32_t value_at(const Field&, std::size_t) {
    throw std::runtime_error(reason);
}

void overwrite(const Field&, std::size_t, std::span<const std::uint32_t>) {
    throw std::runtime_error(reason);
}

}  // namespace mariani::cuda
