#include "compute/peaks.hpp"

#include "compute/cpu/fma_peak.hpp"
#include "compute/cpu/memset_time.hpp"
#include "compute/cpu/tasks.hpp"
#include "compute/cuda/engines.hpp"

#include <algorithm>
#include <numeric>
#include <thread>
#include <vector>

namespace mariani {
namespace {

int threads_of(const FrameRequest& request) {
    return request.threads > 0 ? request.threads : cpu::hardware_threads();
}

// All at once: threads may share a core.
double fma_peak_of_threads(int threads, Precision precision) {
    std::vector<double> peaks(static_cast<std::size_t>(threads));
    {
        std::vector<std::jthread> all;
        for (double& peak : peaks)
            all.emplace_back([&peak, precision] { peak = cpu::measure_fma_peak(precision); });
    }
    return std::accumulate(peaks.begin(), peaks.end(), 0.0);
}

}  // namespace

double measure_fma_peak(const FrameRequest& request) {
    if (request.backend == Backend::cuda)
        return cuda::measure_fma_peak(request.device.value_or(0), request.precision);
    return fma_peak_of_threads(threads_of(request), request.precision);
}

double measure_memset_ms(const FrameRequest& request, std::int64_t bytes) {
    // What is larger takes as much longer.
    constexpr std::int64_t most = std::int64_t{1} << 30;
    const std::int64_t measured = std::min(bytes, most);
    const double ms = request.backend == Backend::cuda
                          ? cuda::measure_memset_ms(request.device.value_or(0), measured)
                          : cpu::measure_memset_ms(measured, threads_of(request));
    return ms * static_cast<double>(bytes) / static_cast<double>(measured);
}

}  // namespace mariani
