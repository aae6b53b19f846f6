// The engines of the cuda backend. No CUDA type is named here: a build without nvcc has this header
// too.
#pragma once

#include "compute/workloads/gasket/engine.hpp"
#include "compute/workloads/gasket/mma.hpp"
#include "compute/workloads/gasket/problem.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace mariani::gasket::cuda {

// Why this engine cannot compute the problem in this way; nothing if it can, on a GPU with enough
// memory. The problem's fractal is valid, its level allowed, and the method within its limits.
std::optional<std::string> refusal(EngineKind kind, const Problem& problem, const Method& method);

// The kind and the problem must not be refused. Throws std::runtime_error when the device refuses
// or has too little memory.
std::unique_ptr<Engine> make_engine(EngineKind kind, const Problem& problem, const Method& method);

// The blocks of the problem whose place tensor cores get wrong in this form, in which nu-mma has
// the exact one. Throws like make_engine().
std::uint64_t count_wrong_blocks(const Problem& problem, const Method& method, MmaForm form);

}  // namespace mariani::gasket::cuda
