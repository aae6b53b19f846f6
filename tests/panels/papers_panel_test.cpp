// The laboratory's tab of the papers' claims.
#include "app/panels/panel_style.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include <fmt/core.h>
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
            Reproduction{{}, Backend::cpu, "a processor", std::move(outcomes), "", {}});
        stage.frames(3);
    }

    Stage stage{{1280, 1600}};
};

TEST_F(PapersPanelTest, ListsClaimsBeforeAnyIsRun) {
    EXPECT_TRUE(stage.reads(claim_named("modeling.ask-gain").statement));
    EXPECT_TRUE(stage.reads("not run yet"));
    EXPECT_TRUE(
        stage.reads(fmt::format("{0} claims: {0} not run",
                                std::ranges::count(all_claims(), Paper::modeling, &Claim::paper))));
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
    show({outcome_of(claim_named("modeling.ask-gain"), measured(), Backend::cuda)});
    EXPECT_TRUE(stage.reads("holds"));
    EXPECT_TRUE(stage.reads("9 to 12, by GPU"));
    EXPECT_TRUE(stage.reads("10 (9 to 11.22)"));
}

TEST_F(PapersPanelTest, CountsEachClaimOnceByItsVerdict) {
    std::vector<ClaimOutcome> outcomes;
    for (const Claim& claim : all_claims())
        if (claim.paper == Paper::modeling) outcomes.emplace_back().claim = &claim;
    const auto all = outcomes.size();
    for (const auto& [i, verdict] :
         {std::pair(0u, ClaimVerdict::holds), std::pair(1u, ClaimVerdict::within_noise),
          std::pair(2u, ClaimVerdict::refuted), std::pair(3u, ClaimVerdict::not_in_text)})
        outcomes.at(i).verdict = verdict;
    outcomes.resize(4);
    show(outcomes);
    EXPECT_TRUE(stage.reads(
        fmt::format("{} claims: 1 holds, 1 within noise, 1 refuted, 1 not obtainable from the "
                    "text, {} not run",
                    all, all - 4)));
    outcomes.resize(2);
    show(outcomes);
    EXPECT_TRUE(
        stage.reads(fmt::format("{} claims: 1 holds, 1 within noise, {} not run", all, all - 2)));
}

TEST_F(PapersPanelTest, FiguresStayInTheirColumns) {
    show({outcome_of(claim_named("modeling.dp-gain"), measured(), Backend::cuda)});
    const auto first = stage.find("S of DP-SBR"), last = stage.find("S of DP-MBR"),
               published = stage.find("published"), here = stage.find("here");
    ASSERT_TRUE(first && last && published && here);
    const float padding = ImGui::GetStyle().CellPadding.x;
    int seen = 0;
    for (const DrawnText& text : stage.texts()) {
        if (text.from.y < first->from.y - 2 || text.from.y > last->to.y) continue;
        EXPECT_FALSE(text.clipped) << text.text;
        for (const auto& next : {*published, *here})
            if (text.from.x < next.from.x - padding) {
                EXPECT_LE(text.to.x, next.from.x - padding) << text.text;
                ++seen;
                break;
            }
    }
    EXPECT_GE(seen, 4);
}

TEST_F(PapersPanelTest, DrawsTheCurvesBehindTheFigures) {
    show({outcome_of(claim_named("modeling.ask-gain"), measured(), Backend::cuda)});
    EXPECT_FALSE(stage.find("Chart")) << "one n is no curve";
    auto results = measured();
    results.push_back(results.front());
    results.back().x = 16384;
    results.back().rows.front().ms = {29, 30, 31};
    show({outcome_of(claim_named("modeling.ask-gain"), results, Backend::cuda)});
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
    show({outcome_of(claim_named("modeling.ask-gain"), measured(), Backend::cuda)});
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
