// Reports are read back as they were written, damaged ones are refused by the field, and the page
// and the tables say what was found.
#include "app/papers/report.hpp"

#include "tests/files/changed_json.hpp"
#include "tests/files/sandbox.hpp"
#include "tests/papers/made_up.hpp"

#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

const Claim& claim_named(std::string_view id) {
    return *std::ranges::find(all_claims(), id, &Claim::id);
}

constexpr std::string_view measured_id = "modeling.best-g", computed_id = "modeling.cores",
                           other_id = "modeling.energy";

Result measured(double g, double ms) {
    return {
        g,
        "bench -g " + std::to_string(static_cast<int>(g)) + " --backend cuda",
        "a <fast> GPU",
        {{"Ex", {10, 12, 11}, {}}, {"ASK-SBR", {ms, ms, ms}, {{"P", 0.7}, {"a \"b\", c", 1e-7}}}}};
}

Reproduction sample() {
    Reproduction report;
    report.machine = {"0.1.0", "Linux & more", "a cpu", "a gpu", "550.1"};
    report.backend = Backend::cuda;
    report.device = "a <fast> GPU";
    const Claim& best = claim_named(measured_id);
    report.outcomes = {
        outcome_of(best, {measured(2, 4), measured(4, 0.1), measured(8, 5)}, report.backend)};
    report.outcomes.front().time = "2026-01-02T03:04:05Z";
    report.outcomes.front().seconds = 2.5;
    report.outcomes.front().why = "bench -g 16: it failed";
    ClaimOutcome away;
    away.claim = &claim_named(other_id);
    away.why = "it needs an NVIDIA GPU";
    report.outcomes.push_back(away);
    report.outcomes.push_back(
        outcome_of(claim_named(computed_id), claim_named(computed_id).computed(), report.backend));
    return report;
}

Json sample_json() {
    return Json::parse(to_json(sample()));
}

std::string error_of(const std::string& text) {
    try {
        reproduction_from_json(text);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "taken";
}

TEST(ReportTest, ReadsBackAsItWas) {
    const std::string text = to_json(sample());
    const Reproduction read = reproduction_from_json(text);
    EXPECT_EQ(to_json(read), text);
    const Reproduction expected = sample();
    EXPECT_EQ(read.machine, expected.machine);
    EXPECT_EQ(read.backend, expected.backend);
    EXPECT_EQ(read.device, expected.device);
    ASSERT_EQ(read.outcomes.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) {
        const ClaimOutcome &one = read.outcomes[i], &other = expected.outcomes[i];
        EXPECT_EQ(one.claim, other.claim);
        EXPECT_EQ(one.verdict, other.verdict);
        EXPECT_EQ(one.why, other.why);
        EXPECT_EQ(one.time, other.time);
        EXPECT_EQ(one.seconds, other.seconds);
        EXPECT_EQ(one.results, other.results);
        ASSERT_EQ(one.found.size(), other.found.size());
        for (std::size_t j = 0; j < one.found.size(); ++j)
            EXPECT_EQ(one.found[j].value, other.found[j].value);
    }
}

TEST(ReportTest, SaysWhatItFound) {
    const Json claim = sample_json().at("claims").at(0);
    EXPECT_EQ(claim.at("id"), measured_id);
    EXPECT_EQ(claim.at("verdict"), "refuted");
    const Json& quantity = claim.at("quantities").at(0);
    EXPECT_EQ(quantity.at("claimed").dump(), R"({"low":32.0,"high":64.0})");
    EXPECT_EQ(quantity.at("value").dump(), R"({"min":4.0,"median":4.0,"max":4.0})");
    EXPECT_EQ(claim.at("results").at(1).dump(),
              R"({"x":4.0,"command":"bench -g 4 --backend cuda","device":"a <fast> GPU",)"
              R"("rows":[{"label":"Ex","ms":[10.0,12.0,11.0],"values":{}},{"label":"ASK-SBR",)"
              R"("ms":[0.1,0.1,0.1],"values":{}}]})")
        << "columns that the claim does not read are left out";
    EXPECT_EQ(sample_json().at("claims").at(1).at("verdict"), "not on this machine");
    EXPECT_TRUE(sample_json().at("claims").at(1).at("results").empty());
}

// Whatever was written in the place of what follows from the results.
TEST(ReportTest, IsJudgedAnew) {
    Json json = sample_json();
    json["claims"][0]["verdict"] = "holds";
    json["claims"][0]["quantities"] = "none";
    const Reproduction read = reproduction_from_json(json.dump());
    EXPECT_EQ(read.outcomes.front().verdict, ClaimVerdict::refuted);
    EXPECT_EQ(to_json(read), to_json(sample()));
}

TEST(ReportTest, LeavesOutClaimsThatAreNotKnown) {
    Json json = sample_json();
    json["claims"][0]["id"] = "modeling.of-another-version";
    const Reproduction read = reproduction_from_json(json.dump());
    ASSERT_EQ(read.outcomes.size(), 2u);
    EXPECT_EQ(read.outcomes.front().claim->id, other_id);
}

TEST(ReportTest, PutsClaimsInTheirOrder) {
    Json json = sample_json();
    std::swap(json["claims"][0], json["claims"][2]);
    EXPECT_EQ(to_json(reproduction_from_json(json.dump())), to_json(sample()));
}

TEST(ReportTest, ReadsWhatFailedHoweverManyTimes) {
    Claim claim = claim_named(measured_id);
    claim.trials.clear();
    for (int i = 0; i < 100; ++i)
        claim.trials.push_back({1.0 * i, "bench " + std::string(100, 'x') + std::to_string(i)});
    Reproduction report = sample();
    report.outcomes.clear();
    EXPECT_TRUE(reproduce(
        report, {&claim}, 10,
        [](const std::string&, const std::stop_token&) -> std::optional<Result> {
            throw std::runtime_error("out of memory");
        },
        {}, [](const Claim&) {}, [](const ClaimOutcome&) {}));
    ASSERT_FALSE(report.outcomes.front().why.empty());
    report.outcomes.front().claim = &claim_named(measured_id);
    EXPECT_EQ(to_json(reproduction_from_json(to_json(report))), to_json(report));
}

class BadReports : public testing::TestWithParam<Bad> {};

TEST_P(BadReports, AreRefusedWithThePlaceAndWhatMayBe) {
    const auto said = error_of(changed(sample_json(), GetParam()).dump());
    EXPECT_NE(said.find(GetParam().says), said.npos) << said;
}

INSTANTIATE_TEST_SUITE_P(
    Fields, BadReports,
    testing::Values(
        Bad{"/mariani_reproduction", "", "mariani_reproduction"},
        Bad{"/mariani_reproduction", "2", "mariani_reproduction is 2"},
        Bad{"/machine", "[]", "machine"}, Bad{"/machine/driver", "", "machine.driver"},
        Bad{"/machine/gpu", "3", "machine.gpu"}, Bad{"/machine/more", "\"\"", "machine.more"},
        Bad{"/backend", "\"opencl\"", "backend is \"opencl\""},
        Bad{"/backend", "\"auto\"", "backend"}, Bad{"/device", "null", "device"},
        Bad{"/more", "1", "more"}, Bad{"/claims", "{}", "claims"}, Bad{"/claims", "", "claims"},
        Bad{"/claims/0", "1", "claims[0]"}, Bad{"/claims/0/id", "", "claims[0].id"},
        Bad{"/claims/0/id", "7", "claims[0].id"}, Bad{"/claims/0/verdict", "", "claims[0].verdict"},
        Bad{"/claims/0/quantities", "", "claims[0].quantities"},
        Bad{"/claims/0/paper", "", "claims[0].paper"},
        Bad{"/claims/0/where", "", "claims[0].where"},
        Bad{"/claims/0/statement", "", "claims[0].statement"},
        Bad{"/claims/0/why", "false", "claims[0].why"},
        Bad{"/claims/0/time", "1", "claims[0].time"},
        Bad{"/claims/0/seconds", "-1", "claims[0].seconds"},
        Bad{"/claims/0/seconds", "\"1\"", "claims[0].seconds"},
        Bad{"/claims/0/more", "1", "claims[0].more"},
        Bad{"/claims/0/results", "3", "claims[0].results"},
        Bad{"/claims/0/results/1/x", "null", "claims[0].results[1].x"},
        Bad{"/claims/0/results/1/x", "1e301", "claims[0].results[1].x"},
        Bad{"/claims/0/results/1/command", "", "claims[0].results[1].command"},
        Bad{"/claims/0/results/1/device", "", "claims[0].results[1].device"},
        Bad{"/claims/0/results/1/more", "1", "claims[0].results[1].more"},
        Bad{"/claims/0/results/1/rows", "\"\"", "claims[0].results[1].rows"},
        Bad{"/claims/0/results/1/rows/0/label", "", "claims[0].results[1].rows[0].label"},
        Bad{"/claims/0/results/1/rows/0/ms", "4", "claims[0].results[1].rows[0].ms"},
        Bad{"/claims/0/results/1/rows/0/ms/2", "\"4\"", "claims[0].results[1].rows[0].ms[2]"},
        Bad{"/claims/0/results/1/rows/0/ms/2", "-4", "claims[0].results[1].rows[0].ms[2]"},
        Bad{"/claims/0/results/1/rows/1/values", "[]", "claims[0].results[1].rows[1].values"},
        Bad{"/claims/0/results/1/rows/1/values/P", "null", "claims[0].results[1].rows[1].values.P"},
        Bad{"/claims/0/results/1/rows/1/more", "1", "claims[0].results[1].rows[1].more"}));

TEST(ReportTest, WithAClaimTwiceIsRefused) {
    Json json = sample_json();
    json["claims"].push_back(json["claims"][0]);
    EXPECT_EQ(error_of(json.dump()), "the claim 'modeling.best-g' is there twice");
}

TEST(ReportTest, ThatIsNoneIsRefused) {
    for (const std::string text : {"", "{", "[]", "3", "{\"mariani_experiment\": 1}"})
        EXPECT_NE(error_of(text), "taken") << text;
    EXPECT_NE(error_of(std::string(17 << 20, ' ')), "taken");
}

class ReportFileTest : public Sandbox {};

TEST_F(ReportFileTest, IsReadAndNamedWhereItIsDamaged) {
    put(folder / "report.json", to_json(sample()));
    EXPECT_EQ(to_json(read_reproduction(folder / "report.json")), to_json(sample()));
    put(folder / "bad.json", "{}");
    try {
        read_reproduction(folder / "bad.json");
        ADD_FAILURE();
    } catch (const std::invalid_argument& error) {
        EXPECT_EQ(std::string(error.what())
                      .find((folder / "bad.json").string() + " is no report of reproduce: "),
                  0u)
            << error.what();
    }
    EXPECT_THROW(read_reproduction(folder / "none.json"), std::runtime_error);
}

TEST(TableTest, HasARowForEachRowOfEachResult) {
    ClaimOutcome whole = sample().outcomes.front();
    whole.results = {measured(2, 4), measured(4, 0.1), measured(8, 5)};
    EXPECT_EQ(csv_of(whole),
              "x,command,row,ms_median,ms_min,ms_max,P,\"a \"\"b\"\", c\"\n"
              "2,bench -g 2 --backend cuda,Ex,11,10,12,,\n"
              "2,bench -g 2 --backend cuda,ASK-SBR,4,4,4,0.7,1e-07\n"
              "4,bench -g 4 --backend cuda,Ex,11,10,12,,\n"
              "4,bench -g 4 --backend cuda,ASK-SBR,0.1,0.1,0.1,0.7,1e-07\n"
              "8,bench -g 8 --backend cuda,Ex,11,10,12,,\n"
              "8,bench -g 8 --backend cuda,ASK-SBR,5,5,5,0.7,1e-07\n");
    ClaimOutcome outcome = whole;
    outcome.results = counts({0.1});
    EXPECT_EQ(csv_of(outcome),
              "x,command,row,ms_median,ms_min,ms_max,count\n"
              "1,bench --n 1 --backend cpu,ASK,,,,0.1\n");
}

std::string article_of(const std::string& page, std::string_view id) {
    const auto from = page.find("<article id='" + std::string(id) + "'>");
    return from == page.npos ? "" : page.substr(from, page.find("</article>", from) - from);
}

TEST(PageTest, ShowsVerdictFiguresChartAndCommands) {
    const std::string page = to_html(sample(), {});
    const std::string claim = article_of(page, measured_id);
    for (const char* part :
         {"<span class='verdict refuted'>refuted</span>",
          "ASK-SBR is fastest with g from 32 to 64.",
          "<td>g with the largest S</td><td>32 to 64</td><td>32 to 64</td><td>4</td>",
          "<td>refuted</td>", "<svg ", "href='modeling.best-g.csv'", "bench -g 16: it failed",
          "<code>mariani bench -g 8 --backend cuda</code>", "a &lt;fast&gt; GPU in 2 s"})
        EXPECT_NE(claim.find(part), claim.npos) << part;
    EXPECT_NE(page.find("Linux &amp; more"), page.npos);
    EXPECT_NE(article_of(page, other_id).find("it needs an NVIDIA GPU"), page.npos);
    EXPECT_EQ(article_of(page, other_id).find("<svg"), page.npos);
    EXPECT_NE(page.find("1&nbsp;<span class='verdict holds'>"), page.npos);
}

TEST(PageTest, HasAColumnForEachOtherMachine) {
    Reproduction other = sample();
    other.machine.system = "another system";
    other.outcomes = {
        outcome_of(claim_named(measured_id), {measured(2, 4), measured(64, 0.1)}, other.backend)};
    const std::string page = to_html(sample(), {other});
    EXPECT_NE(page.find("another system"), page.npos);
    EXPECT_NE(article_of(page, measured_id).find("<th>here</th><th>machine 2</th>"), page.npos);
    EXPECT_NE(article_of(page, measured_id).find("<td>4</td><td>64</td>"), page.npos);
    EXPECT_NE(article_of(page, computed_id).find("<td>6912</td><td></td>"), page.npos);
}

TEST(PageTest, IsMadeOfEscapedTexts) {
    Reproduction report = sample();
    report.machine.system = "<script>alert('1')</script>";
    report.device = "\"&";
    report.outcomes.front().why = "<img src=x>";
    for (Result& result : report.outcomes.front().results) result.command = "bench <b>";
    const std::string page = to_html(report, {report});
    for (const char* raw : {"<script", "<img", "<b>", "\"&,", "'1'"})
        EXPECT_EQ(page.find(raw), page.npos) << raw;
}

TEST(ErrataTest, FillATableForEachPaperThatHasSome) {
    const std::string page = errata_page();
    for (const Erratum& erratum : all_errata())
        EXPECT_NE(page.find("| " + std::string(erratum.where) + " |"), page.npos);
    for (const PaperText& paper : papers()) {
        const bool has_some = std::ranges::count(all_errata(), paper.paper, &Erratum::paper) > 0;
        EXPECT_EQ(page.find(paper.title) != page.npos, has_some) << paper.title;
    }
}

}  // namespace
}  // namespace mariani::app
