#include "app/files/settings_file.hpp"
#include "app/files/settings_text.hpp"
#include "tests/files/sample_settings.hpp"
#include "tests/files/sandbox.hpp"
#include "tests/files/subdivision_of.hpp"
#include "tests/model/many_digits.hpp"

#include <algorithm>
#include <random>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using SettingsTest = Sandbox;

TEST_F(SettingsTest, EveryFieldSurvivesToml) {
    EXPECT_EQ(settings_from_toml(settings_to_toml(sample_settings())), sample_settings());
    Settings folded_elsewhere;  // a text has the sections that somebody folded or unfolded
    folded_elsewhere.sections = sample_settings().sections;
    EXPECT_EQ(settings_from_toml(settings_to_toml(Settings{}), sample_settings()),
              folded_elsewhere);
}

TEST_F(SettingsTest, APictureCarriesWhatItIsMadeFrom) {
    const Settings sample = sample_settings();
    Settings expected;
    expected.view = sample.view;
    expected.engine = sample.engine;
    expected.colouring = sample.colouring;
    expected.overlay = sample.overlay;
    expected.workload = sample.workload;
    expected.triangle = sample.triangle;
    EXPECT_EQ(picture_settings_from_json(picture_settings_to_json(sample)), expected);
}

TEST_F(SettingsTest, DoublesSurviveToTheLastBit) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 2000; ++i) {
        Settings settings;
        const double re = std::uniform_real_distribution(-2.0, 2.0)(random);
        const double size = std::exp2(std::uniform_real_distribution(-900.0, 15.0)(random));
        settings.view = {{re, re * size / 1e5}, size};
        settings.colouring.offset = std::uniform_real_distribution(0.0, 1.0)(random);
        settings.overlay.tint = std::uniform_real_distribution(0.0f, 1.0f)(random);
        ASSERT_EQ(settings_from_toml(settings_to_toml(settings)), settings);
        ASSERT_EQ(picture_settings_from_json(picture_settings_to_json(settings)), settings);
    }
}

// The names are the same as on the command line and in logs.
TEST_F(SettingsTest, EveryFieldStandsUnderItsName) {
    const auto json = nlohmann::ordered_json::parse(picture_settings_to_json(sample_settings()));
    EXPECT_EQ(
        json.dump(),
        R"({"format":2,"view":{"center_re":"-0.7436438626899999","center_im":"0.13182590271234568",)"
        R"("height_im":"4.508666666666667e-08","julia":"-0.1,0.3333333333333333"},"engine":{"engine":"dp","scheme":"mbr",)"
        R"("backend":"cpu","precision":"f64","dwell":9999999,"g":3,"r":5,"B":7,)"
        R"("fill":"safe","shortcuts":false,"quality":"preview","insertion":"scan","block":"8x4","threads":3,"device":11},)"
        R"("colouring":{"palette":"viridis",)"
        R"("mapping":"equalised","period":1.3333333333333333,"offset":0.1,)"
        R"("reversed":true,"smooth":true,"inside":[0.1,0.7,1.0],"shown":"outcome","samples":3,)"
        R"("shaded":true,"light_angle":200.5,"light_height":12.25},)"
        R"("overlay":{"shown":true,"filled":false,"subdivided":false,"leaves":false,)"
        R"("levels":4294967280,"replay_level":12,"tint":0.3,"line_opacity":0.1},)"
        R"("workload":{"name":"triangle"},"triangle":{"map":"ltm-n","test":"accumulate","n":777,)"
        R"("rho":32,"features":3,"diagonal":false,"epsilon":0.25,"m":5,"cells":8,)"
        R"("layout":"full","seed":12345678901234,"time":2.5,"backend":"cpu","colour":"duration","coverage":true,)"
        R"("grid_x":0.25,"grid_y":0.5,"grid_size":0.125,)"
        R"("cells_x":0.3333333333333333,"cells_y":0.625,"cells_size":0.0625},)"
        R"("gasket":{"fractal":"2:0,0/1,1","rule":"B1/S12","r":7,"density":0.25,"seed":9876543210123,)"
        R"("rho":8,"tile":5,"fuse":3,"shared":false,"engine":"table","backend":"cpu","steps":42,)"
        R"("center_x":31.5,"center_y":-0.1,"height":0.3333333333333333,"running":false,)"
        R"("speed":"auto","blocks":"start","coverage":true,"tiles":true,"detail":"published"},)"
        R"("curves":{"lines":321,"factor":12.5,"tolerance":0.75,"cap":128,"seed":1122334455,)"
        R"("time":1.5,"parent_block":96,"child_block":64,"streams":"named","pool":77,"memory":"malloc",)"
        R"("heap":5242880,"repair":false,"engine":"dp-warp","backend":"cpu","speed":0.25,"center_x":0.25,"center_y":0.625,"height":0.125,)"
        R"("colour":"start","placed":[[3,0.1,0.5],[8,1.0,0.0]]},)"
        R"("points":{"points":4321,"min":5,"depth":9,"distribution":"picture","seed":5566778899,)"
        R"("time":2.5,"pool":99,"block":96,"engine":"dp-mbr","backend":"cpu",)"
        R"("pixels":"/tmp/with \"quotes\".png","speed":40.0,"place_x":0.125,"place_y":0.75,"circle":true,"radius":0.0625,)"
        R"("counts":true,"strips":true,"center_x":0.375,"center_y":0.875,"height":0.25},)"
        R"("volume":{"function":"julibrot","k":4,"n":24,"dwell":99,"center_re":-0.5,)"
        R"("center_im":"auto","height":1.25,"turn":0.375,"precision":"f64","shortcuts":false,)"
        R"("g":4,"r":4,"B":"auto","rule":"sides","scheme":"mbr","pool":55,"encoding":"hilbert","order":"sorted",)"
        R"("engine":"surface","backend":"cpu","shown":"space","x":3,"y":"auto","z":"auto","u":7,)"
        R"("grid":false,"surface":false,"boxes":true,"line":true,"level":1,"solid":12,)"
        R"("yaw":-12.5,"pitch":40.0,"distance":3.5}})");
    const auto toml = settings_to_toml(sample_settings());
    EXPECT_SAYS(toml, "format = 2\n\n[colouring]\n");
    EXPECT_SAYS(toml,
                "[export]\nfolder = '/tmp/with \"quotes\" and \xc3\xa4'\nlog_format = 'json'\n"
                "size = '32768x1'\nwith_overlay = true\nwith_panel = true\n");
    EXPECT_SAYS(toml, "[window]\nautomatic_dwell = true\ncycle_speed = 12.5\n");
    EXPECT_SAYS(
        toml, "[compare]\ndivider = 0.125\npalette = 'viridis'\nwiper = true\nwith = 'palette'\n");
    EXPECT_SAYS(toml, "laboratory_width = 480.25\npanel_left = true\npanel_part = 'measure'\n");
    EXPECT_SAYS(toml, "panel_shown = false\npanel_width = 512.5\n");
    EXPECT_SAYS(toml, "[sections]\nappearance = true\npoints_circle = false\nview = false\n");
    EXPECT_SAYS(toml,
                "prove_at_rest = false\nsize = '1000x700'\ntimeline_height = 210.5\n"
                "timeline_shown = true\nverify_fills = false\n");
}

TEST_F(SettingsTest, MissingAndUnknownFieldsAreNoHarm) {
    const auto settings =
        settings_from_json(R"({"engine": {"g": 8, "new": [1]}, "future": {"x": 1}, "y": 2})");
    Settings expected;
    expected.engine.g = 8;
    EXPECT_EQ(settings, expected);
    EXPECT_EQ(settings_from_json("{}", sample_settings()), sample_settings());
}

TEST_F(SettingsTest, WhatIsAutomaticIsSaidSo) {
    const auto json = nlohmann::json::parse(picture_settings_to_json({})).at("engine");
    for (const char* field :
         {"engine", "scheme", "backend", "precision", "g", "r", "block", "threads", "device"})
        EXPECT_EQ(json.at(field), "auto") << field;
    EXPECT_EQ(settings_from_toml("format = 2\n[engine]\ng = 4\nr = 2\n").engine.g, 4)
        << "they are the user's, though they are the usual ones";
}

TEST_F(SettingsTest, AnotherFormatIsRefused) {
    for (const std::string given : {"3", "1", "2.5", "\"2\"", "[2]"})
        EXPECT_SAYS(error_of([&] { settings_from_json("{\"format\": " + given + "}"); }),
                    "from a different version of mariani: their format is " + given);
}

// Files from before the engine `auto` chose g, r and the block.
TEST_F(SettingsTest, OlderFilesKeepWhatTheUserChose) {
    const auto engine_of = [](const std::string& text) {
        return settings_from_toml("[engine]\nengine = 'auto'\n" + text).engine;
    };
    EXPECT_EQ(engine_of("scheme = 'sbr'\ng = 4\nr = 2\nB = 16\nblock = '16x16'\nthreads = 0\n"),
              EngineRequest{});
    for (const std::string text : {"g = 8\nr = 2\n", "g = 4\nr = 4\n"}) {
        EXPECT_TRUE(engine_of(text).g && engine_of(text).r) << text;
        EXPECT_FALSE(engine_of(text).block) << text;
        EXPECT_EQ(engine_of(text + "auto_lattice = true\n"), EngineRequest{}) << "it says so";
    }
    EXPECT_EQ(engine_of("block = '64x4'\n").block, (BlockSize{64, 4}));
    EXPECT_FALSE(engine_of("block = '64x4'\n").g);
    EXPECT_EQ(subdivision_of(engine_of("g = 4\nr = 2\nauto_lattice = false\n")),
              (SubdivisionParams{4, 2, 16}));
}

// Older pictures record what they were computed with, recordings what the user did.
TEST_F(SettingsTest, OlderPicturesAndRecordingsKeepUsualValuesToo) {
    for (const auto& read : {picture_settings_from_json, settings_from_json}) {
        const auto engine_of = [&](const std::string& fields) {
            return read("{\"engine\": {" + fields + "}}", Settings{}).engine;
        };
        EXPECT_EQ(engine_of(R"("g": 4)").g, 4);
        EXPECT_EQ(engine_of(R"("r": 2)").r, 2);
        EXPECT_EQ(engine_of(R"("g": 4, "auto_lattice": true)"), EngineRequest{});
        EXPECT_EQ(engine_of(R"("block": "16x16")").block, BlockSize{});
        EXPECT_EQ(engine_of(R"("block": "16x16", "auto_block": true)"), EngineRequest{});
        EXPECT_EQ(subdivision_of(engine_of(R"("auto_lattice": false)")),
                  (SubdivisionParams{4, 2, 16}));
        EXPECT_EQ(engine_of(R"("auto_block": false)").block, BlockSize{});
    }
}

// In these the engine `auto` took WPR on a GPU whatever the scheme, and WPR on the cpu was SBR.
TEST_F(SettingsTest, OlderSchemesAreThoseThatRan) {
    const auto scheme_of = [](const std::string& fields) {
        return picture_settings_from_json("{\"engine\": {" + fields + "}}").engine.scheme;
    };
    EXPECT_EQ(scheme_of(R"("engine": "auto", "scheme": "mbr")"), std::nullopt);
    EXPECT_EQ(scheme_of(R"("engine": "ask", "scheme": "mbr")"), Scheme::mbr);
    EXPECT_EQ(scheme_of(R"("engine": "ask", "scheme": "wpr", "backend": "cpu")"), Scheme::sbr);
    EXPECT_EQ(scheme_of(R"("scheme": "wpr")"), Scheme::wpr) << "a recording sets one field";
}

struct Wrong {
    const char* json;
    const char* field;
    const char* allowed;
};

class WrongSettings : public testing::TestWithParam<Wrong> {};

TEST_P(WrongSettings, AreRefusedByName) {
    try {
        settings_from_json(GetParam().json);
        FAIL() << "accepted " << GetParam().json;
    } catch (const std::invalid_argument& error) {
        EXPECT_SAYS(std::string(error.what()), GetParam().field);
        EXPECT_SAYS(std::string(error.what()), GetParam().allowed);
    }
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongSettings,
    testing::Values(
        Wrong{R"({"engine": {"g": 0}})", "engine.g is 0", "from 1 to 32768"},
        Wrong{R"({"engine": {"g": 2.5}})", "engine.g is 2.5", "whole number"},
        Wrong{R"({"engine": {"g": "2"}})", "engine.g is \"2\"", "whole number"},
        Wrong{R"({"engine": {"g": 18446744073709551615}})", "engine.g", "from 1 to 32768"},
        Wrong{R"({"engine": {"g": 1e400}})", "damaged", "too large"},
        Wrong{R"({"engine": {"r": 1}})", "engine.r is 1", "from 2 to 1024"},
        Wrong{R"({"engine": {"B": -1}})", "engine.B is -1", "from 1 to 65536"},
        Wrong{R"({"engine": {"dwell": 10000001}})", "engine.dwell", "10000000"},
        Wrong{R"({"engine": {"dwell": null}})", "engine.dwell is null", "whole number"},
        Wrong{R"({"engine": {"engine": "fast"}})", "engine.engine is \"fast\"",
              "auto, or one of ex, dp, ask"},
        Wrong{R"({"engine": {"fill": 3}})", "engine.fill is 3", "uniform, interior, safe"},
        Wrong{R"({"engine": {"shortcuts": 1}})", "engine.shortcuts is 1", "true or false"},
        Wrong{R"({"engine": {"block": "64x64"}})", "engine.block is \"64x64\"", "1024 threads"},
        Wrong{R"({"engine": {"block": [1, 2]}})", "engine.block", "WxH"},
        Wrong{R"({"engine": {"threads": -1}})", "engine.threads", "from 1 to"},
        Wrong{R"({"engine": {"device": "first"}})", "engine.device", "auto, or a whole number"},
        Wrong{R"({"engine": {"device": -1}})", "engine.device", "from 0 to"},
        Wrong{R"({"engine": []})", "engine", "not a table"},
        Wrong{R"({"view": {"height_im": 0}})", "height", "from 1e-100000"},
        Wrong{R"({"view": {"height_im": -2}})", "height", "from 1e-100000"},
        Wrong{R"({"view": {"center_re": 1e7}})", "view: the centre's real part", "1e+06"},
        Wrong{R"({"view": {"center_im": "zero"}})", "view.center_im", "a number"},
        Wrong{R"({"view": {"center_im": true}})", "view.center_im", "a number"},
        Wrong{R"({"colouring": {"period": 0}})", "colouring: the palette's period", "from 1"},
        Wrong{R"({"colouring": {"offset": 1}})", "colouring: the palette's offset", "below 1"},
        Wrong{R"({"colouring": {"light_angle": 360}})", "colouring: the light's angle",
              "below 360"},
        Wrong{R"({"colouring": {"light_height": -1}})", "colouring: the light's height", "to 90"},
        Wrong{R"({"colouring": {"mapping": "x"}})", "mapping", "stretched, equalised, distance"},
        Wrong{R"({"colouring": {"inside": [0, 0]}})", "colouring.inside", "three numbers"},
        Wrong{R"({"colouring": {"inside": [0, 0, 2]}})", "inside", "from 0 to 1"},
        Wrong{R"({"overlay": {"tint": 1.5}})", "overlay.tint is 1.5", "from 0 to 1"},
        Wrong{R"({"overlay": {"levels": 4294967296}})", "overlay.levels", "4294967295"},
        Wrong{R"({"triangle": {"diagonal": 1}})", "triangle.diagonal is 1",
              "auto, or true or false"},
        Wrong{R"({"triangle": {"cells": 3}})", "triangle: cells is 3", "a power of two"},
        Wrong{R"({"triangle": {"grid_x": -0.1}})", "triangle.grid_x is -0.1", "from 0 to 1"},
        Wrong{R"({"triangle": {"grid_size": 0}})", "triangle.grid_size is 0", "from 1e-06 to 1"},
        Wrong{R"({"triangle": {"cells_size": 2}})", "triangle.cells_size is 2", "from 1e-06 to 1"},
        Wrong{R"({"volume": {"precision": "deltas"}})", "volume.precision is \"deltas\"",
              "auto, or one of f32, f64"},
        Wrong{R"({"points": {"points": 0}})", "points: points is 0", "from 1 to 134217728"},
        Wrong{R"({"points": {"depth": 17}})", "points.depth is 17", "from 1 to 16"},
        Wrong{R"({"points": {"place_x": 2}})", "points.place_x is 2", "from 0 to 1"},
        Wrong{R"({"points": {"radius": 0}})", "points.radius is 0", "from 0.001 to 1"},
        Wrong{R"({"points": {"points": 134217728, "min": 0, "depth": 16}})", "points: the tree",
              "choose fewer points"},
        Wrong{R"({"export": {"size": "0x5"}})", "export.size", "each from 1 to 32768"},
        Wrong{R"({"window": {"interface_scale": 0}})", "window.interface_scale", "from 0.25"},
        Wrong{"[]", "settings", "not a table"}, Wrong{"", "line 1", "not JSON"},
        Wrong{"{\"engine\": {\"g\": 4", "line 1", "not JSON"}));

TEST_F(SettingsTest, HostileTextsAreRefused) {
    EXPECT_NE(error_of([] { settings_from_json(std::string(1'000'000, '[')); }), "");
    EXPECT_NE(error_of([] { settings_from_toml("a = " + std::string(100'000, '[')); }), "");
    EXPECT_NE(error_of([] { settings_from_toml("[view]\nheight_im = nan\n"); }), "");
    EXPECT_NE(error_of([] { settings_from_toml("[view]\ncenter_re = inf\n"); }), "");
    EXPECT_NE(error_of([] { settings_from_toml(std::string("\0\xff\xfe", 3)); }), "");
}

TEST_F(SettingsTest, AreRememberedInTheUsersFolder) {
    EXPECT_EQ(load_settings().settings, Settings{});
    EXPECT_TRUE(load_settings().messages.empty());
    EXPECT_FALSE(load_settings().saved);
    EXPECT_EQ(load_settings(sample_settings()).settings, sample_settings()) << "the defaults";
    save_settings(sample_settings());
    EXPECT_TRUE(load_settings().saved);
    EXPECT_EQ(settings_path(), folder / "config" / "mariani" / "settings.toml");
    EXPECT_EQ(load_settings().settings, sample_settings());
    EXPECT_TRUE(load_settings().messages.empty());
}

TEST_F(SettingsTest, DamagedOnesAreKeptAsideAndTold) {
    for (int time = 1; time <= 2; ++time) {
        const std::string damaged = fmt::format("[engine]\ng = {}", time == 1 ? "0" : "\"unclosed");
        put(settings_path(), damaged);
        const auto loaded = load_settings();
        EXPECT_EQ(loaded.settings, Settings{});
        ASSERT_EQ(loaded.messages.size(), 1u);
        const auto aside = fmt::format("{}.damaged-{}", settings_path().string(), time);
        EXPECT_SAYS(loaded.messages[0], aside);
        EXPECT_EQ(text_of(aside), damaged);
        EXPECT_FALSE(fs::exists(settings_path()));
    }
    save_settings(sample_settings());
    EXPECT_EQ(load_settings().settings, sample_settings());
}

TEST_F(SettingsTest, ThatCannotBeReadAreToldAndNotFatal) {
    fs::create_directories(settings_path());
    const auto loaded = load_settings();
    EXPECT_EQ(loaded.settings, Settings{});
    ASSERT_EQ(loaded.messages.size(), 1u);
    EXPECT_SAYS(loaded.messages[0], "it is a folder");
    EXPECT_SAYS(error_of([] { save_settings({}); }), "it is a folder");
}

TEST_F(SettingsTest, ViewsSurviveToTheLastDigit) {
    Settings settings;
    settings.view = deep_view(99'990);
    settings.view.julia = deep_view(99'991).centre;
    EXPECT_EQ(settings_from_toml(settings_to_toml(settings)), settings);
    EXPECT_EQ(picture_settings_from_json(picture_settings_to_json(settings)), settings);
    save_settings(settings);
    EXPECT_EQ(load_settings(Settings{}).settings, settings);
}

TEST_F(SettingsTest, ViewsAreNumbersInOlderTexts) {
    const View view{{-0.75, 0.1 + 0.2}, 1e-9};
    for (const char* text :
         {R"({"center_re": -0.75, "center_im": 0.30000000000000004, "height_im": 1e-9})",
          R"({"center_re": "-0.75", "center_im": "0.30000000000000004", "height_im": "1e-9"})"})
        EXPECT_EQ(settings_from_json(fmt::format(R"({{"view": {}}})", text)).view, view) << text;
    EXPECT_EQ(settings_from_toml("[view]\ncenter_re = -0.75\ncenter_im = 0.30000000000000004\n"
                                 "height_im = 1e-9\n")
                  .view,
              view);
}

TEST_F(SettingsTest, WhatIsNoNumberOfThePlaneIsRefused) {
    for (const char* text : {"''", "'x'", "'nan'", "'1e'", "true", "[1]", "1979-05-27", "'1e999'",
                             "'1e-99999999999999999999'", "'0x10'"}) {
        const std::string toml = fmt::format("[view]\nheight_im = {}\n", text);
        EXPECT_SAYS(error_of([&] { settings_from_toml(toml); }), "height");
    }
    const std::string million(1'000'000, '7');
    EXPECT_SAYS(error_of([&] { settings_from_toml("[view]\ncenter_re = '0." + million + "'\n"); }),
                "view.center_re is \"0.7777");
    EXPECT_SAYS(error_of([&] { settings_from_toml("[view]\ncenter_re = '" + million + million); }),
                "larger");
}

}  // namespace
}  // namespace mariani::app
