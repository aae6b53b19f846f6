// DP with little room for pending launches. The limit is fixed once per process, so each of these
// runs in a process of its own.
#include "compute/workloads/mandelbrot/workload.hpp"
#include "tests/cuda/on_cuda.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <stdexcept>

namespace mariani::tests {
namespace {

class PendingLaunchLimitDeathTest : public OnCuda, public testing::WithParamInterface<std::size_t> {
  protected:
    // What could not be launched, a recorded run does not call launched.
    static void expect_times_of_launches(Engine& engine, Contender dp, FramePlan plan) {
        plan.record_times = true;
        const Frame frame = compare(engine, dp, plan);
        const auto made_here = std::ranges::count_if(frame.times->spans, [](const auto& span) {
            return !span.launched && (span.part == RegionPart::inside || span.level > 0);
        });
        EXPECT_EQ(made_here > 0, frame.stats.failed_launches > 0) << made_here;
    }
    static void draw_with_pending_launches(std::size_t launches) {
        const auto engine = cuda::make_engine(EngineKind::dp, mandelbrot::cuda_painters(),
                                              {.pending_launches = launches});
        FramePlan plan = plan_of(places[0], {2000, 2000});
        plan.subdivision = {16, 2, 4};
        plan.precision = Precision::f32;
        for (const Scheme scheme : {Scheme::sbr, Scheme::mbr}) {
            const Frame frame = compare(*engine, {EngineKind::dp, scheme}, plan);
            if (launches == 0) {
                EXPECT_EQ(frame.stats.failed_launches, 0);
            } else if (launches <= 16) {
                EXPECT_GT(frame.stats.failed_launches, 0);
            }
            expect_times_of_launches(*engine, {EngineKind::dp, scheme}, plan);
        }
    }
};

TEST_P(PendingLaunchLimitDeathTest, DpIsRightWhateverItIs) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");  // restarts the program
    EXPECT_EXIT(
        {
            draw_with_pending_launches(GetParam());
            std::exit(HasFailure() ? 1 : 0);
        },
        testing::ExitedWithCode(0), "");
}

INSTANTIATE_TEST_SUITE_P(Launches, PendingLaunchLimitDeathTest, testing::Values(1, 16, 2048, 0));

TEST_F(OnCuda, TheLaunchRoomStaysAsTheFirstEngineFixedIt) {
    const auto ex = cuda::make_engine(EngineKind::ex, mandelbrot::cuda_painters());
    const auto dp = cuda::make_engine(EngineKind::dp, mandelbrot::cuda_painters());
    EXPECT_THROW(
        cuda::make_engine(EngineKind::dp, mandelbrot::cuda_painters(), {.pending_launches = 16}),
        std::logic_error);
    compare(*dp, {EngineKind::dp, Scheme::sbr}, plan_of(places[0]));
}

}  // namespace
}  // namespace mariani::tests
