#include "app/panels/command_search.hpp"

#include "app/explore/keys.hpp"
#include "app/panels/tab.hpp"
#include "tests/panels/stage.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

class CommandSearchTest : public testing::Test {
  protected:
    void open() {
        stage.seen.search_shown = true;
        stage.scene = [](const PanelContext& context) {
            side_panel(context);
            command_search(context);
        };
        stage.frames(3);
    }
    std::vector<std::string> titles() {
        std::vector<std::string> all;
        for (const FoundEntry& each : found_entries(stage.state.search))
            all.push_back(each.entry->title);
        return all;
    }
    std::vector<std::string> titles_for(const char* text) {
        stage.state.search.text = text;
        return titles();
    }
    // As the window does once a command has closed it.
    void close() {
        stage.seen.search_shown = false;
        stage.state.search = {"", 0, 0, {}, {}, stage.state.search.used};
        stage.commands.clear();
        stage.frames(2);
    }

    Stage stage;
};

TEST_F(CommandSearchTest, HasEveryActionThatAKeyHas) {
    for (const KeyBinding& each : key_bindings())
        if (const auto* action = std::get_if<Action>(&each.command)) {
            const bool left_out = *action == Action::toggle_search ||
                                  *action == Action::copy_figures ||
                                  *action == Action::show_compared;  // as long as its key is held
            EXPECT_EQ(title_of(*action).empty(), left_out) << each.label;
        }
}

TEST_F(CommandSearchTest, EveryActionHasAnotherTitle) {
    std::set<std::string_view> seen;
    for (int i = 0; i <= static_cast<int>(last_action); ++i) {
        const auto title = title_of(static_cast<Action>(i));
        EXPECT_TRUE(title.empty() || seen.insert(title).second) << title;
    }
}

TEST_F(CommandSearchTest, HasRowsSectionsTabsAndBookmarksAndChangesNothing) {
    stage.seen.bookmarks = {{"seahorse", "", View{}}};
    stage.state.view_replaced = true;
    const Settings before = stage.settings;
    stage.frame();
    stage.state.view_replaced = true;
    const auto entries = search_entries(stage.context());
    EXPECT_EQ(stage.settings, before);
    EXPECT_TRUE(stage.commands.empty());
    EXPECT_TRUE(stage.state.view_replaced);
    for (const auto& [title, about] :
         {std::pair("Period", "Colour, Mandelbrot"), std::pair("Scheme", "Engine, Mandelbrot"),
          std::pair("Colour", "Mandelbrot"), std::pair("Coverage", "Map, Triangle"),
          std::pair("Gasket", "tab"), std::pair("seahorse", "your bookmark"),
          std::pair("Runs, seed", "Race, Laboratory"), std::pair("Landscape", "Laboratory"),
          std::pair("Pool", "Engine, Points"), std::pair("Take the tour", "T")})
        EXPECT_TRUE(std::ranges::any_of(entries, [&](const SearchEntry& each) {
            return each.title == title && each.about == about;
        })) << title;
}

TEST_F(CommandSearchTest, APaletteAndAMappingAreChosen) {
    stage.seen.palettes = {{"blue-gold", {{0, 0, 0}}}, {"/home/me/Sea.gpl", {{0, 0, 0}}}};
    stage.settings.colouring.shown = render::Quantity::level;
    open();
    stage.type("sea palette");
    EXPECT_EQ(titles().front(), shown_name("/home/me/Sea.gpl"));
    stage.press(ImGuiKey_Enter);
    EXPECT_EQ(stage.settings.colouring.palette, "/home/me/Sea.gpl");
    EXPECT_EQ(stage.settings.colouring.shown, render::Quantity::dwell) << "it is seen";
    close();
    open();
    stage.type("equalised");
    stage.press(ImGuiKey_Enter);
    EXPECT_EQ(stage.settings.colouring.mapping, render::Mapping::equalised);
}

TEST_F(CommandSearchTest, WordsComeBeforePartsAndScatteredLettersAreLeftOut) {
    stage.seen.bookmarks = {{"paper", "", View{}, 512, true},
                            {"My mini spider", "", View{}, 512, false}};
    open();
    EXPECT_EQ(titles_for("spi"), (std::vector<std::string>{"My mini spider"}));
    const auto zooms = titles_for("zoom");
    ASSERT_GE(zooms.size(), 3u);
    EXPECT_EQ(std::set<std::string>(zooms.begin(), zooms.begin() + 3),
              (std::set<std::string>{"Zoom in", "Zoom out", "Zoom to the minibrot in the view"}));
    EXPECT_EQ(std::ranges::find(zooms, "z"), zooms.end());
    const auto opened = titles_for("open");
    ASSERT_FALSE(opened.empty());
    EXPECT_EQ(opened.front(), "Open the Julia set at the cursor, or go back");
    EXPECT_EQ(std::ranges::find(opened, "Copy the view's exact coordinates"), opened.end());
    EXPECT_FALSE(titles_for("rsp").empty()) << "where nothing else matches";
}

TEST_F(CommandSearchTest, OwnBookmarksAreFoundAsBookmarks) {
    stage.seen.bookmarks = {{"My mini spider", "", View{}, 512, false},
                            {"paper", "", View{}, 512, true}};
    open();
    for (const char* typed : {"bookmark", "your bookmark"}) {
        const auto found = titles_for(typed);
        const auto own = std::ranges::find(found, "My mini spider");
        EXPECT_LT(own, std::ranges::find(found, "paper")) << typed;
        EXPECT_NE(own, found.end()) << typed;
    }
}

TEST_F(CommandSearchTest, ThePathOfAFileOrFolderIsOpened) {
    const std::filesystem::path folder = testing::TempDir() + "command search";
    std::filesystem::create_directory(folder);
    const std::string file = (folder / "Sea (1).gpl").string();
    std::ofstream{file};
    const char* home = std::getenv("HOME");
    const std::string before = home ? home : "";
    setenv("HOME", folder.c_str(), 1);
    for (const auto& [typed, path] :
         {std::pair(file, file), {folder.string(), folder.string()}, {"~/Sea (1).gpl", file}}) {
        open();
        stage.type(typed);
        EXPECT_EQ(titles().front(), "Open " + typed);
        stage.press(ImGuiKey_Enter);
        ASSERT_EQ(stage.commands.size(), 2u) << typed;
        const auto* opens = std::get_if<command::OpenFile>(&stage.commands[1]);
        ASSERT_TRUE(opens);
        EXPECT_EQ(opens->path, path);
        close();
    }
    setenv("HOME", before.c_str(), 1);
    for (const char* none : {"/there/is/none.png", "Sea (1).gpl", "~"})
        EXPECT_FALSE(file_entry(none)) << none;
    std::filesystem::remove_all(folder);
}

TEST_F(CommandSearchTest, TypingAndEnterRunACommand) {
    open();
    stage.type("screensh");
    EXPECT_EQ(titles().front(), "Save a screenshot");
    stage.press(ImGuiKey_Enter);
    ASSERT_EQ(stage.commands.size(), 2u);
    EXPECT_TRUE(is(stage.commands[0], Action::toggle_search));
    EXPECT_TRUE(is(stage.commands[1], Action::screenshot));
}

TEST_F(CommandSearchTest, EnterAloneDoesNotQuit) {
    open();
    EXPECT_EQ(titles().front(), "Undo the last change");
    EXPECT_EQ(titles().back(), "Quit");
}

TEST_F(CommandSearchTest, ArrowsChooseAndTheLastUsedComesFirst) {
    open();
    const auto all = titles();
    stage.press(ImGuiKey_DownArrow);
    stage.press(ImGuiKey_DownArrow);
    stage.press(ImGuiKey_UpArrow);
    stage.press(ImGuiKey_Enter);
    EXPECT_EQ(stage.state.search.used.front(), all[1]);
    close();
    open();
    EXPECT_EQ(titles().front(), all[1]);
}

TEST_F(CommandSearchTest, EscapeCloses) {
    open();
    stage.type("g");
    stage.press(ImGuiKey_Escape);
    ASSERT_FALSE(stage.commands.empty());
    EXPECT_TRUE(is(stage.commands[0], Action::toggle_search));
}

TEST_F(CommandSearchTest, AFieldIsShownAndHasTheKeyboard) {
    stage.settings.workload = Workload::triangle;
    stage.settings.panel_part = PanelPart::measure;
    stage.settings.sections["colour"] = false;
    ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    open();
    stage.type("antial");
    stage.press(ImGuiKey_Enter);
    EXPECT_EQ(stage.settings.workload, Workload::mandelbrot);
    EXPECT_EQ(stage.settings.panel_part, PanelPart::explore);
    EXPECT_TRUE(stage.settings.sections["colour"]);
    close();
    stage.frames(4);
    EXPECT_FALSE(stage.state.rows.sought);
    EXPECT_EQ(stage.state.keyboard.at, KeyboardPlace::panel);
    const auto label = stage.find("Antialiasing");
    ASSERT_TRUE(label);
    stage.press(ImGuiKey_RightArrow);
    stage.press(ImGuiKey_Space);
    EXPECT_EQ(stage.settings.colouring.samples, 2);
}

TEST_F(CommandSearchTest, ARowOfTheLaboratoryIsShownThereAndHasTheKeyboard) {
    stage.settings.workload = Workload::points;
    ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    stage.seen.search_shown = true;
    stage.scene = [](const PanelContext& context) {
        side_panel(context);
        if (context.seen.laboratory_shown) laboratory_window(context);
        command_search(context);
    };
    stage.frames(3);
    stage.type("runs, se");
    stage.press(ImGuiKey_Enter);
    EXPECT_EQ(stage.settings.workload, Workload::mandelbrot);
    ASSERT_EQ(stage.commands.size(), 2u);
    EXPECT_TRUE(is(stage.commands[1], Action::toggle_laboratory));
    close();
    stage.seen.laboratory_shown = true;
    stage.frames(6);
    EXPECT_FALSE(stage.state.rows.sought);
    EXPECT_EQ(stage.state.keyboard.at, KeyboardPlace::laboratory);
    EXPECT_TRUE(stage.find("Runs, seed"));
    stage.type("7");
    stage.press(ImGuiKey_Enter);
    EXPECT_EQ(stage.state.race.repeat, 7);
}

TEST_F(CommandSearchTest, ARowAmongDetailsUnfoldsThem) {
    ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    open();
    stage.type("streams");
    stage.press(ImGuiKey_Enter);
    EXPECT_EQ(stage.settings.workload, Workload::curves);
    EXPECT_TRUE(stage.settings.sections["curves_engine_details"]);
    close();
    stage.frames(4);
    EXPECT_FALSE(stage.state.rows.sought);
    EXPECT_TRUE(stage.find("Streams"));
}

TEST_F(CommandSearchTest, SaysWhenNothingIsFound) {
    open();
    stage.type("qqqq");
    EXPECT_TRUE(stage.reads("Nothing has these letters"));
    stage.press(ImGuiKey_Enter);
    EXPECT_TRUE(stage.commands.empty());
}

}  // namespace
}  // namespace mariani::app
