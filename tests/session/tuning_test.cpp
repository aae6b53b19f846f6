#include "app/session/tuning.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

struct Seen {
    Frame frame;
    DwellSummary summary;
};

// 1000 x 500 pixels, 100000 of them inside.
Seen seen() {
    Seen made;
    made.frame.request.view = {{-0.75, 0.1}, 0.02};
    made.frame.request.image = {1000, 500};
    made.frame.request.part = whole(made.frame.request.image);
    made.frame.request.dwell_limit = 2048;
    made.frame.stats.engine = EngineKind::ask;
    made.frame.stats.device = "a CPU, 2 threads";
    made.summary.escaped = 400'000;
    return made;
}

TuningClass class_of(const Seen& seen) {
    return tuning_class(seen.frame, seen.summary);
}

TEST(TuningClass, IsThatOfViewsThatAreAlikeEnough) {
    const auto where = class_of(seen());
    EXPECT_EQ(
        words_of(where),
        "height 1e-2 to 1e-1, dwell limit 2048 to 4095, longer side 512 to 1023 pixels, up to "
        "a quarter inside");
    Seen alike = seen();
    alike.frame.request.view = {{0.3, 0}, 0.09};
    alike.frame.request.dwell_limit = 4095;
    alike.frame.request.image = {512, 1023};
    alike.frame.request.subdivision = {32, 2, 32};
    alike.frame.stats.engine = EngineKind::ex;  // the search would use ASK
    alike.summary.escaped = 499'999;
    EXPECT_EQ(class_of(alike), where);
}

TEST(TuningClass, IsAnotherOneWhereAnythingThatMattersDiffers) {
    const auto where = class_of(seen());
    const auto differs = [&](auto change) {
        Seen other = seen();
        change(other);
        return class_of(other) != where;
    };
    EXPECT_TRUE(differs([](Seen& s) { s.frame.request.view.height = 0.2; }));
    EXPECT_TRUE(differs([](Seen& s) { s.frame.request.dwell_limit = 2047; }));
    EXPECT_TRUE(differs([](Seen& s) { s.frame.request.image.width = 1024; }));
    EXPECT_TRUE(differs([](Seen& s) { s.frame.request.shortcuts = false; }));
    EXPECT_TRUE(differs([](Seen& s) { s.frame.request.scheme = Scheme::mbr; }));
    EXPECT_TRUE(differs([](Seen& s) { s.frame.request.fill = FillRule::safe; }));
    EXPECT_TRUE(differs([](Seen& s) { s.frame.stats.precision = Precision::f32; }));
    EXPECT_TRUE(differs([](Seen& s) { s.frame.stats.backend = Backend::cuda; }));
    EXPECT_TRUE(differs([](Seen& s) { s.frame.stats.engine = EngineKind::dp; }));
    EXPECT_TRUE(differs([](Seen& s) { s.frame.stats.device = "a CPU, 4 threads"; }));
    EXPECT_TRUE(differs([](Seen& s) { s.summary.escaped = 500'000; }));
    EXPECT_TRUE(differs([](Seen& s) { s.summary.escaped = 0; }));
}

TEST(Tuning, KeepsWhatWasFoundAndWhen) {
    SweepRow best;
    best.cell = {{32, 2, 16}, {16, 16}};
    best.ms = {2, 1, 3};
    best.ex_ms = best.ms.median * 3;
    const Tuning tuning = tuning_of(class_of(seen()), best);
    EXPECT_EQ(tuning.best, best.cell);
    EXPECT_DOUBLE_EQ(tuning.speedup, 3);
    EXPECT_EQ(tuning.date.size(), 10u);
    EXPECT_EQ(tuning.date[4], '-');
}

}  // namespace
}  // namespace mariani::app
