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
    unsigned count;
};

template <typename N, typename Proof>
__global__ void __launch_bounds__(block_threads)
    iterate_deltas(const PixelTask<N> task, const PixelList<N> list, Control* control) {
    const volatile unsigned* const stop = &control->stop;
    while (*stop == 0) {
        const unsigned pixel = atomicAdd(&control->next, 1U);
        if (pixel >= list.count) return;
        PixelOrbit<N, Proof> orbit(task, list.offsets[pixel]);
        while (!orbit.advance(turns_between_looks))
            if (*stop != 0) return;
        list.results[pixel] = orbit.result();
    }
}

template <typename T>
DeviceMemory copied(const T* host, std::size_t count) {
    DeviceMemory memory(count * sizeof(T));
    if (count > 0) memory.fill_from(host);
    return memory;
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

    template <typename Proof>
    void launch(const PixelList<N>& list) {
        const mariani::BlockSize block{block_threads, 1};
        const auto resident = mariani::cuda::resident_blocks(iterate_deltas<N, Proof>, block,
                                                             multiprocessors_of(device));
        const std::int64_t wanted = (std::int64_t{list.count} + block_threads - 1) / block_threads;
        mariani::cuda::launch("deltas", stream, {std::min(resident, wanted), block},
                              iterate_deltas<N, Proof>, task, list, control.as<Control>());
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
bool DeltaPixels<N>::run(std::span<const typename N::Complex> offsets, bool certified,
                         std::span<PixelResult> results, const std::stop_token& stop) {
    if (offsets.empty()) return !stop.stop_requested();
    Implementation& own = *implementation_;
    const CurrentDevice current(own.device);
    const DeviceMemory c = copied(offsets.data(), offsets.size());
    const DeviceMemory found(results.size_bytes());
    const PixelList<N> list{c.template as<typename N::Complex>(), found.template as<PixelResult>(),
                            static_cast<unsigned>(offsets.size())};
    own.clear_control();
    {
        const std::stop_callback on_stop(stop, [&own] { own.set_stop(); });
        own.begin.record(own.stream);
        if (certified)
            own.template launch<Certificate<N>>(list);
        else
            own.template launch<NoCertificate<N>>(list);
        own.end.record(own.stream);
        own.end.wait();
    }
    check(cudaStreamSynchronize(own.stop_stream.get()), "stop");
    own.kernel_ms = own.end.ms_since(own.begin);
    if (stop.stop_requested()) return false;
    check(cudaMemcpy(results.data(), found.template as<PixelResult>(), results.size_bytes(),
                     cudaMemcpyDeviceToHost),
          "copy to the host");
    return true;
}

template <typename N>
double DeltaPixels<N>::kernel_ms() const {
    return implementation_->kernel_ms;
}

template class DeltaPixels<Plain<double>>;
template class DeltaPixels<Ranged<double>>;
template class DeltaPixels<Ranged<DoubleDouble>>;

}  // namespace mariani::deep::cuda
