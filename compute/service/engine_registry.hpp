// All engines of this build, each with the reason where this machine cannot run it.
#pragma once

#include "compute/engine.hpp"
#include "compute/model/cost_fit.hpp"
#include "compute/model/device_entry.hpp"
#include "compute/service/resolve.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mariani {

// What an engine has to know of where it runs; nothing on the cpu.
struct EngineUse {
    int device = 0;             // of devices()
    bool draws_screen = false;  // the device has a window to draw besides
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

// Null where the build has no such engine.
const EngineEntry* find_engine(EngineKind kind, Backend backend);

// Why the backend cannot be used on this machine; nothing where it can.
std::optional<std::string> backend_unavailable(Backend backend);

// What the backend computes with: "AMD EPYC, 2 threads, AVX-512".
std::string backend_device(Backend backend);

// What a plan is computed with side by side.
Parallelism backend_parallelism(const FramePlan& plan);

// What this machine can compute with, before anything has failed.
Hardware this_hardware();

// The GPUs of this machine, as CUDA numbers them, also those that no engine can use. Never change
// while the program runs. Thread-safe.
std::span<const DeviceEntry> devices();

// The first one that engines can use; null where there is none.
const DeviceEntry* first_device();

// Why a request for this device cannot be met here; nothing where it can, or is `automatic`.
std::optional<std::string> device_unavailable(std::optional<int> device);

}  // namespace mariani
