// The automatic dwell limit, on real frames of views of every depth.
#include "app/explore/automatic_dwell_limit.hpp"
#include "app/explore/prepared_frame.hpp"

#include <algorithm>
#include <ostream>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

struct Case {
    const char* name;
    View view;
};
std::ostream& operator<<(std::ostream& out, const Case& of) {
    return out << of.name;
}

PreparedFrame frame_of(const View& view, std::uint32_t dwell_limit) {
    FrameRequest request;
    request.view = view;
    request.image = {120, 80};
    request.part = whole(request.image);
    request.dwell_limit = dwell_limit;
    request.engine = EngineKind::ask;
    request.backend = Backend::cpu;
    EngineDispatcher dispatcher;
    FrameProgress progress;
    return *prepare_frame(dispatcher, request, {}, progress);
}

// The limits that follow each other until one confirms itself, which is the last.
std::vector<std::uint32_t> limits_from(const View& view, std::uint32_t first) {
    std::vector<std::uint32_t> limits{first};
    while (true) {
        const PreparedFrame frame = frame_of(view, limits.back());
        const auto next = suited_dwell_limit(frame.frame.plan, frame.summary);
        if (next == limits.back() || limits.size() > 30) return limits;
        limits.push_back(next);
    }
}

class SuitedDwellLimit : public testing::TestWithParam<Case> {};

TEST_P(SuitedDwellLimit, IsFoundFromBelowAndFromAboveWithoutGoingBack) {
    const auto rising = limits_from(GetParam().view, 512);
    EXPECT_LE(rising.size(), 12U);
    EXPECT_TRUE(std::ranges::is_sorted(rising));
    const auto falling = limits_from(GetParam().view, 1 << 21);
    EXPECT_LE(falling.size(), 14U);
    EXPECT_TRUE(std::ranges::is_sorted(falling, std::ranges::greater{}));
}

constexpr double deep_re = -0.7436438870371587, deep_im = 0.13182590420531198;
INSTANTIATE_TEST_SUITE_P(
    Views, SuitedDwellLimit,
    testing::Values(Case{"home", {{-0.5, 0}, 2.5}}, Case{"seahorses", {{-0.75, 0.1}, 0.05}},
                    Case{"elephants", {{0.28, 0.01}, 0.02}}, Case{"inside", {{-0.1, 0.1}, 0.01}},
                    Case{"outside", {{3, 3}, 0.1}}, Case{"deep", {{deep_re, deep_im}, 1e-8}},
                    Case{"deepest", {{deep_re, deep_im}, 1e-12}}),
    [](const auto& of) { return of.param.name; });

TEST(SuitedDwellLimit, LeavesNoDeepPictureBlack) {
    const View view{{deep_re, deep_im}, 1e-12};
    EXPECT_EQ(frame_of(view, 512).summary.escaped, 0);
    const auto limit = limits_from(view, 512).back();
    EXPECT_GT(frame_of(view, limit).summary.escaped, 120 * 80 / 2);
}

TEST(SuitedDwellLimit, StaysLowWhereNothingIsToBeFound) {
    EXPECT_EQ(limits_from({{-0.5, 0}, 2.5}, 512).back(), 512U);
    EXPECT_EQ(limits_from({{3, 3}, 0.1}, 512).back(), 512U);
    EXPECT_LE(limits_from({{-0.1, 0.1}, 0.01}, 512).back(), 4096U);
}

TEST(LimitHidesAll, WhereEveryPixelReachesItByIterating) {
    const auto hides = [](const View& view, std::uint32_t limit) {
        const PreparedFrame frame = frame_of(view, limit);
        return limit_hides_all(frame.frame, frame.summary);
    };
    const View deep{{deep_re, deep_im}, 1e-12};
    EXPECT_TRUE(hides(deep, 512));
    EXPECT_FALSE(hides(deep, limits_from(deep, 512).back()));
    EXPECT_FALSE(hides({{-0.1, 0.1}, 0.01}, 512));  // the cardioid holds all of it
    EXPECT_FALSE(hides({{-0.5, 0}, 2.5}, 512));
    EXPECT_FALSE(hides(deep, max_suited_dwell_limit(1e-12)));
}

TEST(LimitHidesAll, IsToldFromAFrameThatIsAllInside) {
    const View island{{-1.7548776662466927, 0}, 1e-3}, cardioid{{-0.1, 0.1}, 0.01};
    EXPECT_TRUE(is_all_inside(frame_of(island, 100), {}));
    EXPECT_TRUE(is_all_inside(frame_of(cardioid, 512), {}));
    EXPECT_FALSE(is_all_inside(frame_of({{deep_re, deep_im}, 1e-12}, 512), {}));
    EXPECT_FALSE(is_all_inside(frame_of({{-0.5, 0}, 2.5}, 512), {}));
}

}  // namespace
}  // namespace mariani::app
