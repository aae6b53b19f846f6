// Which views are remembered: long stays, and short ones that a jump ends.
#include "app/explore/visit_watch.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

const VisitedView seahorse{{{-0.745, 0.113}, 0.02}, 700}, elephant{{{0.275, 0.007}, 0.03}, 512};
const VisitedView beside{{{-0.74, 0.113}, 0.02}, 700};  // a quarter of its height to the right
const VisitedView whole_set{{{-0.5, 0}, 2.5}, 512};

TEST(VisitWatchTest, AViewThatRestsIsAVisitOnce) {
    VisitWatch watch;
    EXPECT_EQ(watch.look(seahorse, true, 10), std::nullopt);
    EXPECT_TRUE(watch.waiting());
    EXPECT_EQ(watch.look(seahorse, true, 13.9), std::nullopt);
    EXPECT_EQ(watch.look(seahorse, true, 14), Visit{seahorse});
    EXPECT_FALSE(watch.waiting());
    EXPECT_EQ(watch.look(seahorse, true, 30), std::nullopt);
    EXPECT_EQ(watch.look(elephant, true, 31), std::nullopt) << "it was told";
}

TEST(VisitWatchTest, TheStayBeginsOnceItIsOnScreen) {
    VisitWatch watch;
    EXPECT_EQ(watch.look(seahorse, false, 0), std::nullopt);
    EXPECT_FALSE(watch.waiting());
    EXPECT_EQ(watch.look(seahorse, true, 8), std::nullopt);
    EXPECT_EQ(watch.look(seahorse, true, 12), Visit{seahorse});
}

TEST(VisitWatchTest, AShortStayThatAJumpEndsIsAVisit) {
    VisitWatch watch;
    watch.look(seahorse, true, 0);
    watch.look(seahorse, true, 1);
    EXPECT_EQ(watch.look(elephant, false, 1.5), Visit{seahorse});
    watch.look(elephant, true, 2);
    watch.look(elephant, true, 2.9);
    EXPECT_EQ(watch.look(seahorse, false, 8), std::nullopt) << "too short";
}

TEST(VisitWatchTest, AStepAsideIsNoJumpAndAStayOfItsOwn) {
    VisitWatch watch;
    watch.look(seahorse, true, 0);
    watch.look(seahorse, true, 3);
    EXPECT_EQ(watch.look(beside, true, 3.5), std::nullopt);
    EXPECT_EQ(watch.look(beside, true, 7), std::nullopt);
    EXPECT_EQ(watch.look(beside, true, 7.5), Visit{beside});
}

TEST(VisitWatchTest, AZoomByFarIsAJumpToo) {
    VisitWatch watch;
    watch.look(seahorse, true, 0);
    watch.look(seahorse, true, 2);
    EXPECT_EQ(watch.look({{seahorse.view.centre, 0.004}, 700}, false, 3), Visit{seahorse});
}

// The same place of another set.
TEST(VisitWatchTest, AJuliaSetIsAJumpToo) {
    VisitWatch watch;
    watch.look(seahorse, true, 0);
    watch.look(seahorse, true, 2);
    VisitedView julia = seahorse;
    julia.view.julia = seahorse.view.centre;
    EXPECT_EQ(watch.look(julia, false, 3), Visit{seahorse});
}

TEST(VisitWatchTest, TheWholeSetIsNoVisit) {
    VisitWatch watch;
    watch.look(whole_set, true, 0);
    EXPECT_FALSE(watch.waiting());
    EXPECT_EQ(watch.look(whole_set, true, 60), std::nullopt);
    EXPECT_EQ(watch.look(seahorse, false, 61), std::nullopt);
}

TEST(VisitWatchTest, ItKeepsTheDwellLimitOfTheEnd) {
    VisitWatch watch;
    watch.look(seahorse, true, 0);
    const VisitedView deeper{seahorse.view, 5000};
    EXPECT_EQ(watch.look(deeper, true, 4), Visit{deeper});
}

// One number after the other: re, im, height. Whoever types slowly rests on the way.
TEST(VisitWatchTest, OfAPlaceThatIsTypedOnlyTheLastViewStays) {
    const VisitedView with_re{{{-0.745, 0.007}, 0.03}, 512}, with_im{{{-0.745, 0.113}, 0.03}, 512};
    VisitWatch watch;
    watch.look(elephant, true, 0);
    watch.look(elephant, true, 2);
    EXPECT_EQ(watch.look(with_re, true, 3, true), Visit{elephant});
    EXPECT_EQ(watch.look(with_re, true, 7, true), Visit{with_re});
    EXPECT_EQ(watch.look(with_im, true, 8, true), std::nullopt);
    EXPECT_EQ(watch.look(with_im, true, 10, true), std::nullopt);
    EXPECT_EQ(watch.look(seahorse, true, 11, true), std::nullopt) << "typed on";
    EXPECT_EQ(watch.look(seahorse, true, 15, true), (Visit{seahorse, with_re}));
    EXPECT_EQ(watch.look(elephant, true, 20), std::nullopt);
    EXPECT_EQ(watch.look(elephant, true, 24), Visit{elephant}) << "and seahorse stays";
}

TEST(VisitWatchTest, AJumpFromATypedPlaceLeavesThatPlace) {
    const VisitedView with_re{{{-0.745, 0.007}, 0.03}, 512};
    VisitWatch watch;
    watch.look(with_re, true, 0, true);
    EXPECT_EQ(watch.look(with_re, true, 4, true), Visit{with_re});
    watch.look(seahorse, true, 5, true);
    watch.look(seahorse, true, 7, true);
    EXPECT_EQ(watch.look(elephant, false, 8), (Visit{seahorse, with_re}));
}

}  // namespace
}  // namespace mariani::app
