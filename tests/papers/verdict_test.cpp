// Rules decide on made-up values as a reader would.
#include "app/papers/verdict.hpp"

#include "app/papers/claim_parts.hpp"
#include "tests/papers/made_up.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

using Take = Quantity::Take;

Found found_one(const Quantity& quantity, const std::vector<Result>& results) {
    static Claim claim;
    claim = claim_of({quantity});
    return find(claim, results).front();
}

std::optional<Spread> value_of(Take take, const std::vector<double>& values) {
    return found_one(count(take), counts(values)).value;
}

ClaimVerdict verdict_on(Take take, Bound bound, const std::vector<double>& values) {
    return found_one(count(take, bound), counts(values)).verdict;
}

TEST(Bounds, AreOpenWhereNothingIsSaid) {
    EXPECT_FALSE(Bound{}.given());
    EXPECT_EQ(judge(exactly_one(-1e300), at_most(3)), ClaimVerdict::holds);
    EXPECT_EQ(judge(exactly_one(1e300), at_least(3)), ClaimVerdict::holds);
    EXPECT_TRUE(at_most(3).given() && at_least(3).given() && between(3, 3).given());
}

TEST(Bounds, IncludeTheirEnds) {
    EXPECT_EQ(judge(exactly_one(3), between(3, 3)), ClaimVerdict::holds);
    EXPECT_EQ(judge(exactly_one(3), at_least(3)), ClaimVerdict::holds);
    EXPECT_EQ(judge(exactly_one(3), at_most(3)), ClaimVerdict::holds);
    EXPECT_EQ(judge(exactly_one(2.999), between(3, 4)), ClaimVerdict::refuted);
    EXPECT_EQ(judge(exactly_one(4.001), between(3, 4)), ClaimVerdict::refuted);
}

TEST(Bounds, LieAboutAValueByAShareOfIt) {
    EXPECT_EQ(judge(exactly_one(9), about(10, 0.1)), ClaimVerdict::holds);
    EXPECT_EQ(judge(exactly_one(11), about(10, 0.1)), ClaimVerdict::holds);
    EXPECT_EQ(judge(exactly_one(11.01), about(10, 0.1)), ClaimVerdict::refuted);
}

TEST(Noise, DecidesWhereTheRangeOverlapsTheBound) {
    EXPECT_EQ(judge({3, 3.5, 4}, at_least(3)), ClaimVerdict::holds);
    EXPECT_EQ(judge({2, 2.5, 4}, at_least(3)), ClaimVerdict::within_noise);
    EXPECT_EQ(judge({2, 3.5, 4}, at_least(3)), ClaimVerdict::within_noise);
    EXPECT_EQ(judge({1, 2, 2.9}, at_least(3)), ClaimVerdict::refuted);
    EXPECT_EQ(judge({1, 5, 9}, between(4, 6)), ClaimVerdict::within_noise);
    EXPECT_EQ(judge({6.1, 7, 9}, between(4, 6)), ClaimVerdict::refuted);
}

TEST(Gain, IsTheQuotientOfMediansWithItsExtremes) {
    const auto found = found_one(gain_over_ex(Take::last, at_least(2)),
                                 {result(1, {timed("Ex", {8, 12, 10}), timed("ASK", {4, 2, 5})})});
    EXPECT_EQ(found.value, (Spread{8.0 / 5, 10.0 / 4, 12.0 / 2}));
    EXPECT_EQ(found.verdict, ClaimVerdict::within_noise);
}

TEST(Gain, IsNotThereWithoutTimesOfBoth) {
    const auto quantity = gain_over_ex(Take::last, at_least(2));
    for (const auto& rows :
         std::vector<std::vector<ResultRow>>{{},
                                             {timed("Ex", {1})},
                                             {timed("ASK", {1})},
                                             {timed("Ex", {}), timed("ASK", {1})},
                                             {timed("Ex", {1}), timed("ASK", {})},
                                             {timed("Ex", {1}), timed("ASK", {0})},
                                             {timed("Ex", {1e300}), timed("ASK", {1e-300})}}) {
        const auto found = found_one(quantity, {result(1, rows)});
        EXPECT_FALSE(found.value);
        EXPECT_TRUE(found.points.empty());
        EXPECT_EQ(found.verdict, ClaimVerdict::not_here);
    }
}

TEST(Ratio, IsOfTheOtherRowOverThisOne) {
    Quantity quantity = count(Take::last, at_least(3));
    quantity.kind = Quantity::Kind::value_ratio;
    quantity.over = "Ex";
    const auto ratio = [&](double own, double other) {
        return found_one(quantity, {result(1, {computed_row("ASK", {{"count", own}}),
                                               computed_row("Ex", {{"count", other}})})})
            .value;
    };
    EXPECT_EQ(ratio(4, 12), exactly_one(3));
    EXPECT_EQ(ratio(0, 12), std::nullopt);
    EXPECT_EQ(ratio(0, 0), std::nullopt);
    EXPECT_EQ(ratio(1e-200, 1e200), std::nullopt);
}

TEST(Taken, IsTheValueAtTheGreatestX) {
    EXPECT_EQ(value_of(Take::last, {5, 9, 2}), exactly_one(2));
    const auto backwards =
        found_one(count(Take::last), {result(3, {computed_row("ASK", {{"count", 7}})}),
                                      result(1, {computed_row("ASK", {{"count", 8}})})});
    EXPECT_EQ(backwards.value, exactly_one(7));
    EXPECT_EQ(backwards.points,
              (decltype(backwards.points){{1, exactly_one(8)}, {3, exactly_one(7)}}));
}

TEST(Taken, IsTheLargestOrSmallestOfAll) {
    EXPECT_EQ(value_of(Take::largest, {5, 9, 2}), exactly_one(9));
    EXPECT_EQ(value_of(Take::smallest, {5, 9, 2, 4}), exactly_one(2));
    EXPECT_EQ(verdict_on(Take::largest, at_least(9), {5, 9, 2}), ClaimVerdict::holds);
    EXPECT_EQ(verdict_on(Take::smallest, at_least(5), {5, 9, 2}), ClaimVerdict::refuted);
}

TEST(Taken, IsTheRangeOfAllWhereEachMustAgree) {
    EXPECT_EQ(value_of(Take::each, {5, 9, 2, 4}), (Spread{2, 4.5, 9}));
    EXPECT_EQ(verdict_on(Take::each, between(2, 9), {5, 9, 2}), ClaimVerdict::holds);
    EXPECT_EQ(verdict_on(Take::each, between(2, 8), {5, 9, 2}), ClaimVerdict::refuted);
    EXPECT_EQ(verdict_on(Take::each, at_least(3), {5, 9, 2}), ClaimVerdict::refuted);
}

TEST(Taken, EachIsWithinNoiseWhereTheWorstIs) {
    const auto at = [](double x, double least, double greatest) {
        return result(x, {timed("Ex", {12}), timed("ASK", {12 / least, 12 / greatest})});
    };
    const auto judged = [&](const std::vector<Result>& results) {
        return found_one(gain_over_ex(Take::each, at_least(3)), results).verdict;
    };
    EXPECT_EQ(judged({at(1, 3, 4), at(2, 6, 12)}), ClaimVerdict::holds);
    EXPECT_EQ(judged({at(1, 2, 4), at(2, 6, 12)}), ClaimVerdict::within_noise);
    EXPECT_EQ(judged({at(1, 2, 4), at(2, 1, 2)}), ClaimVerdict::refuted);
}

TEST(Places, AreThoseOfTheExtremes) {
    EXPECT_EQ(value_of(Take::place_of_largest, {5, 9, 2}), exactly_one(2));
    EXPECT_EQ(value_of(Take::place_of_smallest, {5, 9, 2}), exactly_one(3));
    EXPECT_EQ(value_of(Take::place_of_largest, {5, 9, 9, 2}), (Spread{2, 3, 3}));
    EXPECT_EQ(verdict_on(Take::place_of_largest, between(2, 2), {5, 9, 2}), ClaimVerdict::holds);
    EXPECT_EQ(verdict_on(Take::place_of_largest, between(3, 3), {5, 9, 2}), ClaimVerdict::refuted);
}

TEST(Places, CountWhereverNoiseMightHavePutTheExtreme) {
    const auto at = [](double x, std::vector<double> ms) {
        return result(x, {timed("Ex", {100}), timed("ASK", std::move(ms))});
    };
    const std::vector<Result> results{at(1, {50}), at(2, {11, 12, 13}), at(4, {10, 11, 14}),
                                      at(8, {16, 17})};
    const auto found = found_one(gain_over_ex(Take::place_of_largest, between(4, 4)), results);
    EXPECT_EQ(found.value, (Spread{2, 4, 4}));
    EXPECT_EQ(found.verdict, ClaimVerdict::within_noise);
}

TEST(Trials, AtTheSamePlaceArePutTogether) {
    const std::vector<Result> results{
        result(1, {timed("Ex", {10, 20}), computed_row("WPR", {{"count", 5}})}),
        result(1, {timed("ASK", {5}), timed("Ex", {30}), computed_row("ASK", {{"count", 7}})})};
    EXPECT_EQ(found_one(gain_over_ex(Take::last, {}), results).value, (Spread{2, 4, 6}));
    EXPECT_EQ(found_one(count(Take::last), results).value, exactly_one(7));
    EXPECT_EQ(found_one(count(Take::last), results).points.size(), 1u);
}

TEST(Trials, MeasuredTwiceKeepTheColumnsOfBoth) {
    Quantity joules = count(Take::last);
    joules.column = "joules";
    const std::vector<Result> results{
        result(1, {computed_row("ASK", {{"count", 5}})}),
        result(1, {computed_row("ASK", {{"count", 6}, {"joules", 2}})})};
    EXPECT_EQ(found_one(joules, results).value, exactly_one(2));
    EXPECT_EQ(found_one(count(Take::last), results).value, exactly_one(5));
}

TEST(Rows, ThatAreMissingLeaveOutTheirPlace) {
    const std::vector<Result> results{result(1, {computed_row("ASK", {{"count", 5}})}),
                                      result(2, {computed_row("ASK", {{"other", 6}})}),
                                      result(3, {computed_row("Ex", {{"count", 7}})})};
    const auto found = found_one(count(Take::last, at_most(5)), results);
    EXPECT_EQ(found.value, exactly_one(5));
    EXPECT_EQ(found.points.size(), 1u);
    EXPECT_EQ(found.verdict, ClaimVerdict::holds) << "formulas have no other places";
}

TEST(Rows, ThatAreMissingLeaveAMeasuredClaimOpenWhereTheyCouldDecide) {
    const auto verdict = [](Quantity::Take take, Bound bound, std::vector<Result> results) {
        return find(claim_of({count(take, bound)}, {{1, "a"}, {2, "b"}}), results).front().verdict;
    };
    const auto with = [](double x, double value) {
        return result(x, {computed_row("ASK", {{"count", value}})});
    };
    using enum ClaimVerdict;
    EXPECT_EQ(verdict(Take::last, at_most(5), {with(1, 5), result(2, {})}), not_here);
    EXPECT_EQ(verdict(Take::last, at_most(5), {result(1, {}), with(2, 5)}), holds);
    EXPECT_EQ(verdict(Take::largest, at_least(5), {with(1, 5), result(2, {})}), holds);
    EXPECT_EQ(verdict(Take::largest, at_least(6), {with(1, 5), result(2, {})}), not_here);
    EXPECT_EQ(verdict(Take::largest, at_most(6), {with(1, 5), result(2, {})}), not_here);
    EXPECT_EQ(verdict(Take::each, at_most(6), {with(1, 5), result(2, {})}), not_here);
    EXPECT_EQ(verdict(Take::place_of_largest, exactly(1), {with(1, 5), result(2, {})}), not_here);
}

TEST(Rows, BeforeTheFirstPlaceDoNotCount) {
    const std::vector<Result> results{result(1, {computed_row("ASK", {{"count", 9}})}),
                                      result(2, {computed_row("ASK", {{"count", 5}})})};
    EXPECT_EQ(found_one(count(Take::each, at_most(5)), results).verdict, ClaimVerdict::refuted);
    EXPECT_EQ(found_one(from(2, count(Take::each, at_most(5))), results).verdict,
              ClaimVerdict::holds);
}

TEST(Rows, AreTimed) {
    const auto found = found_one({"ms", Quantity::Kind::time, "ASK", {}, {}, Take::last},
                                 {result(1, {timed("ASK", {2, 1, 4})})});
    EXPECT_EQ(found.value, (Spread{1, 2, 4}));
}

TEST(Rows, OfNoTrialAreNotHere) {
    const auto found = found_one(count(Take::last, at_most(5)), {result(1, {})});
    EXPECT_FALSE(found.value);
    EXPECT_EQ(found.verdict, ClaimVerdict::not_here);
    EXPECT_EQ(found_one(count(Take::last), {result(1, {})}).verdict, ClaimVerdict::not_judged);
}

// The verdict on a claim of these bounds on the values 5, 9, 2.
ClaimVerdict verdict_with(const std::vector<Bound>& bounds, bool of_formula = false) {
    std::vector<Quantity> quantities;
    for (const Bound& bound : bounds) quantities.push_back(count(Take::last, bound));
    Claim claim = claim_of(quantities);
    claim.of_formula = of_formula;
    return judge(claim, find(claim, counts({5, 9, 2})));
}

TEST(Claims, AreAsGoodAsTheirWorstFigure) {
    EXPECT_EQ(verdict_with({at_least(2), at_most(2)}), ClaimVerdict::holds);
    EXPECT_EQ(verdict_with({at_least(2), at_most(1)}), ClaimVerdict::refuted);
    EXPECT_EQ(verdict_with({at_most(1), at_least(2)}), ClaimVerdict::refuted);
    EXPECT_EQ(verdict_with({Bound{}, at_least(2)}), ClaimVerdict::holds);
    EXPECT_EQ(verdict_with({Bound{}}), ClaimVerdict::not_judged);
    EXPECT_EQ(verdict_with({}), ClaimVerdict::not_judged);
}

TEST(Claims, AreNotHereWhereAFigureIsMissingUnlessAnotherRefutesThem) {
    Quantity missing = count(Take::last, at_least(1));
    missing.row = "WPR";
    const auto judged = [&](Bound bound) {
        const Claim claim = claim_of({missing, count(Take::last, bound)});
        return judge(claim, find(claim, counts({5, 9, 2})));
    };
    EXPECT_EQ(judged(at_least(1)), ClaimVerdict::not_here);
    EXPECT_EQ(judged(at_least(3)), ClaimVerdict::refuted);
}

TEST(Claims, OfFormulasThatDoNotGiveThemCannotBeObtained) {
    EXPECT_EQ(verdict_with({at_most(1)}, true), ClaimVerdict::not_in_text);
    EXPECT_EQ(verdict_with({at_least(1)}, true), ClaimVerdict::holds);
}

TEST(Verdicts, HaveWordsOfTheirOwn) {
    EXPECT_EQ(text_of(ClaimVerdict::holds), "holds");
    EXPECT_EQ(text_of(ClaimVerdict::within_noise), "holds within noise");
    EXPECT_EQ(text_of(ClaimVerdict::refuted), "refuted");
    EXPECT_EQ(text_of(ClaimVerdict::not_in_text), "cannot be obtained from the text");
    EXPECT_EQ(text_of(ClaimVerdict::not_here), "not on this machine");
    EXPECT_EQ(text_of(ClaimVerdict::not_judged), "not judged");
}

}  // namespace
}  // namespace mariani::app
