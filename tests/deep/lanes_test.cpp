// Lanes of vectors, and threads of a GPU, beside one pixel after the other: the same bits on every
// SIMD target and on cuda.
#include "compute/cpu/engines.hpp"
#include "compute/cuda/engines.hpp"
#include "compute/workloads/mandelbrot/deep/cuda/delta_pixels.hpp"
#include "compute/workloads/mandelbrot/deep/engine/rung.hpp"
#include "places.hpp"

#include <algorithm>
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
        : points_(request.place, request.size, pitch_bits(request.place, request.size) + 192),
          reference_(points_.centre_re(), points_.centre_im(),
                     pitch_bits(request.place, request.size) + 192),
          pool_(2) {
        Progress progress;
        reference_.extend(request.dwell_limit, {}, progress);
        const Offsets& offsets =
            by_columns_.emplace(points_, request.size, whole(request.size), reference_);
        orbit_ = rounded_orbit<N>(reference_, request.dwell_limit, pool_, std::stop_token{});
        const OrbitView<N> view{orbit_.data(), static_cast<std::uint32_t>(orbit_.size() - 1)};
        table_ = std::make_unique<cpu::JumpTable<N>>(view, rule, bound_of<N>(offsets.most()), pool_,
                                                     std::stop_token{}, progress);
        task_ = {view, table_->view(), bound_of<N>(offsets.noise()),
                 N::to_slope(N::from(offsets.pitch())), request.dwell_limit};
        for (std::uint32_t i = 0; i < pixel_count(request.size); ++i)
            offsets_.push_back(N::from(offsets.of_pixels()[i]));
        source_ = {reference_.points(), true,        rule,        bound_of<N>(offsets.most()),
                   task_.noise,         task_.pitch, task_.limit, offsets.columns(),
                   offsets.rows()};
    }

    const PixelTask<N>& task() const { return task_; }
    std::span<const typename N::Complex> offsets() const { return offsets_; }
    const cuda::DeltaSource<N>& source() const { return source_; }

  private:
    PixelPoints points_;
    Reference reference_;
    mariani::cpu::ThreadPool pool_;
    cpu::Room<OrbitPoint<N>> orbit_;
    std::unique_ptr<cpu::JumpTable<N>> table_;
    PixelTask<N> task_{};
    cuda::DeltaSource<N> source_{};
    std::optional<Offsets> by_columns_;
    std::vector<typename N::Complex> offsets_;
};

constexpr Wanted all_wanted[] = {{true, false}, {true, true}, {false, false}, {false, true}};

struct Found {
    std::vector<PixelResult> results;
    std::vector<Escape> escapes;
};

// What a function of a PixelRun finds for all pixels.
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
    static const std::vector<Request> all{{{"-0.5", "0", "2"}, {37, 23}, 300},
                                          {{"-0.7436", "0.1318", "1e-3"}, {32, 32}, 2000},
                                          {{"-2", "0", "1e-20"}, {15, 15}, 200},
                                          {{"3", "-4", "1"}, {5, 3}, 50},
                                          {{"-0.5", "0", "2"}, {8, 8}, 1},
                                          {place_1e14().place, {20, 20}, 2000},
                                          {place_1e50().place, {12, 12}, 11'000},
                                          {place_1e113().place, {24, 24}, 1100},
                                          {{"-1.9999", "0", "1e-4"}, {1, 1}, 100},
                                          {{"-2.0000000000001", "0", "1e-12"}, {16, 16}, 200}};
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
                                       Request{{"-2", "0", "1e-300"}, {12, 12}, 1000},
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

// Every third pixel, then the others backwards: a list in no order, whose length is odd.
std::vector<std::uint32_t> mixed(std::size_t count) {
    std::vector<std::uint32_t> pixels;
    for (std::uint32_t i = 0; i < count; i += 3) pixels.push_back(i);
    for (auto i = static_cast<std::uint32_t>(count); i-- > 0;)
        if (i % 3 == 1) pixels.push_back(i);
    return pixels;
}

TEST_F(DeepLanesTest, InTwoDoublesWithoutAnExponentToo) {
    for (const Request& request : {requests()[0], requests()[1], requests()[2], requests()[3],
                                   Request{place_1e50().place, {5, 5}, 11'000}, requests()[7]})
        for (const double tolerance : {0x1p-85, 0x1p-50})
            expect_same_in_lanes<Plain<DoubleDouble>>(request, {tolerance});
}

// On a GPU: the same, in every kind of number, for pixels in any order.
void expect_found(const Found& expected, std::span<const std::uint32_t> pixels,
                  const cuda::FoundPixels& found) {
    ASSERT_EQ(found.dwells.size(), pixels.size());
    WorkCounts work;
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        SCOPED_TRACE("pixel " + std::to_string(pixels[i]));
        const PixelResult& one = expected.results[pixels[i]];
        ASSERT_EQ(one.dwell, found.dwells[i]);
        ASSERT_EQ(one.verdict, found.verdicts[i]);
        ASSERT_EQ(one.work.steps + one.work.jumps, found.iterations[i]);
        if (!found.escapes.empty()) {
            ASSERT_EQ(bits_of(expected.escapes[pixels[i]]), bits_of(found.escapes[i]));
        }
        work += one.work;
    }
    EXPECT_EQ(work, found.work);
}

template <typename N>
void expect_same_on_device(const Request& request, JumpRule rule) {
    SCOPED_TRACE(request.place.height);
    const Scene<N> scene(request, rule);
    const std::stop_token stop;
    cuda::DeltaPixels<N> device(scene.source(), 0, stop);
    const auto pixels = mixed(scene.offsets().size());
    for (const Wanted wanted : all_wanted)
        for (const bool escapes : {true, false}) {
            const auto found = device.run(pixels, wanted, escapes, stop);
            ASSERT_TRUE(found);
            EXPECT_EQ(found->escapes.size(), escapes ? pixels.size() : 0);
            expect_found(one_by_one(scene, wanted), pixels, *found);
        }
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
        expect_same_on_device<LongNumber>(request, {0x1p-130});
    }
    // Where signs and sizes change most: chaos beside the antenna, and jumps that differ by far.
    const Request antenna{{"-1.9", "1e-40", "1e-12"}, {96, 1}, 1000};
    for (const double tolerance : {0x1p-130, 0x1p-60, 0x1p-24})
        expect_same_on_device<LongNumber>(antenna, {tolerance});
}

TEST(DeepDeltas_cuda, StopsAndGoesOn) {
    if (const auto why = mariani::cuda::unavailable()) GTEST_SKIP() << *why;
    using N = Plain<double>;
    const Scene<N> scene({{"-0.1", "0.1", "1e-3"}, {64, 64}, 100'000}, {0x1p-53});
    cuda::DeltaSource<N> slow = scene.source();
    slow.jumps = false;
    const auto pixels = mixed(scene.offsets().size());
    const std::stop_token goes_on;
    cuda::DeltaPixels<N> device(slow, 0, goes_on);
    std::stop_source source;
    source.request_stop();
    EXPECT_FALSE(device.run(pixels, {}, false, source.get_token()));
    const auto stepped = device.run(pixels, {}, false, goes_on);
    ASSERT_TRUE(stepped);
    EXPECT_EQ(stepped->dwells.front(), 100'000U);
    EXPECT_EQ(stepped->work.jumps, 0U);
    cuda::DeltaPixels<N> quick(scene.source(), 0, goes_on);
    const auto jumped = quick.run(pixels, {}, false, goes_on);
    ASSERT_TRUE(jumped);
    EXPECT_TRUE(std::ranges::equal(jumped->dwells, stepped->dwells));
}

}  // namespace
}  // namespace mariani::deep
