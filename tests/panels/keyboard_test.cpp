#include "app/panels/panel_style.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/curves_settings.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

// The keyboard is the panel's, as after F6.
class KeyboardTest : public testing::Test {
  protected:
    KeyboardTest() {
        ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
        stage.state.keyboard = {KeyboardPlace::panel, true};
    }
    std::optional<DrawnShape> ring() {
        const auto rings = stage.shapes(tone::accent_bright);
        const auto widest = std::ranges::max_element(rings, {}, &DrawnShape::width);
        return widest == rings.end() ? std::nullopt : std::optional(*widest);
    }
    // Right click on a row's label.
    void open_menu(const char* label) {
        const auto found = stage.find(label);
        ASSERT_TRUE(found) << label;
        auto& io = ImGui::GetIO();
        stage.hover(found->middle());
        io.AddMouseButtonEvent(1, true);
        stage.frames(2);
        io.AddMouseButtonEvent(1, false);
        stage.frames(3);
    }

    Stage stage{{1280, 3000}};
};

TEST_F(KeyboardTest, ArrivesAtTheFirstControlWithARing) {
    stage.frames(4);
    EXPECT_FALSE(stage.state.keyboard.arrives);
    ASSERT_TRUE(ring());
    EXPECT_LT(ring()->from.y, 60) << "the head";
}

TEST_F(KeyboardTest, TabReachesEveryControlAndComesBack) {
    const std::vector<std::pair<PanelPart, std::vector<const char*>>> parts{
        {PanelPart::explore,
         {"Centre re", "Height", "Dwell limit", "Minibrot", "Show", "Palette", "Mapping", "Period",
          "Offset", "Reversed", "Shading", "Antialiasing", "Inside", "Input", "Poster", "Size",
          "Folder", "Interface", "Panel"}},
        {PanelPart::regions,
         {"Replay (P)", "Engine", "g  initial", "B  stopping size", "Fill rule", "Backend",
          "Precision", "Shortcuts"}},
        {PanelPart::measure, {"Timing log", "Energy"}}};
    stage.seen.frame = fake_observations().frame;
    stage.settings.sections = {{"appearance", true}, {"advanced", true}};
    for (const auto& [part, labels] : parts) {
        stage.settings.panel_part = part;
        stage.settings.colouring.mapping = render::Mapping::cyclic;  // else there is no period
        stage.state.keyboard = {KeyboardPlace::panel, true};
        stage.frames(4);
        std::vector<DrawnShape> rings;
        for (int i = 0; i < 400; ++i) {
            if (const auto at = ring()) rings.push_back(*at);
            stage.press(ImGuiKey_Tab);
        }
        for (const char* label : labels) {
            const auto row = stage.find(label);
            ASSERT_TRUE(row) << label;
            const auto beside = [&](const DrawnShape& each) {
                return each.from.y < row->middle().y && each.to.y > row->middle().y &&
                       each.to.x > row->to.x;
            };
            EXPECT_TRUE(std::ranges::any_of(rings, beside)) << label;
        }
        const auto again = [&](const DrawnShape& each) {
            return each.from.y == rings.front().from.y && each.from.x == rings.front().from.x;
        };
        EXPECT_GT(std::ranges::count_if(rings, again), 1) << "round and round";
    }
}

TEST_F(KeyboardTest, SpaceWorksACheckboxAndArrowsAChoice) {
    fold(stage, {"view", "bookmarks", "export", "appearance"});
    stage.state.rows.sought = PanelRow{"colour", "Reversed"};
    stage.frames(4);
    stage.press(ImGuiKey_Space);
    EXPECT_TRUE(stage.settings.colouring.reversed);
}

TEST_F(KeyboardTest, EscapeInAFieldRestoresItsSetting) {
    stage.state.rows.sought = PanelRow{"view", "Height"};
    stage.frames(6);
    stage.type("9");
    stage.press(ImGuiKey_Escape);
    stage.frames(2);
    EXPECT_TRUE(stage.commands.empty());
    EXPECT_EQ(stage.value_of("Height")->text, "2");
}

TEST_F(KeyboardTest, ARightClickOnALabelResetsItsSettingIfItIsNotTheDefault) {
    fold(stage, {"view", "bookmarks", "export", "appearance"});
    stage.settings.colouring = usual_settings().colouring;
    stage.settings.colouring.offset = 0.5;
    stage.frames(2);
    open_menu("Offset");
    stage.click("Reset to default");
    EXPECT_EQ(stage.settings.colouring.offset, 0);
    open_menu("Offset");
    ASSERT_TRUE(stage.find("Reset to default"));
    stage.click("Reset to default");
    EXPECT_EQ(stage.settings.colouring, usual_settings().colouring);
}

TEST_F(KeyboardTest, AKnobIsResetToWhatItsTabBeginsWith) {
    stage.settings.workload = Workload::curves;
    stage.settings.curves->problem.cap = 32;
    stage.frames(2);
    open_menu("Cap");
    stage.click("Reset to default");
    EXPECT_EQ(stage.settings.curves->problem.cap, CurvesSettings{}.problem.cap);
}

TEST_F(KeyboardTest, TheMenuKeyResetsTheSettingOfTheControlThatHasTheKeyboard) {
    fold(stage, {"view", "bookmarks", "export", "appearance"});
    stage.settings.colouring.reversed = true;
    stage.settings.colouring.offset = 0.5;
    const auto reset = [&](const char* label, bool by_f10) {
        stage.state.rows.sought = PanelRow{"colour", label};
        stage.frames(4);
        auto& io = ImGui::GetIO();
        if (by_f10) io.AddKeyEvent(ImGuiMod_Shift, true);
        stage.press(by_f10 ? ImGuiKey_F10 : ImGuiKey_Menu);
        if (by_f10) io.AddKeyEvent(ImGuiMod_Shift, false);
        stage.frames(3);
        EXPECT_TRUE(stage.find("Reset to default")) << label;
        stage.press(ImGuiKey_Enter);
        stage.frames(3);
    };
    reset("Reversed", false);
    EXPECT_FALSE(stage.settings.colouring.reversed);
    EXPECT_EQ(stage.settings.colouring.offset, 0.5) << "another row's";
    reset("Offset", true);
    EXPECT_EQ(stage.settings.colouring.offset, 0);
    stage.press(ImGuiKey_Menu);
    stage.press(ImGuiKey_Escape);
    EXPECT_FALSE(stage.find("Reset to default"));
}

TEST_F(KeyboardTest, ARightClickOnAFigureCopiesIt) {
    stage.settings.workload = Workload::gasket;
    stage.frames(2);
    const auto figure = stage.value_of("Box");
    ASSERT_TRUE(figure);
    open_menu("Box");
    stage.click("Copy");
    EXPECT_EQ(without_blanks(ImGui::GetClipboardText()).substr(0, figure->text.size()),
              figure->text);
}

}  // namespace
}  // namespace mariani::app
