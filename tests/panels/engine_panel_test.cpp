#include "app/panels/panel_style.hpp"
#include "compute/service/engine_registry.hpp"
#include "tests/files/subdivision_of.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

using Line = std::vector<std::string>;

void with_all_fields(const PanelContext& context) {
    dwell_limit_row(context);
    engine_panel(context);
    advanced_panel(context);
}

class EnginePanelTest : public testing::Test {
  protected:
    EnginePanelTest() {
        stage.seen = fake_observations();
        stage.show(with_all_fields);
        stage.frames(2);
    }

    // Typing must not have changed a setting, and the reason must be shown in the error colour.
    void expect_refused(const Settings& before, std::string_view reason) {
        EXPECT_EQ(stage.settings, before);
        EXPECT_TRUE(stage.reads(reason)) << reason;
        const auto first_words = reason.substr(0, reason.find(':') + 1);
        bool in_error_colour = false;
        for (const auto& text : stage.texts())
            in_error_colour |= text.colour == tone::packed(tone::error) &&
                               text.text.starts_with(without_blanks(first_words));
        EXPECT_TRUE(in_error_colour) << reason;
    }

    Stage stage;
};

TEST_F(EnginePanelTest, ALegalNumberTypedIsTaken) {
    stage.enter("B stopping size", "23");
    EXPECT_EQ(stage.settings.engine.B, 23);
    stage.enter("g initial", "7");
    EXPECT_EQ(stage.settings.engine.g, 7);
    stage.enter("r recurrent", "3");
    EXPECT_EQ(stage.settings.engine.r, 3);
    stage.enter("Dwell limit", "10000000");
    EXPECT_EQ(stage.settings.engine.dwell_limit, 10'000'000u);
}

TEST_F(EnginePanelTest, TheDwellLimitIsAutomaticUntilANumberIsTyped) {
    stage.frame();
    stage.click(stage.right_of("Dwell limit").back().middle());
    EXPECT_TRUE(stage.settings.automatic_dwell_limit);
    stage.enter("Dwell limit", "900");
    EXPECT_FALSE(stage.settings.automatic_dwell_limit);
    EXPECT_EQ(stage.settings.engine.dwell_limit, 900u);
}

TEST_F(EnginePanelTest, AnIllegalNumberIsRefusedInPlace) {
    const Settings before = stage.settings;
    stage.enter("B stopping size", "0");
    expect_refused(before, "B is 0: it must be a whole number from 1 to 65536");
    stage.enter("r recurrent", "1");
    expect_refused(before, "r is 1: it must be a whole number from 2 to 1024");
    stage.enter("Dwell limit", "10000001");
    expect_refused(before,
                   "the dwell limit is 10000001: it must be a whole number from 1 to 10000000");
    stage.enter("g initial", "many");
    expect_refused(before, "g is \"many\": it must be a whole number from 1 to 32768");
}

TEST_F(EnginePanelTest, NothingTypedIsRefusedToo) {
    const Settings before = stage.settings;
    stage.enter("B stopping size", "");
    expect_refused(before, "B is empty: it must be a whole number");
}

TEST_F(EnginePanelTest, ARefusedTextStaysUntilItIsMended) {
    stage.enter("B stopping size", "0");
    stage.frames(10);
    ASSERT_TRUE(stage.value_of("B stopping size"));
    EXPECT_EQ(stage.value_of("B stopping size")->text, "0");
    stage.enter("B stopping size", "8");
    EXPECT_EQ(stage.settings.engine.B, 8);
    EXPECT_FALSE(stage.reads("it must be"));
}

TEST_F(EnginePanelTest, EscBringsBackTheSetting) {
    stage.enter("B stopping size", "0");
    stage.edit("B stopping size", "99999999");
    stage.press(ImGuiKey_Escape);
    EXPECT_EQ(stage.value_of("B stopping size")->text, "16");
    EXPECT_EQ(stage.settings.engine.B, 16);
    EXPECT_FALSE(stage.reads("it must be"));
}

TEST_F(EnginePanelTest, ARefusedTextGivesWayToASettingChangedElsewhere) {
    stage.enter("B stopping size", "0");
    stage.settings.engine.B = 64;  // as a file dropped on the window would
    stage.frames(2);
    EXPECT_EQ(stage.value_of("B stopping size")->text, "64");
    EXPECT_FALSE(stage.reads("it must be"));
}

TEST_F(EnginePanelTest, ANumberBeingTypedIsNotYetAnError) {
    stage.edit("r recurrent", "1");
    EXPECT_FALSE(stage.reads("it must be"));
    EXPECT_EQ(stage.settings.engine.r, std::nullopt);
    stage.type("6");
    stage.press(ImGuiKey_Enter);
    EXPECT_EQ(stage.settings.engine.r, 16);
}

TEST_F(EnginePanelTest, TheButtonsStepThroughPowersOfTwo) {
    const auto button_of = [&](std::string_view label, std::string_view sign) {
        const float y = stage.find(label)->middle().y;
        for (const auto& text : stage.texts())
            if (text.text == sign && std::abs(text.middle().y - y) < 8) return text.middle();
        ADD_FAILURE() << "no " << sign << " beside " << label;
        return ImVec2();
    };
    auto& B = stage.settings.engine.B;
    B = 23;
    stage.frames(2);
    stage.click(button_of("B stopping size", "+"));
    EXPECT_EQ(B, 32);
    stage.click(button_of("B stopping size", "-"));
    EXPECT_EQ(B, 16);
    for (int i = 0; i < 8; ++i) stage.click(button_of("B stopping size", "-"));
    EXPECT_EQ(B, 1);
    B = 65536;
    stage.frames(2);
    stage.click(button_of("B stopping size", "+"));
    EXPECT_EQ(B, 65536);
}

TEST_F(EnginePanelTest, AvailableChoicesAreTaken) {
    stage.click("DP");
    EXPECT_EQ(stage.settings.engine.engine, EngineKind::dp);
    stage.click("MBR");
    EXPECT_EQ(stage.settings.engine.scheme, Scheme::mbr);
    stage.click("CPU");
    EXPECT_EQ(stage.settings.engine.backend, Backend::cpu);
    stage.click("auto: f64");
    stage.click("scaled");
    EXPECT_EQ(stage.settings.engine.precision, Precision::scaled);
    stage.click("preview");
    EXPECT_EQ(stage.settings.engine.quality, Quality::preview);
    stage.click("interior");
    EXPECT_EQ(stage.settings.engine.fill, FillRule::interior);
}

TEST_F(EnginePanelTest, AskAloneHasAChoiceOfInsertion) {
    stage.click("Ex");
    stage.click("prefix sum");
    EXPECT_EQ(stage.settings.engine.insertion, Insertion::per_region);
    EXPECT_TRUE(stage.reads("Ex has no list of regions (OLT)"));
    stage.click("ASK");
    EXPECT_FALSE(stage.reads("Ex has no list of regions (OLT)"));
    stage.click("prefix sum");
    EXPECT_EQ(stage.settings.engine.insertion, Insertion::prefix_sum);
    stage.click("per child");
    EXPECT_EQ(stage.settings.engine.insertion, Insertion::per_child);
}

TEST_F(EnginePanelTest, DpAndAWarpPerRegionExcludeEachOtherAndSayWhy) {
    stage.seen.hardware.cuda_unavailable.reset();
    const char* why = "a warp per region (WPR) is for ASK only; DP has SBR and MBR";
    stage.click("DP");
    stage.click("WPR");
    EXPECT_EQ(stage.settings.engine.scheme, std::nullopt);
    EXPECT_TRUE(stage.reads(std::string("WPR: ") + why));
    stage.click("ASK");
    stage.click("WPR");
    EXPECT_EQ(stage.settings.engine.scheme, Scheme::wpr);
    stage.click("DP");
    EXPECT_EQ(stage.settings.engine.engine, EngineKind::ask);
    EXPECT_TRUE(stage.reads(std::string("DP: ") + why));
}

TEST_F(EnginePanelTest, AnUnavailableBackendCannotBeChosenAndSaysWhy) {
    const auto why = backend_unavailable(Backend::cuda);
    if (!why) GTEST_SKIP() << "this machine has CUDA";
    stage.click("CUDA");
    EXPECT_EQ(stage.settings.engine.backend, std::nullopt);
    EXPECT_TRUE(stage.reads("CUDA: " + *why));
}

TEST_F(EnginePanelTest, AGpuThatFailedCannotBeChosenAndSaysWhy) {
    stage.seen.cuda_failure = "CUDA could not launch level 0: unspecified launch failure";
    stage.frames(2);
    stage.click("CUDA");
    EXPECT_EQ(stage.settings.engine.backend, std::nullopt);
    EXPECT_TRUE(stage.reads("CUDA: " + stage.seen.cuda_failure));
}

TEST_F(EnginePanelTest, AGpuIsChosenWhereThereAreSeveral) {
    EXPECT_FALSE(stage.find("GPU")) << "there is nothing to choose";
    stage.seen.devices = {{0, "NVIDIA H200", "NVIDIA H200, 132 SMs", {}},
                          {1, "NVIDIA T4", "NVIDIA T4, 40 SMs", {}},
                          {2, "Tesla K80", "Tesla K80, 13 SMs", "the GPU (Tesla K80) is too old"}};
    stage.seen.frame = nullptr;
    stage.settings.engine.backend = Backend::cuda;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("2: the GPU (Tesla K80) is too old"));
    const float y = stage.find("GPU")->middle().y;
    const auto click = [&](std::string_view label) {
        for (const auto& text : stage.texts())
            if (text.text == label && std::abs(text.middle().y - y) < 8)
                return stage.click(text.middle());
        ADD_FAILURE() << "no " << label;
    };
    click("1");
    EXPECT_EQ(stage.settings.engine.device, 1);
    stage.frames(2);
    EXPECT_TRUE(stage.reads("1: NVIDIA T4, 40 SMs"));
    click("2");
    EXPECT_EQ(stage.settings.engine.device, 1) << "it cannot compute";
    click("auto");
    EXPECT_FALSE(stage.settings.engine.device);
}

TEST_F(EnginePanelTest, EnginesOfAnUnavailableBackendCannotBeChosen) {
    if (!backend_unavailable(Backend::cuda)) GTEST_SKIP() << "this machine has CUDA";
    stage.settings.engine.backend = Backend::cuda;  // as from a file of another machine
    for (const char* label : {"Ex", "DP", "ASK"}) {
        stage.click(label);
        EXPECT_EQ(stage.settings.engine.engine, std::nullopt) << label;
    }
}

TEST_F(EnginePanelTest, TheEngineInUseAndItsReasonAreShown) {
    EXPECT_TRUE(stage.reads("In use: ASK-SBR on AMD EPYC 9R14, 2 threads, AVX-512"));
    EXPECT_TRUE(stage.reads("ASK: filling saves 83 % of the iterations here"));
    EXPECT_TRUE(stage.reads("auto: f64"));
}

TEST_F(EnginePanelTest, WhatDoesNotMatterCannotBeEditedAndSaysWhy) {
    const Settings before = stage.settings;
    EXPECT_TRUE(stage.reads("the CPU has no blocks"));
    stage.enter("Block", "32");
    EXPECT_EQ(stage.settings, before);
    stage.settings.engine.engine = EngineKind::ex;
    stage.seen.frame = std::make_shared<Frame>(fake_frame(EngineKind::ex));
    stage.frames(2);
    EXPECT_TRUE(stage.reads("Exhaustive: iterates every pixel"));
    EXPECT_TRUE(stage.reads("Ex subdivides nothing, so g, r, B and the fill rule have no effect."));
    stage.enter("B stopping size", "8");
    EXPECT_EQ(stage.settings.engine.B, 16);
}

// Where the engine `auto` on the GPU chooses g and r too.
class AutoOnGpuPanelTest : public EnginePanelTest {
  protected:
    AutoOnGpuPanelTest() {
        computed_by(Backend::cuda);
        stage.seen.picture = {3840, 2160};
        stage.frames(2);
    }
    void computed_by(Backend backend) {
        Frame frame = fake_frame();
        frame.plan.backend = backend;
        stage.seen.frame = std::make_shared<Frame>(std::move(frame));
        stage.seen.hardware.cuda_unavailable.reset();
        if (backend == Backend::cpu) stage.seen.hardware.cuda_unavailable = "there is no GPU";
        stage.frames(2);
    }
    std::string shown(std::string_view label) const { return stage.value_of(label)->text; }
    // The choice on this label's line; other lines have it too.
    void click(std::string_view choice, std::string_view label) {
        const float y = stage.find(label)->middle().y;
        for (const auto& text : stage.texts())
            if (text.text == choice && std::abs(text.middle().y - y) < 8)
                return stage.click(text.middle());
        ADD_FAILURE() << "no " << choice << " beside " << label;
    }
    EngineRequest& engine = stage.settings.engine;
};

TEST_F(AutoOnGpuPanelTest, ShowsTheGAndRInUseAndWhoChoseThem) {
    EXPECT_EQ(shown("g initial"), "128");
    EXPECT_EQ(shown("r recurrent"), "2");
    EXPECT_EQ(shown("B stopping size"), "16");
    EXPECT_TRUE(stage.reads("chosen by auto for 3840x2160 pixels"));
    EXPECT_EQ(engine, EngineRequest{}) << "nothing is edited by being shown";
}

TEST_F(AutoOnGpuPanelTest, EditingOneMakesBothTheUsers) {
    stage.enter("r recurrent", "4");
    EXPECT_EQ(subdivision_of(engine), (SubdivisionParams{128, 4, 16}));
    stage.seen.picture = {640, 480};
    stage.frames(2);
    EXPECT_EQ(shown("g initial"), "128");
    EXPECT_TRUE(stage.reads("chosen by you, kept by auto"));
    click("auto", "g and r");
    EXPECT_EQ(engine, EngineRequest{});
    stage.frames(2);
    EXPECT_EQ(shown("g initial"), "32");
    click("own", "g and r");
    EXPECT_EQ(subdivision_of(engine), (SubdivisionParams{32, 2, 16})) << "those that were shown";
}

TEST_F(AutoOnGpuPanelTest, TheSchemeCanBeChosenForTheEngineAutoToo) {
    stage.click("MBR");
    EXPECT_EQ(engine.scheme, Scheme::mbr);
    stage.frames(2);
    EXPECT_EQ(shown("g initial"), "4") << "what suits the picture suits a warp per region";
    click("auto", "Scheme");
    EXPECT_EQ(engine, EngineRequest{});
}

TEST_F(EnginePanelTest, WithoutAGpuThereIsNoWarpPerRegion) {
    stage.click("WPR");
    EXPECT_EQ(stage.settings.engine.scheme, std::nullopt);
    EXPECT_TRUE(stage.reads("WPR: a warp per region (WPR) needs a GPU"));
}

TEST_F(AutoOnGpuPanelTest, AWarpPerRegionAndTheProcessorExcludeEachOther) {
    engine.scheme = Scheme::wpr;
    stage.frames(2);
    click("CPU", "Backend");
    EXPECT_EQ(engine.backend, std::nullopt);
    EXPECT_TRUE(stage.reads("CPU: a warp per region (WPR) needs a GPU"));
    engine.scheme.reset();
    engine.backend = Backend::cpu;
    stage.frames(2);
    stage.click("WPR");
    EXPECT_EQ(engine.scheme, std::nullopt);
    EXPECT_TRUE(stage.reads("WPR: a warp per region (WPR) needs a GPU"));
}

TEST_F(AutoOnGpuPanelTest, BIsTheUsersAnyway) {
    stage.enter("B stopping size", "8");
    EngineRequest expected;
    expected.B = 8;
    EXPECT_EQ(engine, expected);
    EXPECT_EQ(shown("g initial"), "128");
}

TEST_F(AutoOnGpuPanelTest, TheBlockOfExIsChosenTooUntilItIsEdited) {
    EXPECT_EQ(shown("Block"), "8");
    EXPECT_TRUE(stage.reads("chosen by auto for Ex"));
    stage.enter("Block", "32");
    EXPECT_EQ(engine.block, (BlockSize{32, 16}));
    EXPECT_FALSE(engine.g);
    stage.frames(2);
    click("auto", "Block");
    EXPECT_EQ(engine, EngineRequest{});
    stage.frames(2);
    EXPECT_EQ(shown("Block"), "8");
}

TEST_F(AutoOnGpuPanelTest, OnTheCpuAndForANamedEngineTheyAreTheUsualOnes) {
    engine.engine = EngineKind::ask;
    stage.frames(2);
    EXPECT_EQ(shown("g initial"), "4");
    EXPECT_EQ(shown("Block"), "16");
    engine.engine = std::nullopt;
    computed_by(Backend::cpu);
    EXPECT_EQ(shown("g initial"), "4");
}

TEST_F(AutoOnGpuPanelTest, WhatWasTunedIsInUseOnceTheUserTakesIt) {
    Tuning tuned;
    tuned.where.backend = Backend::cuda;
    tuned.best = {{4, 2, 16}, {16, 16}};
    stage.seen.tuned = tuned;
    stage.frames(2);
    stage.click("Use 4, 2, 16");
    EXPECT_EQ(subdivision_of(engine), (SubdivisionParams{4, 2, 16}));
    EXPECT_EQ(engine.block, (BlockSize{16, 16}));
    stage.frames(2);
    EXPECT_TRUE(stage.find("In use"));
    EXPECT_EQ(shown("g initial"), "4");
}

TEST_F(EnginePanelTest, ALabelExplainsItself) {
    stage.hover(stage.find("Dwell limit")->middle());
    stage.frames(60);
    EXPECT_TRUE(
        stage.reads("A, the most steps taken for a pixel; a pixel that reaches it is inside."));
}

TEST_F(EnginePanelTest, OffersWhatWasTunedForViewsLikeThis) {
    EXPECT_TRUE(stage.reads("No tuning saved for views like this"));
    Tuning tuned;
    tuned.where.device = "AMD EPYC 9R14, 2 threads, AVX-512";
    tuned.best = {{32, 2, 64}, {16, 16}};
    tuned.speedup = 3.456;
    tuned.date = "2026-11-20";
    stage.seen.tuned = tuned;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("3.46 x as fast as Ex, found on 2026-11-20"));
    EXPECT_TRUE(stage.reads("AMD EPYC 9R14"));
    stage.click("Use 32, 2, 64");
    EXPECT_EQ(subdivision_of(stage.settings.engine), tuned.best.subdivision);
    stage.frames(2);
    EXPECT_TRUE(stage.find("In use"));
    stage.click("Forget");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_TRUE(is(stage.commands.front(), Action::forget_tuning));
}

class EngineInUseTest : public testing::Test {
  protected:
    EngineInUseTest() { stage.seen = fake_observations(); }

    std::string said(EngineKind engine, Scheme scheme, Precision precision) {
        Frame frame = fake_frame(engine);
        frame.plan.scheme = scheme;
        frame.plan.precision = precision;
        frame.stats.device = "GPU 1: NVIDIA T4";
        frame.stats.engine_reason = "for a reason";
        stage.seen.frame = std::make_shared<Frame>(frame);
        stage.show(with_all_fields, 700);
        stage.frames(2);
        std::string all;
        for (const auto& text : stage.texts())
            if (text.text.starts_with("Inuse") || text.text.starts_with("auto:"))
                all += text.text + " ";
        EXPECT_TRUE(stage.reads("for a reason"));
        return all;
    }

    Stage stage;
};

TEST_F(EngineInUseTest, IsWhatComputedTheFrame) {
    EXPECT_EQ(said(EngineKind::dp, Scheme::mbr, Precision::f32),
              "Inuse:DP-MBRonGPU1:NVIDIAT4 auto:f32 ");
    EXPECT_EQ(said(EngineKind::ask, Scheme::wpr, Precision::f64),
              "Inuse:ASK-WPRonGPU1:NVIDIAT4 auto:f64 ");
    EXPECT_EQ(said(EngineKind::ex, Scheme::sbr, Precision::f32),
              "Inuse:ExonGPU1:NVIDIAT4 auto:f32 ");
}

TEST_F(EngineInUseTest, EachFieldHasItsOwnNumber) {
    auto& engine = stage.settings.engine;
    engine.engine = EngineKind::ask;
    engine.backend = Backend::cuda;
    engine.dwell_limit = 777;
    set_subdivision(engine, {12, 3, 20});
    engine.block = {32, 4};
    stage.show(with_all_fields, 700);
    stage.frames(2);
    EXPECT_EQ(stage.line_of("Dwell limit").front(), "777");
    EXPECT_EQ(stage.line_of("g initial").front(), "12");
    EXPECT_EQ(stage.line_of("r recurrent").front(), "3");
    EXPECT_EQ(stage.line_of("B stopping size").front(), "20");
    EXPECT_EQ(stage.line_of("Block"), (Line{"32", "4", "auto"}));
    stage.click(stage.find("4")->middle());
    stage.type("16");
    stage.press(ImGuiKey_Enter);
    EXPECT_EQ(engine.block, (BlockSize{32, 16}));
}

}  // namespace
}  // namespace mariani::app
