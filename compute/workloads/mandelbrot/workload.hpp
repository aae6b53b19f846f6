// The Mandelbrot set, as the registry of workloads has it.
#pragma once

namespace mariani {

namespace cpu {
struct Painters;
}
namespace cuda {
struct Painters;
}

namespace mandelbrot {

const cpu::Painters& cpu_painters();
const cuda::Painters& cuda_painters();

}  // namespace mandelbrot
}  // namespace mariani
