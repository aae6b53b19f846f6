// Every figure of the laboratory's Model tab, compared with the paper's equations written out here.
#include "app/panels/model_curves.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "compute/model/text.hpp"
#include "compute/service/engine_registry.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace mariani::app {
namespace {

struct Predicted {
    double omega, sbr, mbr;
};

// Sections 4.2 and 4.3 of the paper with one P for all levels. nullopt where they do not hold.
std::optional<Predicted> predicted(const CostParams& of) {
    const auto& [n, g, r, B, P, lambda, A, q, c] = of;
    const int tau = static_cast<int>(std::floor(std::log(n / (g * B)) / std::log(r) + 1e-9));
    if (g * B > n || tau < 1 || r <= 1) return std::nullopt;
    double work = 0, sbr = 0, mbr = 0, GR = g * g, Pi = 1, side = n / g;
    for (int i = 0; i + 1 < tau; ++i, GR *= r * r, Pi *= P, side /= r) {
        work += (4 * side * A + P * lambda * A + (1 - P) * side * side) * GR * Pi;
        const double border = std::ceil(4 * side / c) * A, rounds = std::ceil(GR / q);
        sbr += (border + P * lambda * A + (1 - P) * std::ceil(side * side / c)) * rounds * Pi;
        mbr += ((border + P * lambda * A) * rounds + (1 - P) * std::ceil(n * n / (q * c))) * Pi;
    }
    work += n * n * A * Pi;
    sbr += A * std::ceil(side * side / c) * std::ceil(GR / q) * Pi;
    mbr += A * Pi * std::ceil(n * n / (q * c));
    const double ex = std::ceil(n * n / (q * c)) * A;
    return Predicted{n * n * A / work, ex / sbr, ex / mbr};
}

LevelStats measured_level(std::int64_t regions, std::int64_t subdivided, std::int64_t iterated,
                          std::int64_t iterations, double ms) {
    LevelStats made;
    made.regions = regions;
    made.subdivided = subdivided;
    made.pixels_iterated = iterated;
    made.iterations = iterations;
    made.ms = ms;
    return made;
}

Frame frame_of_four_levels() {
    Frame frame = fake_frame();
    frame.plan.image = {900, 700};
    frame.plan.part = {10, 20, 640, 360};  // n = 480
    frame.plan.subdivision = {3, 2, 8};
    frame.plan.dwell_limit = 321;
    frame.plan.threads = 7;
    frame.stats.levels = {measured_level(9, 6, 4'000, 100'000, 1.5),
                          measured_level(24, 18, 6'000, 300'000, 2.25),
                          measured_level(72, 30, 10'000, 500'000, 3.5),
                          measured_level(120, 0, 20'000, 600'000, 5.25)};
    return frame;
}

class ModelPanelTest : public testing::Test {
  protected:
    ModelPanelTest() {
        stage.seen = fake_observations();
        stage.seen.frame = std::make_shared<Frame>(frame_of_four_levels());
        params = {480, 3, 2, 8, 54.0 / 105, 100, 37.5, 7, 0};
        params.c = backend_parallelism(stage.seen.frame->plan).c;
        stage.seen.laboratory_shown = true;
        stage.scene = laboratory_window;
        stage.frames(3);
    }

    // Below the choices, which have the same names.
    DrawnText param_label(std::string_view name) const {
        DrawnText label;
        const float left = stage.seen.layout.laboratory.left;
        for (const auto& text : stage.texts())
            if (text.text == name && text.from.x > left && text.to.x < left + 100) label = text;
        return label;
    }
    // Value and source of a parameter.
    std::vector<std::string> param(std::string_view name) const {
        std::vector<std::string> line;
        const DrawnText label = param_label(name);
        for (const auto& text : stage.texts())
            if (text.from.x > label.to.x && std::abs(text.middle().y - label.middle().y) < 8)
                line.push_back(text.text);
        return line;
    }
    void expect_gains(const CostParams& of) const {
        const auto gains = predicted(of);
        ASSERT_TRUE(gains);
        EXPECT_EQ(stage.above("Omega"), significant(gains->omega));
        EXPECT_EQ(stage.above("S SBR"), significant(gains->sbr));
        EXPECT_EQ(stage.above("S MBR"), significant(gains->mbr));
    }

    void type(std::string_view name, std::string_view text) {
        const DrawnText label = param_label(name);
        stage.click({label.to.x + 70, label.middle().y});
        if (text.empty()) stage.press(ImGuiKey_Delete);  // a click selects all of it
        stage.type(text);
        stage.press(ImGuiKey_Enter);
        stage.frames(2);
    }
    // The lowest text that reads like this: above it may be a choice of the same name.
    ImVec2 last_of(std::string_view name) const {
        ImVec2 at{};
        for (const auto& text : stage.texts())
            if (text.text == without_blanks(name)) at = text.middle();
        return at;
    }

    Stage stage{{1900, 1000}};
    CostParams params;
};

TEST_F(ModelPanelTest, EachParameterHasItsValueAndItsSource) {
    using Line = std::vector<std::string>;
    EXPECT_EQ(param("n"), (Line{"480", "rootof640x360pixels"}));
    EXPECT_EQ(param("g"), (Line{"3", "theframe's"}));
    EXPECT_EQ(param("r"), (Line{"2", "theframe's"}));
    EXPECT_EQ(param("B"), (Line{"8", "theframe's"}));
    EXPECT_EQ(param("P").front(), "0.514");  // (6 + 18 + 30) / (9 + 24 + 72)
    EXPECT_TRUE(stage.reads("by level 67 75 42 %"));
    EXPECT_EQ(param("lambda"), (Line{"100", "costofasubdivision/A,assumed:Measurefitsit"}));
    EXPECT_EQ(param("A").front(), "37.5");  // 1,500,000 iterations of 40,000 pixels
    EXPECT_EQ(param("q"), (Line{"7", "threads"}));
    EXPECT_EQ(param("c").front(), grouped(static_cast<std::int64_t>(params.c)));
    EXPECT_TRUE(stage.reads("f64 lanes of a vector"));
    stage.click("limit");
    stage.frames(2);
    EXPECT_EQ(param("A"), (Line{"321", "thedwelllimit"}));
}

TEST_F(ModelPanelTest, GainsAndAxesSayWhatTheyAreAndWhichEquationTheyAreFrom) {
    EXPECT_EQ(stage.below("Omega"), "lesswork,Eq.21");
    EXPECT_EQ(stage.below("S SBR"), "timesasfast,Eq.23");
    EXPECT_EQ(stage.below("S MBR"), "timesasfast,Eq.24");
    EXPECT_TRUE(stage.reads("n: The picture's side in pixels"));
    stage.hover(stage.find("Omega")->middle());
    stage.frames(60);
    EXPECT_TRUE(stage.reads("the factor by which subdivision reduces the work of Ex (Eq. 21)"));
}

TEST_F(ModelPanelTest, TheGainsAreThoseOfThePapersEquations) {
    expect_gains(params);
    stage.click("limit");
    stage.frames(2);
    params.A = 321;
    expect_gains(params);
}

TEST_F(ModelPanelTest, AViewWhollyInsideHasWordsInPlaceOfCurves) {
    Frame frame = frame_of_four_levels();
    for (LevelStats& each : frame.stats.levels) each.iterations = 0;
    frame.plan.view = {{-0.1, 0.1}, 0.01};
    stage.seen.frame = std::make_shared<Frame>(frame);
    stage.frames(2);
    EXPECT_TRUE(stage.reads("the view lies wholly inside the set, where shortcuts"));
    EXPECT_FALSE(stage.find("Omega")) << "curves without a point";
    EXPECT_FALSE(stage.reads("must be greater than 0"));
    stage.click("limit");
    stage.frames(2);
    EXPECT_TRUE(stage.find("Omega"));
    EXPECT_FALSE(stage.reads("wholly inside"));
}

TEST_F(ModelPanelTest, AViewWhollyOutsideHasWordsInPlaceOfCurves) {
    Frame frame = frame_of_four_levels();
    for (LevelStats& each : frame.stats.levels) each.iterations = 0;
    frame.plan.view = {{3, 0}, 0.01};
    stage.seen.frame = std::make_shared<Frame>(frame);
    stage.frames(2);
    EXPECT_TRUE(stage.reads("|c| is 2 or more everywhere in the frame"));
    EXPECT_FALSE(stage.find("Omega"));
}

TEST_F(ModelPanelTest, TheCurvesAreThoseOfThePapersEquationsOverEveryParameter) {
    for (const auto& [name, value, description] : cost_param_names()) {
        stage.click(name);
        stage.frames(2);
        const CurveChart& chart = stage.state.model.curves->chart;
        EXPECT_EQ(chart.name, name);
        EXPECT_EQ(chart.now, params.*value) << name;
        ASSERT_EQ(chart.curves.size(), 3u);
        int held = 0;
        CostParams varied = params;
        for (std::size_t i = 0; i < chart.curves[0].points.size(); i += 5) {
            varied.*value = chart.curves[0].points[i].x;
            const auto gains = predicted(varied);
            for (const auto& [curve, gain] :
                 {std::pair(0, gains ? gains->omega : NAN), std::pair(1, gains ? gains->mbr : NAN),
                  std::pair(2, gains ? gains->sbr : NAN)}) {
                const CurvePoint& point = chart.curves[static_cast<std::size_t>(curve)].points[i];
                EXPECT_EQ(point.x, varied.*value);
                EXPECT_EQ(std::isnan(point.y), std::isnan(gain)) << name << " " << point.x;
                EXPECT_NEAR(gains ? point.y / gain : 1, 1, 1e-9) << name << " " << point.x;
            }
            held += gains.has_value();
        }
        EXPECT_GT(held, 2) << name;
    }
}

TEST_F(ModelPanelTest, AtTheirBestTheOthersAreTheBestOfAll) {
    stage.click("lambda");
    stage.click("at their best");
    stage.frames(2);
    CostParams tried = params;
    Predicted best{0, 0, 0};
    for (tried.g = 2; tried.g <= 1024; tried.g *= 2)
        for (tried.r = 2; tried.r <= 1024; tried.r *= 2)
            for (tried.B = 2; tried.B <= 1024; tried.B *= 2)
                if (const auto gains = predicted(tried))
                    best = {std::max(best.omega, gains->omega), std::max(best.sbr, gains->sbr),
                            std::max(best.mbr, gains->mbr)};
    EXPECT_EQ(stage.above("Omega"), significant(best.omega));
    EXPECT_EQ(stage.above("S SBR"), significant(best.sbr));
    EXPECT_EQ(stage.above("S MBR"), significant(best.mbr));
}

TEST_F(ModelPanelTest, WhatIsTypedTakesThePlaceOfTheFramesValue) {
    const CostParams of_frame = params;
    type("n", "1099511627776");
    params.n = 0x1p40;
    expect_gains(params);
    EXPECT_EQ(stage.state.model.curves->chart.max, 0x1p40) << "its point is in the curve's range";
    EXPECT_EQ(param("n").back(), "typed;theframehas480");
    type("lambda", "1e6");
    type("A", "2048");
    params.lambda = 1e6;
    params.A = 2048;
    expect_gains(params);
    stage.click("All as the frame has them");
    stage.frames(2);
    EXPECT_EQ(param("n").back(), "rootof640x360pixels");
    expect_gains(of_frame);
}

TEST_F(ModelPanelTest, AnEmptyFieldIsTheFramesValueAgain) {
    type("q", "108");
    EXPECT_EQ(param("q").front(), "108");
    type("q", "");
    EXPECT_EQ(param("q"), (std::vector<std::string>{"7", "threads"}));
}

TEST_F(ModelPanelTest, WhatIsNoValueIsRefused) {
    for (const auto& [name, text] : {std::pair("n", "many"), std::pair("P", "1.5"),
                                     std::pair("P", "0.5,2"), std::pair("g", "4,8")}) {
        type(name, text);
        EXPECT_TRUE(stage.reads(fmt::format("{} must be", name))) << text;
        stage.click("All as the frame has them");
        expect_gains(params);
        stage.state.drafts.clear();
        stage.frames(2);
    }
}

TEST_F(ModelPanelTest, AValueThatTheModelDoesNotHoldForSaysWhy) {
    type("B", "4096");
    EXPECT_TRUE(stage.reads("The model predicts nothing here: g B = 3 x 4096"));
    EXPECT_EQ(stage.above("Omega"), "-");
}

// Eqs. 11 to 25 with a P of its own for each level.
TEST_F(ModelPanelTest, AListOfProbabilitiesDeterminesTheLevels) {
    type("P", "0.9,0.5");
    const Cost expected = cost_of(params, std::vector{0.9, 0.5});
    EXPECT_EQ(stage.above("Omega"), significant(expected.omega()));
    EXPECT_EQ(stage.above("S SBR"), significant(expected.speedup_sbr()));
    stage.click("at their best");
    EXPECT_EQ(stage.above("Omega"), significant(expected.omega())) << "there is no best then";
    stage.click("g");
    stage.frames(2);
    EXPECT_EQ(stage.state.model.curves->chart.name, "g");
    EXPECT_EQ(stage.state.model.curves->gains[0], expected.omega());
}

TEST_F(ModelPanelTest, AGpuGivesItsMultiprocessorsAndCores) {
    stage.click(fmt::format("what computed the frame: 7 x {}", params.c));
    stage.frames(2);
    stage.click("A100: 108 x 64");
    stage.frames(2);
    params.q = 108;
    params.c = 64;
    expect_gains(params);
    EXPECT_TRUE(stage.find("A100:108x64"));
}

TEST_F(ModelPanelTest, ASecondParameterHasACurveForEachOfItsValues) {
    stage.click("gain");
    stage.frames(2);
    stage.click(last_of("lambda"));
    stage.frames(2);
    const CurveChart& chart = stage.state.model.curves->chart;
    ASSERT_EQ(chart.curves.size(), 4u);
    CostParams varied = params;
    for (std::size_t i = 0; i < 4; ++i) {
        varied.lambda = std::array{1.0, 1e2, 1e4, 1e6}[i];
        EXPECT_EQ(chart.curves[i].label, "lambda " + to_text(varied.lambda));
        for (const CurvePoint& point : chart.curves[i].points) {
            varied.n = point.x;
            const auto gains = predicted(varied);
            ASSERT_EQ(std::isnan(point.y), !gains) << point.x;
            if (gains) {
                EXPECT_NEAR(point.y / gains->omega, 1, 1e-9) << point.x;
            }
        }
    }
    stage.click("S SBR");
    stage.frames(2);
    varied.n = 1024;
    varied.lambda = 1;
    const auto& curve = stage.state.model.curves->chart.curves[0];
    const auto at = std::ranges::find_if(
        curve.points, [](const CurvePoint& point) { return std::abs(point.x / 1024 - 1) < 1e-9; });
    ASSERT_NE(at, curve.points.end());
    EXPECT_NEAR(at->y / predicted(varied)->sbr, 1, 1e-9);
}

TEST_F(ModelPanelTest, ThePresentPointIsMarkedOnEachCurve) {
    stage.click("P");
    stage.frames(2);
    const float left = stage.find("0.4")->middle().x, right = stage.find("0.6")->middle().x;
    const float x = left + (right - left) * (static_cast<float>(params.P) - 0.4f) / 0.2f;
    const auto gains = predicted(params);
    std::vector<float> heights;
    for (const ImVec4& colour : {tone::omega, tone::sbr, tone::mbr}) {
        auto dots = stage.shapes(colour);
        std::erase_if(dots, [](const DrawnShape& shape) {
            return std::abs(shape.width() - 9) > 1 || std::abs(shape.height() - 9) > 1;
        });
        ASSERT_EQ(dots.size(), 1u);
        EXPECT_NEAR(dots[0].middle().x, x, 2);
        heights.push_back(dots[0].middle().y);
    }
    // The vertical axis is logarithmic: equal factors are equal heights.
    const float unit = (heights[1] - heights[0]) /
                       static_cast<float>(std::log2(gains->omega) - std::log2(gains->sbr));
    EXPECT_GT(unit, 5);
}

TEST_F(ModelPanelTest, RestingOnTheCurvesTellsTheirValues) {
    stage.click("P");
    stage.frames(2);
    const auto tick = stage.find("0.2");
    ASSERT_TRUE(tick);
    stage.hover({std::round(tick->middle().x) + 0.5f, tick->from.y - 60});
    stage.frames(2);
    params.P = 0.2;
    const auto gains = predicted(params);
    EXPECT_TRUE(stage.reads("P = 0.2") || stage.reads("P = 0.19"));
    EXPECT_TRUE(stage.reads("Omega " + significant(gains->omega)));
    EXPECT_TRUE(stage.reads("S MBR " + significant(gains->mbr)));
    EXPECT_TRUE(stage.reads("S SBR " + significant(gains->sbr)));
}

// Above the tick, well inside the plot.
ImVec2 inside_above(const DrawnText& tick) {
    return {std::round(tick.middle().x) + 0.5f, tick.from.y - 60};
}

TEST_F(ModelPanelTest, AClickOnANameInTheLegendHidesItsCurve) {
    stage.click("P");
    stage.frames(2);
    const ImVec2 inside = inside_above(*stage.find("0.2"));
    const auto tells = [&] {
        stage.hover(inside);
        stage.frames(2);
        return std::ranges::any_of(stage.texts(), [](const DrawnText& text) {
            return text.text.starts_with("SMBR") && text.text != "SMBR";
        });
    };
    std::optional<DrawnText> name;  // the last one: below the figures, above the curves
    for (const auto& text : stage.texts())
        if (text.text == "SMBR") name = text;
    ASSERT_TRUE(name);
    ASSERT_LT(name->to.y, inside.y);
    EXPECT_GT(stage.shapes(tone::mbr).size(), 10u);
    EXPECT_TRUE(tells());
    stage.click(name->middle());
    EXPECT_TRUE(stage.reads("Click to show S MBR."));
    EXPECT_FALSE(tells());
    EXPECT_TRUE(stage.shapes(tone::mbr).empty());
    EXPECT_GT(stage.shapes(tone::sbr).size(), 10u);
    stage.click(name->middle());
    EXPECT_TRUE(stage.reads("Click to hide S MBR."));
    EXPECT_TRUE(tells());
}

TEST_F(ModelPanelTest, CtrlAndTheWheelZoomADragMovesAndADoubleClickShowsAllAgain) {
    stage.click("P");
    stage.frames(2);
    PlotState* P = nullptr;
    for (auto& [id, plot] : stage.state.plots)
        if (plot.x.max < 2) P = &plot;
    ASSERT_TRUE(P);
    const ImVec2 inside = inside_above(*stage.find("0.4"));
    EXPECT_EQ(P->shown_x, P->x);
    stage.drag(inside, {inside.x + 50, inside.y});
    EXPECT_EQ(P->shown_x, P->x) << "all is shown: there is nowhere to move";
    for (int i = 0; i < 12; ++i) stage.wheel(inside, 1, ImGuiMod_Ctrl);
    EXPECT_GT(P->shown_x.min, P->x.min);
    EXPECT_LT(P->shown_x.max, P->x.max);
    EXPECT_GT(P->shown_y.min, P->y.min);
    EXPECT_TRUE(stage.find("0.35")) << "finer ticks";
    const PlotRange zoomed = P->shown_x;
    stage.drag(inside, {inside.x + 20, inside.y});
    EXPECT_LT(P->shown_x.min, zoomed.min);
    EXPECT_NEAR(P->shown_x.max - P->shown_x.min, zoomed.max - zoomed.min, 1e-9);
    stage.frames(2);
    stage.double_click(inside);
    EXPECT_EQ(P->shown_x, P->x);
    EXPECT_EQ(P->shown_y, P->y);
    EXPECT_TRUE(stage.find("0.2") && stage.find("0.8"));
}

TEST_F(ModelPanelTest, ShiftAndADragZoomIntoABox) {
    stage.click("P");
    stage.frames(2);
    const auto left = *stage.find("0.2"), right = *stage.find("0.6");
    const ImVec2 from = inside_above(left), to = inside_above(right);
    stage.drag(from, {to.x, to.y - 40}, ImGuiMod_Shift);
    stage.frames(2);
    for (const auto& [id, plot] : stage.state.plots) {
        if (plot.x.max > 2) continue;
        EXPECT_NEAR(plot.shown_x.min, 0.2, 0.005);
        EXPECT_NEAR(plot.shown_x.max, 0.6, 0.005);
        EXPECT_LT(plot.shown_y.max, plot.y.max);
        EXPECT_GT(plot.shown_y.min, plot.y.min);
    }
}

// The names of the ticks stay apart in a plot of any height.
TEST_F(ModelPanelTest, NamesOfTicksDoNotTouch) {
    for (const char* over : {"n", "g", "lambda", "A"}) {
        stage.click(over);
        stage.frames(2);
        const auto texts = stage.texts();
        const auto figure = stage.find("Omega");
        for (const auto& one : texts)
            for (const auto& other : texts) {
                if (one.from.y <= figure->to.y || other.from.x <= one.from.x) continue;
                if (std::abs(one.middle().y - other.middle().y) > 4) continue;
                EXPECT_GT(other.from.x, one.to.x) << over << ": " << one.text << " " << other.text;
            }
    }
}

TEST_F(ModelPanelTest, WhatIsZoomedStaysWhenTheCurvesChange) {
    stage.click("P");
    stage.frames(2);
    const ImVec2 inside = inside_above(*stage.find("0.4"));
    stage.wheel(inside, 1, ImGuiMod_Ctrl);
    const auto shown = [&] {
        for (const auto& [id, plot] : stage.state.plots)
            if (plot.x.max < 2) return std::pair(plot.shown_x, plot.shown_y);
        return std::pair(PlotRange{}, PlotRange{});
    };
    const auto before = shown();
    Frame frame = *stage.seen.frame;
    frame.stats.levels[3].iterations *= 20;
    stage.seen.frame = std::make_shared<Frame>(frame);
    stage.frames(3);
    EXPECT_EQ(shown(), before);
}

TEST_F(ModelPanelTest, TheWheelAloneScrollsThePanel) {
    Stage low{{1900, 600}};
    low.seen = stage.seen;
    low.scene = laboratory_window;
    low.frames(3);
    low.click("P");
    low.frames(2);
    const auto tick = low.find("0.2");
    ASSERT_TRUE(tick);
    const ImVec2 inside = inside_above(*tick);
    low.wheel(inside, -1);
    low.frames(2);
    ASSERT_TRUE(low.find("0.2")) << "not zoomed";
    EXPECT_LT(low.find("0.2")->from.y, tick->from.y - 10);
}

}  // namespace
}  // namespace mariani::app
