// The Mandelbrot set, as the registry of workloads has it.
#pragma once

#include <memory>

namespace mariani {

class Engine;

namespace cpu {
struct Painters;
}
namespace cuda {
struct Painters;
}

namespace mandelbrot {

const cpu::Painters& cpu_painters();
const cuda::Painters& cuda_painters();

// Computes plans of a deep precision (choices.hpp), Ex and ASK, on both backends; its fields are in
// host memory. Keeps the last reference orbit for all of them.
std::unique_ptr<Engine> make_deep_engine();

}  // namespace mandelbrot
}  // namespace mariani
