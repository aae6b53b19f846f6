// The laboratory's tab of the papers' claims.
#include "app/panels/panel_style.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <algorithm>
#include <memory>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

const Claim& claim_named(std::string_view id) {
    return *std::ranges::find(all_claims(), id, &Claim::id);
}

// S of ASK-SBR 10 at 1,024, of DP-MBR 5, each with a range.
std::vector<Result> measured() {
    const auto row = [](std::string label, std::vector<double> ms) {
        return ResultRow{std::move(label), std::move(ms), {}};
    };
    return {
        {1024,
         "bench --view paper --backend cpu",
         "a processor",
         {row("Ex", {9.9, 10, 10.1}), row("ASK-SBR", {0.9, 1, 1.1}), row("ASK-MBR", {1.9, 2, 2.1}),
          row("DP-SBR", {2.9, 3, 3.1}), row("DP-MBR", {1.9, 2, 2.1})}}};
}

class PapersPanelTest : public testing::Test {
  protected:
    PapersPanelTest() {
        stage.seen = fake_observations();
        stage.seen.laboratory_shown = true;
        stage.state.laboratory_tab = "Papers";
        stage.scene = laboratory_window;
        stage.frames(3);
    }

    void show(std::vector<ClaimOutcome> outcomes) {
        stage.seen.papers = std::make_shared<const Reproduction>(
            Reproduction{{}, Backend::cpu, "a processor", std::move(outcomes), ""});
        stage.frames(3);
    }

    Stage stage{{1280, 1600}};
};

TEST_F(PapersPanelTest, ListsClaimsBeforeAnyIsRun) {
    EXPECT_TRUE(stage.reads(claim_named("modeling.ask-gain").statement));
    EXPECT_TRUE(stage.reads("not run yet"));
    EXPECT_TRUE(stage.reads("0 hold, 0 refuted"));
}

TEST_F(PapersPanelTest, RunsWhatFitsAndOneClaim) {
    stage.click("Run all that fits in 5 minutes");
    ASSERT_EQ(stage.commands.size(), 1u);
    const auto* all = std::get_if<command::Reproduce>(&stage.commands[0]);
    ASSERT_TRUE(all);
    EXPECT_TRUE(all->claims.empty());
    EXPECT_EQ(all->minutes, 5);
    stage.click("Run");
    ASSERT_EQ(stage.commands.size(), 2u);
    const auto* one = std::get_if<command::Reproduce>(&stage.commands[1]);
    ASSERT_TRUE(one);
    EXPECT_EQ(one->claims, (std::vector<std::string>{"modeling.ask-gain"}));
}

TEST_F(PapersPanelTest, ShowsBothNumbersWithTheVerdict) {
    show({outcome_of(claim_named("modeling.ask-gain"), measured())});
    EXPECT_TRUE(stage.reads("holds"));
    EXPECT_TRUE(stage.reads("9 to 12, by GPU"));
    EXPECT_TRUE(stage.reads("10 (9 to 11.22)"));
    EXPECT_TRUE(stage.reads("1 hold, 0 refuted"));
}

TEST_F(PapersPanelTest, DrawsTheCurvesBehindTheFigures) {
    show({outcome_of(claim_named("modeling.ask-gain"), measured())});
    EXPECT_FALSE(stage.find("Chart")) << "one n is no curve";
    auto results = measured();
    results.push_back(results.front());
    results.back().x = 16384;
    results.back().rows.front().ms = {29, 30, 31};
    show({outcome_of(claim_named("modeling.ask-gain"), results)});
    EXPECT_TRUE(stage.shapes(tone::curves[1]).empty());
    stage.click("Chart");
    stage.frames(3);
    EXPECT_TRUE(stage.reads("S, the gain over Ex against n; the line is the published figure"));
    EXPECT_TRUE(stage.find("4,096")) << "a tick of n";
    EXPECT_FALSE(stage.shapes(tone::curves[1]).empty());
    stage.click("Chart");
    stage.frames(3);
    EXPECT_TRUE(stage.shapes(tone::curves[1]).empty());
}

TEST_F(PapersPanelTest, ShowsWhyAClaimIsNotHere) {
    ClaimOutcome outcome;
    outcome.claim = &claim_named("modeling.energy");
    outcome.why = "it needs an NVIDIA GPU";
    show({outcome});
    EXPECT_TRUE(stage.reads("not on this machine"));
    EXPECT_TRUE(stage.reads("it needs an NVIDIA GPU"));
}

TEST_F(PapersPanelTest, ExportsOnlyWhatThereIs) {
    stage.click("Export the report");
    EXPECT_TRUE(stage.commands.empty());
    show({outcome_of(claim_named("modeling.ask-gain"), measured())});
    stage.click("Export the report");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_TRUE(is(stage.commands[0], Action::export_papers));
}

TEST_F(PapersPanelTest, ShowOpensWhatTheClaimIsAbout) {
    stage.click("Show");
    ASSERT_EQ(stage.commands.size(), 1u);
    const auto* shown = std::get_if<command::ShowClaim>(&stage.commands[0]);
    ASSERT_TRUE(shown);
    EXPECT_EQ(shown->claim, "modeling.ask-gain");
}

}  // namespace
}  // namespace mariani::app
