// One rung of the ladder: the deltas of a list of pixels, in one kind of number.
#pragma once

#include "compute/workloads/mandelbrot/deep/cpu/jump_table.hpp"
#include "compute/workloads/mandelbrot/deep/offsets.hpp"
#include "compute/workloads/mandelbrot/deep/picture.hpp"
#include "compute/workloads/mandelbrot/deep/reference.hpp"

#include <chrono>
#include <cstdint>
#include <mutex>
#include <span>
#include <stop_token>
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

// Calls body(pixel) for the numbers of a list, on all threads, until it is stopped.
template <typename Body>
void for_each_pixel(const Job& job, std::span<const std::uint32_t> pixels, const Body& body) {
    constexpr std::size_t chunk = 16;
    const auto chunks = static_cast<std::int64_t>((pixels.size() + chunk - 1) / chunk);
    job.pool.for_each(chunks, [&](std::int64_t part) {
        const auto begin = static_cast<std::size_t>(part) * chunk;
        const auto some = pixels.subspan(begin, std::min(chunk, pixels.size() - begin));
        for (const std::uint32_t pixel : some) {
            if (job.stop.stop_requested()) return;
            body(pixel);
        }
        job.progress.done += static_cast<std::int64_t>(some.size());
    });
}

template <typename N, typename Proof>
PixelResult delta_dwell(const PixelTask<N>& task, const typename N::Complex& c,
                        const std::stop_token& stop) {
    constexpr std::uint32_t turns_between_looks = 1024;
    PixelOrbit<N, Proof> orbit(task, c);
    while (!orbit.advance(turns_between_looks))
        if (stop.stop_requested()) break;
    return orbit.result();
}

// Sets the dwells and rungs of the pixels that are certified (without a certificate, all dwells).
template <typename N, typename Proof>
void run_deltas(const Job& job, const Reference& reference, const Offsets& offsets, JumpRule rule,
                Rung rung, std::span<const std::uint32_t> pixels) {
    const Stopwatch table_time;
    const auto points = reference.points();
    const std::uint32_t limit = job.request.dwell_limit;
    const auto last = std::min<std::uint32_t>(limit, static_cast<std::uint32_t>(points.size() - 1));
    std::vector<typename N::Complex> orbit(last + 1);
    for (std::uint32_t i = 0; i <= last; ++i) orbit[i] = N::from(points[i]);
    const OrbitView<N> view{orbit.data(), last};
    const auto bound = [](const ScaledReal& value) {
        return N::bound(value.mantissa, value.exponent);
    };
    const JumpTable<N> table(job.request.jumps ? view : OrbitView<N>{orbit.data(), 1}, rule,
                             bound(offsets.most()), job.pool, job.stop, job.progress);
    const PixelTask<N> task{view, table.view(), bound(offsets.noise()), limit};
    job.picture.statistics.table_ms += table_time.ms();

    const Stopwatch pixels_time;
    job.progress.begin(rung == Rung::deltas ? Stage::pixels : Stage::double_double,
                       static_cast<std::int64_t>(pixels.size()));
    std::mutex mutex;
    const auto width = static_cast<std::uint32_t>(job.request.size.width);
    for_each_pixel(job, pixels, [&](std::uint32_t pixel) {
        const auto c = N::from(offsets.at(pixel % width, pixel / width));
        const PixelResult result = delta_dwell<N, Proof>(task, c, job.stop);
        job.picture.dwells[pixel] = result.dwell;
        if (result.verdict == Verdict::certified) job.picture.rungs[pixel] = rung;
        const std::lock_guard lock(mutex);
        job.picture.statistics.work += result.work;
    });
    job.picture.statistics.pixels_ms += pixels_time.ms();
}

}  // namespace mariani::deep::cpu
