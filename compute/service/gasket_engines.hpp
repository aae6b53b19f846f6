// All engines of the workload gasket, each with the reason if this machine cannot run it.
#pragma once

#include "compute/model/choices.hpp"
#include "compute/workloads/gasket/engine.hpp"
#include "compute/workloads/gasket/problem.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace mariani::gasket {

struct EngineEntry {
    EngineKind kind;
    Backend backend;
    std::string name;         // as typed and logged: "nu-mma"
    std::string description;  // a sentence or two: its state, and how it finds neighbours
    std::optional<std::string> unavailable;  // why this machine cannot run it

    // Why it cannot compute this problem in this way, with what is allowed; nothing if it can.
    std::optional<std::string> refusal(const Problem& problem, const Method& method = {}) const;

    // Throws std::invalid_argument with the reason where it is unavailable or refuses.
    std::unique_ptr<Engine> make(const Problem& problem, const Method& method = {}) const;
};

// The entries never change while the program runs. Thread-safe.
std::span<const EngineEntry> engine_registry();

// Null if the build has no such engine.
const EngineEntry* find_engine(EngineKind kind, Backend backend);

}  // namespace mariani::gasket
