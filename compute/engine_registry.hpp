// All engines of this build, each with the reason where this machine cannot run it.
#pragma once

#include "compute/engine.hpp"
#include "compute/model/cost_fit.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mariani {

struct EngineEntry {
    EngineKind kind;
    Backend backend;
    std::string name;         // "ASK (cpu)"
    std::string description;  // a sentence or two: how it works, and what it recomputes
    std::optional<std::string> unavailable;  // why this machine cannot run it
    std::function<std::unique_ptr<Engine>()> make;
};

// The entries never change while the program runs. Thread-safe.
std::span<const EngineEntry> engine_registry();

// Null where the build has no such engine.
const EngineEntry* find_engine(EngineKind kind, Backend backend);

// Why the backend cannot be used on this machine; nothing where it can.
std::optional<std::string> backend_unavailable(Backend backend);

// What the backend computes with: "AMD EPYC, 2 threads, AVX-512".
std::string backend_device(Backend backend);

// What it computes with side by side; on the cpu with this many threads, 0 for all. The backend is
// available and `automatic` neither.
Parallelism backend_parallelism(Backend backend, Precision precision, int threads);

}  // namespace mariani
