// Which claims are run in which order, and what comes of trials that fail or are stopped.
#include "app/papers/reproduction.hpp"

#include "tests/papers/made_up.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

using Names = std::vector<std::string>;
using On = Trial::On;

std::vector<Result> computed() {
    return counts({5});
}

// A claim that holds where its trials count 5.
Claim measured(std::string_view id, std::vector<Trial> trials, bool headline = false) {
    Claim claim = claim_of({count(Quantity::Take::last, between(5, 5))}, std::move(trials));
    claim.id = id;
    claim.headline = headline;
    return claim;
}

Claim of_a_formula(std::string_view id) {
    Claim claim = measured(id, {});
    claim.computed = computed;
    return claim;
}

// Claims, a runner of their trials, and what they were told.
class ReproductionTest : public testing::Test {
  protected:
    bool reproduced(double minutes = 10) {
        std::vector<const Claim*> chosen;
        for (const Claim& claim : claims) chosen.push_back(&claim);
        const RunTrial run = [&](const std::string& command, const std::stop_token& token) {
            EXPECT_TRUE(command.ends_with(here)) << command;
            return run_trial(command.substr(0, command.size() - here.size()), token);
        };
        return reproduce(
            reproduction, chosen, minutes, run, stop.get_token(),
            [&](const Claim& claim) { begun.emplace_back(claim.id); },
            [&](const ClaimOutcome& outcome) {
                done.emplace_back(outcome.claim->id);
                if (done.size() == stop_after) stop.request_stop();
            });
    }

    std::optional<Result> run_trial(const std::string& command, const std::stop_token& token) {
        commands.push_back(command);
        if (const auto failure = failures.find(command); failure != failures.end())
            throw std::runtime_error(failure->second);
        if (command == stopped_in) stop.request_stop();
        if (token.stop_requested()) return std::nullopt;
        return Result{0, {}, "a processor", {computed_row("ASK", {{"count", 5}})}};
    }

    const ClaimOutcome& outcome(std::string_view id) const {
        for (const ClaimOutcome& each : reproduction.outcomes)
            if (each.claim->id == id) return each;
        throw std::out_of_range("no outcome");
    }

    std::vector<Claim> claims;
    std::map<std::string, std::string> failures;  // command -> why
    std::string stopped_in;                       // a command
    std::size_t stop_after = 0;                   // so many claims
    std::stop_source stop;
    const std::string here = " --backend cpu --threads 2";
    Reproduction reproduction{{}, Backend::cpu, "a processor", {}, here, {}};
    Names begun, done, commands;
};

TEST_F(ReproductionTest, ComputesFirstThenHeadlinesThenTheCheapest) {
    claims = {measured("dear", {{1, "dear", On::both, 9}}),
              measured("headline, dear", {{1, "b", On::both, 8}}, true),
              measured("cheap", {{1, "cheap", On::both, 2}}),
              measured("headline, cheap", {{1, "a", On::both, 5}}, true),
              of_a_formula("formula"),
              measured("two trials", {{1, "t", On::both, 2}, {2, "u", On::both, 2}})};
    EXPECT_TRUE(reproduced());
    EXPECT_EQ(begun, (Names{"formula", "headline, cheap", "headline, dear", "cheap", "two trials",
                            "dear"}));
    EXPECT_EQ(done, begun);
}

TEST_F(ReproductionTest, ReportsInTheOrderOfTheClaims) {
    claims = {measured("last run", {{1, "dear", On::both, 9}}),
              measured("second run", {{1, "cheap", On::both, 2}}), of_a_formula("first run")};
    EXPECT_TRUE(reproduced());
    ASSERT_EQ(reproduction.outcomes.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(reproduction.outcomes[i].claim, &claims[i]);
}

TEST_F(ReproductionTest, JudgesWhatItFound) {
    claims = {measured("holds", {{7, "a", On::both, 1}})};
    claims.push_back(measured("refuted", {{7, "b", On::both, 1}}));
    claims.back().quantities.front().bound = at_least(6);
    EXPECT_TRUE(reproduced());
    EXPECT_EQ(outcome("holds").verdict, ClaimVerdict::holds);
    EXPECT_EQ(outcome("refuted").verdict, ClaimVerdict::refuted);
    EXPECT_EQ(outcome("holds").results.front().x, 7);
    EXPECT_EQ(outcome("holds").found.front().quantity, &claims.front().quantities.front());
    EXPECT_TRUE(outcome("holds").why.empty());
    EXPECT_EQ(outcome("holds").time.size(), std::string("2026-01-31T12:00:00Z").size());
}

TEST_F(ReproductionTest, StartsNothingThatWouldEndTooLate) {
    claims = {measured("too long", {{1, "a", On::both, 50}, {2, "b", On::both, 50}}, true),
              measured("short", {{1, "c", On::both, 1}}), of_a_formula("formula")};
    EXPECT_TRUE(reproduced(1.5));
    EXPECT_EQ(begun, (Names{"formula", "short"}));
    EXPECT_EQ(done, (Names{"formula", "too long", "short"}));
    EXPECT_EQ(outcome("too long").verdict, ClaimVerdict::not_here);
    EXPECT_EQ(outcome("too long").why, "it takes about 100 s, and less time was left");
    EXPECT_TRUE(outcome("too long").time.empty());
}

TEST_F(ReproductionTest, ComputesWithoutTime) {
    claims = {of_a_formula("formula"), measured("measured", {{1, "a", On::both, 1}})};
    EXPECT_TRUE(reproduced(1e-9));
    EXPECT_EQ(begun, Names{"formula"});
}

TEST_F(ReproductionTest, RunsACommandOnceForAllItsClaims) {
    claims = {measured("one", {{1, "a", On::both, 20}}),
              measured("other", {{3, "a", On::both, 20}, {4, "b", On::both, 20}}),
              measured("third", {{5, "a", On::both, 20}, {6, "b", On::both, 20}})};
    EXPECT_TRUE(reproduced(0.7));
    EXPECT_EQ(commands, (Names{"a", "b"}));
    EXPECT_EQ(outcome("one").results.front().x, 1);
    EXPECT_EQ(outcome("other").results.front().x, 3);
    EXPECT_EQ(outcome("third").verdict, ClaimVerdict::holds);
}

TEST_F(ReproductionTest, ATrialThatFailsLeavesItsPlaceEmptyAndSaysWhy) {
    claims = {measured("some", {{1, "a", On::both, 1}, {2, "b", On::both, 1}}),
              measured("none", {{1, "b", On::both, 1}}), measured("next", {{1, "c", On::both, 1}})};
    failures = {{"b", "there is too little memory"}};
    EXPECT_TRUE(reproduced());
    EXPECT_EQ(outcome("some").verdict, ClaimVerdict::not_here) << "where b would be is not known";
    EXPECT_EQ(outcome("some").results.size(), 2u);
    EXPECT_TRUE(outcome("some").results.back().rows.empty());
    EXPECT_EQ(outcome("some").results.back().command, "b" + here) << "it may be resumed";
    EXPECT_EQ(outcome("some").why, "b: there is too little memory");
    EXPECT_EQ(outcome("none").verdict, ClaimVerdict::not_here);
    EXPECT_EQ(outcome("none").why, "b: there is too little memory");
    EXPECT_EQ(outcome("next").verdict, ClaimVerdict::holds);
}

TEST_F(ReproductionTest, NamesTheFirstOfManyFailures) {
    claims = {
        measured("some", {{1, "a", On::both, 1}, {2, "b", On::both, 1}, {3, "c", On::both, 1}})};
    failures = {{"b", "no memory"}, {"c", "no memory either"}};
    EXPECT_TRUE(reproduced());
    EXPECT_EQ(outcome("some").why, "2 of 3 commands failed, first b: no memory");
}

TEST_F(ReproductionTest, SaysWhyRowsAreMissing) {
    claims = {measured("claim", {{1, "a", On::both, 1}})};
    claims.front().quantities.front().row = "DP";
    EXPECT_TRUE(reproduced());
    EXPECT_EQ(outcome("claim").verdict, ClaimVerdict::not_here);
    EXPECT_EQ(outcome("claim").why, "its rows were not measured");
}

TEST_F(ReproductionTest, StopsWithinAClaimAndForgetsIt) {
    claims = {measured("first", {{1, "a", On::both, 1}}),
              measured("second", {{1, "b", On::both, 2}, {1, "c", On::both, 1}}),
              measured("third", {{1, "d", On::both, 5}})};
    stopped_in = "c";
    EXPECT_FALSE(reproduced());
    EXPECT_EQ(done, Names{"first"});
    EXPECT_EQ(reproduction.outcomes.size(), 1u);
}

TEST_F(ReproductionTest, StopsBetweenClaims) {
    claims = {measured("first", {{1, "a", On::both, 1}}),
              measured("second", {{1, "b", On::both, 2}})};
    stop_after = 1;
    EXPECT_FALSE(reproduced());
    EXPECT_EQ(commands, Names{"a"});
}

TEST_F(ReproductionTest, ResumesAfterWhatIsThere) {
    claims = {measured("first", {{1, "a", On::both, 1}}),
              measured("second", {{2, "a", On::both, 1}, {3, "b", On::both, 1}})};
    reproduction.outcomes = {outcome_of(
        claims.front(), {result(1, {computed_row("ASK", {{"count", 4}})})}, Backend::cpu)};
    reproduction.outcomes.front().results.front().command = "a" + here;
    EXPECT_TRUE(reproduced());
    EXPECT_EQ(done, Names{"second"});
    EXPECT_EQ(commands, Names{"b"});
    EXPECT_EQ(outcome("first").verdict, ClaimVerdict::refuted);
    const auto& results = outcome("second").results;
    ASSERT_EQ(results.size(), 2u);
    EXPECT_EQ(results.front().rows.front().values.at("count"), 4);
    EXPECT_EQ(results.front().x, 2);
}

TEST_F(ReproductionTest, MeasuresOnTheChosenBackendAlone) {
    claims = {
        measured("both", {{1, "a", On::both, 1}, {2, "b", On::cuda, 4}, {3, "c", On::cpu, 2}}),
        measured("gpu", {{1, "d", On::cuda, 1}}), of_a_formula("formula")};
    EXPECT_EQ(seconds_of(claims[0], Backend::cpu), 3);
    EXPECT_EQ(seconds_of(claims[0], Backend::cuda), 5);
    EXPECT_EQ(trials_on(claims[0], Backend::cpu).size(), 2u);
    EXPECT_EQ(why_not_here(claims[0], Backend::cpu), std::nullopt);
    EXPECT_EQ(why_not_here(claims[2], Backend::cpu), std::nullopt);
    EXPECT_EQ(why_not_here(claims[1], Backend::cpu), "it needs an NVIDIA GPU");
    EXPECT_TRUE(reproduced());
    EXPECT_EQ(commands, (Names{"a", "c"}));
    EXPECT_EQ(outcome("gpu").why, "it needs an NVIDIA GPU");
    EXPECT_EQ(begun, (Names{"formula", "both"}));

    const Claim processor = measured("cpu", {{1, "e", On::cpu, 1}});
    EXPECT_EQ(why_not_here(processor, Backend::cuda), "it is measured on the processor alone");
}

// Its times would decide nothing. What else is judged, and what is named, is run all the same.
TEST_F(ReproductionTest, AProcessorLeavesOutWhatTimesAloneDecide) {
    const auto timed = [](std::string_view id) {
        Claim claim = measured(id, {{1, std::string(id), On::both, 1}});
        claim.quantities = {gain_over_ex(Quantity::Take::last, at_least(1)),
                            count(Quantity::Take::last)};
        return claim;
    };
    claims = {timed("times"), timed("named"), timed("times and counts"), of_a_formula("formula")};
    claims[2].quantities.back().bound = between(5, 5);
    reproduction.named = {"named"};
    const std::string why =
        "it is about the times of a GPU; run by itself, it shows this processor's";
    EXPECT_EQ(why_not_here(claims[0], Backend::cpu, reproduction.named), why);
    EXPECT_EQ(why_not_here(claims[0], Backend::cuda, reproduction.named), std::nullopt);
    EXPECT_TRUE(reproduced());
    EXPECT_EQ(commands, (Names{"named", "times and counts"}));
    EXPECT_EQ(outcome("times").verdict, ClaimVerdict::not_here);
    EXPECT_EQ(outcome("times").why, why);
    EXPECT_EQ(outcome("formula").verdict, ClaimVerdict::holds);
}

TEST(Outcomes, HaveTheirResultsByX) {
    const Claim claim = claim_of({count(Quantity::Take::last)});
    auto results = counts({5, 6, 7});
    std::swap(results[0], results[2]);
    const auto outcome = outcome_of(claim, results, Backend::cpu);
    EXPECT_EQ(outcome.results, counts({5, 6, 7}));
    EXPECT_EQ(outcome.verdict, ClaimVerdict::not_judged);
}

// The papers' times are a GPU's; what is counted is the same everywhere.
TEST(Outcomes, OfAProcessorDecideNothingAboutTimes) {
    const std::vector<Result> results{result(1, {timed("Ex", {10}), {"ASK", {5}, {{"count", 4}}}})};
    Claim claim = claim_of({gain_over_ex(Quantity::Take::last, at_least(3))});
    EXPECT_EQ(outcome_of(claim, results, Backend::cuda).verdict, ClaimVerdict::refuted);
    const auto outcome = outcome_of(claim, results, Backend::cpu);
    EXPECT_EQ(outcome.verdict, ClaimVerdict::not_here);
    EXPECT_EQ(outcome.why, "it is about the times of a GPU, and these are a processor's");
    EXPECT_EQ(outcome.found.front().value->median, 2) << "shown all the same";
    claim.quantities.push_back(count(Quantity::Take::last, at_least(5)));
    EXPECT_EQ(outcome_of(claim, results, Backend::cpu).verdict, ClaimVerdict::refuted)
        << "the count";
}

std::vector<std::string_view> ids_named(const Names& names) {
    std::vector<std::string_view> ids;
    for (const Claim* claim : claims_named(names)) ids.push_back(claim->id);
    return ids;
}

TEST(Names, ChooseAPaperOrAClaimOrAll) {
    EXPECT_EQ(ids_named({}).size(), all_claims().size());
    EXPECT_EQ(ids_named({"modeling.cores"}), std::vector<std::string_view>{"modeling.cores"});
    const auto all_of_paper = std::ranges::count(all_claims(), Paper::modeling, &Claim::paper);
    EXPECT_EQ(ids_named({"modeling"}).size(), static_cast<std::size_t>(all_of_paper));
    EXPECT_EQ(ids_named({"modeling.cores", "modeling", "modeling.cores"}), ids_named({"modeling"}));
    EXPECT_EQ(ids_named({"modeling.cores", "modeling.ask-gain"}),
              (std::vector<std::string_view>{"modeling.ask-gain", "modeling.cores"}));
}

TEST(Names, ThatNothingHasAreRefused) {
    for (const std::string name :
         {"", "model", "modeling.", "modeling.cores2", "Modeling", "cores"}) {
        try {
            claims_named(Names{"modeling.cores", name});
            ADD_FAILURE() << name;
        } catch (const std::invalid_argument& error) {
            EXPECT_EQ(error.what(),
                      "there is no paper or claim '" + name + "': --list prints their names");
        }
    }
}

}  // namespace
}  // namespace mariani::app
