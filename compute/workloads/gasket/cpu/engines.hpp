// The engines of the cpu backend.
#pragma once

#include "compute/workloads/gasket/engine.hpp"
#include "compute/workloads/gasket/problem.hpp"

#include <memory>
#include <optional>
#include <string>

namespace mariani::gasket::cpu {

// Why this engine cannot compute the problem in this way; nothing if it can. The problem's fractal
// is valid, its level allowed, and the method within its limits.
std::optional<std::string> refusal(EngineKind kind, const Problem& problem, const Method& method);

// Of a kind and a problem that are not refused.
std::unique_ptr<Engine> make_engine(EngineKind kind, const Problem& problem, const Method& method);

}  // namespace mariani::gasket::cpu
