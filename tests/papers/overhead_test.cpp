// What MBR takes beyond the model: found again in made-up times that have it.
#include "app/papers/reproduction.hpp"
#include "compute/model/cost_model.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

struct Costs {
    double lambda, launch_ms, block_ms;
};

// A machine on which an iteration takes so long, and both schemes what the paper's equations say,
// written out here, but for what is added to MBR.
Result measured(const Trial& trial, std::map<std::string, double> of, const Costs& costs) {
    constexpr double ms_per_unit = 1e-5, A = 50, P = 0.6, q = 132, c = 128, iterations = 1e8;
    const double n = of["n"], g = of["g"], r = of["r"], B = of["B"];
    const int tau = static_cast<int>(std::floor(std::log(n / (g * B)) / std::log(r) + 1e-9));
    double sbr = 0, mbr = 0, blocks = 0, GR = g * g, reached = 1, side = n / g;
    for (int i = 0; i + 1 < tau; ++i, GR *= r * r, reached *= P, side /= r) {
        const double rounds = std::ceil(GR / q), border = std::ceil(4 * side / c) * A;
        const double subdivision = P * costs.lambda * A;
        sbr += (border + subdivision + (1 - P) * std::ceil(side * side / c)) * rounds * reached;
        mbr += ((border + subdivision) * rounds + (1 - P) * std::ceil(n * n / (q * c))) * reached;
        blocks += GR * reached * (1 - P) * std::ceil(side * side / c);
    }
    sbr += A * std::ceil(side * side / c) * std::ceil(GR / q) * reached;
    mbr += A * std::ceil(n * n / (q * c)) * reached;
    blocks += GR * reached * std::ceil(side * side / c);
    of.insert({{"P", P}, {"A", A}, {"q", q}, {"c", c}});
    const double ex = iterations * ms_per_unit / (q * c);
    return {
        trial.x,
        trial.command,
        "a GPU",
        {{"Ex", {ex}, {{"iterations", iterations}}},
         {"ASK-SBR", {sbr * ms_per_unit}, of},
         {"ASK-MBR", {mbr * ms_per_unit + costs.launch_ms * tau + costs.block_ms * blocks}, of}}};
}

const Claim& overhead_claim() {
    return *std::ranges::find(all_claims(), "modeling.mbr-overhead", &Claim::id);
}

// "-g 4" of a command as {"g", 4}, and the side of its picture.
std::map<std::string, double> params_in(const std::string& command) {
    std::map<std::string, double> params;
    const auto number_after = [&](const std::string& option) {
        return std::stod(command.substr(command.find(option) + option.size()));
    };
    params["n"] = number_after("--size ");
    for (const std::string name : {"g", "r", "B"}) params[name] = number_after(" -" + name + " ");
    return params;
}

ClaimOutcome outcome_with(const Costs& costs) {
    std::vector<Result> results;
    for (const Trial& trial : trials_on(overhead_claim(), Backend::cuda))
        results.push_back(measured(trial, params_in(trial.command), costs));
    return outcome_of(overhead_claim(), std::move(results), Backend::cuda);
}

double found(const ClaimOutcome& outcome, std::string_view name) {
    const auto at = std::ranges::find_if(
        outcome.found, [&](const Found& each) { return each.quantity->name == name; });
    return at->value.value().median;
}

TEST(Overhead, IsFoundOnOneHalfAndExplainsTheOther) {
    const ClaimOutcome outcome = outcome_with({30, 0.004, 2e-7});
    EXPECT_EQ(outcome.verdict, ClaimVerdict::holds);
    EXPECT_NEAR(found(outcome, "lambda"), 30, 1e-6);
    EXPECT_NEAR(found(outcome, "cost of a launch, us"), 4, 1e-6);
    EXPECT_NEAR(found(outcome, "cost of a block, ns"), 0.2, 1e-6);
    EXPECT_GT(found(outcome, "error of Eq. 24, %"), 5);
    EXPECT_NEAR(found(outcome, "error with the two costs, %"), 0, 1e-6);
}

TEST(Overhead, IsNeverBelowNothing) {
    const ClaimOutcome outcome = outcome_with({30, -0.001, 0});
    EXPECT_EQ(found(outcome, "cost of a launch, us"), 0);
    EXPECT_GE(found(outcome, "cost of a block, ns"), 0);
    EXPECT_NE(outcome.verdict, ClaimVerdict::holds);
}

TEST(Overhead, IsOfTheHalfThatWasNotFitted) {
    std::vector<Result> results;
    const auto trials = trials_on(overhead_claim(), Backend::cuda);
    const auto judged = judged_results(outcome_with({30, 0.004, 2e-7}));
    int fitted = 0;
    std::map<std::string, int> halves;  // by a value of a parameter
    for (std::size_t i = 0; i < trials.size(); ++i) {
        const auto& rows = judged[i].rows;
        const auto mbr = std::ranges::find(rows, "ASK-MBR", &ResultRow::label);
        const bool is_fitted = mbr->values.at("fitted") == 1;
        fitted += is_fitted;
        for (const auto& [name, value] : params_in(trials[i].command))
            halves[name + std::to_string(value)] += is_fitted ? 1 : -1;
    }
    EXPECT_EQ(fitted * 2, static_cast<int>(trials.size()));
    for (const auto& [value, difference] : halves) EXPECT_EQ(difference, 0) << value;
}

TEST(Overhead, IsTheSameOnceAReportIsReadAgain) {
    const ClaimOutcome once = outcome_with({30, 0.004, 2e-7});
    const ClaimOutcome twice = outcome_of(overhead_claim(), once.results, Backend::cuda);
    EXPECT_EQ(twice.results, once.results);
    EXPECT_EQ(found(twice, "lambda"), found(once, "lambda"));
    EXPECT_EQ(once.results.size(), trials_on(overhead_claim(), Backend::cuda).size());
}

TEST(Overhead, NeedsCasesOfBothHalves) {
    auto results = outcome_with({30, 0.004, 2e-7}).results;
    results.erase(results.begin() + 1, results.end());
    EXPECT_EQ(outcome_of(overhead_claim(), results, Backend::cuda).verdict, ClaimVerdict::not_here);
}

}  // namespace
}  // namespace mariani::app
