#include "compute/cuda/dp_pool.hpp"

#include "compute/cuda/check.hpp"

#include <algorithm>

#include <cuda_runtime_api.h>

namespace mariani::cuda {
namespace {

constexpr std::size_t bytes_per_launch = 7 * 1024;  // measured; documented nowhere
constexpr std::size_t most_bytes = std::size_t{1} << 30;

// Rounded up to a power of two, so that the pool is seldom made anew.
std::size_t wanted_room(std::int64_t launches, std::size_t device_memory) {
    std::size_t room = 2048;  // what CUDA starts with
    while (room < static_cast<std::size_t>(launches)) room *= 2;
    return std::min(room, std::min(most_bytes, device_memory / 8) / bytes_per_launch);
}

}  // namespace

void make_room_for_launches(std::int64_t launches, const Workspace& workspace) {
    const int fixed = workspace.options().pending_launches;
    const std::size_t wanted = fixed > 0 ? static_cast<std::size_t>(fixed)
                                         : wanted_room(launches, workspace.facts().memory);
    std::size_t room = 0;
    check(cudaDeviceGetLimit(&room, cudaLimitDevRuntimePendingLaunchCount),
          "tell how many launches may be pending");
    if (fixed > 0 ? room == wanted : room >= wanted) return;
    check(cudaDeviceSynchronize(), "finish what runs");
    check(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, wanted),
          "make room for pending launches");
}

}  // namespace mariani::cuda
