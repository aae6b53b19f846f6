// Every claim has a plan, a rule and a source, and names only what there is.
#include "app/command_line/command_measurement.hpp"
#include "app/papers/reproduction.hpp"
#include "app/start/command_line.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

template <typename Check>
void for_each_claim(const Check& check) {
    ASSERT_FALSE(all_claims().empty());
    for (const Claim& claim : all_claims()) {
        SCOPED_TRACE(claim.id);
        check(claim);
    }
}

TEST(Claims, AreNamedByTheirPaper) {
    std::set<std::string_view> names;
    for (const PaperText& paper : papers()) names.insert(paper.id);
    for_each_claim([&](const Claim& claim) {
        EXPECT_TRUE(claim.id.starts_with(std::string(text_of(claim.paper).id) + "."));
        EXPECT_TRUE(names.insert(claim.id).second) << "the name is another's, too";
        EXPECT_EQ(claim.id.find_first_of("/\\<>'\"& ,|"), claim.id.npos) << "it names a file";
    });
}

TEST(Claims, HaveASourceAStatementAndAMethod) {
    for (const PaperText& paper : papers()) {
        EXPECT_FALSE(paper.title.empty() || paper.source.empty());
        EXPECT_EQ(&text_of(paper.paper), &paper);
    }
    for_each_claim([](const Claim& claim) {
        EXPECT_FALSE(claim.where.empty());
        EXPECT_TRUE(claim.statement.ends_with("."));
        EXPECT_TRUE(claim.method.ends_with("."));
    });
}

TEST(Claims, HaveAPlanOfOneKind) {
    for_each_claim([](const Claim& claim) {
        EXPECT_NE(claim.trials.empty(), claim.computed == nullptr);
        for (const Trial& trial : claim.trials) EXPECT_GT(trial.seconds, 0) << trial.command;
    });
}

TEST(Claims, AreJudgedByAtLeastOneFigure) {
    for_each_claim([](const Claim& claim) {
        EXPECT_TRUE(std::ranges::any_of(
            claim.quantities, [](const Quantity& quantity) { return quantity.bound.given(); }));
        for (const Quantity& quantity : claim.quantities) {
            SCOPED_TRACE(quantity.name);
            EXPECT_FALSE(quantity.name.empty() || quantity.row.empty());
            using enum Quantity::Kind;
            const bool has_other = quantity.kind == gain || quantity.kind == value_ratio;
            EXPECT_EQ(has_other, !quantity.over.empty());
            EXPECT_EQ(quantity.kind == value || quantity.kind == value_ratio,
                      !quantity.column.empty());
            EXPECT_TRUE(!quantity.bound.given() || !quantity.published.empty())
                << "judged by what nobody has published";
            EXPECT_LE(quantity.bound.low, quantity.bound.high);
        }
    });
}

TEST(Claims, NameBothAxesOfAChartOrNone) {
    for_each_claim(
        [](const Claim& claim) { EXPECT_EQ(claim.axis.empty(), claim.ordinate.empty()); });
}

TEST(Claims, ThatAreComputedHaveAllOfTheirFigures) {
    for_each_claim([](const Claim& claim) {
        if (!claim.computed) return;
        const auto results = claim.computed();
        EXPECT_EQ(results, claim.computed()) << "it depends on more than formulas";
        for (const Found& found : find(claim, results)) {
            EXPECT_TRUE(found.value) << found.quantity->name;
            EXPECT_TRUE(claim.axis.empty() || found.points.size() > 1) << found.quantity->name;
        }
    });
}

// Why the program does not take a command here; empty if it does.
std::string refusal_of(const std::string& command) {
    try {
        parse_command_line(words_of(command));
        return "";
    } catch (const std::exception& error) {
        return error.what();
    }
}

// The command, or why it takes a GPU, or one with more memory than this machine has; and with a
// processor in its place, whether it is refused for anything else.
void expect_taken_with_a_gpu(const std::string& command) {
    for (const std::string place : {"", " --backend cpu"}) {
        const bool runs_engines = command.starts_with("bench ") || command.starts_with("check ");
        if (!place.empty() && (!runs_engines || command.find("--backend") != command.npos))
            continue;
        const std::string why = refusal_of(command + place);
        const bool of_machine = why.find("CUDA") != why.npos || why.find("cuda") != why.npos ||
                                why.find("GPU") != why.npos || why.find(" GiB here") != why.npos;
        EXPECT_TRUE(why.empty() || of_machine) << "mariani " << command << place << ": " << why;
    }
}

TEST(Claims, AreMeasuredByBenchAndCheck) {
    for_each_claim([](const Claim& claim) {
        for (const Trial& trial : claim.trials) {
            SCOPED_TRACE(trial.command);
            EXPECT_TRUE(trial.command.starts_with("bench ") || trial.command.starts_with("check "));
            EXPECT_EQ(trial.command.find("--backend"), trial.command.npos);
            if (trial.on == Trial::On::cuda)
                expect_taken_with_a_gpu(trial.command);
            else
                EXPECT_EQ(refusal_of(trial.command + " --backend cpu"), "");
        }
    });
}

TEST(Claims, ThatRunTheSameCommandSayHowLongItTakesAlike) {
    for_each_claim([](const Claim& claim) {
        for (const Trial& trial : claim.trials)
            for (const Claim& other : all_claims())
                for (const Trial& same : other.trials) {
                    if (trial.command != same.command || trial.on != same.on) continue;
                    EXPECT_EQ(trial.seconds, same.seconds) << trial.command;
                }
    });
}

TEST(Claims, AreShownByWhatTheProgramTakes) {
    for_each_claim([](const Claim& claim) {
        const std::string arguments(claim.shown_by);
        if (claim.computed)
            EXPECT_EQ(refusal_of(arguments), "");
        else
            expect_taken_with_a_gpu(arguments);
    });
}

TEST(Errata, SayWhatIsPrintedWhatIsRightAndHowThatIsSeen) {
    ASSERT_FALSE(all_errata().empty());
    for (const Erratum& erratum : all_errata()) {
        SCOPED_TRACE(erratum.where);
        EXPECT_FALSE(erratum.where.empty() || erratum.printed.empty() || erratum.right.empty());
        EXPECT_FALSE(erratum.shown_by.empty());
    }
}

// What stands in backquotes is a command of the program.
TEST(Errata, AreShownByCommandsThatThereAre) {
    for (const Erratum& erratum : all_errata()) {
        const std::string text(erratum.shown_by);
        const auto from = text.find('`');
        if (from == text.npos) continue;
        const std::string command = text.substr(from + 1, text.find('`', from + 1) - from - 1);
        SCOPED_TRACE(command);
        expect_taken_with_a_gpu(command);
        if (command.starts_with("reproduce ")) {
            auto names = words_of(command);
            names.erase(names.begin());
            EXPECT_NO_THROW(claims_named(names));
        }
    }
}

}  // namespace
}  // namespace mariani::app
