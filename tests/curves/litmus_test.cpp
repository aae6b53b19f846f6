// The litmus tests of launches from a GPU: what is said of them, what a GPU does, and what reports
// make of it.
#include "app/workloads/curves/litmus.hpp"

#include "compute/service/engine_registry.hpp"
#include "compute/workloads/curves/runner.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mariani::curves {
namespace {

using app::LitmusOutcome;

const LitmusText& text_named(std::string_view name) {
    return *std::ranges::find(litmus_texts(), name, &LitmusText::name);
}

TEST(CurvesLitmusTest, EverySubjectHasItsNameItsTextAndOneCase) {
    std::set<std::string_view> names;
    std::set<std::pair<Litmus, int>> cases;
    for (const LitmusText& text : litmus_texts()) {
        EXPECT_TRUE(names.insert(text.name).second) << text.name;
        EXPECT_TRUE(text.textbook.ends_with(".") && text.today.ends_with(".")) << text.name;
        EXPECT_TRUE(text.litmus || !text.promised) << text.name;
        if (text.litmus) {
            EXPECT_TRUE(cases.emplace(text.litmus->kind, text.litmus->pool).second) << text.name;
        }
    }
    for (int kind = 0; kind <= static_cast<int>(Litmus::heap); ++kind)
        EXPECT_TRUE(std::ranges::any_of(cases, [&](const auto& each) {
            return each.first == static_cast<Litmus>(kind);
        })) << kind;
    EXPECT_EQ(static_cast<int>(cases.size()), app::litmus_count());
    EXPECT_FALSE(text_named("pointers").litmus) << "that is undefined";
}

TEST(CurvesLitmusTest, WhatIsRunHasAFigureOfAnH200) {
    for (const LitmusText& text : litmus_texts())
        EXPECT_EQ(app::measured_on_h200(text.name).empty(), !text.litmus) << text.name;
}

TEST(CurvesLitmusTest, AMachineWithoutAGpuSaysSo) {
    const auto why = backend_unavailable(Backend::cuda);
    if (!why) GTEST_SKIP() << "this machine has a GPU";
    try {
        run_litmus({}, 0, {});
        FAIL() << "ran";
    } catch (const std::runtime_error& error) {
        EXPECT_EQ(error.what(), *why);
    }
}

TEST(CurvesLitmusTest, OnlyACudaBackendHasLaunchesToTest) {
    EXPECT_EQ(app::why_no_litmus(Backend::cuda, {}), std::nullopt);
    EXPECT_EQ(app::why_no_litmus(Backend::cuda, "there is none"),
              "the litmus tests run launches on a GPU: there is none");
    EXPECT_TRUE(app::why_no_litmus(Backend::cpu, {})->ends_with("choose cuda"));
}

// As if a GPU had counted.
LitmusCounts counts_of(const LitmusCase& litmus) {
    LitmusCounts counts;
    counts.tried = 1000;
    counts.met = 1000;
    if (litmus.kind == Litmus::pool) {
        counts.tried = 2 * litmus.pool;
        counts.met = counts.refused = litmus.pool;
        counts.refusal = "cudaErrorLaunchPendingCountExceeded";
    }
    if (litmus.kind == Litmus::heap) counts.refused = 24;
    if (litmus.kind == Litmus::null_stream) {
        counts.met = 1;
        counts.together = 4;
    }
    return counts;
}

TEST(CurvesLitmusTest, AllAreRunInTheOrderOfTheirTexts) {
    std::vector<LitmusCase> ran;
    std::atomic<int> done = 0;
    const auto outcomes = app::run_all_litmuses(
        [&](const LitmusCase& litmus) {
            ran.push_back(litmus);
            return counts_of(litmus);
        },
        done);
    ASSERT_EQ(outcomes->size(), litmus_texts().size());
    EXPECT_EQ(done, app::litmus_count());
    EXPECT_EQ(static_cast<int>(ran.size()), app::litmus_count());
    for (std::size_t i = 0; i < outcomes->size(); ++i) {
        EXPECT_EQ((*outcomes)[i].text, &litmus_texts()[i]);
        EXPECT_EQ((*outcomes)[i].counts.has_value(), litmus_texts()[i].litmus.has_value());
    }
    EXPECT_TRUE(app::keeps_promises(*outcomes));
}

TEST(CurvesLitmusTest, AStopEndsThem) {
    std::atomic<int> done = 0;
    const auto outcomes = app::run_all_litmuses(
        [&](const LitmusCase& litmus) -> std::optional<LitmusCounts> {
            if (done == 3) return std::nullopt;
            return counts_of(litmus);
        },
        done);
    EXPECT_EQ(outcomes, std::nullopt);
    EXPECT_EQ(done, 3);
}

TEST(CurvesLitmusTest, CountsAreToldInWords) {
    const auto told = [](std::string_view name) {
        const LitmusText& text = text_named(name);
        return app::measured_text({&text, counts_of(*text.litmus)});
    };
    EXPECT_EQ(told("own-write"), "1000 of 1000 reads saw it");
    EXPECT_EQ(told("nesting"), "1000 of 1000 levels ran, none refused");
    EXPECT_EQ(told("pool-512"),
              "512 of 1024 ran, 512 refused: cudaErrorLaunchPendingCountExceeded");
    EXPECT_EQ(told("heap"), "1000 of 1000 allocations succeeded");
    EXPECT_EQ(told("null-stream"), "1 at a time in one block, 4 in four");
    EXPECT_EQ(app::measured_text({&text_named("pointers"), std::nullopt}), "explained, not run");
}

TEST(CurvesLitmusTest, ABrokenPromiseIsCalledSo) {
    LitmusOutcome outcome{&text_named("own-write"), counts_of({})};
    EXPECT_EQ(app::promise_text(outcome), "kept");
    outcome.counts->met = 999;
    outcome.counts->violations = 1;
    EXPECT_EQ(app::promise_text(outcome), "broken");
    EXPECT_FALSE(app::keeps_promises({outcome}));
    EXPECT_EQ(app::promise_text({&text_named("loose-writes"), counts_of({})}), "none");
    EXPECT_EQ(app::promise_text({&text_named("pointers"), std::nullopt}), "");
    const auto row = app::litmus_row(outcome, "a GPU");
    EXPECT_EQ(row["violations"], 1);
    EXPECT_EQ(row["promise"], "broken");
    EXPECT_EQ(row["measured"], "999 of 1000 reads saw it");
    EXPECT_EQ(row["tried"], 1000);
    EXPECT_EQ(row["met"], 999);
    EXPECT_TRUE(
        app::litmus_row({&text_named("pointers"), std::nullopt}, "a GPU")["tried"].is_null());
}

class CurvesLitmusOnGpu : public testing::TestWithParam<std::size_t> {
  protected:
    void SetUp() override {
        if (const auto why = backend_unavailable(Backend::cuda)) GTEST_SKIP() << *why;
    }
    static int device() { return first_device()->index; }
};

TEST_P(CurvesLitmusOnGpu, KeepsWhatCudaPromises_cuda) {
    const LitmusText& text = litmus_texts()[GetParam()];
    if (!text.litmus) GTEST_SKIP() << "explained, not run";
    for (int run = 0; run < 2; ++run) {  // the second in another context
        const auto counts = run_litmus(*text.litmus, device(), {});
        ASSERT_TRUE(counts);
        SCOPED_TRACE(app::measured_text({&text, counts}));
        RecordProperty("measured", app::measured_text({&text, counts}));
        EXPECT_EQ(counts->violations, 0);
        EXPECT_GT(counts->tried, 0);
        EXPECT_LE(counts->met, counts->tried);
        if (text.litmus->kind == Litmus::pool) {
            EXPECT_EQ(counts->tried, 2 * text.litmus->pool);
            EXPECT_EQ(counts->met + counts->refused, counts->tried);
            EXPECT_EQ(counts->refused > 0, !counts->refusal.empty());
        } else if (text.litmus->kind == Litmus::heap) {
            EXPECT_EQ(counts->met + counts->refused, counts->tried);
            EXPECT_GT(counts->refused, counts->tried / 2) << "there is no room for more than half";
            EXPECT_GT(counts->met, counts->tried / 4);
        } else {
            EXPECT_EQ(counts->refused, 0);
        }
        if (text.litmus->kind == Litmus::null_stream) {
            EXPECT_EQ(counts->met, 1);
            EXPECT_LE(counts->together, 4);
        }
    }
}

std::string litmus_case_name(const testing::TestParamInfo<std::size_t>& one) {
    std::string name(litmus_texts()[one.param].name);
    std::ranges::replace(name, '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Litmuses, CurvesLitmusOnGpu,
                         testing::Range(std::size_t{0}, litmus_texts().size()), litmus_case_name);

TEST(CurvesLitmusDevice, AStoppedTestReturnsNothing_cuda) {
    if (const auto why = backend_unavailable(Backend::cuda)) GTEST_SKIP() << *why;
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(run_litmus({}, first_device()->index, stop.get_token()), std::nullopt);
}

TEST(CurvesLitmusDevice, ADeviceThatIsNotThereIsNamed_cuda) {
    if (const auto why = backend_unavailable(Backend::cuda)) GTEST_SKIP() << *why;
    try {
        run_litmus({}, 1000, {});
        FAIL() << "ran";
    } catch (const std::runtime_error& error) {
        EXPECT_EQ(std::string(error.what()).find("there is no GPU 1000: "), 0U);
    }
}

// A runner that was made before goes on with the pool that the program gave its device.
TEST(CurvesLitmusDevice, TheProgramsOwnLaunchesAreAsBefore_cuda) {
    if (const auto why = backend_unavailable(Backend::cuda)) GTEST_SKIP() << *why;
    Plan plan;
    plan.engine = EngineKind::dp;
    plan.backend = Backend::cuda;
    plan.device = first_device()->index;
    plan.lines = 5000;
    plan.pool = 5000;
    const auto runner = make_runner(plan);
    ASSERT_TRUE(runner->run({}));
    ASSERT_TRUE(run_litmus({Litmus::pool, 512}, plan.device, {}));
    const auto again = runner->run({});
    ASSERT_TRUE(again);
    EXPECT_EQ(again->failed_launches, 0) << "512 launches are not the program's pool";
    const auto expected = expected_vertices(plan.rule, runner->lines(), {});
    EXPECT_EQ(why_wrong(*expected, runner->tessellation()).value_or(""), "");
    const auto other = make_runner(plan);
    ASSERT_TRUE(other->run({}));
    EXPECT_EQ(why_wrong(*expected, other->tessellation()).value_or(""), "");
}

}  // namespace
}  // namespace mariani::curves
