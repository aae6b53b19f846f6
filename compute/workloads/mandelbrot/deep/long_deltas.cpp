#include "compute/workloads/mandelbrot/deep/long_deltas.hpp"

#include "compute/workloads/mandelbrot/deep/fixed.hpp"

#include <array>

namespace mariani::deep {
namespace {

// Of the reference beyond the pitch: its steps then err by less than the numbers do.
constexpr std::int64_t bits_beyond_pitch = 192;

BigReal difference(const BigReal& to, const BigReal& from) {
    BigReal offset(to);
    mpfr_sub(offset.get(), to.get(), from.get(), MPFR_RNDN);
    return offset;
}

class LongDeltaRung final : public RungRunner {
    using N = LongNumber;

  public:
    LongDeltaRung(const Job& job, JumpRule rule, std::int64_t bits)
        : job_(job),
          points_(job.request.place, job.request.size, bits),
          reference_(points_.centre_re(), points_.centre_im(), bits, Reference::Digits::limbs),
          offsets_(points_, job.request.size, job.picture.part, reference_) {
        const Stopwatch time;
        const bool done = reference_.extend(job.request.dwell_limit, job.stop, job.progress);
        job.picture.statistics.reference_ms += time.ms();
        if (!done) return;
        const Stopwatch table_time;
        const auto orbit = reference_.long_points();
        const OrbitView<N> view{orbit.data(), static_cast<std::uint32_t>(orbit.size() - 1)};
        const OrbitView<N> jumped = job.request.jumps ? view : OrbitView<N>{orbit.data(), 1};
        table_.emplace(jumped, rule, offsets_.most(), job.pool, job.stop, job.progress);
        task_.emplace(PixelTask<N>{view, table_->view(), offsets_.noise(),
                                   N::to_slope(N::from(offsets_.pitch())),
                                   job.request.dwell_limit});
        job.picture.statistics.table_ms += table_time.ms();
    }

    void run(std::span<const std::uint32_t> pixels) override {
        if (job_.stop.stop_requested() || !task_) return;
        const Stopwatch time;
        job_.progress.begin(Stage::direct, static_cast<std::int64_t>(pixels.size()));
        std::mutex mutex;
        for_each_part(job_, pixels, 1, [&](std::span<const std::uint32_t> one) {
            const std::array offset{offset_of(position_of(job_, one.front()))};
            std::array<PixelResult, 1> result{};
            std::array<Escape, 1> escape{};
            const std::span escapes(escape.data(), job_.escapes.wanted() ? 1 : 0);
            run_one_by_one<N>(
                {*task_, {true, job_.request.exterior}, offset, result, escapes, job_.stop});
            if (job_.stop.stop_requested()) return;
            take_escapes(job_, offsets_, one, escapes);
            const std::lock_guard lock(mutex);
            take(job_, Rung::direct, one, result);
        });
        job_.picture.statistics.pixels_ms[static_cast<std::size_t>(Rung::direct)] += time.ms();
    }

  private:
    LongComplex offset_of(PixelPosition at) const {
        return long_complex(difference(points_.re(at.x).value, reference_.c_re()),
                            difference(points_.im(at.y).value, reference_.c_im()));
    }

    const Job& job_;
    PixelPoints points_;
    Reference reference_;
    Offsets offsets_;
    std::optional<cpu::JumpTable<N>> table_;  // nothing after a stop request
    std::optional<PixelTask<N>> task_;        // too
};

}  // namespace

std::unique_ptr<RungRunner> make_long_deltas(const Job& job, JumpRule rule) {
    const std::int64_t bits = pitch_bits(job.request.place, job.request.size) + bits_beyond_pitch;
    return std::make_unique<LongDeltaRung>(job, rule, bits);
}

}  // namespace mariani::deep
