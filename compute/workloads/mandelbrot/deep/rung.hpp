// One rung of the ladder: the deltas of a list of pixels, in one kind of number.
#pragma once

#include "compute/workloads/mandelbrot/deep/cpu/delta_lanes.hpp"
#include "compute/workloads/mandelbrot/deep/cpu/jump_table.hpp"
#include "compute/workloads/mandelbrot/deep/cuda/delta_pixels.hpp"
#include "compute/workloads/mandelbrot/deep/escapes.hpp"
#include "compute/workloads/mandelbrot/deep/offsets.hpp"
#include "compute/workloads/mandelbrot/deep/picture.hpp"
#include "compute/workloads/mandelbrot/deep/reference.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace mariani::deep {

class Stopwatch {
  public:
    double ms() const {
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin_)
            .count();
    }

  private:
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// What all rungs of a picture work with.
struct Job {
    const Request& request;
    mariani::cpu::ThreadPool& pool;
    std::optional<int> device;  // of CUDA: runs the deltas in place of the threads
    const std::stop_token& stop;
    Progress& progress;
    Picture& picture;
    Escapes& escapes;
};

// Calls body(some) for parts of a list of pixels, on all threads, until it is stopped.
template <typename Body>
void for_each_part(const Job& job, std::span<const std::uint32_t> pixels, std::size_t most,
                   const Body& body) {
    const auto parts = static_cast<std::int64_t>((pixels.size() + most - 1) / most);
    job.pool.for_each(parts, [&](std::int64_t part) {
        if (job.stop.stop_requested()) return;
        const auto begin = static_cast<std::size_t>(part) * most;
        const auto some = pixels.subspan(begin, std::min(most, pixels.size() - begin));
        body(some);
        job.progress.done += static_cast<std::int64_t>(some.size());
    });
}

// The reference's points as far as the dwell limit asks for. Incomplete after a stop request.
template <typename N>
cpu::Room<typename N::Complex> rounded_orbit(const Reference& reference, std::uint32_t limit,
                                             mariani::cpu::ThreadPool& pool,
                                             const std::stop_token& stop) {
    const auto points = reference.points();
    cpu::Room<typename N::Complex> orbit(std::min<std::size_t>(points.size(), limit + 1ULL));
    cpu::for_each_index(pool, orbit.size(), stop,
                        [&](std::size_t i) { orbit.data()[i] = N::from(points[i]); });
    return orbit;
}

template <typename N>
typename N::Bound bound_of(const ScaledReal& value) {
    return N::bound(value.mantissa, value.exponent);
}

// Some pixels: where they are, and what is found of them.
template <typename N>
struct Batch {
    std::span<const std::uint32_t> pixels;
    std::vector<typename N::Complex> offsets;
    std::vector<PixelResult> results;
    std::vector<Escape> escapes;  // none if they are not wanted

    Batch(const Job& job, std::span<const std::uint32_t> some)
        : pixels(some),
          offsets(some.size()),
          results(some.size()),
          escapes(job.escapes.wanted() ? some.size() : 0) {}

    void place(const Job& job, const Offsets& from, std::size_t begin, std::size_t end) {
        const auto width = static_cast<std::uint32_t>(job.request.size.width);
        for (std::size_t i = begin; i < end; ++i)
            offsets[i] = N::from(from.at(pixels[i] % width, pixels[i] / width));
    }
};

inline void take_escape(const Job& job, const Offsets& offsets, std::uint32_t pixel,
                        const Escape& escape) {
    const auto width = static_cast<std::uint32_t>(job.request.size.width);
    job.escapes.take(pixel, escape, offsets.point(pixel % width, pixel / width));
}

// Writes what is found of some pixels into the picture. Any thread, different pixels; returns the
// work.
template <typename N>
WorkCounts take(const Job& job, Rung rung, const Offsets& offsets, const Batch<N>& batch,
                std::size_t begin, std::size_t end) {
    WorkCounts work;
    for (std::size_t i = begin; i < end; ++i) {
        const std::uint32_t pixel = batch.pixels[i];
        const PixelResult& found = batch.results[i];
        job.picture.dwells[pixel] = found.dwell;
        if (found.verdict == Verdict::certified) job.picture.rungs[pixel] = rung;
        if (!batch.escapes.empty()) take_escape(job, offsets, pixel, batch.escapes[i]);
        work += found.work;
    }
    return work;
}

template <typename N>
void run_pixels(const PixelRun<N>& run) {
    if constexpr (cpu::has_lanes<N>)
        cpu::run_lanes(run);
    else
        run_one_by_one(run);
}

// Pixels that a thread has at a time: in lanes so many that few of them are without one at the end,
// of few pixels enough for every thread.
template <typename N>
std::size_t pixels_at_a_time(const Job& job, std::size_t count) {
    if (!cpu::has_lanes<N>) return 16;
    constexpr std::size_t least = 16, most = 256, turns = 4;
    const auto threads = static_cast<std::size_t>(job.pool.threads());
    return std::clamp(count / (turns * threads), least, most);
}

template <typename N>
void run_on_threads(const Job& job, const PixelTask<N>& task, Wanted wanted, Rung rung,
                    const Offsets& offsets, std::span<const std::uint32_t> pixels) {
    std::mutex mutex;
    const auto at_a_time = pixels_at_a_time<N>(job, pixels.size());
    for_each_part(job, pixels, at_a_time, [&](std::span<const std::uint32_t> some) {
        Batch<N> batch(job, some);
        batch.place(job, offsets, 0, some.size());
        run_pixels<N>({task, wanted, batch.offsets, batch.results, batch.escapes, job.stop});
        const WorkCounts work = take(job, rung, offsets, batch, 0, some.size());
        const std::lock_guard lock(mutex);
        job.picture.statistics.work += work;
    });
}

template <typename N>
void run_on_device(const Job& job, const PixelTask<N>& task, Wanted wanted, Rung rung,
                   const Offsets& offsets, std::span<const std::uint32_t> pixels) {
    cuda::DeltaPixels<N> device(task, *job.device);
    constexpr std::size_t most = std::size_t{1} << 20;  // of which the device has copies
    constexpr std::size_t chunk = 4096;
    for (std::size_t first = 0; first < pixels.size(); first += most) {
        Batch<N> batch(job, pixels.subspan(first, std::min(most, pixels.size() - first)));
        const std::size_t count = batch.pixels.size();
        const auto parts = static_cast<std::int64_t>((count + chunk - 1) / chunk);
        job.pool.for_each(parts, [&](std::int64_t part) {
            const auto begin = static_cast<std::size_t>(part) * chunk;
            batch.place(job, offsets, begin, std::min(count, begin + chunk));
        });
        if (!device.run({task, wanted, batch.offsets, batch.results, batch.escapes, job.stop}))
            return;
        std::mutex mutex;
        job.pool.for_each(parts, [&](std::int64_t part) {
            const auto begin = static_cast<std::size_t>(part) * chunk;
            const auto work =
                take(job, rung, offsets, batch, begin, std::min(count, begin + chunk));
            const std::lock_guard lock(mutex);
            job.picture.statistics.work += work;
        });
        job.progress.done += static_cast<std::int64_t>(count);
    }
}

// Sets the dwells of the pixels, the rungs of those that are certified, and how they escape.
template <typename N>
void run_deltas(const Job& job, const Reference& reference, const Offsets& offsets, JumpRule rule,
                Rung rung, std::span<const std::uint32_t> pixels) {
    const Stopwatch table_time;
    const auto orbit = rounded_orbit<N>(reference, job.request.dwell_limit, job.pool, job.stop);
    const OrbitView<N> view{orbit.data(), static_cast<std::uint32_t>(orbit.size() - 1)};
    const cpu::JumpTable<N> table(job.request.jumps ? view : OrbitView<N>{orbit.data(), 1}, rule,
                                  bound_of<N>(offsets.most()), job.pool, job.stop, job.progress);
    const PixelTask<N> task{view, table.view(), bound_of<N>(offsets.noise()),
                            N::to_slope(N::from(offsets.pitch())), job.request.dwell_limit};
    job.picture.statistics.table_ms += table_time.ms();
    if (job.stop.stop_requested()) return;

    const Stopwatch pixels_time;
    job.progress.begin(rung == Rung::deltas ? Stage::pixels : Stage::double_double,
                       static_cast<std::int64_t>(pixels.size()));
    const Wanted wanted{job.request.quality == Quality::proven, job.request.exterior};
    bool on_device = false;
    if constexpr (cuda::has_kernels<N>) {
        on_device = job.device.has_value();
        if (on_device) run_on_device<N>(job, task, wanted, rung, offsets, pixels);
    }
    if (!on_device) run_on_threads<N>(job, task, wanted, rung, offsets, pixels);
    job.picture.statistics.pixels_ms[static_cast<std::size_t>(rung)] += pixels_time.ms();
}

}  // namespace mariani::deep
