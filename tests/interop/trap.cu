#include "tests/interop/trap.hpp"

#include <cuda_runtime.h>

namespace mariani::test {
namespace {

__global__ void trap() {
    asm volatile("trap;");
}

}  // namespace

bool lose_device() {
    trap<<<1, 1>>>();
    return cudaDeviceSynchronize() != cudaSuccess;
}

}  // namespace mariani::test
