#include "compute/workloads/mandelbrot/deep/engine/ladder.hpp"

#include "compute/model/limits.hpp"
#include "compute/workloads/mandelbrot/deep/direct.hpp"
#include "compute/workloads/mandelbrot/deep/engine/bounded_pixels.hpp"
#include "compute/workloads/mandelbrot/deep/engine/rung.hpp"
#include "compute/workloads/mandelbrot/deep/engine/subdivision.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <span>

namespace mariani::deep {
namespace {

// Where doubles reach: pitches of 2^-970 and so heights of 1e-290.
constexpr std::int64_t double_pitch_bits = 970;
static_assert(mariani::limits::min_delta_pitch == Length(0x1p-970), "as requests are refused");
// Where two doubles reach without a shared exponent: their last bits, and those of the errors that
// are added up, are far from the end of a double's range.
constexpr std::int64_t two_doubles_pitch_bits = 880;
// Bits of the reference beyond the pitch.
constexpr std::int64_t preview_bits = 64;
constexpr std::int64_t proven_bits = 192;
constexpr int coarsest_step = 8;  // of pixels that come first
constexpr JumpRule preview_rule{0x1p-24};
// Coarse jumps come first: the certificate proves most pixels by them too, and they are longer.
// What it leaves open is tried again with jumps that lose no more than the numbers do, for chaotic
// pixels cost thousands of times as much on the next rung.
constexpr JumpRule double_rules[]{{0x1p-40}, {0x1p-53}};
constexpr JumpRule double_double_rules[]{{0x1p-70}, {0x1p-95}};
constexpr JumpRule limbs_rule{0x1p-170};
// Fewer are sooner iterated in many digits than jumps of limbs are made.
constexpr std::size_t fewest_for_limbs = 4;

// For a device: in bands of 4 rows, column by column, so that a warp has 8 x 4 neighbours.
std::vector<std::uint32_t> pixels_in_bands(const PixelRect& part) {
    constexpr int band = 4;
    std::vector<std::uint32_t> pixels(static_cast<std::size_t>(pixel_count(part)));
    auto next = pixels.begin();
    const auto width = static_cast<std::uint32_t>(part.width);
    for (int top = 0; top < part.height; top += band) {
        const auto first = static_cast<std::uint32_t>(top) * width;
        const auto rows = static_cast<std::uint32_t>(std::min(band, part.height - top));
        for (std::uint32_t x = 0; x < width; ++x)
            for (std::uint32_t row = 0; row < rows; ++row) *next++ = first + row * width + x;
    }
    return pixels;
}

// For threads: if the picture is watched, every eighth of every eighth row first, so that it is
// soon seen as a whole.
std::vector<std::uint32_t> all_pixels(const PixelRect& part, bool coarse_first) {
    std::vector<std::uint32_t> pixels;
    pixels.reserve(static_cast<std::size_t>(pixel_count(part)));
    for (int step = coarse_first ? coarsest_step : 1; step > 0; step /= 2)
        for (int y = 0; y < part.height; y += step)
            for (int x = 0; x < part.width; x += step) {
                const bool was_there = coarse_first && step < coarsest_step &&
                                       x % (2 * step) == 0 && y % (2 * step) == 0;
                if (!was_there)
                    pixels.push_back(static_cast<std::uint32_t>(y) *
                                         static_cast<std::uint32_t>(part.width) +
                                     static_cast<std::uint32_t>(x));
            }
    return pixels;
}

// The pixels' own orbits, each time with twice as many bits; the last ones have at least those of
// 1e-1000.
class DirectRung final : public RungRunner {
  public:
    DirectRung(const Job& job, const Offsets& offsets, std::int64_t bits)
        : job_(job), offsets_(offsets), bits_(bits) {}

    void run(std::span<const std::uint32_t> pixels) override {
        const Stopwatch time;
        std::vector<std::uint32_t> open(pixels.begin(), pixels.end());
        for (std::int64_t bits = bits_; !open.empty() && bits <= 16 * bits_ + 4096; bits *= 2) {
            run(open, bits);
            if (job_.stop.stop_requested()) break;
            open = undecided(job_.picture, open);
        }
        job_.picture.statistics.pixels_ms[static_cast<std::size_t>(Rung::direct)] += time.ms();
    }

    static std::vector<std::uint32_t> undecided(const Picture& picture,
                                                std::span<const std::uint32_t> pixels) {
        std::vector<std::uint32_t> open;
        for (const std::uint32_t pixel : pixels)
            if (picture.rungs[pixel] == Rung::none) open.push_back(pixel);
        return open;
    }

  private:
    void run(std::span<const std::uint32_t> pixels, std::int64_t bits) {
        job_.progress.begin(Stage::direct, static_cast<std::int64_t>(pixels.size()));
        const PixelPoints points(job_.request.place, job_.request.size, bits);
        const DirectTask task{points, job_.request.dwell_limit, bits, job_.stop};
        std::mutex mutex;
        for_each_part(job_, pixels, 1, [&](std::span<const std::uint32_t> one) {
            const PixelPosition at = position_of(job_, one.front());
            std::optional<Escape> escape;
            if (job_.escapes.wanted()) escape.emplace();
            const PixelResult result = direct_dwell(task, at.x, at.y, escape ? &*escape : nullptr);
            if (result.verdict == Verdict::stopped) return;
            if (escape) take_escapes(job_, offsets_, one, {&*escape, 1});
            const std::lock_guard lock(mutex);
            take(job_, Rung::direct, one, {&result, 1}, Orbits::own);
        });
    }

    const Job& job_;
    const Offsets& offsets_;
    std::int64_t bits_;
};

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
    Implementation(int count, std::optional<int> number) { run_on(count, number); }

    void run_on(int count, std::optional<int> number) {
        if (!threads_pool || count != threads)
            threads_pool = std::make_unique<mariani::cpu::ThreadPool>(count);
        threads = count;
        device = number;
    }
    mariani::cpu::ThreadPool& pool() const { return *threads_pool; }

    std::unique_ptr<mariani::cpu::ThreadPool> threads_pool;
    int threads = 0;
    std::optional<int> device;
    std::unique_ptr<Reference> reference;

    // False if stopped.
    bool have_reference(const Job& job, const PixelPoints& points, std::int64_t bits) {
        const Stopwatch time;
        if (!reference || reference->fraction_bits() < bits ||
            !is_in_view(*reference, points, job.request.place))
            reference = std::make_unique<Reference>(points.centre_re(), points.centre_im(), bits);
        const std::size_t before = reference->points().size();
        const bool done = reference->extend(job.request.dwell_limit, job.stop, job.progress);
        Statistics& statistics = job.picture.statistics;
        if (reference->points().size() > before) statistics.reference_ms = time.ms();
        statistics.reference_bits = reference->fraction_bits();
        statistics.reference_steps = static_cast<std::int64_t>(reference->points().size() - 1);
        return done;
    }
};

namespace {

enum class Means { doubles, scaled, two_doubles, scaled_two_doubles, limbs, orbits };

// What is tried with the pixels that are left: a kind of number, jumps of a tolerance, and how many
// pixels make it worth while.
struct Attempt {
    Means means;
    JumpRule rule{};
    std::size_t least_pixels = 1;
};

Means means_of(Precision precision, std::int64_t pitch) {
    switch (precision) {
        case Precision::scaled:
            return Means::scaled;
        case Precision::double_double:
            return pitch > two_doubles_pitch_bits ? Means::scaled_two_doubles : Means::two_doubles;
        case Precision::many_digits:
            return Means::orbits;
        default:
            return Means::doubles;
    }
}

std::vector<Attempt> attempts_of(const Request& request) {
    const Precision first = *request.precision;
    const std::int64_t pitch = pitch_bits(request.place, request.size);
    if (request.quality == Quality::preview) return {{means_of(first, pitch), preview_rule}};
    std::vector<Attempt> attempts;
    const auto add = [&](Precision kind, std::span<const JumpRule> rules, bool coarse) {
        for (const JumpRule rule : coarse ? rules : rules.last(1))
            attempts.push_back({means_of(kind, pitch), rule});
    };
    // Colours need more of z than a dwell does. Step by step, a second time would find what the
    // first did.
    const bool coloured = request.smooth || request.exterior;
    if (first < Precision::double_double) add(first, double_rules, request.jumps && !coloured);
    if (first < Precision::many_digits) {
        add(Precision::double_double, double_double_rules, request.jumps);
        attempts.push_back({Means::limbs, limbs_rule, fewest_for_limbs});
    }
    attempts.push_back({Means::orbits});
    return attempts;
}

// Gives the pixels that never escape their dwells, and returns the others.
std::vector<std::uint32_t> without_bounded(const Job& job, const BoundedPixels& bounded,
                                           std::span<const std::uint32_t> pixels) {
    std::vector<std::uint32_t> within, others;
    for (const std::uint32_t pixel : pixels) {
        const PixelPosition at = position_of(job, pixel);
        (bounded.all() || bounded.contains(at.x, at.y) ? within : others).push_back(pixel);
    }
    if (within.empty()) return others;
    const bool proven = job.request.quality == Quality::proven;
    const PixelResult inside{
        job.request.dwell_limit, proven ? Verdict::certified : Verdict::uncertified, {}};
    take(job, bounded.all() ? Rung::direct : Rung::theorem, within,
         std::vector<PixelResult>(within.size(), inside));
    return others;
}

// The rungs of one picture, each made when it is first needed.
class Rungs {
  public:
    Rungs(const Job& job, const Reference& reference, const Offsets& offsets, std::int64_t bits,
          const BoundedPixels& bounded)
        : job_(job),
          reference_(reference),
          offsets_(offsets),
          bits_(bits),
          bounded_(bounded),
          attempts_(attempts_of(job.request)),
          runners_(attempts_.size()) {}

    void decide(std::span<const std::uint32_t> pixels) {
        std::vector<std::uint32_t> open =
            without_bounded(job_, bounded_, DirectRung::undecided(job_.picture, pixels));
        pixels = open;
        for (std::size_t i = 0; i < attempts_.size() && !pixels.empty(); ++i) {
            if (pixels.size() < attempts_[i].least_pixels) continue;
            if (!runners_[i]) runners_[i] = made(attempts_[i]);
            runners_[i]->run(pixels);
            if (job_.stop.stop_requested()) return;
            if (!job_.request.subdivision) runners_[i].reset();  // there is one list alone
            open = DirectRung::undecided(job_.picture, pixels);
            pixels = open;
        }
    }

  private:
    std::unique_ptr<RungRunner> made(const Attempt& attempt) const {
        switch (attempt.means) {
            case Means::scaled:
                return deltas<Ranged<double>>(attempt.rule, Rung::deltas);
            case Means::two_doubles:
                return deltas<Plain<DoubleDouble>>(attempt.rule, Rung::double_double);
            case Means::scaled_two_doubles:
                return deltas<Ranged<DoubleDouble>>(attempt.rule, Rung::double_double);
            case Means::limbs:
                return deltas<LongNumber>(attempt.rule, Rung::direct);
            case Means::orbits:
                return std::make_unique<DirectRung>(job_, offsets_, bits_);
            default:
                return deltas<Plain<double>>(attempt.rule, Rung::deltas);
        }
    }

    template <typename N>
    std::unique_ptr<RungRunner> deltas(JumpRule rule, Rung rung) const {
        return std::make_unique<DeltaRung<N>>(job_, reference_, offsets_, rule, rung);
    }

    const Job& job_;
    const Reference& reference_;
    const Offsets& offsets_;
    std::int64_t bits_;
    const BoundedPixels& bounded_;
    std::vector<Attempt> attempts_;
    std::vector<std::unique_ptr<RungRunner>> runners_;  // of the same indices
};

// Takes the pixels outside whose dwells a fill has given: these and all counts stay what they are.
template <typename RungsOf>
void find_escapes_of_filled(const Job& job, const RungsOf& rungs_of) {
    std::vector<std::uint32_t> filled;
    for (std::uint32_t i = 0; i < job.picture.rungs.size(); ++i)
        if (job.picture.rungs[i] == Rung::filled && job.picture.dwells[i] < job.request.dwell_limit)
            filled.push_back(i);
    Picture unseen = empty_picture(job.picture.part);
    const Watch unwatched;
    const Job other{job.request,  job.pool, job.device,  job.stop,
                    job.progress, unseen,   job.escapes, unwatched};
    rungs_of(other).decide(filled);
}

// On all threads.
void count_rungs(Picture& picture, mariani::cpu::ThreadPool& pool) {
    constexpr std::size_t chunk = 1 << 16;
    const std::size_t count = picture.rungs.size();
    std::array<std::atomic<std::int64_t>, rung_count> sums{};
    pool.for_each(static_cast<std::int64_t>((count + chunk - 1) / chunk), [&](std::int64_t part) {
        const std::size_t begin = static_cast<std::size_t>(part) * chunk;
        std::array<std::int64_t, rung_count> of_part{};
        for (std::size_t i = begin; i < std::min(count, begin + chunk); ++i)
            ++of_part[static_cast<std::size_t>(picture.rungs[i])];
        for (std::size_t rung = 0; rung < rung_count; ++rung) sums[rung] += of_part[rung];
    });
    for (std::size_t rung = 0; rung < rung_count; ++rung)
        picture.statistics.pixels[rung] += sums[rung];
}

// Ex: the whole part is one leaf.
LevelStats level_of_all(const Picture& picture, double ms) {
    LevelStats level;
    level.side = std::max(picture.part.width, picture.part.height);
    level.regions = level.leaves = 1;
    level.pixels_iterated = level.leaf_pixels = pixel_count(picture.part);
    for (const std::uint32_t iterations : picture.iterations) level.iterations += iterations;
    level.leaf_iterations = level.iterations;
    level.ms = ms;
    return level;
}

// What nothing could prove is not known: the dwells found for it are those of roundings.
void forget_unproven(const Job& job) {
    Picture& picture = job.picture;
    for (std::size_t i = 0; i < picture.dwells.size(); ++i) {
        if (picture.rungs[i] != Rung::none) continue;
        picture.dwells[i] = unknown_dwell;
        job.escapes.take(i, {}, {});
    }
}

// What escapes does so whatever the limit.
void keep(const Job& job, const KnownPixels& known) {
    Picture& picture = job.picture;
    for (std::size_t i = 0; i < picture.dwells.size(); ++i) {
        if (known.rungs[i] >= Rung::filled || known.dwells[i] >= known.dwell_limit) continue;
        picture.dwells[i] = known.dwells[i];
        picture.rungs[i] = known.rungs[i];
        ++picture.known;
        job.escapes.keep(i, known.fractions, known.exterior);
    }
}

void decide_all(const Job& job, const PixelPoints& points, const Decide& decide) {
    Picture& picture = job.picture;
    if (job.request.subdivision) {
        subdivide(job.request, points, decide, job.stop, picture);
        return;
    }
    const Stopwatch time;
    decide(job.device ? pixels_in_bands(picture.part) : all_pixels(picture.part, !!job.watch));
    picture.levels = {level_of_all(picture, time.ms())};
}

}  // namespace

Ladder::Ladder(int threads, std::optional<int> device)
    : implementation_(std::make_unique<Implementation>(threads, device)) {}
Ladder::~Ladder() = default;

void Ladder::run_on(int threads, std::optional<int> device) {
    implementation_->run_on(threads, device);
}

std::optional<Picture> Ladder::compute(const Request& asked, const std::stop_token& stop,
                                       Progress& progress, const Watch& watch,
                                       const KnownPixels* known) {
    refuse(why_invalid(asked));
    const std::int64_t pitch = pitch_bits(asked.place, asked.size);
    Request request = asked;
    if (!request.precision)
        request.precision = pitch > double_pitch_bits ? Precision::scaled : Precision::deltas;
    const bool proven = request.quality == Quality::proven;
    const std::int64_t bits = pitch + (proven ? proven_bits : preview_bits);
    Picture picture = empty_picture(part_of(request));
    picture.statistics.shared_exponents = request.precision == Precision::scaled;
    const PixelPoints points(request.place, request.size, bits);
    const auto pitch_as_double = Plain<double>::from(points.pitch()).re;
    Escapes escapes(picture.part, pitch_as_double, request.smooth, request.exterior);
    const Job job{
        request, implementation_->pool(), implementation_->device, stop, progress, picture, escapes,
        watch};
    if (known) keep(job, *known);
    const BoundedPixels bounded(request, points, stop);
    if (bounded.all()) {  // which needs no reference
        decide_all(job, points, [&](const std::vector<std::uint32_t>& pixels) {
            without_bounded(job, bounded, pixels);
        });
    } else {
        if (!implementation_->have_reference(job, points, bits)) return std::nullopt;
        const Reference& reference = *implementation_->reference;
        const Offsets offsets(points, request.size, picture.part, reference);
        Rungs rungs(job, reference, offsets, bits, bounded);
        decide_all(job, points,
                   [&](const std::vector<std::uint32_t>& pixels) { rungs.decide(pixels); });
        if (request.subdivision && escapes.wanted())
            find_escapes_of_filled(job, [&](const Job& other) {
                return Rungs(other, reference, offsets, bits, bounded);
            });
    }
    if (stop.stop_requested()) return std::nullopt;
    if (proven) forget_unproven(job);
    count_rungs(picture, job.pool);
    picture.fractions = std::move(escapes).fractions();
    picture.exterior = std::move(escapes).exterior();
    return picture;
}

}  // namespace mariani::deep
