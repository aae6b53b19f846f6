// The one way in which the host launches kernels.
#pragma once

#include "compute/cuda/handles.hpp"
#include "compute/model/frame_plan.hpp"

#include <algorithm>
#include <cstdint>
#include <nvtx3/nvToolsExt.h>
#include <string>

#include <cuda_runtime.h>
#include <cuda_runtime_api.h>

namespace mariani::cuda {

// A range of the host's time, as profilers show it.
class ProfilerRange {
  public:
    explicit ProfilerRange(const std::string& label) { nvtxRangePushA(label.c_str()); }
    ~ProfilerRange() { nvtxRangePop(); }
    ProfilerRange(const ProfilerRange&) = delete;
    ProfilerRange& operator=(const ProfilerRange&) = delete;
};

struct Grid {
    std::int64_t blocks;
    BlockSize block;
    std::int64_t rows = 1;  // of `blocks` each, at most 65,535
};

// Launches kernel(arguments...) into the stream, which counts it. The label names it to profilers
// and in errors; levels are called as in the panel: "level 2".
template <typename... Parameters, typename... Arguments>
void launch(const std::string& label, const Stream& stream, Grid grid,
            void (*kernel)(Parameters...), const Arguments&... arguments) {
    const ProfilerRange range(label);
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>(grid.blocks), static_cast<unsigned>(grid.rows));
    config.blockDim =
        dim3(static_cast<unsigned>(grid.block.width), static_cast<unsigned>(grid.block.height));
    config.stream = stream.get();
    check(cudaLaunchKernelEx(&config, kernel, Parameters(arguments)...), "launch " + label);
    stream.count_launch();
}

// How many blocks of a kernel the device runs at once.
template <typename... Parameters>
std::int64_t resident_blocks(void (*kernel)(Parameters...), BlockSize block, int multiprocessors) {
    int blocks = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, block.width * block.height,
                                                        0),
          "query how many blocks it can run at once");
    return std::int64_t{blocks > 0 ? blocks : 1} * multiprocessors;
}

// How much work to put into a launch, so that it takes about as long as wanted.
class LaunchSizer {
  public:
    // per_ms: a first guess of how much is done in a millisecond.
    LaunchSizer(double wanted_ms, double per_ms) : wanted_ms_(wanted_ms), per_ms_(per_ms) {}

    std::int64_t next() const {
        return std::max<std::int64_t>(
            1, static_cast<std::int64_t>(std::min(wanted_ms_ * per_ms_, 1e18)));
    }

    // What the last launch did in that time. Grows at most fourfold: the next part may be slower.
    void learn(std::int64_t done, double ms) {
        const double measured = static_cast<double>(done) / std::max(ms, 1e-3);
        per_ms_ = std::min(measured, 4 * per_ms_);
    }

  private:
    double wanted_ms_;
    double per_ms_;
};

// Launches that are recorded once and replayed at a fraction of their price.
class LaunchGraph {
  public:
    // Records what issue() puts into the stream; nothing of it is run.
    template <typename Issue>
    LaunchGraph(const Stream& stream, const Issue& issue) {
        check(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal),
              "begin to record launches");
        cudaGraph_t graph = nullptr;
        try {
            issue();
        } catch (...) {
            cudaStreamEndCapture(stream.get(), &graph);
            cudaGraphDestroy(graph);
            throw;
        }
        check(cudaStreamEndCapture(stream.get(), &graph), "record launches");
        const cudaError_t result = cudaGraphInstantiate(&graph_, graph, 0);
        cudaGraphDestroy(graph);
        check(result, "make a graph of launches");
    }
    ~LaunchGraph() { cudaGraphExecDestroy(graph_); }
    LaunchGraph(const LaunchGraph&) = delete;
    LaunchGraph& operator=(const LaunchGraph&) = delete;

    void replay(const Stream& stream) const {
        check(cudaGraphLaunch(graph_, stream.get()), "replay launches");
    }

  private:
    cudaGraphExec_t graph_ = nullptr;
};

}  // namespace mariani::cuda
