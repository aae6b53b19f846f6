#include "compute/cpu/painters.hpp"

#include "compute/workloads/mandelbrot/cpu/lanes.hpp"
#include "compute/workloads/mandelbrot/workload.hpp"

namespace mariani::mandelbrot {

const cpu::Painters& cpu_painters() {
    static constexpr cpu::Painters painters = cpu::painters_of<CpuElements>();
    return painters;
}

}  // namespace mariani::mandelbrot
