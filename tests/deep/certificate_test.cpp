// The certificate with worse mantissas: it must certify nothing wrong, and where it is told that
// they were better than they are, that must show.
#include "compute/workloads/mandelbrot/deep/rung.hpp"
#include "oracle.hpp"
#include "places.hpp"

#include <gtest/gtest.h>

namespace mariani::deep {
namespace {

// Single precision, taken for double precision.
struct Overrated : Plain<float> {
    static constexpr double unit = unit_of<double>;
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
    Picture picture{
        request.size, std::vector<std::uint32_t>(count), std::vector<Rung>(count, Rung::none), {}};
    const auto bits = pitch_bits(request.place, request.size) + 128;
    const PixelPoints points(request.place, request.size, bits);
    Reference reference(points.centre_re(), points.centre_im(), bits);
    reference.extend(request.dwell_limit, stop, progress);
    const Offsets offsets(points, request.size, reference);
    std::vector<std::uint32_t> pixels(count);
    for (std::uint32_t i = 0; i < count; ++i) pixels[i] = i;
    const Job job{request, pool, std::nullopt, stop, progress, picture};
    run_deltas<N, Certificate<N>>(job, reference, offsets, rule, Rung::deltas, pixels);
    const std::vector<Rung> rungs = picture.rungs;
    // All dwells, certified or not.
    run_deltas<N, NoCertificate<N>>(job, reference, offsets, rule, Rung::deltas, pixels);
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

TEST(DeepCertificateTest, SinglePrecisionCertifiesNothingWrong) {
    int certified = 0, wrong = 0;
    for (const Request& request : {seahorses, set, deep(), quiet}) {
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

}  // namespace
}  // namespace mariani::deep
