// A pixel to a thread, which takes the next one when its own is done.
#include "compute/cuda/buffer_pool.hpp"
#include "compute/workloads/mandelbrot/deep/cuda/delta_pixels.hpp"
#include "compute/workloads/mandelbrot/deep/cuda/device_scene.cuh"
#include "compute/workloads/mandelbrot/deep/cuda/memory.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>

namespace mariani::deep::cuda {
namespace {

using mariani::cuda::CurrentDevice;
using mariani::cuda::Event;

constexpr int block_threads = 128;
constexpr unsigned warp_lanes = 32;
// At most some 10 ms. Lanes that are done wait for a warp's others, and get pixels with them again,
// which are neighbours: smaller numbers refill lanes sooner, and were slower.
constexpr std::uint32_t turns_between_looks = 1024;

struct Control {
    WorkCounts work;  // first: of all pixels
    unsigned next;    // pixel of the list that nobody has taken
    unsigned stop;
};

struct PixelList {
    const std::uint32_t* pixels;
    unsigned count;
    unsigned lanes;  // of a warp that have pixels
    PixelOffsets offsets;
};

// Few pixels are spread over the whole device, as lanes that jump and lanes that step wait for each
// other; two warps of a multiprocessor were better than one or four.
unsigned lanes_for(std::size_t pixels, int multiprocessors) {
    const std::size_t warps = 2 * static_cast<std::size_t>(multiprocessors);
    const std::size_t lanes = std::clamp<std::size_t>(pixels / warps, 1, warp_lanes);
    return static_cast<unsigned>(std::bit_floor(lanes));
}

// What is found of a list of pixels, in its order.
struct PixelArrays {
    std::uint32_t* dwells;
    std::uint32_t* iterations;
    Verdict* verdicts;
    Escape* escapes;  // may be null

    __device__ void put(unsigned at, const PixelResult& result, const Escape& escape) const {
        dwells[at] = result.dwell;
        iterations[at] = static_cast<std::uint32_t>(result.work.steps + result.work.jumps);
        verdicts[at] = result.verdict;
        if (escapes) escapes[at] = escape;
    }
};

__device__ void add_to(std::uint64_t& sum, std::uint64_t value) {
    static_assert(sizeof(std::uint64_t) == sizeof(unsigned long long));
    atomicAdd(reinterpret_cast<unsigned long long*>(&sum), value);
}

template <typename N, typename Proof, typename Derivative>
__global__ void __launch_bounds__(block_threads)
    iterate_deltas(const PixelTask<N> task, const PixelList list, const PixelArrays found,
                   Control* control) {
    if (threadIdx.x % warp_lanes >= list.lanes) return;
    const volatile unsigned* const stop = &control->stop;
    std::uint64_t steps = 0, jumps = 0, rebases = 0;
    while (*stop == 0) {
        const unsigned at = atomicAdd(&control->next, 1U);
        if (at >= list.count) break;
        PixelOrbit<N, Proof, Derivative> orbit(task, N::from(list.offsets[list.pixels[at]]));
        while (!orbit.advance(turns_between_looks))
            if (*stop != 0) return;
        found.put(at, orbit.result(), orbit.escape());
        const WorkCounts& work = orbit.result().work;
        steps += work.steps;
        jumps += work.jumps;
        rebases += work.rebases;
    }
    add_to(control->work.steps, steps);
    add_to(control->work.jumps, jumps);
    add_to(control->work.rebases, rebases);
}

int multiprocessors_of(int device) {
    int count = 0;
    check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device),
          "query the number of multiprocessors");
    return count;
}

// One array behind the other in some memory, those of large values first.
struct Parts {
    std::size_t count;
    bool escapes;

    std::size_t bytes() const { return found_bytes(count, escapes); }
    PixelArrays in(std::byte* memory) const {
        auto* const dwells = reinterpret_cast<std::uint32_t*>(memory + end_of_escapes());
        return {dwells, dwells + count, reinterpret_cast<Verdict*>(dwells + 2 * count),
                escapes ? reinterpret_cast<Escape*>(memory) : nullptr};
    }

  private:
    std::size_t end_of_escapes() const { return escapes ? count * sizeof(Escape) : 0; }
};
static_assert(sizeof(Verdict) == 1);

}  // namespace

template <typename N>
struct DeltaPixels<N>::Implementation {
    Implementation(const DeltaSource<N>& source, int number, const std::stop_token& token)
        : device(number), current(number), scene(source, stream, token) {
        message[0].stop = 1;
    }

    void launch(Wanted wanted, const PixelList& list, const PixelArrays& arrays) {
        if (wanted.proof)
            wanted.slope ? launch_as<Certificate<N>, Slope<N>>(list, arrays)
                         : launch_as<Certificate<N>, NoSlope<N>>(list, arrays);
        else
            wanted.slope ? launch_as<NoCertificate<N>, Slope<N>>(list, arrays)
                         : launch_as<NoCertificate<N>, NoSlope<N>>(list, arrays);
    }
    template <typename Proof, typename Derivative>
    void launch_as(const PixelList& list, const PixelArrays& arrays) {
        const auto kernel = iterate_deltas<N, Proof, Derivative>;
        const mariani::BlockSize block{block_threads, 1};
        const auto resident = mariani::cuda::resident_blocks(kernel, block, multiprocessors);
        const std::int64_t pixels = block_threads / warp_lanes * list.lanes;  // of a block
        const std::int64_t wanted = (list.count + pixels - 1) / pixels;
        mariani::cuda::launch("deltas", stream, {std::min(resident, wanted), block}, kernel,
                              scene.task(), list, arrays, control.as<Control>());
    }

    // Before the stop, if there is one.
    void clear_control() {
        check(cudaMemsetAsync(control.as<char>(), 0, sizeof(Control), stream.get()),
              "clear memory");
        cleared.record(stream);
        cleared.precede(stop_stream);
    }
    // Without waiting for the stream that the kernel is in.
    void set_stop() {
        const CurrentDevice here(device);
        cudaMemcpyAsync(control.as<char>() + offsetof(Control, stop), &message[0].stop,
                        sizeof(unsigned), cudaMemcpyHostToDevice, stop_stream.get());
    }

    // By way of the page-locked memory, where later the results come.
    const std::uint32_t* send(std::span<const std::uint32_t> pixels, const Parts& parts) {
        std::memcpy(on_host.get(), pixels.data(), pixels.size_bytes());
        auto* const here = arrays_here.as<std::byte>() + parts.bytes();
        copy_to_device(here, on_host.get(), pixels.size_bytes(), stream);
        return reinterpret_cast<const std::uint32_t*>(here);
    }
    FoundPixels fetch(const Parts& parts) {
        copy_to_host(on_host.get(), arrays_here, parts.bytes());
        copy_to_host(&message[0].work, control, sizeof(WorkCounts));
        check(cudaStreamSynchronize(stream.get()), "copy to the host");
        const PixelArrays arrays = parts.in(on_host.get());
        const std::size_t count = parts.count;
        return {{arrays.dwells, count},
                {arrays.iterations, count},
                {arrays.verdicts, count},
                {arrays.escapes, parts.escapes ? count : 0},
                message[0].work};
    }
    void copy_to_host(void* to, const DeviceMemory& from, std::size_t bytes) const {
        check(cudaMemcpyAsync(to, from.as<void>(), bytes, cudaMemcpyDeviceToHost, stream.get()),
              "copy to the host");
    }
    // In few sizes, so that the pool has some that fits: allocating it takes long.
    void reserve(const Parts& parts) {
        arrays_here.reserve(room_bytes(parts.count, parts.escapes));
        const std::size_t bytes = parts.bytes();
        if (bytes <= host_bytes) return;
        constexpr std::size_t least = std::size_t{1} << 20;
        on_host.reset();
        host_bytes = std::bit_ceil(std::max(bytes, least));
        on_host =
            mariani::cuda::pinned_pool().take<std::byte>(static_cast<std::int64_t>(host_bytes));
    }

    int device;
    int multiprocessors = multiprocessors_of(device);
    CurrentDevice current;  // while the members after it are made
    Stream stream, stop_stream;
    Event begin, end, cleared;
    DeviceScene<N> scene;
    DeviceMemory arrays_here;  // a list's pixels, and what is found of them
    DeviceMemory control{sizeof(Control)};
    std::shared_ptr<Control[]> message = mariani::cuda::pinned_pool().take<Control>(1);
    std::shared_ptr<std::byte[]> on_host;
    std::size_t host_bytes = 0;
    double kernel_ms = 0;
};

template <typename N>
DeltaPixels<N>::DeltaPixels(const DeltaSource<N>& source, int device, const std::stop_token& stop) {
    const CurrentDevice current(device, memory_remedy);
    implementation_ = std::make_unique<Implementation>(source, device, stop);
}
template <typename N>
DeltaPixels<N>::~DeltaPixels() = default;

template <typename N>
std::optional<FoundPixels> DeltaPixels<N>::run(std::span<const std::uint32_t> pixels, Wanted wanted,
                                               bool escapes, const std::stop_token& stop) {
    if (pixels.empty()) return FoundPixels{};
    Implementation& own = *implementation_;
    const CurrentDevice current(own.device, memory_remedy);
    const Parts parts{pixels.size(), escapes};
    own.reserve(parts);
    const PixelList list{own.send(pixels, parts), static_cast<unsigned>(pixels.size()),
                         lanes_for(pixels.size(), own.multiprocessors), own.scene.offsets()};
    own.clear_control();
    {
        const std::stop_callback on_stop(stop, [&own] { own.set_stop(); });
        own.begin.record(own.stream);
        own.launch(wanted, list, parts.in(own.arrays_here.template as<std::byte>()));
        own.end.record(own.stream);
        own.end.wait();
    }
    check(cudaStreamSynchronize(own.stop_stream.get()), "stop");
    own.kernel_ms = own.end.ms_since(own.begin);
    if (stop.stop_requested()) return std::nullopt;
    return own.fetch(parts);
}

template <typename N>
double DeltaPixels<N>::kernel_ms() const {
    return implementation_->kernel_ms;
}

template class DeltaPixels<Plain<double>>;
template class DeltaPixels<Plain<DoubleDouble>>;
template class DeltaPixels<Ranged<double>>;
template class DeltaPixels<Ranged<DoubleDouble>>;
template class DeltaPixels<LongNumber>;

}  // namespace mariani::deep::cuda
