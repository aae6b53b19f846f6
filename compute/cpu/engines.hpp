// The engines of the cpu backend.
#pragma once

#include "compute/engine.hpp"

#include <memory>
#include <string>

namespace mariani::cpu {

struct Painters;  // of a workload (painter.hpp)

std::unique_ptr<Engine> make_engine(EngineKind kind, const Painters& painters);

// "AMD EPYC, 2 threads, AVX-512"
std::string device(int threads);

}  // namespace mariani::cpu
