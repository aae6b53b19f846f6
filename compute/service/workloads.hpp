// The workloads: what engines compute.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace mariani {

class Engine;
namespace cpu {
struct Painters;
}
namespace cuda {
struct Painters;
}

// A workload is its elements, given to the engines of each backend as painters.
struct Workload {
    std::string_view name;  // as FrameTask has it
    const cpu::Painters& (*cpu_painters)();
    const cuda::Painters& (*cuda_painters)();  // only called if the build has CUDA
    // Computes plans of deep precision, on both backends; null where there are none.
    std::unique_ptr<Engine> (*make_deep_engine)() = nullptr;
};

// All of this program.
const std::vector<Workload>& workloads();

// Throws std::invalid_argument where there is none of that name; the message names those there are.
const Workload& find_workload(std::span<const Workload> among, std::string_view name);

}  // namespace mariani
