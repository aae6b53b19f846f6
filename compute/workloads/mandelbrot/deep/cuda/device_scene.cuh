// A reference, its jumps and the offsets of pixels in a device's memory: only the points and the
// offsets come from the host, in their most precise form; all else is made of them here.
#pragma once

#include "compute/cuda/launch.hpp"
#include "compute/workloads/mandelbrot/deep/cuda/delta_pixels.hpp"
#include "compute/workloads/mandelbrot/deep/jump.hpp"

#include <algorithm>
#include <cstddef>

namespace mariani::deep::cuda {

using mariani::cuda::check;
using mariani::cuda::DeviceMemory;
using mariani::cuda::Stream;

__device__ inline std::size_t first_index() {
    return blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
}
__device__ inline std::size_t stride() {
    return std::size_t{gridDim.x} * blockDim.x;
}

template <typename N>
__global__ void round_points(const ExactPoint* exact, std::size_t count, OrbitPoint<N>* points) {
    for (std::size_t i = first_index(); i < count; i += stride())
        points[i] = rounded_point<N>(exact[i]);
}

// One level of jumps, and where their radii go.
template <typename N>
struct JumpLevel {
    Jump<N>* jumps;
    typename N::Bound* radii;
    std::size_t count;
};

// From Z_1 on.
template <typename N>
__global__ void make_first_jumps(const OrbitPoint<N>* points, JumpRule rule,
                                 const typename N::Bound most_c, const JumpLevel<N> level) {
    for (std::size_t i = first_index(); i < level.count; i += stride()) {
        level.jumps[i] = first_jump<N>(points + 1 + 2 * i, rule, most_c);
        level.radii[i] = level.jumps[i].radius;
    }
}

// Merges the jumps of the level below, of so many steps each, two by two.
template <typename N>
__global__ void merge_jumps(const Jump<N>* below, std::int64_t length, JumpRule rule,
                            const typename N::Bound most_c, const JumpLevel<N> level) {
    for (std::size_t i = first_index(); i < level.count; i += stride()) {
        level.jumps[i] = merged(below[2 * i], below[2 * i + 1], length, rule, most_c);
        level.radii[i] = level.jumps[i].radius;
    }
}

// Where arrays lie in one piece of memory: allocating and freeing each takes long.
class Places {
  public:
    template <typename T>
    std::size_t add(std::size_t count) {
        constexpr std::size_t alignment = 256;
        const std::size_t begin = (size_ + alignment - 1) / alignment * alignment;
        size_ = begin + count * sizeof(T);
        return begin;
    }
    std::size_t size() const { return size_; }

  private:
    std::size_t size_ = 0;
};

// Host memory that may change when it returns.
inline void copy_to_device(void* to, const void* from, std::size_t bytes, const Stream& stream) {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream.get()),
          "copy to the device");
}

template <typename N>
class DeviceScene {
  public:
    // Puts into the stream what makes it. The device is current. Incomplete after a stop request.
    DeviceScene(const DeltaSource<N>& source, const Stream& stream, const std::stop_token& stop)
        : stream_(stream),
          rule_(source.rule),
          layout_(jump_layout<N>(source.jumps ? source.orbit.size() - 2 : 0, rule_)),
          points_at_(places_.add<OrbitPoint<N>>(source.orbit.size())),
          jumps_at_(places_.add<Jump<N>>(layout_.size)),
          radii_at_(places_.add<typename N::Bound>(layout_.size)),
          offsets_at_(places_.add<ExactReal>(source.columns.size() + source.rows.size())),
          exact_at_(places_.add<ExactPoint>(std::min(at_a_time, source.orbit.size()))),
          memory_(places_.size()) {
        take_orbit(source.orbit, stop);
        build_jumps(source.most_c);
        take_offsets(source);
        const auto last = static_cast<std::uint32_t>(source.orbit.size() - 1);
        task_ = {{points(), last},
                 view_of<N>(layout_, rule_, jumps(), radii()),
                 source.noise,
                 source.pitch,
                 source.limit};
        check(cudaStreamSynchronize(stream.get()), "build jumps");
    }

    const PixelTask<N>& task() const { return task_; }
    const PixelOffsets& offsets() const { return view_; }

  private:
    // Points of the reference that come at a time, so that a stop need not wait for all and their
    // exact form takes little memory.
    static constexpr std::size_t at_a_time = std::size_t{1} << 20;

    template <typename T>
    T* at(std::size_t place) const {
        return reinterpret_cast<T*>(memory_.as<std::byte>() + place);
    }
    OrbitPoint<N>* points() const { return at<OrbitPoint<N>>(points_at_); }
    Jump<N>* jumps() const { return at<Jump<N>>(jumps_at_); }
    typename N::Bound* radii() const { return at<typename N::Bound>(radii_at_); }

    void take_orbit(std::span<const ExactPoint> orbit, const std::stop_token& stop) {
        auto* const exact = at<ExactPoint>(exact_at_);
        for (std::size_t first = 0; first < orbit.size() && !stop.stop_requested();
             first += at_a_time) {
            const auto some = orbit.subspan(first, std::min(at_a_time, orbit.size() - first));
            copy_to_device(exact, some.data(), some.size_bytes(), stream_);
            for_each("points", some.size(), round_points<N>, exact, some.size(), points() + first);
        }
    }

    void build_jumps(const typename N::Bound& most_c) {
        for (std::size_t level = 0; level < layout_.counts.size(); ++level) {
            const std::size_t start = layout_.starts[level], count = layout_.counts[level];
            const JumpLevel<N> made{jumps() + start, radii() + start, count};
            if (level == 0)
                for_each("jumps", count, make_first_jumps<N>, points(), rule_, most_c, made);
            else
                for_each("jumps", count, merge_jumps<N>, jumps() + layout_.starts[level - 1],
                         jump_length(static_cast<int>(level) - 1), rule_, most_c, made);
        }
    }

    void take_offsets(const DeltaSource<N>& source) {
        auto* const columns = at<ExactReal>(offsets_at_);
        auto* const rows = columns + source.columns.size();
        copy_to_device(columns, source.columns.data(), source.columns.size_bytes(), stream_);
        copy_to_device(rows, source.rows.data(), source.rows.size_bytes(), stream_);
        view_ = {columns, rows, static_cast<std::uint32_t>(source.columns.size())};
    }

    // By a thread each, in blocks of which there are not too many.
    template <typename... Parameters, typename... Arguments>
    void for_each(const char* label, std::size_t count, void (*kernel)(Parameters...),
                  const Arguments&... arguments) const {
        constexpr int threads = 128;
        constexpr std::size_t most_blocks = 1 << 16;
        const std::size_t blocks = std::min(most_blocks, (count + threads - 1) / threads);
        mariani::cuda::launch(label, stream_, {static_cast<std::int64_t>(blocks), {threads, 1}},
                              kernel, arguments...);
    }

    const Stream& stream_;
    JumpRule rule_;
    JumpLayout layout_;
    Places places_;
    std::size_t points_at_, jumps_at_, radii_at_, offsets_at_, exact_at_;
    DeviceMemory memory_;
    PixelTask<N> task_{};
    PixelOffsets view_{};
};

}  // namespace mariani::deep::cuda
