#include "compute/cpu/painters.hpp"

#include "compute/workloads/mandelbrot/cpu/exterior.hpp"
#include "compute/workloads/mandelbrot/cpu/lanes.hpp"
#include "compute/workloads/mandelbrot/workload.hpp"

namespace mariani::mandelbrot {
namespace {

constexpr cpu::Painters all_painters() {
    cpu::Painters painters = cpu::painters_of<CpuElements>();
    painters.exterior = paint_exterior;
    return painters;
}

}  // namespace

const cpu::Painters& cpu_painters() {
    static constexpr cpu::Painters painters = all_painters();
    return painters;
}

}  // namespace mariani::mandelbrot
