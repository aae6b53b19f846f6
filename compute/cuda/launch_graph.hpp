// Launches that are recorded once and replayed at a fraction of their price.
#pragma once

#include "compute/cuda/handles.hpp"

#include <cuda_runtime_api.h>

namespace mariani::cuda {

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
