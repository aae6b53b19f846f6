#include "compute/cuda/launch_room.hpp"

#include "compute/cuda/check.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <stdexcept>

#include <cuda_runtime_api.h>
#include <fmt/format.h>

namespace mariani::cuda {
namespace {

constexpr std::size_t bytes_per_launch = 7 * 1024;  // measured; documented nowhere
constexpr std::size_t most_bytes = std::size_t{1} << 30;

}  // namespace

void fix_launch_room(int device, std::size_t wanted, std::size_t device_memory) {
    static std::mutex mutex;
    static std::map<int, std::size_t> rooms;
    const std::scoped_lock lock(mutex);
    const auto held = rooms.find(device);
    if (held != rooms.end()) {
        if (wanted == 0 || wanted == held->second) return;
        throw std::logic_error(
            fmt::format("device {} has room for {} pending launches, and keeps "
                        "it until the process ends",
                        device, held->second));
    }
    const std::size_t room =
        wanted > 0 ? wanted : std::min(most_bytes, device_memory / 8) / bytes_per_launch;
    check(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, room),
          "make room for pending launches");
    rooms[device] = room;
}

}  // namespace mariani::cuda
