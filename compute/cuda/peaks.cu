// What a device can do at most, measured.
#include "compute/cuda/engines.hpp"
#include "compute/cuda/launch.hpp"

#include <algorithm>
#include <limits>

namespace mariani::cuda {
namespace {

constexpr int chains = 8;  // of each thread: dependent operations with others between them
constexpr int runs = 5;

template <typename T>
__global__ void run_chains(int rounds, T* sink) {
    T chain[chains];
    for (int i = 0; i < chains; ++i) chain[i] = static_cast<T>(threadIdx.x) + static_cast<T>(i);
#pragma unroll 16
    for (int round = 0; round < rounds; ++round)
        for (int i = 0; i < chains; ++i) chain[i] = fma(chain[i], T(0.999), T(0.001));
    for (int i = 1; i < chains; ++i) chain[0] += chain[i];
    if (chain[0] < T(0)) *sink = chain[0];  // never, but nobody knows
}

// The least ms that what `issue` puts into the stream takes, after a run to warm up.
template <typename Issue>
double measure_min_ms(const Stream& stream, const Issue& issue) {
    double min_ms = std::numeric_limits<double>::infinity();
    Event begin, end;
    for (int run = 0; run <= runs; ++run) {
        begin.record(stream);
        issue();
        end.record(stream);
        end.wait();
        if (run > 0) min_ms = std::min(min_ms, end.ms_since(begin));
    }
    return min_ms;
}

template <typename T>
double fma_peak(int device) {
    constexpr BlockSize block{256, 1};
    constexpr int rounds = 1 << 13;
    int multiprocessors = 0;
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device),
          "describe the device");
    const Stream stream;
    const DeviceMemory sink(sizeof(T));
    const Grid grid{2 * resident_blocks(run_chains<T>, block, multiprocessors), block};
    const double ms = measure_min_ms(
        stream, [&] { launch("peak", stream, grid, run_chains<T>, rounds, sink.as<T>()); });
    const double operations =
        static_cast<double>(grid.blocks) * block.width * block.height * chains * rounds;
    return operations / (ms * 1e-3);
}

}  // namespace

double measure_fma_peak(int device, Precision precision) {
    const CurrentDevice current(device);
    return precision == Precision::f32 ? fma_peak<float>(device) : fma_peak<double>(device);
}

double measure_memset_ms(int device, std::int64_t bytes) {
    const CurrentDevice current(device);
    const Stream stream;
    const DeviceMemory memory(static_cast<std::size_t>(bytes));
    return measure_min_ms(stream, [&] {
        check(cudaMemsetAsync(memory.as<char>(), 1, memory.size(), stream.get()), "set memory");
    });
}

}  // namespace mariani::cuda
