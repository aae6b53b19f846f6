// One rung of the ladder: the deltas of a list of pixels, in one kind of number.
#pragma once

#include "compute/workloads/mandelbrot/deep/cpu/delta_lanes.hpp"
#include "compute/workloads/mandelbrot/deep/cpu/jump_table.hpp"
#include "compute/workloads/mandelbrot/deep/cuda/delta_pixels.hpp"
#include "compute/workloads/mandelbrot/deep/offsets.hpp"
#include "compute/workloads/mandelbrot/deep/picture.hpp"
#include "compute/workloads/mandelbrot/deep/reference.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <type_traits>
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

// The results of pixels by their offsets; some are missing after a stop request.
template <typename N, typename Proof>
void run_pixels(const PixelTask<N>& task, std::span<const typename N::Complex> offsets,
                std::span<PixelResult> results, const std::stop_token& stop) {
    constexpr std::uint32_t turns_between_looks = 1024;
    if constexpr (std::is_same_v<N, Plain<double>>) {
        cpu::run_lanes({task, Proof::proves, offsets, results, stop});
    } else {
        for (std::size_t i = 0; i < offsets.size(); ++i) {
            PixelOrbit<N, Proof> orbit(task, offsets[i]);
            while (!orbit.advance(turns_between_looks))
                if (stop.stop_requested()) return;
            results[i] = orbit.result();
        }
    }
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

// Writes the results of some pixels into the picture. On one thread at a time.
inline void take(const Job& job, Rung rung, std::span<const std::uint32_t> pixels,
                 std::span<const PixelResult> results) {
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        job.picture.dwells[pixels[i]] = results[i].dwell;
        if (results[i].verdict == Verdict::certified) job.picture.rungs[pixels[i]] = rung;
        job.picture.statistics.work += results[i].work;
    }
}

template <typename N>
void place(const Job& job, const Offsets& offsets, std::span<const std::uint32_t> pixels,
           std::span<typename N::Complex> c) {
    const auto width = static_cast<std::uint32_t>(job.request.size.width);
    for (std::size_t i = 0; i < pixels.size(); ++i)
        c[i] = N::from(offsets.at(pixels[i] % width, pixels[i] / width));
}

template <typename N, typename Proof, typename Done>
void run_on_threads(const Job& job, const PixelTask<N>& task, const Offsets& offsets,
                    std::span<const std::uint32_t> pixels, const Done& done) {
    // In lanes, so many that few of them are without a pixel at the end.
    constexpr std::size_t most = std::is_same_v<N, Plain<double>> ? 256 : 16;
    std::mutex mutex;
    for_each_part(job, pixels, most, [&](std::span<const std::uint32_t> some) {
        std::array<typename N::Complex, most> c;
        std::array<PixelResult, most> results{};
        place<N>(job, offsets, some, c);
        run_pixels<N, Proof>(task, std::span(c).first(some.size()),
                             std::span(results).first(some.size()), job.stop);
        const std::lock_guard lock(mutex);
        done(some, results);
    });
}

template <typename N, typename Proof, typename Done>
void run_on_device(const Job& job, const PixelTask<N>& task, const Offsets& offsets,
                   std::span<const std::uint32_t> pixels, const Done& done) {
    cuda::DeltaPixels<N> device(task, *job.device);
    constexpr std::size_t most = std::size_t{1} << 20;  // of which the device has copies
    std::vector<typename N::Complex> c(std::min(most, pixels.size()));
    std::vector<PixelResult> results(c.size());
    for (std::size_t first = 0; first < pixels.size(); first += most) {
        const auto some = pixels.subspan(first, std::min(most, pixels.size() - first));
        place<N>(job, offsets, some, c);
        if (!device.run(std::span(c).first(some.size()), Proof::proves,
                        std::span(results).first(some.size()), job.stop))
            return;
        done(some, results);
        job.progress.done += static_cast<std::int64_t>(some.size());
    }
}

// Sets the dwells of the pixels, and the rungs of those that are certified.
template <typename N, typename Proof>
void run_deltas(const Job& job, const Reference& reference, const Offsets& offsets, JumpRule rule,
                Rung rung, std::span<const std::uint32_t> pixels) {
    const Stopwatch table_time;
    const auto orbit = rounded_orbit<N>(reference, job.request.dwell_limit, job.pool, job.stop);
    const OrbitView<N> view{orbit.data(), static_cast<std::uint32_t>(orbit.size() - 1)};
    const cpu::JumpTable<N> table(job.request.jumps ? view : OrbitView<N>{orbit.data(), 1}, rule,
                                  bound_of<N>(offsets.most()), job.pool, job.stop, job.progress);
    const PixelTask<N> task{view, table.view(), bound_of<N>(offsets.noise()),
                            job.request.dwell_limit};
    job.picture.statistics.table_ms += table_time.ms();
    if (job.stop.stop_requested()) return;

    const Stopwatch pixels_time;
    job.progress.begin(rung == Rung::deltas ? Stage::pixels : Stage::double_double,
                       static_cast<std::int64_t>(pixels.size()));
    const auto done = [&](std::span<const std::uint32_t> some, std::span<const PixelResult> found) {
        take(job, rung, some, found);
    };
    bool on_device = false;
    if constexpr (cuda::has_kernels<N>) {
        on_device = job.device.has_value();
        if (on_device) run_on_device<N, Proof>(job, task, offsets, pixels, done);
    }
    if (!on_device) run_on_threads<N, Proof>(job, task, offsets, pixels, done);
    job.picture.statistics.pixels_ms[static_cast<std::size_t>(rung)] += pixels_time.ms();
}

}  // namespace mariani::deep
