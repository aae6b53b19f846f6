// Lanes of vectors, and threads of a GPU, beside one pixel after the other: the same bits on every
// SIMD target and on cuda.
#include "compute/cpu/simd_targets.hpp"
#include "compute/cuda/engines.hpp"
#include "compute/workloads/mandelbrot/deep/cuda/delta_pixels.hpp"
#include "compute/workloads/mandelbrot/deep/rung.hpp"
#include "places.hpp"

#include <array>
#include <bit>

#include <gtest/gtest.h>

namespace mariani::deep {
namespace {

// A place with all that the task of a pixel refers to.
template <typename N>
class Scene {
  public:
    Scene(const Request& request, JumpRule rule)
        : points_(request.place, request.size, pitch_bits(request.place, request.size) + 128),
          reference_(points_.centre_re(), points_.centre_im(),
                     pitch_bits(request.place, request.size) + 128),
          pool_(2) {
        Progress progress;
        reference_.extend(request.dwell_limit, {}, progress);
        const Offsets offsets(points_, request.size, whole(request.size), reference_);
        orbit_ = rounded_orbit<N>(reference_, request.dwell_limit, pool_, std::stop_token{});
        const OrbitView<N> view{orbit_.data(), static_cast<std::uint32_t>(orbit_.size() - 1)};
        table_ = std::make_unique<cpu::JumpTable<N>>(view, rule, bound_of<N>(offsets.most()), pool_,
                                                     std::stop_token{}, progress);
        task_ = {view, table_->view(), bound_of<N>(offsets.noise()),
                 N::to_slope(N::from(offsets.pitch())), request.dwell_limit};
        for (int y = 0; y < request.size.height; ++y)
            for (int x = 0; x < request.size.width; ++x)
                offsets_.push_back(N::from(offsets.at({x, y})));
    }

    const PixelTask<N>& task() const { return task_; }
    std::span<const typename N::Complex> offsets() const { return offsets_; }

  private:
    PixelPoints points_;
    Reference reference_;
    mariani::cpu::ThreadPool pool_;
    cpu::Room<typename N::Complex> orbit_;
    std::unique_ptr<cpu::JumpTable<N>> table_;
    PixelTask<N> task_{};
    std::vector<typename N::Complex> offsets_;
};

constexpr Wanted all_wanted[] = {{true, false}, {true, true}, {false, false}, {false, true}};

struct Found {
    std::vector<PixelResult> results;
    std::vector<Escape> escapes;
};

// Of all pixels, by a function of a PixelRun.
template <typename N, typename Run>
Found found_by(const Scene<N>& scene, Wanted wanted, const Run& run) {
    Found found{std::vector<PixelResult>(scene.offsets().size()),
                std::vector<Escape>(scene.offsets().size())};
    const std::stop_token stop;
    run(PixelRun<N>{scene.task(), wanted, scene.offsets(), found.results, found.escapes, stop});
    return found;
}

template <typename N>
Found one_by_one(const Scene<N>& scene, Wanted wanted) {
    return found_by(scene, wanted, [](const PixelRun<N>& run) { run_one_by_one(run); });
}

auto bits_of(const Escape& escape) {
    return std::bit_cast<std::array<std::uint64_t, 4>>(escape);
}

void expect_same(const Found& expected, const Found& found) {
    for (std::size_t i = 0; i < expected.results.size(); ++i) {
        SCOPED_TRACE("pixel " + std::to_string(i));
        const PixelResult &one = expected.results[i], &other = found.results[i];
        ASSERT_EQ(one.dwell, other.dwell);
        ASSERT_EQ(one.verdict, other.verdict);
        ASSERT_EQ(one.work, other.work);
        ASSERT_EQ(bits_of(expected.escapes[i]), bits_of(found.escapes[i]));
    }
}

const std::vector<Request>& requests() {
    static const std::vector<Request> all{
        {{"-0.5", "0", "2"}, {37, 23}, 300},    {{"-0.7436", "0.1318", "1e-3"}, {32, 32}, 2000},
        {{"-2", "0", "1e-20"}, {15, 15}, 200},  {{"3", "-4", "1"}, {5, 3}, 50},
        {{"-0.5", "0", "2"}, {8, 8}, 1},        {place_1e14().place, {20, 20}, 2000},
        {place_1e50().place, {12, 12}, 11'000}, {place_1e113().place, {24, 24}, 1100},
        {{"-1.9999", "0", "1e-4"}, {1, 1}, 100}};
    return all;
}

class DeepLanesTest : public testing::Test {
  protected:
    ~DeepLanesTest() override { mariani::cpu::use_simd_target(""); }
};

template <typename N>
void expect_same_in_lanes(const Request& request, JumpRule rule) {
    const Scene<N> scene(request, rule);
    for (const Wanted wanted : all_wanted) {
        const Found expected = one_by_one(scene, wanted);
        for (const std::string& target : mariani::cpu::simd_targets()) {
            SCOPED_TRACE(target + ", " + request.place.height);
            mariani::cpu::use_simd_target(target);
            expect_same(expected, found_by(scene, wanted,
                                           [](const PixelRun<N>& run) { cpu::run_lanes(run); }));
        }
    }
}

TEST_F(DeepLanesTest, EveryTargetHasTheBitsOfOnePixelAfterTheOther) {
    for (const Request& request : requests())
        for (const double tolerance : {0x1p-53, 0x1p-24})
            expect_same_in_lanes<Plain<double>>(request, {tolerance});
}

TEST_F(DeepLanesTest, WithSharedExponentsToo) {
    for (const Request& request : {requests()[1], requests()[2], requests()[3], requests()[6]})
        expect_same_in_lanes<Ranged<double>>(request, {0x1p-53});
    for (const double tolerance : {0x1p-53, 0x1p-24})
        for (const Request& request : {Request{place_1e300().place, {12, 12}, 4000},
                                       Request{place_1e533().place, {12, 12}, 6000},
                                       Request{place_1e1086().place, {9, 9}, 9000}})
            expect_same_in_lanes<Ranged<double>>(request, {tolerance});
}

TEST_F(DeepLanesTest, InTwoDoublesToo) {
    for (const Request& request :
         {requests()[1], requests()[2], requests()[3], Request{place_1e50().place, {5, 5}, 11'000},
          Request{place_1e300().place, {12, 12}, 4000},
          Request{place_1e1086().place, {5, 5}, 9000}})
        expect_same_in_lanes<Ranged<DoubleDouble>>(request, {0x1p-85});
}

TEST_F(DeepLanesTest, InTwoDoublesWithoutAnExponentToo) {
    for (const Request& request : {requests()[0], requests()[1], requests()[2], requests()[3],
                                   Request{place_1e50().place, {5, 5}, 11'000}, requests()[7]})
        for (const double tolerance : {0x1p-85, 0x1p-50})
            expect_same_in_lanes<Plain<DoubleDouble>>(request, {tolerance});
}

// On a GPU: the same, in every kind of number.
template <typename N>
void expect_same_on_device(const Request& request, JumpRule rule) {
    SCOPED_TRACE(request.place.height);
    const Scene<N> scene(request, rule);
    cuda::DeltaPixels<N> device(scene.task(), 0);
    for (const Wanted wanted : all_wanted)
        expect_same(one_by_one(scene, wanted), found_by(scene, wanted, [&](const auto& run) {
                        ASSERT_TRUE(device.run(run));
                    }));
    EXPECT_GT(device.kernel_ms(), 0);
}

TEST(DeepDeltas_cuda, TheBitsOfTheProcessor) {
    if (const auto why = mariani::cuda::unavailable()) GTEST_SKIP() << *why;
    for (const Request& request : requests()) {
        expect_same_on_device<Plain<double>>(request, {0x1p-53});
        expect_same_on_device<Plain<DoubleDouble>>(request, {0x1p-85});
    }
    const Request deep{place_1e533().place, {16, 16}, 6000};
    for (const Request& request : {requests()[1], requests()[6], deep}) {
        expect_same_on_device<Ranged<double>>(request, {0x1p-53});
        expect_same_on_device<Ranged<DoubleDouble>>(request, {0x1p-85});
    }
}

TEST(DeepDeltas_cuda, StopsAndGoesOn) {
    if (const auto why = mariani::cuda::unavailable()) GTEST_SKIP() << *why;
    using N = Plain<double>;
    const Scene<N> scene({{"-0.1", "0.1", "1e-3"}, {64, 64}, 100'000}, {0x1p-53});
    PixelTask<N> slow = scene.task();
    slow.jumps.level_count = 0;
    cuda::DeltaPixels<N> device(slow, 0);
    std::vector<PixelResult> results(scene.offsets().size());
    std::stop_source source;
    source.request_stop();
    const std::stop_token stopped = source.get_token(), goes_on;
    EXPECT_FALSE(device.run({slow, {}, scene.offsets(), results, {}, stopped}));
    cuda::DeltaPixels<N> quick(scene.task(), 0);
    ASSERT_TRUE(quick.run({scene.task(), {}, scene.offsets(), results, {}, goes_on}));
    EXPECT_EQ(results.front().dwell, 100'000U);
}

}  // namespace
}  // namespace mariani::deep
