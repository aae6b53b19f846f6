// A pixel to a thread, which takes the next one when its own is done.
#include "compute/cuda/launch.hpp"
#include "compute/workloads/mandelbrot/deep/cuda/delta_pixels.hpp"

#include <algorithm>
#include <cstddef>

namespace mariani::deep::cuda {
namespace {

using mariani::cuda::check;
using mariani::cuda::CurrentDevice;
using mariani::cuda::DeviceMemory;
using mariani::cuda::Event;
using mariani::cuda::PinnedMemory;
using mariani::cuda::Stream;

constexpr int block_threads = 128;
constexpr std::uint32_t turns_between_looks = 256;

struct Control {
    unsigned next;  // pixel that nobody has taken
    unsigned stop;
};

template <typename N>
struct PixelList {
    const typename N::Complex* offsets;
    PixelResult* results;
    Escape* escapes;  // may be null
    unsigned count;
};

template <typename N, typename Proof, typename Derivative>
__global__ void __launch_bounds__(block_threads)
    iterate_deltas(const PixelTask<N> task, const PixelList<N> list, Control* control) {
    const volatile unsigned* const stop = &control->stop;
    while (*stop == 0) {
        const unsigned pixel = atomicAdd(&control->next, 1U);
        if (pixel >= list.count) return;
        PixelOrbit<N, Proof, Derivative> orbit(task, list.offsets[pixel]);
        while (!orbit.advance(turns_between_looks))
            if (*stop != 0) return;
        list.results[pixel] = orbit.result();
        if (list.escapes) list.escapes[pixel] = orbit.escape();
    }
}

template <typename T>
DeviceMemory copied(const T* host, std::size_t count) {
    DeviceMemory memory(count * sizeof(T));
    if (count > 0) memory.fill_from(host);
    return memory;
}

template <typename T>
void copy_back(std::span<T> host, const DeviceMemory& memory) {
    if (host.empty()) return;
    check(cudaMemcpy(host.data(), memory.as<T>(), host.size_bytes(), cudaMemcpyDeviceToHost),
          "copy to the host");
}

int multiprocessors_of(int device) {
    int count = 0;
    check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device),
          "tell how many multiprocessors it has");
    return count;
}

}  // namespace

template <typename N>
struct DeltaPixels<N>::Implementation {
    Implementation(const PixelTask<N>& host, int number)
        : device(number), current(number), task(host) {
        const JumpTableView<N>& table = host.jumps;
        std::size_t jumps = 0;
        for (int level = 0; level < table.level_count; ++level) jumps += table.counts[level];
        points = copied(host.reference.points, host.reference.last + std::size_t{1});
        jump_memory = copied(table.levels[0], jumps);
        radii = copied(table.radii[0], jumps);
        task.reference.points = points.template as<typename N::Complex>();
        for (int level = 0; level < table.level_count; ++level) {
            task.jumps.levels[level] =
                jump_memory.template as<Jump<N>>() + (table.levels[level] - table.levels[0]);
            task.jumps.radii[level] =
                radii.template as<typename N::Bound>() + (table.radii[level] - table.radii[0]);
        }
        *one.as<unsigned>() = 1;
    }

    void launch(Wanted wanted, const PixelList<N>& list) {
        if (wanted.proof)
            wanted.slope ? launch_as<Certificate<N>, Slope<N>>(list)
                         : launch_as<Certificate<N>, NoSlope<N>>(list);
        else
            wanted.slope ? launch_as<NoCertificate<N>, Slope<N>>(list)
                         : launch_as<NoCertificate<N>, NoSlope<N>>(list);
    }
    template <typename Proof, typename Derivative>
    void launch_as(const PixelList<N>& list) {
        const auto kernel = iterate_deltas<N, Proof, Derivative>;
        const mariani::BlockSize block{block_threads, 1};
        const auto resident =
            mariani::cuda::resident_blocks(kernel, block, multiprocessors_of(device));
        const std::int64_t wanted = (std::int64_t{list.count} + block_threads - 1) / block_threads;
        mariani::cuda::launch("deltas", stream, {std::min(resident, wanted), block}, kernel, task,
                              list, control.as<Control>());
    }

    void clear_control() {
        check(cudaMemsetAsync(control.as<char>(), 0, sizeof(Control), stream.get()),
              "clear memory");
        check(cudaStreamSynchronize(stream.get()), "clear memory");
    }
    // Without waiting for the stream that the kernel is in.
    void set_stop() {
        const CurrentDevice here(device);
        cudaMemcpyAsync(control.as<char>() + offsetof(Control, stop), one.as<char>(),
                        sizeof(unsigned), cudaMemcpyHostToDevice, stop_stream.get());
    }

    int device;
    CurrentDevice current;  // while the members after it are made
    PixelTask<N> task;
    DeviceMemory points, jump_memory, radii;
    DeviceMemory control{sizeof(Control)};
    PinnedMemory one{sizeof(unsigned)};
    Stream stream, stop_stream;
    Event begin, end;
    double kernel_ms = 0;
};

template <typename N>
DeltaPixels<N>::DeltaPixels(const PixelTask<N>& task, int device)
    : implementation_(std::make_unique<Implementation>(task, device)) {}
template <typename N>
DeltaPixels<N>::~DeltaPixels() = default;

template <typename N>
bool DeltaPixels<N>::run(const PixelRun<N>& run) {
    if (run.offsets.empty()) return !run.stop.stop_requested();
    Implementation& own = *implementation_;
    const CurrentDevice current(own.device);
    const DeviceMemory c = copied(run.offsets.data(), run.offsets.size());
    const DeviceMemory found(run.results.size_bytes()), escapes(run.escapes.size_bytes());
    const PixelList<N> list{c.template as<typename N::Complex>(), found.template as<PixelResult>(),
                            run.escapes.empty() ? nullptr : escapes.template as<Escape>(),
                            static_cast<unsigned>(run.offsets.size())};
    own.clear_control();
    {
        const std::stop_callback on_stop(run.stop, [&own] { own.set_stop(); });
        own.begin.record(own.stream);
        own.launch(run.wanted, list);
        own.end.record(own.stream);
        own.end.wait();
    }
    check(cudaStreamSynchronize(own.stop_stream.get()), "stop");
    own.kernel_ms = own.end.ms_since(own.begin);
    if (run.stop.stop_requested()) return false;
    copy_back(run.results, found);
    copy_back(run.escapes, escapes);
    return true;
}

template <typename N>
double DeltaPixels<N>::kernel_ms() const {
    return implementation_->kernel_ms;
}

template class DeltaPixels<Plain<double>>;
template class DeltaPixels<Plain<DoubleDouble>>;
template class DeltaPixels<Ranged<double>>;
template class DeltaPixels<Ranged<DoubleDouble>>;

}  // namespace mariani::deep::cuda
