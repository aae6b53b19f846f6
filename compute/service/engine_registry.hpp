// All engines of this build, for any workload, each with the reason if this machine cannot run it;
// and the workloads, which they compute.
#pragma once

#include "compute/engine.hpp"
#include "compute/model/cost_model.hpp"
#include "compute/service/resolve.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mariani {

namespace cpu {
struct Painters;
}
namespace cuda {
struct Painters;
}

// A workload is its elements, given to the engines of each backend as painters.
struct Workload {
    std::string_view name;  // as FrameTask has it
    const cpu::Painters& (*cpu_painters)();
    const cuda::Painters& (*cuda_painters)();  // only called if the build has CUDA
    // Computes plans of deep precision, on both backends; null where there are none.
    std::unique_ptr<Engine> (*make_deep_engine)() = nullptr;
};

// All of this program.
const std::vector<Workload>& workloads();

// Throws std::invalid_argument where there is none of that name; the message names those there are.
const Workload& find_workload(std::span<const Workload> among, std::string_view name);

// What an engine needs to know of what it computes, and where it runs; the latter only for cuda.
struct EngineUse {
    int device = 0;             // of devices()
    bool draws_screen = false;  // the device also draws a window
    const Workload* workload = &workloads().front();
};

struct EngineEntry {
    EngineKind kind;
    Backend backend;
    std::string name;         // "ASK (cpu)"
    std::string description;  // a sentence or two: how it works, and what it recomputes
    std::optional<std::string> unavailable;  // why this machine cannot run it
    std::function<std::unique_ptr<Engine>(const EngineUse&)> maker;

    std::unique_ptr<Engine> make(const EngineUse& use = {}) const { return maker(use); }
};

// The entries never change while the program runs. Thread-safe.
std::span<const EngineEntry> engine_registry();

// Null if the build has no such engine.
const EngineEntry* find_engine(EngineKind kind, Backend backend);

// Why this machine cannot use the backend; nullopt if it can.
std::optional<std::string> backend_unavailable(Backend backend);

// The backend's hardware: "AMD EPYC, 2 threads, AVX-512".
std::string backend_device(Backend backend);

// What computes a plan in parallel.
Parallelism backend_parallelism(const FramePlan& plan);

// This machine's hardware, before anything has failed.
Hardware this_hardware();

// This machine's GPUs, as CUDA numbers them, including those that no engine can use. Never change
// while the program runs. Thread-safe.
std::span<const DeviceEntry> devices();

// What logs call where something is computed: a GPU, or the processor with so many threads.
std::string device_name(Backend backend, int device, int threads);

// The first that engines can use; null if there is none.
const DeviceEntry* first_device();

// Why a request for this device cannot be met here; nullopt if it can, or is `automatic`.
std::optional<std::string> device_unavailable(std::optional<int> device);

// Replaces a GPU that this machine lacks, as settings from another one may name it, by `automatic`;
// returns what to tell the user about it.
std::optional<std::string> settle_device(std::optional<int>& device);

}  // namespace mariani
