// Finding the minibrot in a view.
#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"
#include "compute/workloads/mandelbrot/deep/engine/ladder.hpp"
#include "compute/workloads/mandelbrot/orbits.hpp"
#include "places.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace mariani::mandelbrot {
namespace {

constexpr std::uint32_t limit = 100'000;

View view_at(double re, double im, double height) {
    return {{re, im}, height};
}

// The largest islands of the real axis and of its sides, by the literature's figures.
TEST(MinibrotTest, KnownIslands) {
    const auto whole = find_minibrot(view_at(-0.1, 0, 1), 1, limit, {});
    ASSERT_TRUE(whole);
    EXPECT_EQ(whole->period, 1U);
    EXPECT_EQ(to_text(whole->centre.re), "0");
    EXPECT_EQ(whole->domain, std::nullopt);
    const auto island = find_minibrot(view_at(-1.75, 0.01, 0.1), 1, limit, {});
    ASSERT_TRUE(island);
    EXPECT_EQ(island->period, 3U);
    EXPECT_EQ(island->centre.re.fixed_text(8), "-1.75487767");  // c^3 + 2 c^2 + c + 1 = 0
    EXPECT_NEAR(island->size.nearest(), 0.0190355, 1e-6);
    EXPECT_GT(*island->domain, island->size);
}

// Which of them are round, for the least periods of well-known places.
TEST(MinibrotTest, ADiscIsNoMinibrot) {
    struct Place {
        const char* name;
        View view;
        std::uint32_t period;
        bool disc;
    };
    for (const auto& [name, view, period, disc] : {
             Place{"the whole set", view_at(-0.1, 0, 1), 1, false},
             Place{"the disc on the axis", view_at(-1.01, 0.01, 0.1), 2, true},
             Place{"the rabbit's ears", view_at(-0.12, 0.75, 0.1), 3, true},
             Place{"a disc on a disc", view_at(-1.31, 0, 0.05), 4, true},
             Place{"the island on the axis", view_at(-1.75, 0.01, 0.1), 3, false},
             Place{"an island above", view_at(-0.156, 1.032, 0.01), 4, false},
             Place{"the island's disc", view_at(-1.7728, 0, 0.004), 6, true},
         }) {
        SCOPED_TRACE(name);
        const auto found = find_minibrot(view, 1, limit, {});
        ASSERT_TRUE(found);
        EXPECT_EQ(found->period, period);
        EXPECT_EQ(found->disc, disc);
    }
    const auto disc = find_minibrot(view_at(-1, 0, 0.1), 1, limit, {});
    EXPECT_NEAR(disc->size.nearest(), 0.5, 1e-9) << "its width";
}

// A place that was found so is found again, from a view that only contains it.
TEST(MinibrotTest, DeepOnesWithAllTheirDigits) {
    for (const deep::KnownPlace* known :
         {&deep::place_1e14(), &deep::place_1e113(), &deep::place_1e533()}) {
        SCOPED_TRACE(known->name);
        View view{{*parse_coordinate(known->place.re), *parse_coordinate(known->place.im)},
                  *parse_length(known->place.height)};
        view.centre.re += view.height * 0.1;
        const auto found = find_minibrot(view, 1.5, limit, {});
        ASSERT_TRUE(found);
        EXPECT_EQ(found->period, known->period);
        EXPECT_FALSE(found->disc);
        EXPECT_LT(found->size, view.height);
        // The set's own middle lies in the picture of it.
        const View there = view_of(*found);
        EXPECT_EQ(why_invalid(there), std::nullopt);
        deep::Request request{
            {to_text(there.centre.re), to_text(there.centre.im), to_text(there.height)},
            {3, 3},
            100 * known->period};
        deep::Ladder ladder(1);
        deep::Progress progress;
        const auto picture = ladder.compute(request, {}, progress);
        EXPECT_EQ(picture->dwells[4], request.dwell_limit);
    }
}

// The island of period 3 in each corner of a wide view.
TEST(MinibrotTest, InEachCornerOfTheView) {
    constexpr double height = 0.05, aspect = 1.6, near = 0.48;
    for (const double x : {-near, near})
        for (const double y : {-near, near}) {
            const View view =
                view_at(-1.7548776662466927 - x * aspect * height, -y * height, height);
            const auto found = find_minibrot(view, aspect, limit, {});
            ASSERT_TRUE(found) << x << "," << y;
            EXPECT_EQ(found->period, 3U) << x << "," << y;
        }
}

// Newton's method does not converge for the least period that the ball test allows there.
TEST(MinibrotTest, WhereOnePeriodFailsTheNextIsTried) {
    struct Place {
        View view;
        std::uint32_t period;
    };
    for (const auto& [view, period] :
         {Place{view_at(-1.25, 0.12, 0.1), 10}, Place{view_at(0.017, 0.6305, 0.01), 36},
          Place{view_at(0.3225, 0.0375, 0.05), 10}}) {
        constexpr double aspect = 1.5;
        const auto found = find_minibrot(view, aspect, limit, {});
        ASSERT_TRUE(found) << to_text(view);
        EXPECT_EQ(found->period, period) << to_text(view);
        EXPECT_LT(abs(found->centre.re - view.centre.re), view.height * (0.5 * aspect));
        EXPECT_LT(abs(found->centre.im - view.centre.im), view.height * 0.5);
    }
}

TEST(MinibrotTest, NoneWhereThereIsNone) {
    EXPECT_FALSE(find_minibrot(view_at(1, 1, 0.01), 1, limit, {})) << "outside";
    EXPECT_FALSE(find_minibrot(view_at(-1.75, 0.01, 0.1), 1, 2, {})) << "of a greater period";
}

TEST(MinibrotTest, Stops) {
    std::stop_source stop;
    stop.request_stop();
    const deep::Place& place = deep::place_1e1086().place;
    const View view{{*parse_coordinate(place.re), *parse_coordinate(place.im)},
                    *parse_length(place.height)};
    EXPECT_FALSE(find_minibrot(view, 1, limit, stop.get_token()));
}

}  // namespace
}  // namespace mariani::mandelbrot
