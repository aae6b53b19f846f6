// Every figure of the prediction compared with the measurement.
#include "app/panels/numbers.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace mariani::app {
namespace {

using Line = std::vector<std::string>;

LevelStats predicted_level(std::int64_t regions, std::int64_t subdivided, std::int64_t iterations,
                           std::int64_t filled, double ms) {
    LevelStats made;
    made.regions = regions;
    made.subdivided = subdivided;
    (subdivided == 0 ? made.leaves : made.filled) = regions - subdivided;
    made.pixels_iterated = 1'000;
    made.iterations = iterations;
    made.pixels_filled = filled;
    made.ms = ms;
    return made;
}

MeasuredRuns runs(Spread ms, std::vector<LevelStats> levels) {
    MeasuredRuns made{ms, {}};
    made.stats.levels = std::move(levels);
    made.stats.compute_ms = ms.median;
    made.stats.device = "some processor";
    return made;
}

ModelMeasurement measurement() {
    ModelMeasurement made;
    made.plan = fake_frame().plan;
    made.plan.image = {512, 512};
    made.plan.part = whole(made.plan.image);
    made.plan.dwell_limit = 640;
    made.plan.subdivision = {4, 2, 32};
    made.parallelism = {3, 64};
    made.repeats = 7;
    made.ex = runs({36, 40, 50}, {predicted_level(1, 0, 25'000'000, 0, 40)});
    made.sbr = runs({11, 12.5, 17}, {predicted_level(1'016, 508, 60'000, 20'000, 3.25),
                                     predicted_level(2'032, 1'524, 90'000, 30'000, 4.5),
                                     predicted_level(6'096, 0, 150'000, 0, 4.75)});
    made.mbr = runs({18, 20, 23}, {predicted_level(1'016, 508, 60'000, 20'000, 6.25),
                                   predicted_level(2'032, 1'524, 90'000, 30'000, 7.5),
                                   predicted_level(6'096, 0, 150'000, 0, 6.75)});
    made.bare =
        runs({0.2, 0.25, 0.3}, {predicted_level(1, 1, 2, 0, 0.1), predicted_level(4, 3, 2, 0, 0.1),
                                predicted_level(12, 0, 2, 0, 0.05)});
    made.bare_plan = made.plan;
    made.bare_plan.image = {64, 64};
    made.bare_plan.part = whole(made.bare_plan.image);
    made.bare_plan.subdivision = {1, 2, 1};
    return made;
}

class PredictionTest : public testing::Test {
  protected:
    PredictionTest() {
        stage.seen = fake_observations();
        stage.show(model_panel, 1200);
        show(measurement());
    }
    void show(const ModelMeasurement& model) {
        stage.seen.laboratory.model = std::make_shared<ModelMeasurement>(model);
        stage.frames(3);
    }

    // Other texts above the table name Ex, too.
    Line last_line_of(std::string_view label) const {
        Line line;
        const auto all = stage.texts();
        const auto last = std::ranges::find(all.rbegin(), all.rend(), label, &DrawnText::text);
        for (const DrawnText& run : all)
            if (last != all.rend() && run.from.x > last->to.x &&
                std::abs(run.middle().y - last->middle().y) < 8)
                line.push_back(run.text);
        return line;
    }

    Stage stage{{1900, 1600}};
};

TEST_F(PredictionTest, TheTotalsStandBesideTheMeasuredTimes) {
    const auto verdict = judge(measurement(), MeanOrLimit::mean);
    const auto percent = [](double predicted, double measured) {
        return fmt::format("{:+.0f}%", 100 * (predicted - measured) / measured);
    };
    // S as measured: 40 / 12.5 and 40 / 20.
    const std::string ex_ms = significant(verdict.ex_predicted_ms);
    EXPECT_EQ(last_line_of("Ex"), (Line{ex_ms, "40.0", "36.0..50.0",
                                        percent(verdict.ex_predicted_ms, 40), "1.00", "1.00"}));
    EXPECT_EQ(stage.line_of("SBR"),
              (Line{significant(verdict.sbr.predicted_ms), "12.5", "11.0..17.0",
                    percent(verdict.sbr.predicted_ms, 12.5),
                    significant(verdict.ex_predicted_ms / verdict.sbr.predicted_ms), "3.20"}));
    EXPECT_EQ(stage.line_of("MBR"),
              (Line{significant(verdict.mbr.predicted_ms), "20.0", "18.0..23.0",
                    percent(verdict.mbr.predicted_ms, 20),
                    significant(verdict.ex_predicted_ms / verdict.mbr.predicted_ms), "2.00"}));
    EXPECT_EQ(stage.cell("SBR", "model ms"), significant(verdict.sbr.predicted_ms));
    EXPECT_EQ(stage.cell("SBR", "min..max"), "11.0..17.0");
    EXPECT_EQ(stage.cell("SBR", "S"), "3.20");
    EXPECT_NE(verdict.sbr.predicted_ms, verdict.mbr.predicted_ms);
}

TEST_F(PredictionTest, TheHeadsOfLevelsNameTheirEquations) {
    for (const auto& [head, equation] : {std::pair("SBR model", "a term of Eq. 23"),
                                         {"MBR model", "a term of our reading of Eq. 24"}}) {
        stage.hover(stage.find(head)->middle());
        stage.frames(60);
        EXPECT_TRUE(stage.reads(equation)) << head;
    }
}

// Eq. 23 with the measured P_i, where n is 512, q 3 and c 64.
TEST_F(PredictionTest, EachLevelStandsBesideItsMeasuredTime) {
    const auto verdict = judge(measurement(), MeanOrLimit::mean);
    const double A = 300'000 / 3'000.0, lambda = verdict.params.lambda;
    const double unit = 40.0 * 3 * 64 / 25'000'000;
    const double first = (8 * A + 0.5 * lambda * A + 0.5 * 256) * 6 * unit;
    const double second = (4 * A + 0.75 * lambda * A + 0.25 * 64) * 22 * 0.5 * unit;
    const double last = A * 16 * 86 * 0.5 * 0.75 * unit;
    EXPECT_EQ(stage.line_of("level"), (Line{"regions", "P_i", "SBRmodel", "ms", "MBRmodel", "ms"}));
    std::vector<Line> lines;
    for (const char* regions : {"1,016", "2,032", "6,096"}) lines.push_back(stage.line_of(regions));
    EXPECT_EQ(lines[0], (Line{"0.50", significant(first), "3.25",
                              significant(verdict.mbr.levels[0].predicted_ms), "6.25"}));
    EXPECT_EQ(lines[1], (Line{"0.75", significant(second), "4.50",
                              significant(verdict.mbr.levels[1].predicted_ms), "7.50"}));
    EXPECT_EQ(lines[2], (Line{"-", significant(last), "4.75",
                              significant(verdict.mbr.levels[2].predicted_ms), "6.75"}));
    EXPECT_NEAR(first + second + last, verdict.sbr.predicted_ms, 1e-9);
}

TEST_F(PredictionTest, SaysHowFarOffTheModelIs) {
    const auto verdict = judge(measurement(), MeanOrLimit::mean);
    const auto off = [](double measured, double predicted) {
        return fmt::format("{:.3g} ms {} than predicted", std::abs(measured - predicted),
                           measured > predicted ? "longer" : "less");
    };
    EXPECT_TRUE(stage.reads("SBR took " + off(12.5, verdict.sbr.predicted_ms)));
    EXPECT_TRUE(stage.reads("MBR took " + off(20, verdict.mbr.predicted_ms)));
    const double share = verdict.mbr.predicted_ms / verdict.sbr.predicted_ms - 1;
    EXPECT_TRUE(stage.reads(
        fmt::format("MBR is predicted to take {:.0f} % {} time than SBR and took 60 % more.",
                    100 * std::abs(share), share < 0 ? "less" : "more")));  // 20 ms beside 12.5
    const double unexplained = verdict.mbr.unexplained_ms - verdict.sbr.unexplained_ms;
    EXPECT_TRUE(stage.reads(
        fmt::format("effects outside the model take {:.3g} ms {} with MBR than with SBR",
                    std::abs(unexplained), unexplained > 0 ? "more" : "less")));
}

TEST_F(PredictionTest, BlamesTheTermThatIsFarthestOff) {
    // With times that leave little unexplained once one kind of work far exceeds its prediction.
    const auto blamed = [&](std::int64_t border, std::int64_t leaves, std::int64_t fill) {
        auto model = measurement();
        model.sbr.stats.levels[0].iterations *= border;
        model.sbr.stats.levels[2].iterations *= leaves;
        model.sbr.stats.levels[0].pixels_filled *= fill;
        const auto verdict = judge(model, MeanOrLimit::limit);  // keeps A the same
        const double rest = verdict.sbr.unexplained_ms;
        model.sbr.ms.median -= rest;
        show(model);
    };
    stage.click("limit");
    blamed(100'000, 1, 1);
    EXPECT_TRUE(stage.reads("by the borders")) << "of SBR";
    blamed(1, 100'000, 1);
    EXPECT_TRUE(stage.reads("by the leaves"));
    blamed(1, 1, 100'000'000);
    EXPECT_TRUE(stage.reads("by the fills"));
    auto model = measurement();
    model.sbr.ms.median = 1e6;
    show(model);
    EXPECT_TRUE(stage.reads("by effects outside the model"));
}

TEST_F(PredictionTest, ADifferenceWithinTheScatterOfTheRunsIsCalledNoise) {
    EXPECT_FALSE(stage.reads("may be noise"));
    auto model = measurement();
    model.mbr.ms = {16.5, 20, 270};
    show(model);
    EXPECT_TRUE(stage.reads("The runs of Ex overlap those of MBR: the difference may be noise."));
    EXPECT_TRUE(stage.reads("The runs of SBR overlap those of MBR: the difference may be noise."));
    EXPECT_FALSE(stage.reads("The runs of Ex and SBR overlap"));
}

TEST_F(PredictionTest, SaysWhatWasMeasured) {
    const auto verdict = judge(measurement(), MeanOrLimit::mean);
    EXPECT_TRUE(
        stage.reads("ASK, some processor, 512x512 pixels, dwell 640, {g, r, B} = {4, 2, "
                    "32}, no shortcuts; 7 runs each"));
    EXPECT_TRUE(stage.reads("a single P (0.67)"));  // 2,032 of 3,048
    EXPECT_TRUE(stage.reads("A is 100. lambda " + significant(verdict.params.lambda) +
                            " from 0.250 ms for 4 empty subdivisions."));
}

}  // namespace
}  // namespace mariani::app
