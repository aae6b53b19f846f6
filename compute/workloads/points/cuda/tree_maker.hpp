// How the cuda runner makes trees: by sorted keys, or by points that move from level to level.
#pragma once

#include "compute/cuda/handles.hpp"
#include "compute/workloads/points/cuda/launches.hpp"
#include "compute/workloads/points/runner.hpp"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <iterator>
#include <memory>
#include <numeric>
#include <stop_token>
#include <vector>

namespace mariani::points::cuda {

using mariani::cuda::DeviceMemory;
using mariani::cuda::Event;

template <typename T>
void fetch(const T* device, std::vector<T>& host, const Stream& stream) {
    mariani::cuda::check(cudaMemcpyAsync(host.data(), device, host.size() * sizeof(T),
                                         cudaMemcpyDeviceToHost, stream.get()),
                         "copy to the host");
    mariani::cuda::check(cudaStreamSynchronize(stream.get()), "copy to the host");
}
template <typename T>
T fetched(const DeviceMemory& memory, const Stream& stream) {
    std::vector<T> host(1);
    fetch(memory.as<const T>(), host, stream);
    return host.front();
}

template <typename T>
DeviceMemory room_for(std::int64_t count) {
    return DeviceMemory(static_cast<std::size_t>(std::max<std::int64_t>(count, 1)) * sizeof(T));
}

// Keeps its memory from tree to tree. The plan's device is current, and the stream is the runner's:
// it has nothing to do when a call begins and ends.
class TreeMaker {
  public:
    virtual ~TreeMaker() = default;

    // A tree of these points: what was done, of no use once a stop was requested.
    virtual RunStats make(const Point* input, const std::stop_token& stop) = 0;

    // The same tree again: when each level is made, as Runner::level_spans() has it.
    virtual std::vector<LevelSpan> level_spans(const Point* input, const std::stop_token& stop) = 0;

    virtual FinishedTree tree() = 0;
};

// Events between a run's levels.
class LevelEvents {
  public:
    AtLevel recorder(const Stream& stream) {
        return [this, &stream](std::uint32_t) { events_.emplace_back().record(stream); };
    }
    // Once all are reached.
    std::vector<LevelSpan> spans() const {
        std::vector<LevelSpan> spans;
        for (std::size_t i = 1; i < events_.size(); ++i)
            spans.push_back(
                {events_[i - 1].ms_since(events_.front()), events_[i].ms_since(events_.front())});
        return spans;
    }

  private:
    std::deque<Event> events_;
};

// How many nodes a tree that goes by levels has.
inline std::int64_t node_count(const Counts& counts) {
    return std::accumulate(std::begin(counts.nodes), std::end(counts.nodes), std::int64_t{0});
}

// Linear and Karras.
std::unique_ptr<TreeMaker> make_sorter(const Plan& plan, const Stream& stream);
// DP, DP-MBR and ASK.
std::unique_ptr<TreeMaker> make_divider(const Plan& plan, const Stream& stream);

}  // namespace mariani::points::cuda
