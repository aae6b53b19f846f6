// Mantissas of limbs beside exact arithmetic, and the rung that computes in them.
#include "compute/workloads/mandelbrot/deep/fixed.hpp"

#include "compute/cuda/engines.hpp"
#include "compute/workloads/mandelbrot/deep/engine/rung.hpp"
#include "oracle.hpp"
#include "places.hpp"

#include <cmath>
#include <numeric>
#include <random>
#include <thread>

#include <gtest/gtest.h>

namespace mariani::deep {
namespace {

constexpr long bits = 1000;

template <int limbs>
struct Numbers {
    using N = Ranged<Fixed<limbs>>;
    using C = typename N::Complex;

    // All bits are random, and the magnitude is from 2^-least to 1.
    C complex(int least = 250) {
        Complex<Fixed<limbs>> value;
        for (Fixed<limbs>* part : {&value.re, &value.im}) {
            for (std::uint64_t& limb : part->limb) limb = engine();
            *part = Fixed<limbs>::shifted_right(*part, static_cast<int>(engine() % 80));
        }
        return normalised(value, -6 - static_cast<int>(engine() % static_cast<unsigned>(least)));
    }
    std::mt19937_64 engine{5};
};

// A complex number of MPFR's.
struct Exact {
    Number re{bits}, im{bits};
    Exact() = default;
    template <int limbs>
    explicit Exact(const Scaled<Fixed<limbs>>& a) {
        set(re, a.mantissa.re, a.exponent);
        set(im, a.mantissa.im, a.exponent);
    }
    void add(Exact& other) {
        mpfr_add(re, re, other.re, MPFR_RNDN);
        mpfr_add(im, im, other.im, MPFR_RNDN);
    }
    void multiply(Exact& a, Exact& b) {
        mpfr_fmms(re, a.re, b.re, a.im, b.im, MPFR_RNDN);
        mpfr_fmma(im, a.re, b.im, a.im, b.re, MPFR_RNDN);
    }
    double modulus() {
        Number result(bits);
        mpfr_hypot(result, re, im, MPFR_RNDN);
        return mpfr_get_d(result, MPFR_RNDN);
    }
    double distance(Exact& other) {
        Exact apart;
        mpfr_sub(apart.re, re, other.re, MPFR_RNDN);
        mpfr_sub(apart.im, im, other.im, MPFR_RNDN);
        return apart.modulus();
    }
};

template <typename Limbs>
class DeepFixedTest : public testing::Test {};
template <int count>
using Count = std::integral_constant<int, count>;
using Counts = testing::Types<Count<1>, Count<2>, Count<3>>;
TYPED_TEST_SUITE(DeepFixedTest, Counts);

// What certificate.md takes for granted of them, and not so much more that an error would not show.
TYPED_TEST(DeepFixedTest, SumsAndProductsAreAsExactAsTheCertificateSays) {
    constexpr int limbs = TypeParam::value;
    constexpr double u = unit_of<Fixed<limbs>>;
    Numbers<limbs> random;
    double largest = 0;
    for (int i = 0; i < 20'000; ++i) {
        const auto a = random.complex(), b = random.complex();
        auto c = random.complex();
        if (i % 3 == 0) c = mul(a, b);
        if (i % 6 == 0) c.mantissa = {-c.mantissa.re, -c.mantissa.im};  // what nearly cancels
        Exact x(a), y(b), z(c), product, sum(a), both;
        product.multiply(x, y);
        both.multiply(x, y);
        both.add(z);
        sum.add(z);
        Exact found_sum(add(a, c)), found_product(mul(a, b)), found(mul_add(a, b, c));
        ASSERT_LE(found_sum.distance(sum), u / 2 * std::fmax(x.modulus(), z.modulus()));
        ASSERT_LE(found_product.distance(product), u * product.modulus());
        const double allowed = u * (product.modulus() + z.modulus() + both.modulus());
        ASSERT_LE(found.distance(both), allowed);
        largest = std::fmax(largest, found.distance(both) / allowed);
    }
    EXPECT_GT(largest, 0.1);
}

// One step from an exact delta, of which the reference and c are rounded.
TYPED_TEST(DeepFixedTest, AStepLosesWhatTheCertificateAllows) {
    constexpr int limbs = TypeParam::value;
    using N = Ranged<Fixed<limbs>>;
    using Bounds = Certificate<N>;
    Numbers<limbs> random;
    double largest = 0;
    for (int i = 0; i < 20'000; ++i) {
        const auto reference = random.complex(3), delta = random.complex(i % 2 == 0 ? 3 : 200),
                   c = random.complex(i % 2 == 0 ? 3 : 400);
        Exact z(delta), w(twice(reference)), next, added(c);
        w.add(z);
        next.multiply(w, z);
        next.add(added);
        const auto found = delta_step(reference, delta, c);
        Exact computed(found);
        const double lost =
            to_double(Bounds::rounding_of_step(octagon(delta), octagon(reference), octagon(found)));
        const double allowed = unit_of<Fixed<limbs>> * lost + to_double(Bounds(c, {}).of_c());
        ASSERT_LE(computed.distance(next), allowed);
        largest = std::fmax(largest, computed.distance(next) / allowed);
    }
    EXPECT_GT(largest, 0.02);
}

TYPED_TEST(DeepFixedTest, DoublesAndBack) {
    using M = Fixed<TypeParam::value>;
    std::mt19937_64 engine(7);
    for (int i = 0; i < 10'000; ++i) {
        const double value = std::ldexp(std::uniform_real_distribution<>(-1, 1)(engine),
                                        4 - static_cast<int>(engine() % 5));
        ASSERT_NEAR(to_double(M(value)), value, std::ldexp(1, -M::fraction) + 0x1p-51);
        const M other(std::uniform_real_distribution<>(-8, 8)(engine));
        ASSERT_EQ(to_double(-(-other)), to_double(other));
        ASSERT_EQ(to_double(other + -other), 0);
        ASSERT_NEAR(to_double(-other), -to_double(other), 0x1p-58);
        const int shift = static_cast<int>(engine() % (64 * TypeParam::value - 6));
        const M right = M::shifted_right(other, shift);
        ASSERT_NEAR(to_double(right), std::ldexp(to_double(other), -shift), 0x1p-58 + 0x1p-51);
        const M back = other + -M::shifted_left(right, shift);  // what was lost
        ASSERT_EQ(back.sign(), 0U);
        ASSERT_LE(to_double(back), std::ldexp(1, shift - M::fraction));
    }
    EXPECT_EQ(to_double(M(1.0) * 0.0), 0);
    EXPECT_EQ(to_double(M(1.0) * 0x1p-1022), 0);
    EXPECT_EQ(to_double(M(-6.0) * 0.25), -1.5);
    EXPECT_EQ(to_double(M(DoubleDouble{1.5, 0x1p-55})), 1.5);
    EXPECT_EQ(to_double(M::shifted_left(M(-1.0), 2)), -4);
}

TEST(DeepFixedTest, RoundingFromManyDigits) {
    std::mt19937_64 engine(9);
    for (int i = 0; i < 2000; ++i) {
        const auto random = [&](BigReal& value) {
            mpfr_set_d(value.get(), std::uniform_real_distribution<>(-1, 1)(engine), MPFR_RNDN);
            for (int j = 1; j < 8; ++j)
                mpfr_add_d(value.get(), value.get(),
                           std::ldexp(std::uniform_real_distribution<>(-1, 1)(engine), -50 * j),
                           MPFR_RNDN);
            mpfr_div_2ui(value.get(), value.get(), 5000 + engine() % 300, MPFR_RNDN);
        };
        BigReal re(i % 2 == 0 ? 130 : 500), im(500);
        random(re);
        random(im);
        Exact expected, found(exact_complex(re, im));
        mpfr_set(expected.re, re.get(), MPFR_RNDN);
        mpfr_set(expected.im, im.get(), MPFR_RNDN);
        for (Exact* number : {&expected, &found}) {
            mpfr_mul_2ui(number->re, number->re, 5000, MPFR_RNDN);
            mpfr_mul_2ui(number->im, number->im, 5000, MPFR_RNDN);
        }
        ASSERT_LE(found.distance(expected), 0x1p-185 * expected.modulus());
    }
    BigReal zero(200);
    mpfr_set_zero(zero.get(), -1);
    EXPECT_EQ(exact_complex(zero, zero).exponent, exponent_of_zero);
}

Progress& nobody_looks() {
    static Progress progress;
    return progress;
}

// The rung, given all pixels of a place.
Picture in_limbs(const Request& request, JumpRule rule, std::optional<int> device = {},
                 const std::stop_token& stop = {}, Progress& progress = nobody_looks()) {
    mariani::cpu::ThreadPool pool(2);
    const Watch unwatched;
    Picture picture = empty_picture(part_of(request));
    Escapes escapes(picture.part, 0, false, false);
    const Job job{request, pool, device, stop, progress, picture, escapes, unwatched};
    std::vector<std::uint32_t> pixels(picture.dwells.size());
    std::iota(pixels.begin(), pixels.end(), 0U);
    const std::int64_t fraction_bits = pitch_bits(request.place, request.size) + 192;
    const PixelPoints points(request.place, request.size, fraction_bits);
    Reference reference(points.centre_re(), points.centre_im(), fraction_bits);
    reference.extend(request.dwell_limit, stop, progress);
    const Offsets offsets(points, request.size, picture.part, reference);
    DeltaRung<LongNumber>(job, reference, offsets, rule, Rung::direct).run(pixels);
    return picture;
}

class DeepLongDeltasTest : public testing::TestWithParam<const KnownPlace*> {};
TEST_P(DeepLongDeltasTest, AreProvenAndRight) {
    const KnownPlace& known = *GetParam();
    Request request{known.place, {12, 12}, std::min(known.limit, 12'000U)};
    const Picture picture = in_limbs(request, {0x1p-130});
    EXPECT_EQ(std::ranges::count(picture.rungs, Rung::direct), 12 * 12);
    EXPECT_EQ(wrong_pixels(request, picture, 30), std::vector<std::string>{});
    EXPECT_GT(picture.statistics.work.jumps, 0U);
    EXPECT_EQ(picture.statistics.direct_steps, 0U);
    request.jumps = false;
    EXPECT_EQ(in_limbs(request, {0x1p-130}).dwells, picture.dwells);
}
INSTANTIATE_TEST_SUITE_P(, DeepLongDeltasTest,
                         testing::Values(&place_1e50(), &place_1e113(), &place_1e300(),
                                         &place_1e533()),
                         [](const auto& test) {
                             return "height_1e" + std::string(test.param->name).substr(3);
                         });

// There are more pixels than threads have done before a device has begun; each has its own counts.
TEST(DeepLongDeltas_cuda, AreThoseOfTheProcessor) {
    if (const auto why = mariani::cuda::unavailable()) GTEST_SKIP() << *why;
    for (Request request : {Request{place_1e50().place, {40, 30}, 12'000},
                            Request{place_1e533().place, {33, 21}, 6000},
                            Request{{"-1.9", "1e-40", "1e-12"}, {300, 3}, 1000}})
        for (const bool jumps : {true, false}) {
            SCOPED_TRACE(request.place.height);
            request.jumps = jumps;
            const Picture a = in_limbs(request, {0x1p-130}), b = in_limbs(request, {0x1p-130}, 0);
            EXPECT_EQ(a.dwells, b.dwells);
            EXPECT_EQ(a.rungs, b.rungs);
            EXPECT_EQ(a.iterations, b.iterations);
            EXPECT_EQ(a.statistics.work, b.statistics.work);
            EXPECT_EQ(a.known, b.known);
        }
}

// Where a pixel takes so long that a stop comes before it is done.
void expect_stops(std::optional<int> device) {
    Request request{{"-0.1", "0.1", "1e-3"}, {64, 64}, 1'000'000};
    request.jumps = false;
    Progress progress;
    std::stop_source stop;
    std::optional<Picture> picture;
    std::jthread worker(
        [&] { picture = in_limbs(request, {0x1p-130}, device, stop.get_token(), progress); });
    while (progress.stage != Stage::direct || progress.total == 0) std::this_thread::yield();
    stop.request_stop();
    worker.join();
    EXPECT_LT(picture->known, 64 * 64);
    EXPECT_EQ(std::ranges::count(picture->rungs, Rung::direct), picture->known);
    EXPECT_LT(progress.done, progress.total);
}
TEST(DeepLongDeltas, StopInThePixels) {
    expect_stops({});
}
TEST(DeepLongDeltas_cuda, StopInThePixels) {
    if (const auto why = mariani::cuda::unavailable()) GTEST_SKIP() << *why;
    expect_stops(0);
}

}  // namespace
}  // namespace mariani::deep
