#include "compute/cuda/recording.hpp"

#include "compute/cuda/lists.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/core.h>

namespace mariani::cuda {
namespace {

constexpr Count never = ~Count{0};

void fetch(const Workspace& workspace, void* to, const void* from, std::size_t bytes) {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, workspace.stream().get()),
          "read the times of regions");
    check(cudaStreamSynchronize(workspace.stream().get()), "read the times of regions");
}

// The frame began with the first of what was recorded.
void count_from_first(RegionTimes& times) {
    std::int64_t first = times.spans.front().begin_ns;
    for (const RegionTime& span : times.spans) first = std::min(first, span.begin_ns);
    for (const std::int64_t begin : times.begin_ns) first = std::min(first, begin);
    for (RegionTime& span : times.spans) {
        span.begin_ns -= first;
        span.end_ns -= first;
    }
    for (std::int64_t& begin : times.begin_ns) begin -= first;
}

}  // namespace

void begin_recording(Workspace& workspace, const FramePlan& plan, const Layout& layout) {
    const auto room =
        workspace.affordable(List::times, most_spans(plan, layout), sizeof(RegionTime));
    workspace.list(List::times)
        .reserve(sizeof(RecordingHead) + static_cast<std::size_t>(room) * sizeof(RegionTime));
    RecordingHead head{};
    std::ranges::fill(head.begin_ns, never);
    check(cudaMemcpyAsync(recording_in(workspace).head, &head, sizeof(head), cudaMemcpyHostToDevice,
                          workspace.stream().get()),
          "begin a recording");
}

Recording recording_in(Workspace& workspace) {
    const DeviceMemory& memory = workspace.list(List::times);
    auto* const head = memory.as<RecordingHead>();
    return {head, reinterpret_cast<RegionTime*>(head + 1),
            (memory.size() - sizeof(RecordingHead)) / sizeof(RegionTime)};
}

std::shared_ptr<const RegionTimes> recorded_times(Workspace& workspace, std::size_t levels) {
    const Recording recording = recording_in(workspace);
    RecordingHead head{};
    fetch(workspace, &head, recording.head, sizeof(head));
    if (head.spans == 0) return nullptr;
    if (head.spans > recording.capacity)
        throw std::runtime_error(
            fmt::format("the {} times recorded of this frame's regions do not fit in the room for "
                        "them: choose a smaller picture, or choose the backend cpu",
                        head.spans));
    auto times = std::make_shared<RegionTimes>();
    times->spans.resize(static_cast<std::size_t>(head.spans));
    fetch(workspace, times->spans.data(), recording.spans,
          times->spans.size() * sizeof(RegionTime));
    for (std::size_t level = 0; level < levels && head.begin_ns[level] != never; ++level)
        times->begin_ns.push_back(static_cast<std::int64_t>(head.begin_ns[level]));
    count_from_first(*times);
    return times;
}

}  // namespace mariani::cuda
