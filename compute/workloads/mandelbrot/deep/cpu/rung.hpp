// One rung of the ladder: the deltas of a list of pixels, in one kind of number.
#pragma once

#include "compute/workloads/mandelbrot/deep/cpu/delta_lanes.hpp"
#include "compute/workloads/mandelbrot/deep/cpu/jump_table.hpp"
#include "compute/workloads/mandelbrot/deep/offsets.hpp"
#include "compute/workloads/mandelbrot/deep/picture.hpp"
#include "compute/workloads/mandelbrot/deep/reference.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <span>
#include <stop_token>
#include <type_traits>
#include <vector>

namespace mariani::deep::cpu {

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
        run_lanes({task, Proof::proves, offsets, results, stop});
    } else {
        for (std::size_t i = 0; i < offsets.size(); ++i) {
            PixelOrbit<N, Proof> orbit(task, offsets[i]);
            while (!orbit.advance(turns_between_looks))
                if (stop.stop_requested()) return;
            results[i] = orbit.result();
        }
    }
}

// The reference's points as far as the dwell limit asks for.
template <typename N>
std::vector<typename N::Complex> rounded_orbit(const Reference& reference, std::uint32_t limit) {
    const auto points = reference.points();
    std::vector<typename N::Complex> orbit(std::min<std::size_t>(points.size(), limit + 1ULL));
    for (std::size_t i = 0; i < orbit.size(); ++i) orbit[i] = N::from(points[i]);
    return orbit;
}

template <typename N>
typename N::Bound bound_of(const ScaledReal& value) {
    return N::bound(value.mantissa, value.exponent);
}

// Sets the dwells of the pixels, and the rungs of those that are certified.
template <typename N, typename Proof>
void run_deltas(const Job& job, const Reference& reference, const Offsets& offsets, JumpRule rule,
                Rung rung, std::span<const std::uint32_t> pixels) {
    const Stopwatch table_time;
    const auto orbit = rounded_orbit<N>(reference, job.request.dwell_limit);
    const OrbitView<N> view{orbit.data(), static_cast<std::uint32_t>(orbit.size() - 1)};
    const JumpTable<N> table(job.request.jumps ? view : OrbitView<N>{orbit.data(), 1}, rule,
                             bound_of<N>(offsets.most()), job.pool, job.stop, job.progress);
    const PixelTask<N> task{view, table.view(), bound_of<N>(offsets.noise()),
                            job.request.dwell_limit};
    job.picture.statistics.table_ms += table_time.ms();

    const Stopwatch pixels_time;
    job.progress.begin(rung == Rung::deltas ? Stage::pixels : Stage::double_double,
                       static_cast<std::int64_t>(pixels.size()));
    // In lanes, so many that few of them are without a pixel at the end.
    constexpr std::size_t most = std::is_same_v<N, Plain<double>> ? 256 : 16;
    const auto width = static_cast<std::uint32_t>(job.request.size.width);
    std::mutex mutex;
    for_each_part(job, pixels, most, [&](std::span<const std::uint32_t> some) {
        std::array<typename N::Complex, most> c;
        std::array<PixelResult, most> results{};
        for (std::size_t i = 0; i < some.size(); ++i)
            c[i] = N::from(offsets.at(some[i] % width, some[i] / width));
        run_pixels<N, Proof>(task, std::span(c).first(some.size()),
                             std::span(results).first(some.size()), job.stop);
        WorkCounts work;
        for (std::size_t i = 0; i < some.size(); ++i) {
            job.picture.dwells[some[i]] = results[i].dwell;
            if (results[i].verdict == Verdict::certified) job.picture.rungs[some[i]] = rung;
            work += results[i].work;
        }
        const std::lock_guard lock(mutex);
        job.picture.statistics.work += work;
    });
    job.picture.statistics.pixels_ms[static_cast<std::size_t>(rung)] += pixels_time.ms();
}

}  // namespace mariani::deep::cpu
