#include "compute/workloads/gasket/engine.hpp"

#include "compute/cuda/handles.hpp"
#include "compute/cuda/launch.hpp"
#include "compute/cuda/workload_device.hpp"
#include "compute/workloads/gasket/cuda/kernels.hpp"
#include "compute/workloads/gasket/cuda_layouts.hpp"
#include "compute/workloads/gasket/problem.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include <cuda_runtime_api.h>

namespace mariani::gasket::cuda {
namespace {

using mariani::cuda::check;
using mariani::cuda::CurrentDevice;
using mariani::cuda::DeviceMemory;
using mariani::cuda::Stream;

// Two buffers take turns; the one that is not the state's is scratch between calls. In the layouts
// with a byte for each cell it is 0 at the holes, which no step writes.
class CudaEngine final : public Engine {
  public:
    CudaEngine(std::unique_ptr<StepKernels> kernels, int device, int fuse)
        : device_(device),
          fuse_(fuse),
          kernels_(std::move(kernels)),
          snapshots_(mariani::cuda::BufferPool::make(device)) {
        const CurrentDevice current(device_);
        stream_.emplace();
        for (auto& buffer : buffers_) buffer = DeviceMemory(bytes_of_buffer());
        for (const auto& buffer : buffers_) clear(buffer);
        issue(0, fuse_);  // loads the kernel, which must not happen while launches are recorded
        for (const auto& buffer : buffers_) clear(buffer);
        graph_.emplace(*stream_, [&] {
            issue(0, fuse_);
            issue(1, fuse_);
        });
        finish();
    }

    ~CudaEngine() override {
        // Handles are of the device that was current when they were made.
        try {
            const CurrentDevice current(device_);
            graph_.reset();
            stream_.reset();
            for (auto& buffer : buffers_) buffer = DeviceMemory();
        } catch (const std::exception&) {
            // The device is lost, and with it what it held.
        }
    }

    void set_state(const State& state) override {
        if (state.cells() != kernels_->cells())
            throw std::invalid_argument("this state belongs to another fractal or level");
        const CurrentDevice current(device_);
        const auto words = state.words();
        check(cudaMemcpyAsync(scratch().as<void>(), words.data(), words.size_bytes(),
                              cudaMemcpyHostToDevice, stream_->get()),
              "copy a state to the device");
        take_words_over();
    }

    bool set_random_state(RandomFill fill, const std::stop_token& stop,
                          std::atomic<double>& progress) override {
        if (stop.stop_requested()) return false;
        const CurrentDevice current(device_);
        write_random_words(*stream_, fill, kernels_->cells(), scratch().as<std::uint64_t>());
        take_words_over();
        progress = 1;
        return true;
    }

    State state() const override {
        const CurrentDevice current(device_);
        State state(kernels_->cells());
        const auto words = state.words();
        kernels_->unpack(*stream_, buffers_[now_].as<void>(), scratch().as<std::uint64_t>());
        check(cudaMemcpyAsync(words.data(), scratch().as<void>(), words.size_bytes(),
                              cudaMemcpyDeviceToHost, stream_->get()),
              "fetch a state from the device");
        clear(scratch());
        finish();
        return state;
    }

    std::unique_ptr<Snapshot> snapshot() const override {
        const CurrentDevice current(device_, memory_remedy);
        auto words = snapshots_->take<std::uint64_t>(
            static_cast<std::int64_t>((kernels_->cells() + 63) / 64));
        kernels_->unpack(*stream_, buffers_[now_].as<void>(), words.get());
        finish();
        return device_snapshot(kernels_->cells(), std::move(words), device_, snapshots_);
    }

    std::int64_t advance(std::int64_t steps, std::stop_token stop) override {
        const CurrentDevice current(device_);
        std::int64_t done = 0;
        while (done < steps && !stop.stop_requested()) {
            const std::int64_t pairs = (steps - done) / (2 * fuse_);
            if (now_ == 0 && pairs > 0) {
                done += 2 * fuse_ * replay(pairs);
                continue;
            }
            const auto single = static_cast<int>(std::min<std::int64_t>(fuse_, steps - done));
            issue(now_, single);
            now_ = 1 - now_;
            done += single;
        }
        finish();
        return done;
    }

    StepTrace trace() override {
        const CurrentDevice current(device_, memory_remedy);
        const std::uint64_t places = kernels_->places();
        expect_traceable(places > 0 ? places : kernels_->cells());
        StepTrace trace{kernels_->grid(), BlockTrace(kernels_->grid().count), {}, 0};
        std::vector<std::uint32_t> visits(places);
        const DeviceMemory records(trace.blocks.size() * sizeof(BlockRecord));
        const DeviceMemory counts(std::max<std::size_t>(places, 1) * sizeof(std::uint32_t));
        clear(records);
        clear(counts);
        clear(scratch());
        kernels_->watch(*stream_, buffers_[now_].as<void>(), scratch().as<void>(),
                        records.as<BlockRecord>(), counts.as<std::uint32_t>());
        fetch(trace.blocks.data(), records, records.size());
        fetch(visits.data(), counts, visits.size() * sizeof(std::uint32_t));
        finish();
        count_from_first(trace.blocks);
        if (places > 0)
            kernels_->add_visits(visits, trace);
        else
            add_visits(next_over(0x00), next_over(0xFF), trace);
        clear(scratch());
        finish();
        return trace;
    }

    std::uint32_t tile_side() const override { return kernels_->tile_side(); }

    std::int64_t bytes() const override { return static_cast<std::int64_t>(2 * bytes_of_buffer()); }

  private:
    // The words in the scratch become the state.
    void take_words_over() const {
        clear(buffers_[now_]);
        kernels_->pack(*stream_, scratch().as<std::uint64_t>(), buffers_[now_].as<void>());
        clear(scratch());
        finish();
    }

    // The next state where the memory for it was full of this byte.
    State next_over(int byte) const {
        const auto words = snapshots_->take<std::uint64_t>(
            static_cast<std::int64_t>((kernels_->cells() + 63) / 64));
        check(cudaMemsetAsync(scratch().as<void>(), byte, scratch().size(), stream_->get()),
              "fill memory");
        issue(now_, 1);
        kernels_->unpack(*stream_, scratch().as<void>(), words.get());
        finish();
        return device_snapshot(kernels_->cells(), words, device_, snapshots_)->state();
    }

    void fetch(void* to, const DeviceMemory& from, std::size_t bytes) const {
        check(cudaMemcpyAsync(to, from.as<void>(), bytes, cudaMemcpyDeviceToHost, stream_->get()),
              "fetch the record");
    }

    std::size_t bytes_of_buffer() const {
        return buffer_bytes(kernels_->bytes(), kernels_->cells());
    }

    const DeviceMemory& scratch() const { return buffers_[1 - now_]; }

    void clear(const DeviceMemory& buffer) const {
        check(cudaMemsetAsync(buffer.as<void>(), 0, buffer.size(), stream_->get()), "clear memory");
    }

    void issue(std::size_t from, int steps) const {
        kernels_->advance(*stream_, buffers_[from].as<void>(), buffers_[1 - from].as<void>(),
                          steps);
    }

    void finish() const { check(cudaStreamSynchronize(stream_->get()), "take steps of Life"); }

    // Replays the graph up to so many times, but for some milliseconds only; returns how often.
    std::int64_t replay(std::int64_t most) {
        constexpr double long_ms = 20;
        using Clock = std::chrono::steady_clock;
        const std::int64_t replays = std::min(most, replays_at_once_);
        const auto begin = Clock::now();
        for (std::int64_t i = 0; i < replays; ++i) graph_->replay(*stream_);
        finish();
        const double ms = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
        if (ms < long_ms / 2 && replays == replays_at_once_) replays_at_once_ *= 2;
        if (ms > long_ms) replays_at_once_ = std::max<std::int64_t>(1, replays_at_once_ / 2);
        return replays;
    }

    int device_;
    int fuse_;
    std::unique_ptr<StepKernels> kernels_;
    std::optional<Stream> stream_;
    DeviceMemory buffers_[2];
    std::shared_ptr<mariani::cuda::BufferPool> snapshots_;  // their memory
    std::optional<mariani::cuda::LaunchGraph> graph_;  // two launches: from buffer 0 to 1, and back
    std::size_t now_ = 0;
    std::int64_t replays_at_once_ = 1;
};

}  // namespace

std::unique_ptr<Engine> make_engine(EngineKind kind, const Problem& problem, const Method& method) {
    const bool bits = kind == EngineKind::bits;
    return mariani::cuda::within_free_memory(memory_of(kind, Backend::cuda, problem, method), [&] {
        return std::make_unique<CudaEngine>(
            bits ? make_bits_kernels(problem, method) : make_cell_kernels(kind, problem, method),
            method.device, bits ? method.fuse : 1);
    });
}

}  // namespace mariani::gasket::cuda
