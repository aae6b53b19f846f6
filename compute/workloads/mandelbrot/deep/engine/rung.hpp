// One rung of the ladder: the deltas of lists of pixels, in one kind of number.
#pragma once

#include "compute/cpu/tasks.hpp"
#include "compute/workloads/mandelbrot/deep/cpu/delta_lanes.hpp"
#include "compute/workloads/mandelbrot/deep/cpu/jump_table.hpp"
#include "compute/workloads/mandelbrot/deep/cuda/delta_pixels.hpp"
#include "compute/workloads/mandelbrot/deep/cuda/memory.hpp"
#include "compute/workloads/mandelbrot/deep/engine/escapes.hpp"
#include "compute/workloads/mandelbrot/deep/offsets.hpp"
#include "compute/workloads/mandelbrot/deep/picture.hpp"
#include "compute/workloads/mandelbrot/deep/reference.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <type_traits>
#include <variant>
#include <vector>

namespace mariani::deep {

class Stopwatch {
  public:
    double ms() const { return mariani::cpu::ms_since(begin_); }

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
    const Watch& watch;
};

// Decides what it can of the pixels of a list. Pixels are given by their indices in the part.
class RungRunner {
  public:
    virtual ~RungRunner() = default;
    // Incomplete after a stop request.
    virtual void run(std::span<const std::uint32_t> pixels) = 0;
};

inline PixelPosition position_of(const Job& job, std::uint32_t pixel) {
    const PixelRect& part = job.picture.part;
    const auto width = static_cast<std::uint32_t>(part.width);
    return {part.x + static_cast<int>(pixel % width), part.y + static_cast<int>(pixel / width)};
}

// Calls body(some) for parts of a list of pixels, on all threads, until it is stopped.
template <typename Body>
void for_each_part(const Job& job, std::span<const std::uint32_t> pixels, std::size_t most,
                   const Body& body) {
    const auto parts = static_cast<std::int64_t>((pixels.size() + most - 1) / most);
    job.pool.for_each(parts, job.stop, [&](std::int64_t part) {
        const auto begin = static_cast<std::size_t>(part) * most;
        const auto some = pixels.subspan(begin, std::min(most, pixels.size() - begin));
        body(some);
        job.progress.done += static_cast<std::int64_t>(some.size());
    });
}

// The reference's points as far as the dwell limit asks for. Incomplete after a stop request.
template <typename N>
cpu::Room<OrbitPoint<N>> rounded_orbit(const Reference& reference, std::uint32_t limit,
                                       mariani::cpu::ThreadPool& pool,
                                       const std::stop_token& stop) {
    static_assert(N::unit >= LongNumber::unit, "the reference's points have no more digits");
    const auto points = reference.points();
    cpu::Room<OrbitPoint<N>> orbit(std::min<std::size_t>(points.size(), limit + 1ULL));
    cpu::for_each_index(pool, orbit.size(), stop,
                        [&](std::size_t i) { orbit.data()[i] = rounded_point<N>(points[i]); });
    return orbit;
}

template <typename N>
typename N::Bound bound_of(const ScaledReal& value) {
    return N::bound(value.mantissa, value.exponent);
}

// Some pixels: where they are, and what is found of them.
template <typename N>
struct Batch {
    std::vector<typename N::Complex> offsets;
    std::vector<PixelResult> results;
    std::vector<Escape> escapes;

    Batch(const Job& job, std::size_t count)
        : offsets(count), results(count), escapes(job.escapes.wanted() ? count : 0) {}

    void place(const Offsets& from, std::span<const std::uint32_t> pixels) {
        for (std::size_t i = 0; i < pixels.size(); ++i)
            offsets[i] = N::from(from.of_pixels()[pixels[i]]);
    }
};

inline Stage stage_of(Rung rung) {
    return rung == Rung::deltas          ? Stage::pixels
           : rung == Rung::double_double ? Stage::double_double
                                         : Stage::direct;
}

enum class Orbits { deltas, own };

// Writes what is found of some pixels into the picture. On one thread at a time.
inline void take(const Job& job, Rung rung, std::span<const std::uint32_t> pixels,
                 std::span<const PixelResult> results, Orbits orbits = Orbits::deltas) {
    Picture& picture = job.picture;
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        std::uint32_t& dwell = picture.dwells[pixels[i]];
        picture.known += dwell == unknown_dwell ? 1 : 0;
        dwell = results[i].dwell;
        if (results[i].verdict == Verdict::certified) picture.rungs[pixels[i]] = rung;
        const WorkCounts& work = results[i].work;
        picture.iterations[pixels[i]] += static_cast<std::uint32_t>(work.steps + work.jumps);
        if (orbits == Orbits::own)
            picture.statistics.direct_steps += work.steps;
        else
            picture.statistics.work += work;
    }
    if (job.watch) job.watch(picture);
}

// Any threads, different pixels.
inline void take_escapes(const Job& job, const Offsets& offsets,
                         std::span<const std::uint32_t> pixels, std::span<const Escape> escapes) {
    for (std::size_t i = 0; i < escapes.size(); ++i)
        job.escapes.take(pixels[i], escapes[i], offsets.point(position_of(job, pixels[i])));
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
    constexpr bool lanes = cpu::has_lanes<N>;
    constexpr std::size_t least = lanes ? 16 : 1, most = lanes ? 256 : 16, turns = 4;
    return std::clamp(count / (turns * static_cast<std::size_t>(job.pool.threads())), least, most);
}

template <typename N>
void run_on_threads(const Job& job, const PixelTask<N>& task, Wanted wanted, Rung rung,
                    const Offsets& offsets, std::span<const std::uint32_t> pixels) {
    std::mutex mutex;
    const auto at_a_time = pixels_at_a_time<N>(job, pixels.size());
    for_each_part(job, pixels, at_a_time, [&](std::span<const std::uint32_t> some) {
        Batch<N> batch(job, some.size());
        batch.place(offsets, some);
        run_pixels<N>({task, wanted, batch.offsets, batch.results, batch.escapes, job.stop});
        if (job.stop.stop_requested()) return;
        take_escapes(job, offsets, some, batch.escapes);
        const std::lock_guard lock(mutex);
        take(job, rung, some, batch.results);
    });
}

// Writes what a device found. On all threads, as there may be a million pixels.
inline void take_found(const Job& job, Rung rung, const Offsets& offsets,
                       std::span<const std::uint32_t> pixels, const cuda::FoundPixels& found) {
    Picture& picture = job.picture;
    std::atomic<std::int64_t> known{0};
    const auto take_one = [&](std::size_t i) {
        const std::uint32_t pixel = pixels[i];
        const bool was_known = picture.dwells[pixel] != unknown_dwell;
        picture.dwells[pixel] = found.dwells[i];
        picture.iterations[pixel] += found.iterations[i];
        if (found.verdicts[i] == Verdict::certified) picture.rungs[pixel] = rung;
        return was_known ? 0 : 1;
    };
    constexpr std::size_t chunk = 16'384;
    job.pool.for_each(static_cast<std::int64_t>((pixels.size() + chunk - 1) / chunk),
                      [&](std::int64_t part) {
                          const std::size_t begin = static_cast<std::size_t>(part) * chunk;
                          const std::size_t end = std::min(pixels.size(), begin + chunk);
                          std::int64_t taken = 0;
                          for (std::size_t i = begin; i < end; ++i) taken += take_one(i);
                          known += taken;
                          if (!found.escapes.empty())
                              take_escapes(job, offsets, pixels.subspan(begin, end - begin),
                                           found.escapes.subspan(begin, end - begin));
                      });
    picture.known += known;
    picture.statistics.work += found.work;
    if (job.watch) job.watch(picture);
}

// The reference and its jumps in a kind of number, in the host's memory.
template <typename N>
class HostScene {
  public:
    HostScene(const Job& job, const Reference& reference, const Offsets& offsets, JumpRule rule)
        : orbit_(rounded_orbit<N>(reference, job.request.dwell_limit, job.pool, job.stop)),
          view_{orbit_.data(), static_cast<std::uint32_t>(orbit_.size() - 1)},
          table_(job.request.jumps ? view_ : OrbitView<N>{orbit_.data(), 1}, rule,
                 bound_of<N>(offsets.most()), job.pool, job.stop, job.progress),
          task_{view_, table_.view(), bound_of<N>(offsets.noise()),
                N::to_slope(N::from(offsets.pitch())), job.request.dwell_limit} {}

    const PixelTask<N>& task() const { return task_; }

  private:
    cpu::Room<OrbitPoint<N>> orbit_;
    OrbitView<N> view_;
    cpu::JumpTable<N> table_;
    PixelTask<N> task_;
};

// What a device makes its own of.
template <typename N>
cuda::DeltaSource<N> delta_source(const Job& job, const Reference& reference,
                                  const Offsets& offsets, JumpRule rule) {
    const auto points = reference.points();
    const std::size_t length =
        std::min<std::size_t>(points.size(), job.request.dwell_limit + std::size_t{1});
    return {points.first(length),
            job.request.jumps,
            rule,
            bound_of<N>(offsets.most()),
            bound_of<N>(offsets.noise()),
            N::to_slope(N::from(offsets.pitch())),
            job.request.dwell_limit,
            offsets.columns(),
            offsets.rows()};
}

// Sets the dwells of pixels, the rungs of those that are certified, and how they escape. With a
// device few pixels are the threads': they have them before a device has begun.
template <typename N>
class DeltaRung final : public RungRunner {
  public:
    DeltaRung(const Job& job, const Reference& reference, const Offsets& offsets, JumpRule rule,
              Rung rung)
        : job_(job),
          reference_(reference),
          offsets_(offsets),
          rule_(rule),
          rung_(rung),
          wanted_{job.request.quality == Quality::proven, job.request.exterior} {}

    void run(std::span<const std::uint32_t> pixels) override {
        if (job_.stop.stop_requested()) return;
        const bool on_device = are_for_device(pixels.size());
        const Stopwatch table_time;
        on_device ? make_device_scene() : make_host_scene();
        job_.picture.statistics.table_ms += table_time.ms();
        const Stopwatch time;
        job_.progress.begin(stage_of(rung_), static_cast<std::int64_t>(pixels.size()));
        if (on_device)
            run_on_device(pixels);
        else
            run_on_threads<N>(job_, host_->task(), wanted_, rung_, offsets_, pixels);
        job_.picture.statistics.pixels_ms[static_cast<std::size_t>(rung_)] += time.ms();
    }

  private:
    static constexpr bool has_kernels = cuda::has_kernels<N>;
    using Device = std::conditional_t<has_kernels, cuda::DeltaPixels<N>, std::monostate>;

    bool are_for_device(std::size_t count) const {
        constexpr std::size_t few_of_a_thread = std::is_same_v<N, LongNumber> ? 2 : 16;
        const auto threads = static_cast<std::size_t>(job_.pool.threads());
        return has_kernels && job_.device && count > few_of_a_thread * threads;
    }

    void make_host_scene() {
        if (!host_) host_ = std::make_unique<HostScene<N>>(job_, reference_, offsets_, rule_);
    }
    void make_device_scene() {
        if constexpr (has_kernels) {
            if (device_) return;
            job_.progress.begin(Stage::table, 1);
            device_ = std::make_unique<Device>(delta_source<N>(job_, reference_, offsets_, rule_),
                                               *job_.device, job_.stop);
            job_.progress.done = 1;
        }
    }

    void run_on_device(std::span<const std::uint32_t> pixels) {
        if constexpr (has_kernels) {
            for (std::size_t first = 0; first < pixels.size(); first += cuda::most_pixels) {
                const auto some =
                    pixels.subspan(first, std::min(cuda::most_pixels, pixels.size() - first));
                const auto found = device_->run(some, wanted_, job_.escapes.wanted(), job_.stop);
                if (!found) return;
                take_found(job_, rung_, offsets_, some, *found);
                job_.progress.done += static_cast<std::int64_t>(some.size());
            }
        }
    }

    const Job& job_;
    const Reference& reference_;
    const Offsets& offsets_;
    JumpRule rule_;
    Rung rung_;
    Wanted wanted_;
    // Each once it is used.
    std::unique_ptr<HostScene<N>> host_;
    std::unique_ptr<Device> device_;
};

}  // namespace mariani::deep
