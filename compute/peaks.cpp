#include "compute/peaks.hpp"

#include "compute/cpu/fma_peak.hpp"
#include "compute/cpu/memset_time.hpp"
#include "compute/cpu/tasks.hpp"
#include "compute/cuda/engines.hpp"

#include <algorithm>
#include <future>
#include <vector>

namespace mariani {
namespace {

int threads_of(const FrameRequest& request) {
    return request.threads > 0 ? request.threads : cpu::hardware_threads();
}

// All at once: threads may share a core.
double fma_peak_of_threads(int threads, Precision precision) {
    std::vector<std::future<double>> peaks;
    for (int i = 0; i < threads; ++i)
        peaks.push_back(std::async(std::launch::async, cpu::measure_fma_peak, precision));
    double sum = 0;
    for (auto& peak : peaks) sum += peak.get();
    return sum;
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
