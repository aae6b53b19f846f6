#include "compute/cuda/engines.hpp"
#include "compute/cuda/handles.hpp"
#include "compute/cuda/own_context.hpp"
#include "compute/workloads/curves/cuda/litmus_launches.hpp"
#include "compute/workloads/curves/litmus.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <vector>

#include <fmt/core.h>

namespace mariani::curves::cuda {
namespace {

using mariani::cuda::check;
using mariani::cuda::DeviceMemory;

unsigned rounds_of(Litmus kind) {
    switch (kind) {
        case Litmus::own_write:
        case Litmus::zero_copy:
        case Litmus::loose_writes:
        case Litmus::fenced_writes:
        case Litmus::child_to_tail:
        case Litmus::child_to_next:
            return 32;
        case Litmus::child_to_parent:
            return 16;
        default:
            return 1;
    }
}

bool is_traced(Litmus kind) {
    return kind == Litmus::null_stream || kind == Litmus::named_streams || kind == Litmus::forget ||
           kind == Litmus::crowd;
}

// How many of them ran at a time, at most; those that never began are left out.
std::int64_t most_at_a_time(std::span<const LitmusTrace> traces) {
    std::int64_t most = 0;
    for (const LitmusTrace& each : traces) {
        if (each.begin == 0) continue;
        most = std::max<std::int64_t>(
            most, std::ranges::count_if(traces, [&](const LitmusTrace& other) {
                return other.begin <= each.begin && each.begin < other.end;
            }));
    }
    return most;
}

// Values that were not seen, but those of blocks that the heap had no room for; launches of the
// NULL stream that ran side by side; and launches that CUDA took, or had room for, and that never
// ran.
std::int64_t broken_promises(const LitmusCase& litmus, const LitmusCounts& counts) {
    switch (litmus.kind) {
        case Litmus::null_stream:
            return std::max<std::int64_t>(0, counts.met - 1);
        case Litmus::nesting:
        case Litmus::tails:
            return counts.refused == 0 ? counts.tried - counts.met : 0;
        case Litmus::pool:
            return counts.tried - counts.refused - counts.met +
                   std::max<std::int64_t>(0, litmus.pool + counts.refused - counts.tried);
        case Litmus::own_write:
        case Litmus::zero_copy:
        case Litmus::fenced_writes:
        case Litmus::child_to_tail:
        case Litmus::child_to_next:
        case Litmus::heap:
            return counts.tried - counts.refused - counts.met;
        default:
            return 0;
    }
}

// In the context that is current.
class LitmusRun {
  public:
    explicit LitmusRun(const LitmusCase& litmus)
        : litmus_(litmus),
          cells_(static_cast<std::size_t>(shape_of(litmus).cells()) * sizeof(unsigned)),
          blocks_(static_cast<std::size_t>(shape_of(litmus).cells()) * sizeof(unsigned*)),
          traces_(static_cast<std::size_t>(shape_of(litmus).cells()) * sizeof(LitmusTrace)),
          board_(sizeof(LitmusBoard)) {
        if (litmus.kind == Litmus::zero_copy) {
            mapped_ = mariani::cuda::PinnedMemory(cells_.size());
            std::ranges::fill(std::span(mapped_.as<char>(), mapped_.size()), char{0});
        }
        for (const DeviceMemory* each : {&cells_, &blocks_, &traces_, &board_})
            check(cudaMemsetAsync(each->as<char>(), 0, each->size(), stream_.get()),
                  "clear memory");
    }

    // Nothing if stopped.
    std::optional<LitmusCounts> counts(const std::stop_token& stop) {
        auto* const cells = mapped_.size() > 0 ? mapped_.as<unsigned>() : cells_.as<unsigned>();
        const LitmusMemory memory{cells, blocks_.as<unsigned*>(), traces_.as<LitmusTrace>(),
                                  board_.as<LitmusBoard>()};
        for (unsigned round = 0; round < rounds_of(litmus_.kind); ++round) {
            if (stop.stop_requested()) return std::nullopt;
            launch_litmus(litmus_, memory, round, stream_);
            check(cudaStreamSynchronize(stream_.get()), "run a litmus test");
        }
        return found();
    }

  private:
    template <typename T>
    std::vector<T> fetched(const DeviceMemory& memory) const {
        std::vector<T> host(memory.size() / sizeof(T));
        check(cudaMemcpyAsync(host.data(), memory.as<T>(), memory.size(), cudaMemcpyDeviceToHost,
                              stream_.get()),
              "copy to the host");
        check(cudaStreamSynchronize(stream_.get()), "copy to the host");
        return host;
    }

    LitmusCounts found() const {
        const LitmusBoard board = fetched<LitmusBoard>(board_).front();
        LitmusCounts counts;
        counts.tried = static_cast<std::int64_t>(board.tried);
        counts.met = static_cast<std::int64_t>(board.met);
        counts.refused = static_cast<std::int64_t>(board.refused);
        if (board.refusal != 0)
            counts.refusal = cudaGetErrorName(static_cast<cudaError_t>(board.refusal));
        if (litmus_.kind == Litmus::nesting) counts.tried = most_nested;
        if (litmus_.kind == Litmus::tails) counts.tried = most_tails;
        if (is_traced(litmus_.kind)) note_traces(counts);
        counts.violations = broken_promises(litmus_, counts);
        return counts;
    }

    void note_traces(LitmusCounts& counts) const {
        const auto traces = fetched<LitmusTrace>(traces_);
        const auto of_block = static_cast<std::size_t>(shape_of(litmus_).threads);
        for (std::size_t first = 0; first < traces.size(); first += of_block)
            counts.met =
                std::max(counts.met, most_at_a_time(std::span(traces).subspan(first, of_block)));
        counts.together = most_at_a_time(traces);
    }

    LitmusCase litmus_;
    Stream stream_;
    DeviceMemory cells_, blocks_, traces_, board_;
    mariani::cuda::PinnedMemory mapped_;  // the cells of zero_copy
};

void refuse_unavailable(int device) {
    if (const auto why = mariani::cuda::unavailable()) throw std::runtime_error(*why);
    for (const DeviceEntry& entry : mariani::cuda::devices()) {
        if (entry.index != device) continue;
        if (entry.unavailable) throw std::runtime_error(*entry.unavailable);
        return;
    }
    throw std::runtime_error(
        fmt::format("there is no GPU {}: `mariani info` lists the GPUs", device));
}

}  // namespace

std::optional<LitmusCounts> run_litmus(const LitmusCase& litmus, int device,
                                       const std::stop_token& stop) {
    refuse_unavailable(device);
    if (stop.stop_requested()) return std::nullopt;
    const mariani::cuda::OwnContext context(device, static_cast<std::size_t>(litmus.pool));
    return LitmusRun(litmus).counts(stop);
}

}  // namespace mariani::curves::cuda
