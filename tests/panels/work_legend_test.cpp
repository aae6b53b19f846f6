// Every figure of the legends of work, levels and outcomes, compared with hand-worked values.
#include "app/panels/picture_marks.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

class WorkLegendTest : public testing::Test {
  protected:
    WorkLegendTest() {
        WorkSums work;
        work.max = 100'000;
        work.outcomes = {{{4'000, 0}, {3'000, 50'000}, {2'000, 120'000}, {1'000, 30'000}}};
        work.levels = {{2'500, 10'000}, {7'500, 190'000}};
        stage.seen.work = std::make_shared<WorkSums>(work);
        stage.seen.palettes = {{"inferno", {{0, 0, 4}, {252, 255, 164}}}};
        show(EngineKind::ask, 6'000);
    }

    // What `engine` iterated of these pixels, repetitions included.
    void show(EngineKind engine, std::int64_t pixels_iterated) {
        Frame frame = fake_frame();
        frame.plan.engine = engine;
        frame.stats.levels.resize(1);
        frame.stats.levels[0].pixels_iterated = pixels_iterated;
        frame.stats.levels[0].pixels_filled = 4'000;
        stage.seen.frame = std::make_shared<Frame>(frame);
        stage.show(work_legend, 700);
        stage.frames(2);
    }
    void show(render::Quantity quantity) {
        stage.settings.colouring.shown = quantity;
        stage.frames(2);
    }
    // Pixels, their share, iterations and their share.
    std::string row(std::string_view label) const {
        std::string cells;
        for (const auto& cell : stage.line_of(label)) cells += cell + " ";
        return cells;
    }

    // The pieces of the scale above its ticks.
    std::vector<DrawnShape> strip_above(float y) const {
        auto pieces = stage.shapes();
        std::erase_if(pieces, [&](const DrawnShape& piece) {
            return piece.to.y > y || y - piece.to.y > 14 || piece.width() > 20;
        });
        return pieces;
    }

    Stage stage;
};

TEST_F(WorkLegendTest, EachOutcomeHasItsPixelsAndItsIterations) {
    for (const auto quantity : {render::Quantity::outcome, render::Quantity::work}) {
        show(quantity);
        EXPECT_EQ(row("filled"), "4,000 40.0% 0 0.0% ");
        EXPECT_EQ(row("border"), "3,000 30.0% 50,000 25.0% ");
        EXPECT_EQ(row("leaf"), "2,000 20.0% 120,000 60.0% ");
        EXPECT_EQ(row("reused"), "1,000 10.0% 30,000 15.0% ");
        EXPECT_EQ(row("all"), "10,000 100.0% 200,000 100.0% ");
        EXPECT_EQ(stage.cell("leaf", "pixels"), "2,000");
        EXPECT_EQ(stage.cell("leaf", "iterations"), "120,000");
    }
}

TEST_F(WorkLegendTest, HeadsSayWhatTheyCount) {
    show(render::Quantity::outcome);
    for (const auto& [head, meaning] : {std::pair("pixels", "The pixels of this kind."),
                                        {"share", "Their share of all pixels."},
                                        {"iterations", "The iterations spent on them."}}) {
        stage.hover(stage.find(head)->middle());
        stage.frames(60);
        EXPECT_TRUE(stage.reads(meaning)) << head;
    }
}

TEST_F(WorkLegendTest, EachLevelHasItsPixelsAndItsIterations) {
    show(render::Quantity::level);
    EXPECT_EQ(row("level 0"), "2,500 25.0% 10,000 5.0% ");
    EXPECT_EQ(row("level 1"), "7,500 75.0% 190,000 95.0% ");
    EXPECT_EQ(row("all"), "10,000 100.0% 200,000 100.0% ");
    EXPECT_FALSE(stage.find("filled"));
}

TEST_F(WorkLegendTest, TheColoursAreThoseOfThePicture) {
    const auto swatch_beside = [&](std::string_view label, const ImVec4& colour) {
        for (const auto& shape : stage.shapes(colour))
            if (std::abs(shape.middle().y - stage.find(label)->middle().y) < 6) return true;
        return false;
    };
    show(render::Quantity::outcome);
    EXPECT_TRUE(swatch_beside("filled", outcome_tone(PixelOutcome::filled)));
    EXPECT_TRUE(swatch_beside("border", outcome_tone(PixelOutcome::border)));
    EXPECT_TRUE(swatch_beside("leaf", outcome_tone(PixelOutcome::leaf)));
    show(render::Quantity::level);
    EXPECT_TRUE(swatch_beside("level 0", level_tone(0)));
    EXPECT_TRUE(swatch_beside("level 1", level_tone(1)));
    EXPECT_FALSE(swatch_beside("level 0", level_tone(1)));
}

TEST_F(WorkLegendTest, TheScaleIsLogarithmicFromOneIterationToTheMost) {
    show(render::Quantity::work);
    std::vector<DrawnText> ticks;
    for (const char* value : {"1", "10", "100", "1,000", "10,000", "100,000"}) {
        ASSERT_TRUE(stage.find(value)) << value;
        ticks.push_back(*stage.find(value));
    }
    const auto strip = strip_above(ticks.back().middle().y);
    ASSERT_GT(strip.size(), 10u);
    const float left = strip.front().from.x, width = strip.back().to.x - left;
    EXPECT_NEAR(ticks[1].middle().x, left + 0.2f * width, 2);
    EXPECT_NEAR(ticks[2].middle().x, left + 0.4f * width, 2);
    EXPECT_NEAR(ticks[3].middle().x, left + 0.6f * width, 2);
    EXPECT_NEAR(ticks[5].to.x, left + width, 2);
    const auto colour_at = [&](float place) {
        const auto piece = std::ranges::find_if(
            strip, [&](const DrawnShape& each) { return each.to.x >= left + place * width; });
        return ImColor(piece->right).Value;
    };
    for (const float place : {0.4f, 0.6f, 1.0f}) {
        const ImVec4 colour = colour_at(place);
        EXPECT_NEAR(colour.x * 255, place * 252, 4) << place;
        EXPECT_NEAR(colour.y * 255, place * 255, 4) << place;
        EXPECT_NEAR(colour.z * 255, 4 + place * 160, 4) << place;
    }
}

TEST_F(WorkLegendTest, TellsWhatWasIteratedAgain) {
    EXPECT_TRUE(stage.reads("No pixel was iterated twice"));
    show(EngineKind::ask, 16'789);
    EXPECT_TRUE(stage.reads("Pixels were iterated again 10,789 times"));  // more than 6,000 pixels
    EXPECT_EQ(row("repeated"), "1,000 10.0% 30,000 15.0% ");
    show(EngineKind::ex, 6'000);
    EXPECT_TRUE(stage.reads("Ex iterates every pixel once."));
}

}  // namespace
}  // namespace mariani::app
