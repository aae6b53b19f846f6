// What `render` and `check` print for fake figures.
#include "app/command_line/reports.hpp"
#include "tests/command_line/squeezed.hpp"
#include "tests/measure/fake_stats.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

PosterJob job() {
    PosterJob job;
    job.picture = "a/b.png";
    job.size = {36, 30};
    return job;
}

PosterResult result(EngineKind engine) {
    PosterResult result;
    result.plan = fake_plan(engine, Scheme::wpr);
    result.stats = engine == EngineKind::ex ? fake_ex_stats(12.34) : fake_stats(12.34);
    result.total_ms = 56.78;
    result.parts = 1;
    return result;
}

TEST(RenderReport, SaysWhatWasMadeByWhatAndHowFast) {
    EXPECT_EQ(render_report(job(), result(EngineKind::ex), {}),
              "a/b.png: 36x30 pixels, Ex on a processor, 3 threads in f32: computed in 12.3 ms, "
              "written after 56.8 ms\n");
    auto chosen = result(EngineKind::ask);
    chosen.stats.engine_reason = "a reason";
    chosen.parts = 6;
    EXPECT_EQ(render_report(job(), chosen, {}),
              "a/b.png: 36x30 pixels, ASK-WPR on a processor, 3 threads in f32 (a reason), g 5 r 3 "
              "B 7: computed in 12.3 ms, written after 56.8 ms, 6 parts\n");
    Tuning tuning;
    tuning.best.subdivision = {8, 4, 12};
    tuning.date = "2026-11-20";
    EXPECT_EQ(render_report(job(), result(EngineKind::dp), tuning),
              "a/b.png: 36x30 pixels, DP-WPR on a processor, 3 threads in f32, g 8 r 4 B 12, as "
              "tuned on 2026-11-20: computed in 12.3 ms, written after 56.8 ms\n");
}

// A region's border proves nothing of what is inside of it.
TEST(RenderReport, CallsProvenOnlyWhatIs) {
    auto deep = result(EngineKind::ask);
    const auto said = [&](const decltype(DeltaStats::pixels)& pixels) {
        deep.stats.deltas.emplace().pixels = pixels;
        const auto report = render_report(job(), deep, {});
        return report.substr(report.find("56.8 ms") + 7);
    };
    EXPECT_EQ(said({1000, 50, 20, 10, 0, 0}),
              ", every dwell proven (50 in two doubles, 20 in many digits)\n");
    EXPECT_EQ(said({1000, 50, 20, 0, 10, 0}), ", 10 dwells not proven\n");
    EXPECT_EQ(said({1000, 50, 20, 0, 0, 10}), ", 10 dwells not known\n");
    EXPECT_EQ(said({1000, 50, 20, 0, 7, 3}), ", 7 dwells not proven, 3 dwells not known\n");
    deep.plan.quality = Quality::preview;
    EXPECT_EQ(said({0, 0, 0, 0, 0, 1080}), ", a preview: nothing is proven\n");
}

TEST(RenderReport, SharesOutPixelsAndIterations) {
    auto counted = result(EngineKind::ask);
    // 1080 pixels, as in the stats: none was iterated twice.
    counted.work = WorkSums{900, {{{420, 0}, {108, 1640}, {500, 5740}, {52, 820}}}, {}};
    const auto text = squeezed(render_report(job(), counted, {}));
    EXPECT_EQ(text.substr(text.find('\n') + 1),
              "pixels iterations\n"
              "filled 420 38.89 % 0 0.00 %\n"
              "border 108 10.00 % 1640 20.00 %\n"
              "leaf 500 46.30 % 5740 70.00 %\n"
              "reused 52 4.81 % 820 10.00 %\n"
              "all 1080 100.00 % 8200 100.00 %\n");
    counted.stats.levels[1].pixels_iterated += 52;
    EXPECT_NE(squeezed(render_report(job(), counted, {})).find("\nrepeated 52 4.81 %"),
              std::string::npos);
}

FrameCheck check() {
    FrameCheck check;
    check.plan = fake_plan(EngineKind::dp, Scheme::mbr);
    check.stats = fake_stats(1);
    check.ex = fake_ex_stats(2);
    check.ex.device = "another device";
    return check;
}

const std::string head =
    "view center -0.75,0.125 height 0.0625, 36x30 pixels, dwell 1000, f32\nDP-MBR, g 5 r 3 B 7, "
    "fill safe, compared with Ex; cpu: a processor, 3 threads\n";

TEST(CheckReport, ListsEachWrongPixelWithItsRegion) {
    FrameCheck found = check();
    EXPECT_EQ(check_report(found), head + "all 1080 pixels match Ex\n");
    const Region filled{{8, 4, 6, 5}, 1000, 1000, 77, 3, mariani::Outcome::filled};
    const Region leaf{{1, 2, 3, 9}, 10, 20, 30, 2, mariani::Outcome::leaf};
    found.wrong = {{11, 6, 1000, 940, filled},
                   {12, 7, 1000, 950, filled},
                   {2, 5, 17, 18, leaf},
                   {35, 29, 21, 22, {}}};
    EXPECT_EQ(squeezed(check_report(found)), head +
                                                 "4 of 1080 pixels are wrong, in 1 filled regions\n"
                                                 "x y shown right region\n"
                                                 "11 6 1000 940 filled at level 3: 8,4 6x5\n"
                                                 "12 7 1000 950 filled at level 3: 8,4 6x5\n"
                                                 "2 5 17 18 leaf at level 2: 1,2 3x9\n"
                                                 "35 29 21 22 no region\n");
}

TEST(CheckReport, SaysHowManyPixelsAreNotKnown) {
    FrameCheck found = check();
    found.unknown = 3;
    EXPECT_EQ(check_report(found),
              head + "3 of 1080 pixels are not known\nall other 1077 pixels match Ex\n");
}

TEST(CheckReport, ListsTheFirstTwenty) {
    FrameCheck found = check();
    for (int x = 0; x < 23; ++x) found.wrong.push_back({x, 1, 2, 3, {}});
    const auto text = squeezed(check_report(found));
    EXPECT_NE(text.find("\n19 1 2 3 no region\nand 3 more; -o wrong.csv lists them all\n"),
              std::string::npos)
        << text;
}

TEST(RenderReport, SaysThatTheLimitHidesAll) {
    auto flat = result(EngineKind::ex);
    flat.limit_hides_all = true;
    flat.plan.dwell_limit = 77;
    const auto report = render_report(job(), flat, {});
    EXPECT_EQ(report.substr(report.find('\n') + 1),
              "every pixel reached the dwell limit 77: a point that escapes later looks like the "
              "inside, so give a higher --dwell\n");
    flat.all_inside = true;
    const auto inside = render_report(job(), flat, {});
    EXPECT_EQ(inside.substr(inside.find('\n') + 1),
              "all of this view is inside the set: zoom out\n");
}

}  // namespace
}  // namespace mariani::app
