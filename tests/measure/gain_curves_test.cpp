// S against n, g, r and B: which rows make a curve, with fake numbers.
#include "app/measure/gain_curves.hpp"

#include "tests/measure/fake_stats.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

constexpr ImageSize small_picture{256, 256}, large_picture{16384, 16384};

GainRow gain(int g, int r, int B, double median, ImageSize size = large_picture,
             Scheme scheme = Scheme::sbr) {
    return {{EngineKind::ask, scheme, size, {{g, r, B}, {16, 16}}},
            {0.5 * median, median, 2 * median}};
}

std::vector<double> gains(const GainCurve& curve) {
    std::vector<double> all;
    for (const GainPoint& point : curve.points) all.push_back(point.gain.median);
    return all;
}

TEST(GainCurvesTest, PassThroughTheBestOfAFullGrid) {
    std::vector<GainRow> rows;
    for (const int g : {2, 4, 8})
        for (const int r : {2, 4})
            for (const int B : {8, 16}) rows.push_back(gain(g, r, B, g * 10 + r + B / 100.0));
    rows.push_back(gain(8, 4, 16, 3, small_picture));
    const auto charts = gain_charts(rows);  // the best is {8, 4, 16}
    ASSERT_EQ(charts.size(), 4u);
    EXPECT_EQ(charts[0].name + charts[1].name + charts[2].name + charts[3].name, "ngrB");
    EXPECT_EQ(gains(charts[0].curves[0]), (std::vector{3, 84.16}));
    EXPECT_EQ(gains(charts[1].curves[0]), (std::vector{24.16, 44.16, 84.16}));
    EXPECT_EQ(gains(charts[2].curves[0]), (std::vector{82.16, 84.16}));
    EXPECT_EQ(gains(charts[3].curves[0]), (std::vector{84.08, 84.16}));
    EXPECT_EQ(charts[0].curves[0].points[0].x, 256);
    EXPECT_EQ(charts[1].curves[0].points[2].x, 8);
    EXPECT_EQ(charts[1].curves[0].points[2].gain.min, 0.5 * 84.16);
}

// A single fast run makes no best.
TEST(GainCurvesTest, TheBestOfASizeIsThatOfTheMedians) {
    GainRow lucky = gain(4, 2, 8, 4, small_picture);
    lucky.gain.max = 100;
    const auto charts =
        gain_charts({lucky, gain(8, 2, 8, 5, small_picture), gain(4, 2, 8, 7, large_picture)});
    EXPECT_EQ(gains(charts[0].curves[0]), (std::vector<double>{5, 7}));
}

// As in the experiment of Fig. 8: one value varies at a time, and one of these rows may be the
// best.
TEST(GainCurvesTest, MeetWhereTheRowsDo) {
    std::vector<GainRow> rows{gain(4, 2, 8, 5), gain(2, 2, 8, 9), gain(8, 2, 8, 4),
                              gain(4, 4, 8, 3), gain(4, 8, 8, 2), gain(4, 2, 16, 6),
                              gain(4, 2, 4, 1)};
    rows.push_back(gain(4, 2, 8, 7, large_picture, Scheme::mbr));
    const auto charts = gain_charts(rows);
    ASSERT_EQ(charts.size(), 3u);  // MBR has one point and no curve; n has one value
    EXPECT_EQ(gains(charts[0].curves[0]), (std::vector<double>{9, 5, 4}));
    EXPECT_EQ(gains(charts[1].curves[0]), (std::vector<double>{5, 3, 2}));
    EXPECT_EQ(gains(charts[2].curves[0]), (std::vector<double>{1, 5, 6}));
    for (const GainChart& chart : charts)
        EXPECT_EQ(chart.curves[0].middle.cell.subdivision, (SubdivisionParams{4, 2, 8}));
    EXPECT_TRUE(gain_charts({gain(4, 2, 8, 5)}).empty());
}

// The model's own numbers, as `mariani model --n 16384 -g 4 --vary B` prints them.
TEST(GainCurvesTest, HaveTheModelsPredictionWhereItHasOne) {
    const CostParams fitted{1, 1, 2, 1, 0.7, 100, 512, 128, 64};
    EXPECT_NEAR(*predicted_gain(fitted, gain(4, 2, 32, 1).row), 4.505, 5e-4);
    EXPECT_NEAR(*predicted_gain(fitted, gain(4, 2, 32, 1, large_picture, Scheme::mbr).row), 4.598,
                5e-4);
    EXPECT_FALSE(predicted_gain(fitted, gain(4, 2, 32, 1, large_picture, Scheme::wpr).row));
    EXPECT_FALSE(predicted_gain(fitted, gain(64, 2, 32, 1, small_picture).row));  // g B r > n
    auto charts = gain_charts({gain(4, 2, 32, 1), gain(4, 2, 64, 2), gain(4, 2, 16384, 3)});
    predict(charts, EngineKind::dp, Scheme::sbr, fitted);
    predict(charts, EngineKind::ask, Scheme::mbr, fitted);
    EXPECT_FALSE(charts[0].curves[0].points[0].predicted);
    predict(charts, EngineKind::ask, Scheme::sbr, fitted);
    EXPECT_NEAR(*charts[0].curves[0].points[1].predicted, 4.523, 5e-4);
    EXPECT_FALSE(charts[0].curves[0].points[2].predicted);
    const auto csv = gain_csv(charts);
    EXPECT_TRUE(
        csv.starts_with("variable,value,engine,scheme,n,g,r,B,block,speedup,speedup_min,"
                        "speedup_max,predicted\nB,32,ask,sbr,16384,4,2,32,16x16,1,0.5,2,4."))
        << csv;
    EXPECT_TRUE(csv.ends_with("B,16384,ask,sbr,16384,4,2,16384,16x16,3,1.5,6,\n")) << csv;
}

TEST(GainCurvesTest, AreTakenFromExperimentsBesideTheirEx) {
    const ExperimentRow ex{EngineKind::ex, Scheme::sbr, small_picture, {}};
    const std::vector<RowResult> rows{{ex, 3, {9, 10, 11}, 1, 0, 1},
                                      {gain(4, 2, 8, 1, small_picture).row, 3, {2, 4, 5}, 1, 0, 1},
                                      {gain(4, 2, 8, 1, large_picture).row, 3, {2, 4, 5}, 1, 0, 1}};
    const auto all = gains_of(rows);
    ASSERT_EQ(all.size(), 1u);  // no Ex on the large size
    EXPECT_EQ(all[0].gain, (Spread{2, 2.5, 5}));
}

TEST(GainCurvesTest, TheBestIsMeasuredOnSmallerSizes) {
    int ex_runs = 0;  // one of three is a little faster, and one slower
    const RunEngine run = [&](const FrameRequest& asked, const std::stop_token& stop) {
        const FramePlan plan = planned(asked);
        if (stop.stop_requested()) return std::optional<Frame>();
        Frame frame;
        frame.plan = plan;
        const double side = plan.image.width;
        frame.stats.compute_ms =
            plan.engine == EngineKind::ex ? side * side + ex_runs++ % 3 - 1 : 8 * side;
        return std::optional(frame);
    };
    SweepSubject subject;
    subject.request.image = {800, 400};
    subject.request.engine = EngineKind::ask;
    const auto rows = measure_sizes(subject, {{4, 2, 8}, {}}, 3, run, {});
    ASSERT_EQ(rows->size(), 3u);
    EXPECT_EQ(rows->front().row.size, (ImageSize{100, 50}));
    EXPECT_EQ(rows->front().gain.median, 100 / 8.0);
    EXPECT_EQ(rows->back().row.size, (ImageSize{400, 200}));
    EXPECT_EQ(rows->back().row.cell.subdivision, (SubdivisionParams{4, 2, 8}));
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(measure_sizes(subject, {}, 3, run, stop.get_token()));
}

}  // namespace
}  // namespace mariani::app
