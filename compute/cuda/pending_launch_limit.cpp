#include "compute/cuda/pending_launch_limit.hpp"

#include "compute/cuda/check.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <stdexcept>

#include <cuda_runtime_api.h>
#include <fmt/core.h>

namespace mariani::cuda {
namespace {

constexpr std::size_t bytes_per_launch = 7 * 1024;  // measured; documented nowhere
constexpr std::size_t max_bytes = std::size_t{1} << 30;

}  // namespace

void set_pending_launch_limit(int device, std::size_t wanted, std::size_t device_memory) {
    static std::mutex mutex;
    static std::map<int, std::size_t> limits;
    const std::scoped_lock lock(mutex);
    const auto held = limits.find(device);
    if (held != limits.end()) {
        if (wanted == 0 || wanted == held->second) return;
        throw std::logic_error(
            fmt::format("device {} has room for {} pending launches, and keeps "
                        "it until the process ends",
                        device, held->second));
    }
    const std::size_t limit =
        wanted > 0 ? wanted : std::min(max_bytes, device_memory / 8) / bytes_per_launch;
    check(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, limit),
          "make room for pending launches");
    limits[device] = limit;
}

}  // namespace mariani::cuda
