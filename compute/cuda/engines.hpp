// The engines of the cuda backend. No CUDA type is named here: a build without nvcc has this header
// too, and says in unavailable() that it has no CUDA.
#pragma once

#include "compute/engine.hpp"
#include "compute/model/cost_model.hpp"
#include "compute/model/dwell_summary.hpp"
#include "compute/model/field_chunks.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace mariani::cuda {

// How the engines treat the device. What is 0 is chosen for it.
struct Options {
    int device = 0;             // as CUDA numbers them
    bool draws_screen = false;  // other work must find a gap on it
    // The most time of a launch; 0: 20 ms where the device has a watchdog or draws a screen.
    double launch_ms = 0;
    std::size_t pending_launches = 0;  // room for DP's; 0: as much as the memory budget allows
    std::int64_t table_size = 0;  // of ASK's lists; 0: the worst level, within the memory budget
    int report_ms = 50;           // between looks at how far a frame has come
};

// Why this machine cannot run the engines; nothing where one of its devices can.
std::optional<std::string> unavailable();

// All devices, also those that cannot run the engines, as CUDA numbers them. Thread-safe.
std::span<const DeviceEntry> devices();

// Its multiprocessors, and the f32 cores of each; of a device that is available.
Parallelism parallelism(int index);

struct Painters;  // of a workload (painter.hpp)

// Throws std::runtime_error when the device refuses.
std::unique_ptr<Engine> make_engine(EngineKind kind, const Painters& painters,
                                    Options options = {});

// What a device can do at most, as compute/service/machine.hpp says; precision is not `automatic`.
double measure_fma_peak(int device, Precision precision);
double measure_memset_ms(int device, std::int64_t bytes);

// These read fields in a device's memory, as dwell_access.hpp and field_chunks.hpp of
// compute/service say; `at` counts pixels row by row.
Field host_copy(const Field& field);
FieldChunks chunks_of(const Field& field, PixelRect rect, int side, ElementType type,
                      std::uint32_t padding);
DwellSummary summarise(const Field& dwells, std::uint32_t dwell_limit);
std::uint32_t value_at(const Field& field, std::size_t at);
void overwrite(const Field& dwells, std::size_t at, std::span<const std::uint32_t> values);

}  // namespace mariani::cuda
