// Experiments as files: they are read back unchanged, and errors are reported with their place.
#include "app/measure/experiment_file.hpp"

#include "app/files/json_text.hpp"
#include "tests/files/changed_json.hpp"
#include "tests/files/sandbox.hpp"

#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

Experiment sample() {
    Experiment experiment;
    experiment.title = "A title with \"quotes\"";
    experiment.common.view = {{-0.1, 0.123456789012345678}, 1e-12};
    experiment.common.dwell_limit = 1000;
    experiment.common.precision = Precision::f64;
    experiment.common.fill = FillRule::safe;
    experiment.common.shortcuts = false;
    experiment.common.threads = 3;
    experiment.repeat = 7;
    experiment.minutes = 2.5;
    experiment.cases = {
        {EngineKind::ex, Scheme::sbr, {{64, 32}}, false, {{}, {}, {}, {{16, 16}}}},
        {EngineKind::dp, Scheme::mbr, {{64, 32}, {128, 64}}, true, {{2, 4}, {2}, {8}, {{8, 8}}}}};
    ExperimentRecord record;
    record.time = "2026-01-02T03:04:05Z";
    record.machine = {"0.1.0", "Linux", "a cpu", "a gpu", "550.1"};
    record.device = "a gpu";
    record.backend = Backend::cuda;
    record.precision = Precision::f64;
    record.rows = {{{EngineKind::ex, Scheme::sbr, {64, 32}, {}}, 7, {1, 2, 3}, 1, 0, 12345678901},
                   {{EngineKind::dp, Scheme::mbr, {128, 64}, {{4, 2, 8}, {8, 8}}},
                    9,
                    {0.125, 0.25, 0.5},
                    20,
                    30,
                    40}};
    record.left_out = {"256x256: too large"};
    experiment.record = record;
    return experiment;
}

Json sample_json() {
    return Json::parse(experiment_to_json(sample()));
}

std::string error_of(const std::string& text) {
    try {
        experiment_from_json(text);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "taken";
}

TEST(ExperimentFileTest, ReadsBackAsItWas) {
    const auto text = experiment_to_json(sample());
    const auto read = experiment_from_json(text);
    EXPECT_EQ(experiment_to_json(read), text);
    const auto expected = sample();
    EXPECT_EQ(read.title, expected.title);
    EXPECT_EQ(read.common, expected.common);
    EXPECT_EQ(read.repeat, 7);
    EXPECT_EQ(read.minutes, 2.5);
    ASSERT_EQ(read.cases.size(), 2u);
    EXPECT_EQ(read.cases[1].sizes, expected.cases[1].sizes);
    EXPECT_EQ(read.cases[1].grid.g, (std::vector{2, 4}));
    EXPECT_TRUE(read.cases[1].largest);
    EXPECT_EQ(read.record->machine, expected.record->machine);
    ASSERT_EQ(read.record->rows.size(), 2u);
    EXPECT_EQ(read.record->rows[1].row, expected.record->rows[1].row);
    EXPECT_EQ(read.record->rows[0].ms, expected.record->rows[0].ms);
    EXPECT_EQ(read.record->rows[0].iterations, 12345678901);
    EXPECT_EQ(read.record->left_out, expected.record->left_out);
}

TEST(ExperimentFileTest, EveryFieldStandsUnderItsName) {
    EXPECT_EQ(
        sample_json().dump(),
        R"({"mariani_experiment":1,"title":"A title with \"quotes\"","view":{)"
        R"("center_re":"-0.1","center_im":"0.12345678901234568","height_im":"1e-12"},)"
        R"("dwell":1000,"precision":"f64","backend":"auto","fill":"safe","shortcuts":false,)"
        R"("threads":3,"repeat":7,"minutes":2.5,"cases":[{"engine":"ex","sizes":["64x32"],)"
        R"("largest":false,"block":["16x16"]},{"engine":"dp","scheme":"mbr",)"
        R"("sizes":["64x32","128x64"],"largest":true,"g":[2,4],"r":[2],"B":[8],)"
        R"("block":["8x8"]}],"record":{"time":"2026-01-02T03:04:05Z","machine":{)"
        R"("mariani":"0.1.0","system":"Linux","cpu":"a cpu","gpu":"a gpu","driver":"550.1"},)"
        R"("device":"a gpu","backend":"cuda","precision":"f64","rows":[{"engine":"ex",)"
        R"("size":"64x32","block":"16x16","runs":7,"ms_median":2.0,"ms_min":1.0,"ms_max":3.0,)"
        R"("regions":1,"pixels_filled":0,"iterations":12345678901},{"engine":"dp",)"
        R"("scheme":"mbr","size":"128x64","g":4,"r":2,"B":8,"block":"8x8","runs":9,)"
        R"("ms_median":0.25,"ms_min":0.125,"ms_max":0.5,"regions":20,"pixels_filled":30,)"
        R"("iterations":40}],"left_out":["256x256: too large"]}})");
}

class BadExperiments : public testing::TestWithParam<Bad> {};

TEST_P(BadExperiments, AreRefusedWithThePlaceAndWhatMayBe) {
    const auto said = error_of(changed(sample_json(), GetParam()).dump());
    EXPECT_NE(said.find(GetParam().says), said.npos) << said;
}

INSTANTIATE_TEST_SUITE_P(
    Head, BadExperiments,
    testing::Values(
        Bad{"/mariani_experiment", "", "it is not an experiment: mariani_experiment"},
        Bad{"/mariani_experiment", "2", "mariani_experiment is 2: it must be 1, the version that"},
        Bad{"/mariani_experiment", "\"1\"", "mariani_experiment is \"1\": it must be 1"},
        Bad{"/title", "", "title is missing: it must be a text"},
        Bad{"/title", "3", "title is 3: it must be a text"},
        Bad{"/titel", "\"x\"",
            "there is no field titel: the fields here are mariani_experiment, ti"},
        Bad{"/view", "[1]", "view is [1]: it must be an object"},
        Bad{"/view/center_re", "", "view.center_re is missing: it must be a number"},
        Bad{"/view/center_re", "1e7",
            "view.center_re is 10000000.0: it must be a number from -1e+06"},
        Bad{"/view/height_im", "0", "view.height_im is 0: it must be a number from 1e-100000"},
        Bad{"/view/zoom", "1", "there is no field view.zoom"},
        Bad{"/dwell", "0", "dwell is 0: it must be a whole number from 1 to 10000000"},
        Bad{"/dwell", "1.5", "dwell is 1.5: it must be a whole number"},
        Bad{"/precision", "\"f16\"", "precision is \"f16\": it must be one of auto, f32, f64"},
        Bad{"/backend", "\"gpu\"", "backend is \"gpu\": it must be one of auto, cuda, cpu"},
        Bad{"/fill", "\"none\"", "fill is \"none\": it must be one of uniform, interior, safe"},
        Bad{"/shortcuts", "\"on\"", "shortcuts is \"on\": it must be true or false"},
        Bad{"/threads", "-1", "threads is -1: it must be a whole number from 0 to 4096"},
        Bad{"/repeat", "0", "repeat is 0: it must be a whole number from 1"},
        Bad{"/repeat", "99999999999999999999", "repeat is"},
        Bad{"/minutes", "-1", "minutes is -1: it must be a number from 0"}));

INSTANTIATE_TEST_SUITE_P(
    Cases, BadExperiments,
    testing::Values(
        Bad{"/cases", "[]", "cases is []: it must be a list of at least one value"},
        Bad{"/cases/1", "7", "cases[1] is 7: it must be an object"},
        Bad{"/cases/1/engine", "\"fast\"",
            "cases[1].engine is \"fast\": it must be one of ex, dp, ask"},
        Bad{"/cases/1/engine", "\"auto\"", "cases[1].engine is \"auto\": it must be one of ex, dp"},
        Bad{"/cases/1/scheme", "\"wpr\"", "cases[1]: a warp per region (WPR) is for ASK only"},
        Bad{"/cases/1/scheme", "", "cases[1].scheme is missing: it must be one of sbr, mbr"},
        Bad{"/cases/0/scheme", "\"sbr\"", "there is no field cases[0].scheme"},
        Bad{"/cases/1/sizes", "[]", "cases[1].sizes is []"},
        Bad{"/cases/1/sizes/1", "\"1x65537\"",
            "cases[1].sizes[1] is \"1x65537\": it must be \"WIDTHx"},
        Bad{"/cases/1/largest", "1", "cases[1].largest is 1: it must be true or false"},
        Bad{"/cases/1/g/1", "0", "cases[1].g[1] is 0: it must be a whole number from 1 to 32768"},
        Bad{"/cases/1/r", "2", "cases[1].r is 2: it must be a list"},
        Bad{"/cases/1/B", "", "cases[1].B is missing: it must be a list of whole numbers"},
        Bad{"/cases/1/block/0", "\"64x64\"", "cases[1].block[0] is \"64x64\""},
        Bad{"/cases/1/gg", "[2]",
            "there is no field cases[1].gg: the fields here are engine, sc"}));

INSTANTIATE_TEST_SUITE_P(
    Records, BadExperiments,
    testing::Values(
        Bad{"/record/machine/driver", "", "record.machine.driver is missing"},
        Bad{"/record/backend", "\"tpu\"", "record.backend is \"tpu\""},
        Bad{"/record/rows", "[]", "record.rows is []"},
        Bad{"/record/rows/1/g", "true", "record.rows[1].g is true: it must be a whole number"},
        Bad{"/record/rows/1/ms_median", "-1", "record.rows[1].ms_median is -1"},
        Bad{"/record/rows/0/ms_min", "2.5",
            "record.rows[0].ms_median is 2.0: it must be from ms_min"},
        Bad{"/record/rows/0/iterations", "", "record.rows[0].iterations is missing"},
        Bad{"/record/rows/0/note", "1", "there is no field record.rows[0].note"},
        Bad{"/record/left_out", "\"x\"", "record.left_out is \"x\": it must be a list of texts"}));

TEST(ExperimentFileTest, WhatIsNoJsonIsNamedWithItsLine) {
    EXPECT_EQ(error_of("{\n\n  oops"), "it is not JSON from line 3 on");
    EXPECT_EQ(error_of(""), "it is not JSON from line 1 on");
    EXPECT_EQ(error_of("[1]"), "it is [1]: it must be an object, {...}");
    EXPECT_EQ(error_of("{\"dwell\": 1e999}"), "a number in it is too large");
    const auto text = experiment_to_json(sample());
    EXPECT_NE(error_of(text.substr(0, text.size() / 2)).find("it is not JSON"), std::string::npos);
}

TEST(ExperimentFileTest, TooManyRowsAreRefused) {
    Json json = sample_json();
    for (int i = 1; i < 1000; ++i) {
        json["cases"][1]["g"].push_back(i);
        json["cases"][1]["B"].push_back(i);
    }
    EXPECT_EQ(error_of(json.dump()),
              "with cases[1] there are more than 100000 rows, the limit of an experiment: remove "
              "values from its lists");
}

// 2^16 values in each of four lists: their product is 0 in 64 bits.
TEST(ExperimentFileTest, ListsWhoseProductOverflowsAreRefused) {
    Json json = sample_json();
    Json& lists = json["cases"][1];
    for (const char* name : {"sizes", "g", "r", "B"}) {
        const Json value = lists[name][0];
        lists[name] = Json(Json::array_t(std::size_t{1} << 16, value));
    }
    EXPECT_TRUE(error_of(json.dump()).starts_with("with cases[1] there are more than 100000"));
}

TEST(ExperimentFileTest, TheRowsOfAllCasesCount) {
    Json json = sample_json();
    const Json one = json["cases"][1];
    Json& lists = json["cases"][1];
    lists["g"] = Json(Json::array_t(25'000, 2));  // with two sizes 50,000 rows
    json["cases"] = {lists, lists};
    EXPECT_EQ(error_of(json.dump()), "taken");
    json["cases"].push_back(one);
    EXPECT_TRUE(error_of(json.dump()).starts_with("with cases[2] there are more than 100000"));
}

using ExperimentFile = Sandbox;

TEST_F(ExperimentFile, IsNamedInWhatIsSaid) {
    std::ofstream(folder / "bad.json") << "{}";
    try {
        read_experiment(folder / "bad.json");
        FAIL();
    } catch (const std::invalid_argument& error) {
        EXPECT_NE(std::string(error.what()).find("bad.json: it is not an experiment"),
                  std::string::npos);
    }
    EXPECT_THROW(read_experiment(folder / "missing.json"), std::runtime_error);
}

}  // namespace
}  // namespace mariani::app
