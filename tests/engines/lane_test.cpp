// A lane of a warp runs many points one after the other; here on the processor.
#include "compute/workloads/mandelbrot/elements.hpp"
#include "tests/engines/frames.hpp"

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

using Elements = mandelbrot::DwellElements<float, mandelbrot::ExactReturn>;
using Lane = Elements::Lane<true>;

std::uint32_t dwell_by(Lane& lane, const Elements& elements, int x, int y) {
    const auto schedule = Lane::schedule(elements);
    lane.begin(elements, schedule, x, y, true);
    while (lane.on_its_way()) lane.advance(schedule);
    return lane.result(elements, nullptr).dwell;
}

// So near that neighbouring pixels often have the same point in single precision: what a lane knows
// of one point must not be taken for the next.
TEST(LaneTest, RunsAPointLikeOneThatComesFirst) {
    const View tiny{{-0.7436439, 0.1318259}, 2e-5};
    FramePlan asked = plan(96, 96, 4096, tiny);
    asked.shortcuts = true;
    const Elements elements = Elements::of(asked);
    Lane lane;
    for (int y = 0; y < 96; ++y)
        for (int x = 0; x < 96; ++x) {
            const auto alone = elements.dwell_of(x, y, nullptr, subdivision::NeverStop()).dwell;
            ASSERT_EQ(dwell_by(lane, elements, x, y), alone) << x << "," << y;
            ASSERT_EQ(dwell_by(lane, elements, x, y), alone) << x << "," << y << " again";
        }
}

}  // namespace
}  // namespace mariani::tests
