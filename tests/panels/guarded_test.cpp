// A panel that throws in the middle of whatever it has opened.
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <functional>
#include <implot.h>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

using Opened = std::function<void(const PanelContext&)>;

struct Nesting {
    const char* name;
    Opened open;  // leaves it open
};

void open_table(const char* id, ImGuiTableFlags flags = 0) {
    ASSERT_TRUE(ImGui::BeginTable(id, 2, flags, {200, 100}));
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted("cell");
}

void begin_window(const char* name) {
    ImGui::SetNextWindowSize({900, 700});
    ImGui::Begin(name, nullptr, ImGuiWindowFlags_NoSavedSettings);
}

void begin_plot() {
    constexpr double height = 3;
    ASSERT_TRUE(ImPlot::BeginPlot("plot", {200, 100}));
    ImPlot::PlotInfLines("line", &height, 1);
    ImPlot::PushPlotClipRect();
}

void open_tab(const char* bar) {
    ASSERT_TRUE(ImGui::BeginTabBar(bar));
    ASSERT_TRUE(ImGui::BeginTabItem("tab"));
}

void push_styles(const PanelContext& context) {
    ImGui::PushID("pushed");
    ImGui::PushStyleColor(ImGuiCol_Text, ImVec4{1, 0, 0, 1});
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 0.1f);
    push_mono(context.fonts);
    ImGui::PushItemWidth(7);
    ImGui::PushTextWrapPos(40);
    ImGui::PushItemFlag(ImGuiItemFlags_NoTabStop, true);
    ImGui::PushClipRect({0, 0}, {9, 9}, true);
    ImGui::BeginDisabled();
    ImGui::Indent(50);
}

const std::vector<Nesting>& nestings() {
    static const std::vector<Nesting> all{
        {"nothing", [](const PanelContext&) {}},
        {"pushed", push_styles},
        {"a line", [](const PanelContext&) { ImGui::SameLine(300); }},
        {"a table", [](const PanelContext&) { open_table("table"); }},
        {"a table without a row",
         [](const PanelContext&) { ASSERT_TRUE(ImGui::BeginTable("bare", 2)); }},
        {"a table that scrolls",
         [](const PanelContext&) { open_table("scrolling", ImGuiTableFlags_ScrollY); }},
        {"a table in a table, with a group and an id between",
         [](const PanelContext&) {
             open_table("outer");
             ImGui::BeginGroup();
             ImGui::PushID(7);
             open_table("inner", ImGuiTableFlags_ScrollY);
             ImGui::PushID(8);
             ImGui::BeginGroup();
         }},
        {"a tab", [](const PanelContext&) { open_tab("bar"); }},
        {"a child in a tab",
         [](const PanelContext&) {
             open_tab("bar");
             ImGui::BeginChild("child", {100, 100});
             open_tab("bar within");
         }},
        {"a group in a tree",
         [](const PanelContext&) {
             ImGui::SetNextItemOpen(true);
             ASSERT_TRUE(ImGui::TreeNode("tree"));
             ImGui::BeginGroup();
         }},
        {"a tooltip", [](const PanelContext&) { ImGui::BeginTooltip(); }},
        {"a popup",
         [](const PanelContext&) {
             ImGui::OpenPopup("popup");
             ASSERT_TRUE(ImGui::BeginPopup("popup"));
         }},
        {"a list",
         [](const PanelContext&) {
             ASSERT_TRUE(ImGui::BeginListBox("list", {100, 100}));
         }},
        {"a plot", [](const PanelContext&) { begin_plot(); }},
        {"a plot in a window",
         [](const PanelContext&) {
             begin_window("another");
             begin_plot();
             ImGui::BeginTooltip();
         }},
        {"a window", [](const PanelContext&) { begin_window("another"); }},
        {"all of it",
         [](const PanelContext& context) {
             push_styles(context);
             begin_window("another");
             open_tab("bar");
             ImGui::PushID("between");
             open_table("table", ImGuiTableFlags_ScrollY);
             ImGui::BeginChild("child", {50, 50});
             push_styles(context);
             ImGui::BeginTooltip();
             push_styles(context);
         }},
    };
    return all;
}

// Drawing after a possible failure, and its appearance.
void rest_of_frame() {
    ImGui::SetCursorPos({20, 300});
    ImGui::TextUnformatted("what follows");
    ImGui::SetNextItemWidth(100);
    static char text[8] = "field";
    ImGui::InputText("label", text, sizeof text);
}

std::vector<DrawnText> drawn_after(Stage& stage, const std::function<void()>& draw) {
    stage.scene = [&](const PanelContext&) {
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize({600, 500});
        ImGui::Begin("stage", nullptr, ImGuiWindowFlags_NoDecoration);
        draw();
        rest_of_frame();
        ImGui::End();
    };
    stage.frames(3);
    std::vector<DrawnText> kept;
    for (const auto& text : stage.texts())
        if (text.from.y >= 300) kept.push_back(text);
    return kept;
}

TEST(GuardedDrawingTest, WhateverIsOpenIsClosedWhenADrawingThrows) {
    for (const auto& [name, open] : nestings()) {
        SCOPED_TRACE(name);
        Stage stage;
        const auto expected = drawn_after(stage, [] {});
        std::optional<std::string> failure;
        const auto after = drawn_after(stage, [&, &open = open] {
            failure = failure_of_drawing([&] {
                open(stage.context());
                throw std::runtime_error("broken");
            });
        });
        EXPECT_EQ(failure, "broken");
        ASSERT_EQ(after.size(), expected.size());
        for (std::size_t i = 0; i < after.size(); ++i) {
            EXPECT_EQ(after[i].text, expected[i].text);
            EXPECT_EQ(after[i].from.x, expected[i].from.x);
            EXPECT_EQ(after[i].to.x, expected[i].to.x);
            EXPECT_EQ(after[i].colour, expected[i].colour);
            EXPECT_EQ(after[i].clipped, expected[i].clipped);
        }
    }
}

TEST(GuardedDrawingTest, ADrawingInsideAnotherIsTakenBackByItself) {
    Stage stage;
    stage.scene = [&](const PanelContext& context) {
        begin_window("stage");
        open_tab("bar");
        ImGui::BeginChild("child", {800, 500});
        for (const auto& [name, open] : nestings()) {
            if (std::string_view(name) == "a line") continue;
            ImGui::PushID(name);
            ImGui::SetCursorPos({0, 0});
            draw_or_show_error(name, [&, &open = open] {
                open(context);
                throw std::bad_alloc();
            });
            ImGui::PopID();
        }
        ImGui::EndChild();
        ImGui::EndTabItem();
        ImGui::EndTabBar();
        ImGui::TextUnformatted("below the tabs");
        ImGui::End();
    };
    stage.frames(3);
    EXPECT_TRUE(stage.reads("below the tabs"));
    EXPECT_TRUE(stage.reads("all of it cannot be drawn: not enough memory"));
}

TEST(GuardedDrawingTest, WhatSucceedsIsLeftAlone) {
    Stage stage;
    stage.scene = [](const PanelContext&) {
        EXPECT_EQ(failure_of_drawing([] { ImGui::SetNextWindowPos({100, 50}); }), std::nullopt);
        ImGui::Begin("stage");
        EXPECT_EQ(ImGui::GetWindowPos().x, 100);
        ImGui::End();
    };
    stage.frames(2);
}

// A measurement on a machine that subdivides nothing, so that no lambda can be fitted.
TEST(GuardedDrawingTest, ATabThatFailsSaysWhyAndLeavesTheOthers) {
    Stage stage({1920, 1080});
    stage.seen = fake_observations();
    stage.seen.laboratory_shown = true;
    stage.scene = [](const PanelContext& context) {
        side_panel(context);
        laboratory_window(context);
    };
    const EngineStats stats = fake_frame().stats;
    auto model = std::make_shared<ModelMeasurement>();
    model->plan = model->bare_plan = fake_frame().plan;
    model->parallelism = {2, 8};
    model->ex = model->sbr = model->mbr = model->bare = {{1, 1, 1}, stats};
    model->bare.stats.levels.resize(1);
    stage.seen.laboratory.model = model;
    stage.frames(3);
    EXPECT_TRUE(stage.reads("Model cannot be drawn: lambda cannot be fitted"));
    EXPECT_TRUE(stage.reads("Bookmarks"));
    stage.click("Landscape");
    stage.frames(2);
    EXPECT_FALSE(stage.reads("cannot be drawn"));
    EXPECT_TRUE(stage.reads("Auto-tune"));
}

}  // namespace
}  // namespace mariani::app
