// The certificate with worse mantissas: it must certify nothing wrong, and where it is told that
// they were better than they are, that must show.
#include "compute/workloads/mandelbrot/deep/engine/rung.hpp"
#include "compute/workloads/mandelbrot/deep/fixed.hpp"
#include "oracle.hpp"
#include "places.hpp"

#include <complex>
#include <random>

#include <gtest/gtest.h>

namespace mariani::deep {
namespace {

// Single precision, taken for double precision.
struct Overrated : Plain<float> {
    static constexpr double unit = unit_of<double>;
};

// One limb, taken for two doubles.
struct OverratedLimb : Ranged<Fixed<1>> {
    static constexpr double unit = unit_of<DoubleDouble>;
};

struct Outcome {
    int certified = 0;
    int wrong_and_certified = 0;
    int wrong = 0;
};

template <typename N>
Outcome outcome(const Request& request, JumpRule rule) {
    mariani::cpu::ThreadPool pool(2);
    Progress progress;
    const std::stop_token stop;
    const auto count = static_cast<std::size_t>(pixel_count(request.size));
    Picture picture = empty_picture(whole(request.size));
    const auto bits = pitch_bits(request.place, request.size) + 192;
    const PixelPoints points(request.place, request.size, bits);
    Reference reference(points.centre_re(), points.centre_im(), bits);
    reference.extend(request.dwell_limit, stop, progress);
    const Offsets offsets(points, request.size, picture.part, reference);
    std::vector<std::uint32_t> pixels(count);
    for (std::uint32_t i = 0; i < count; ++i) pixels[i] = i;
    const Watch unwatched;
    Escapes escapes(picture.part, 0, false, false);
    const Job job{request, pool, std::nullopt, stop, progress, picture, escapes, unwatched};
    DeltaRung<N>(job, reference, offsets, rule, Rung::deltas).run(pixels);
    const std::vector<Rung> rungs = picture.rungs;
    // All dwells, certified or not.
    Request preview = request;
    preview.quality = Quality::preview;
    const Job other{preview, pool, std::nullopt, stop, progress, picture, escapes, unwatched};
    DeltaRung<N>(other, reference, offsets, rule, Rung::deltas).run(pixels);
    Outcome found;
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto width = static_cast<std::uint32_t>(request.size.width);
        const auto expected = oracle_dwell(request, static_cast<int>(i % width),
                                           static_cast<int>(i / width), oracle_bits(request));
        const bool wrong = picture.dwells[i] != expected;
        const bool certified = rungs[i] == Rung::deltas;
        found.certified += certified ? 1 : 0;
        found.wrong += wrong ? 1 : 0;
        found.wrong_and_certified += wrong && certified ? 1 : 0;
    }
    return found;
}

const Request seahorses{{"-0.7436", "0.1318", "1e-3"}, {48, 48}, 2000};
const Request set{{"-0.5", "0", "2"}, {48, 48}, 500};
Request deep() {
    return {place_1e14().place, {32, 32}, 2000};
}
// Nearer to c = i, where orbits are simple.
const Request quiet{{"0", "1", "1e-20"}, {32, 32}, 300};
// Where orbits begin at the circle's edge.
const Request tip{{"-2", "1e-9", "1e-8"}, {33, 32}, 60};

TEST(DeepCertificateTest, SinglePrecisionCertifiesNothingWrong) {
    int certified = 0, wrong = 0;
    for (const Request& request : {seahorses, set, deep(), quiet, tip}) {
        const Outcome found = outcome<Plain<float>>(request, {0x1p-24});
        EXPECT_EQ(found.wrong_and_certified, 0);
        certified += found.certified;
        wrong += found.wrong;
    }
    EXPECT_GT(certified, 1000);  // it says something,
    EXPECT_GT(wrong, 100);       // where there is something to be wrong about
}

TEST(DeepCertificateTest, CoarseJumpsCertifyNothingWrong) {
    int certified = 0, wrong = 0;
    for (const Request& request : {deep(), Request{place_1e50().place, {16, 16}, 12'000}})
        for (const double tolerance : {0x1p-24, 0x1p-36, 0x1p-45}) {
            const Outcome found = outcome<Plain<double>>(request, {tolerance});
            EXPECT_EQ(found.wrong_and_certified, 0);
            certified += found.certified;
            wrong += found.wrong;
        }
    EXPECT_GT(certified, 500);
    EXPECT_GT(wrong, 10);
}

TEST(DeepCertificateTest, WhoOverratesItsNumbersIsFoundOut) {
    int wrong = 0;
    for (const Request& request : {seahorses, deep()})
        wrong += outcome<Overrated>(request, {0x1p-24}).wrong_and_certified;
    EXPECT_GT(wrong, 10);
}

// Just beside the antenna, where orbits are chaotic for as long as it takes them to leave it.
const Request antenna{{"-1.9", "1e-26", "1e-12"}, {1024, 1}, 400};

// The numbers of the last rung of deltas, with one limb in place of three.
TEST(DeepCertificateTest, OneLimbCertifiesNothingWrong) {
    int certified = 0, wrong = 0;
    for (const Request& request : {seahorses, antenna, deep(), quiet, tip})
        for (const double tolerance : {0x1p-24, 0x1p-53}) {
            const Outcome found = outcome<Ranged<Fixed<1>>>(request, {tolerance});
            EXPECT_EQ(found.wrong_and_certified, 0);
            certified += found.certified;
            wrong += found.wrong;
        }
    EXPECT_GT(certified, 1000);
    EXPECT_GT(wrong, 10);
}

TEST(DeepCertificateTest, WhoOverratesLimbsIsFoundOut) {
    EXPECT_GT(outcome<OverratedLimb>(antenna, {0x1p-90}).wrong_and_certified, 10);
}

// What is proven by it must not depend on which part of a picture is computed.
TEST(DeepOffsetsTest, TheGreatestIsThatOfTheWholePictureInEveryPart) {
    const Request request = deep();
    const auto bits = pitch_bits(request.place, request.size) + 192;
    const PixelPoints points(request.place, request.size, bits);
    const Reference reference(points.centre_re(), points.centre_im(), bits);
    const Offsets all(points, request.size, whole(request.size), reference);
    for (const auto& far : {all.columns().front(), all.columns().back()})
        EXPECT_FALSE(all.most() < max_norm(far) + max_norm(all.rows().front()));
    for (const PixelRect& part : {PixelRect{0, 0, 4, 4}, PixelRect{14, 15, 3, 2}}) {
        const Offsets few(points, request.size, part, reference);
        EXPECT_FALSE(few.most() < all.most() || all.most() < few.most());
    }
}

// A delta that is as far off as the noise allows: what comes of it stays within the bound, by a
// step, by a rebase and by a jump, and not by so much that a wrong factor would pass.
TEST(DeepCertificateTest, AnErrorIsCarriedOn) {
    using N = Plain<double>;
    constexpr double noise = 0x1p-20;
    const Complex<double> reference{1.25, 0.5};
    std::mt19937 random(11);
    double largest_step = 0, largest_jump = 0;
    for (int i = 0; i < 1000; ++i) {
        const auto in_disc = [&](double radius) {
            const double angle = std::uniform_real_distribution<>(0, 6.283)(random);
            return std::complex<double>(radius * std::cos(angle), radius * std::sin(angle));
        };
        const auto z = in_disc(0.1), off = in_disc(noise * 0.999);
        const Complex<double> c{z.real(), z.imag()};
        Certificate<N> after_step(c, noise);
        after_step.look(add(reference, c), reference);
        Certificate<N> rebased = after_step, jumped = after_step;
        rebased.rebase(add(reference, c));
        EXPECT_GE(rebased.error(), noise);

        const Complex<double> next = delta_step(reference, c, c);
        after_step.step(next);
        const std::complex<double> w(2.5, 1.0), exact = (w + (z + off)) * (z + off) + z + off;
        const double step_error = std::abs(exact - std::complex<double>(next.re, next.im));
        ASSERT_LE(step_error, after_step.error());
        largest_step = std::fmax(largest_step, step_error / after_step.error());

        const auto jump = single_jump<N>(reference);
        const Complex<double> landed = delta_jump(jump, c, c);
        jumped.jump(jump, JumpRule{}.error<N>(1), landed);
        const double jump_error = std::abs(exact - std::complex<double>(landed.re, landed.im));
        ASSERT_LE(jump_error, jumped.error());
        largest_jump = std::fmax(largest_jump, jump_error / jumped.error());
    }
    EXPECT_GT(largest_step, 0.9);
    EXPECT_GT(largest_jump, 0.9);
    // So far off that nobody knows on which side it is.
    Certificate<N> near_the_circle({0, 0}, noise);
    near_the_circle.look({2, 0}, {2, 0});
    EXPECT_FALSE(near_the_circle.is_inside(4 * noise));
    EXPECT_FALSE(near_the_circle.is_outside(-4 * noise));
    EXPECT_TRUE(near_the_circle.is_inside(8 * noise));
    EXPECT_TRUE(near_the_circle.is_outside(-8 * noise));
    EXPECT_FALSE(near_the_circle.is_inside(std::nan("")));
    EXPECT_FALSE(near_the_circle.is_outside(std::nan("")));
}

}  // namespace
}  // namespace mariani::deep
