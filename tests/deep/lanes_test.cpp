// Lanes of vectors, and threads of a GPU, beside one pixel after the other: the same bits on every
// SIMD target and on cuda.
#include "compute/cpu/simd_targets.hpp"
#include "compute/cuda/engines.hpp"
#include "compute/workloads/mandelbrot/deep/cuda/delta_pixels.hpp"
#include "compute/workloads/mandelbrot/deep/rung.hpp"
#include "places.hpp"

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
        task_ = {view, table_->view(), bound_of<N>(offsets.noise()), request.dwell_limit};
        for (int y = 0; y < request.size.height; ++y)
            for (int x = 0; x < request.size.width; ++x)
                offsets_.push_back(N::from(offsets.at({x, y})));
    }

    const PixelTask<N>& task() const { return task_; }
    std::span<const typename N::Complex> offsets() const { return offsets_; }

    template <typename Proof>
    std::vector<PixelResult> one_by_one() const {
        std::vector<PixelResult> results;
        for (const auto& c : offsets_) {
            PixelOrbit<N, Proof> orbit(task_, c);
            while (!orbit.advance(1000)) {
            }
            results.push_back(orbit.result());
        }
        return results;
    }

  private:
    PixelPoints points_;
    Reference reference_;
    mariani::cpu::ThreadPool pool_;
    cpu::Room<typename N::Complex> orbit_;
    std::unique_ptr<cpu::JumpTable<N>> table_;
    PixelTask<N> task_{};
    std::vector<typename N::Complex> offsets_;
};

std::vector<PixelResult> in_lanes(const Scene<Plain<double>>& scene, bool certified) {
    std::vector<PixelResult> results(scene.offsets().size());
    const std::stop_token stop;
    cpu::run_lanes({scene.task(), certified, scene.offsets(), results, stop});
    return results;
}

void expect_same(const std::vector<PixelResult>& expected, const std::vector<PixelResult>& found) {
    ASSERT_EQ(expected.size(), found.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        ASSERT_EQ(expected[i].dwell, found[i].dwell) << "pixel " << i;
        ASSERT_EQ(expected[i].verdict, found[i].verdict) << "pixel " << i;
        ASSERT_EQ(expected[i].work.steps, found[i].work.steps) << "pixel " << i;
        ASSERT_EQ(expected[i].work.jumps, found[i].work.jumps) << "pixel " << i;
        ASSERT_EQ(expected[i].work.rebases, found[i].work.rebases) << "pixel " << i;
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

TEST_F(DeepLanesTest, EveryTargetHasTheBitsOfOnePixelAfterTheOther) {
    using N = Plain<double>;
    for (const Request& request : requests())
        for (const double tolerance : {0x1p-53, 0x1p-24}) {
            const Scene<N> scene(request, {tolerance});
            const auto proven = scene.one_by_one<Certificate<N>>();
            const auto preview = scene.one_by_one<NoCertificate<N>>();
            for (const std::string& target : mariani::cpu::simd_targets()) {
                SCOPED_TRACE(target + ", " + request.place.height);
                mariani::cpu::use_simd_target(target);
                expect_same(proven, in_lanes(scene, true));
                expect_same(preview, in_lanes(scene, false));
            }
        }
}

// On a GPU: the same, in every kind of number.
template <typename N>
void expect_same_on_device(const Request& request, JumpRule rule) {
    SCOPED_TRACE(request.place.height);
    const Scene<N> scene(request, rule);
    cuda::DeltaPixels<N> device(scene.task(), 0);
    std::vector<PixelResult> results(scene.offsets().size());
    ASSERT_TRUE(device.run(scene.offsets(), true, results, {}));
    expect_same(scene.template one_by_one<Certificate<N>>(), results);
    ASSERT_TRUE(device.run(scene.offsets(), false, results, {}));
    expect_same(scene.template one_by_one<NoCertificate<N>>(), results);
    EXPECT_GT(device.kernel_ms(), 0);
}

TEST(DeepDeltas_cuda, TheBitsOfTheProcessor) {
    if (const auto why = mariani::cuda::unavailable()) GTEST_SKIP() << *why;
    for (const Request& request : requests())
        expect_same_on_device<Plain<double>>(request, {0x1p-53});
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
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(device.run(scene.offsets(), true, results, stop.get_token()));
    cuda::DeltaPixels<N> quick(scene.task(), 0);
    ASSERT_TRUE(quick.run(scene.offsets(), true, results, {}));
    EXPECT_EQ(results.front().dwell, 100'000U);
}

}  // namespace
}  // namespace mariani::deep
