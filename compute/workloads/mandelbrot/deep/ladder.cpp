#include "compute/workloads/mandelbrot/deep/ladder.hpp"

#include "compute/workloads/mandelbrot/deep/direct.hpp"
#include "compute/workloads/mandelbrot/deep/rung.hpp"

#include <numeric>
#include <stdexcept>

namespace mariani::deep {
namespace {

// Where doubles reach: pitches of 2^-970 and so heights of 1e-290.
constexpr std::int64_t double_pitch_bits = 970;
// Bits of the reference beyond the pitch.
constexpr std::int64_t preview_bits = 64;
constexpr std::int64_t proven_bits = 128;
constexpr JumpRule preview_rule{0x1p-24};
constexpr JumpRule double_rule{0x1p-53};
// Away from what two doubles hold, as longer jumps are worth more here, but not so far that chaotic
// pixels are left: each of those costs as much as thousands of others.
constexpr JumpRule double_double_rule{0x1p-95};

std::vector<std::uint32_t> undecided(const Picture& picture) {
    std::vector<std::uint32_t> pixels;
    for (std::uint32_t i = 0; i < picture.rungs.size(); ++i)
        if (picture.rungs[i] == Rung::none) pixels.push_back(i);
    return pixels;
}

void run_direct(const Job& job, const Offsets& offsets, std::int64_t bits,
                std::span<const std::uint32_t> pixels) {
    const Stopwatch time;
    job.progress.begin(Stage::direct, static_cast<std::int64_t>(pixels.size()));
    const Request& request = job.request;
    const PixelPoints points(request.place, request.size, bits);
    const DirectTask task{points, request.dwell_limit, bits, job.stop};
    const auto width = static_cast<std::uint32_t>(request.size.width);
    std::mutex mutex;
    for_each_part(job, pixels, 1, [&](std::span<const std::uint32_t> one) {
        const std::uint32_t pixel = one.front();
        const auto x = static_cast<int>(pixel % width), y = static_cast<int>(pixel / width);
        std::optional<Escape> escape;
        if (job.escapes.wanted()) escape.emplace();
        const auto result = direct_dwell(task, x, y, escape ? &*escape : nullptr);
        if (escape) take_escape(job, offsets, pixel, *escape);
        job.picture.dwells[pixel] = result.dwell;
        if (result.verdict == Verdict::certified) job.picture.rungs[pixel] = Rung::direct;
        const std::lock_guard lock(mutex);
        job.picture.statistics.direct_steps += result.work.steps;
    });
    job.picture.statistics.pixels_ms[static_cast<std::size_t>(Rung::direct)] += time.ms();
}

bool is_in_view(const Reference& reference, const PixelPoints& points, const Place& place) {
    const BigReal height = from_decimal(place.height, 64);
    BigReal distance(64);
    const auto is_near = [&](const BigReal& a, const BigReal& b) {
        mpfr_sub(distance.get(), a.get(), b.get(), MPFR_RNDN);
        mpfr_mul_ui(distance.get(), distance.get(), 2, MPFR_RNDN);
        return mpfr_cmpabs(distance.get(), height.get()) <= 0;
    };
    return is_near(reference.c_re(), points.centre_re()) &&
           is_near(reference.c_im(), points.centre_im());
}

}  // namespace

struct Ladder::Implementation {
    Implementation(int threads, std::optional<int> number) : pool(threads), device(number) {}

    mariani::cpu::ThreadPool pool;
    std::optional<int> device;
    std::unique_ptr<Reference> reference;

    // False if stopped.
    bool have_reference(const Job& job, const PixelPoints& points, std::int64_t bits) {
        const Stopwatch time;
        if (!reference || reference->fraction_bits() < bits ||
            !is_in_view(*reference, points, job.request.place))
            reference = std::make_unique<Reference>(points.centre_re(), points.centre_im(), bits);
        const bool done = reference->extend(job.request.dwell_limit, job.stop, job.progress);
        Statistics& statistics = job.picture.statistics;
        statistics.reference_ms = time.ms();
        statistics.reference_bits = reference->fraction_bits();
        statistics.reference_steps = static_cast<std::int64_t>(reference->points().size() - 1);
        return done;
    }

    void run_all(const Job& job, const Offsets& offsets, std::int64_t bits) const {
        std::vector<std::uint32_t> pixels = undecided(job.picture);
        const bool preview = job.request.quality == Quality::preview;
        const JumpRule first_rule = preview ? preview_rule : double_rule;
        if (job.picture.statistics.shared_exponents)
            run_deltas<Ranged<double>>(job, *reference, offsets, first_rule, Rung::deltas, pixels);
        else
            run_deltas<Plain<double>>(job, *reference, offsets, first_rule, Rung::deltas, pixels);
        if (preview) return;
        using Second = Ranged<DoubleDouble>;
        pixels = undecided(job.picture);
        if (!pixels.empty() && !job.stop.stop_requested())
            run_deltas<Second>(job, *reference, offsets, double_double_rule, Rung::double_double,
                               pixels);
        // Each time with twice as many bits; the last ones have at least those of 1e-1000.
        for (std::int64_t more = bits; more <= 16 * bits + 4096 && !job.stop.stop_requested();
             more *= 2) {
            pixels = undecided(job.picture);
            if (pixels.empty()) return;
            run_direct(job, offsets, more, pixels);
        }
    }
};

Ladder::Ladder(int threads, std::optional<int> device)
    : implementation_(std::make_unique<Implementation>(threads, device)) {}
Ladder::~Ladder() = default;

std::optional<Picture> Ladder::compute(const Request& request, const std::stop_token& stop,
                                       Progress& progress) {
    if (const auto why = why_invalid(request)) throw std::invalid_argument(*why);
    const bool proven = request.quality == Quality::proven;
    const std::int64_t pitch = pitch_bits(request.place, request.size);
    const std::int64_t bits = pitch + (proven ? proven_bits : preview_bits);
    const auto count = static_cast<std::size_t>(pixel_count(request.size));
    Picture picture;
    picture.size = request.size;
    picture.dwells.resize(count);
    picture.rungs.resize(count, Rung::none);
    picture.statistics.shared_exponents = pitch > double_pitch_bits;
    const PixelPoints points(request.place, request.size, bits);
    const auto pitch_as_double = Plain<double>::from(points.pitch()).re;
    Escapes escapes(request.size, pitch_as_double, request.smooth, request.exterior);
    const Job job{request, implementation_->pool, implementation_->device, stop, progress, picture,
                  escapes};
    if (!implementation_->have_reference(job, points, bits)) return std::nullopt;
    const Offsets offsets(points, request.size, *implementation_->reference);
    implementation_->run_all(job, offsets, bits);
    if (stop.stop_requested()) return std::nullopt;
    for (const Rung rung : picture.rungs)
        ++picture.statistics.pixels[static_cast<std::size_t>(rung)];
    picture.fractions = std::move(escapes).fractions();
    picture.exterior = std::move(escapes).exterior();
    return picture;
}

}  // namespace mariani::deep
