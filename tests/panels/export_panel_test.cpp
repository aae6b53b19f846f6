// Every figure of the panels Export and Bookmarks, compared with values worked out by hand.
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

class ExportPanelTest : public testing::Test {
  protected:
    ExportPanelTest() {
        Frame frame = fake_frame();
        frame.plan.part = {0, 0, 200, 100};
        frame.stats.compute_ms = 12.5;
        stage.seen.frame = std::make_shared<Frame>(frame);
        stage.seen.picture = {640, 350};
        stage.settings.exports.size = {2000, 500};
        stage.show(export_panel, 700);
        stage.frames(2);
    }

    Stage stage;
};

TEST_F(ExportPanelTest, EstimatesThePosterByTheRateOfTheFrame) {
    // 50 times the 20,000 pixels that took 12.5 ms.
    EXPECT_TRUE(stage.reads("1.00 Mpixel, about 625 ms to compute, by this one frame's rate"));
    stage.settings.exports.size = {30000, 20000};
    stage.frames(2);
    EXPECT_TRUE(stage.reads("600 Mpixel, about 6 min 15 s to compute"));
    stage.settings.exports.size = {20, 10};
    stage.frames(2);
    EXPECT_TRUE(stage.reads("200 pixels, about 0.125 ms to compute"));
}

// Each sample of 3 x 3 takes what the frame took.
TEST_F(ExportPanelTest, EstimatesTheSamplesOfAnAntialiasedPoster) {
    stage.settings.colouring.samples = 3;
    stage.frames(2);
    EXPECT_TRUE(
        stage.reads("about 6.25 s to compute, by this one frame's rate, with 9 samples per pixel"));
    stage.settings.colouring.shown = render::Quantity::work;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("about 625 ms to compute, by this one frame's rate"));
    EXPECT_FALSE(stage.reads("samples per pixel"));
}

TEST_F(ExportPanelTest, EstimatesNoTimeWithoutAFrame) {
    stage.seen.frame = nullptr;
    stage.frames(2);
    EXPECT_TRUE(stage.reads("1.00 Mpixel"));
    EXPECT_FALSE(stage.reads("about"));
}

TEST_F(ExportPanelTest, NamesThePosterAndItsSides) {
    EXPECT_EQ(stage.line_of("Size"), (std::vector<std::string>{"2000", "500"}));
    EXPECT_EQ(stage.value_of("Poster")->text, "other");
    for (const auto& [size, name] :
         {std::pair(ImageSize{1920, 1080}, "FullHD"), std::pair(ImageSize{3840, 2160}, "4K"),
          std::pair(ImageSize{7680, 4320}, "8K"), std::pair(ImageSize{4096, 4096}, "4096square"),
          std::pair(ImageSize{16384, 16384}, "16384square"),
          std::pair(ImageSize{32768, 32768}, "32768square")}) {
        stage.settings.exports.size = size;
        stage.frames(2);
        EXPECT_EQ(stage.value_of("Poster")->text, name);
    }
}

TEST_F(ExportPanelTest, TheRecordingUsedLastIsPlayed) {
    EXPECT_FALSE(stage.find("visit.json")) << "none is known yet";
    stage.click("Play");
    EXPECT_TRUE(stage.commands.empty());
    stage.seen.recordings = {"/opt/tour.json"};
    stage.frames(2);
    EXPECT_EQ(stage.line_of("Recording"), (std::vector<std::string>{"/opt/tour.json", "Play"}));
    stage.seen.recent_files = {"/home/ada/one.png", "/home/ada/visit.json"};
    stage.frames(2);
    stage.click("Play");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_EQ(std::get<command::OpenFile>(stage.commands[0]).path, "/home/ada/visit.json");
}

TEST_F(ExportPanelTest, AnyRecordingIsTypedOrPicked) {
    stage.seen.recordings = {"/opt/tour.json"};
    stage.frames(2);
    stage.enter("Recording", "/tmp/mine.json");
    stage.click("Play");
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_EQ(std::get<command::OpenFile>(stage.commands[0]).path, "/tmp/mine.json");
    stage.edit("Recording", "mine.txt");
    stage.click("Play");  // leaves the field
    EXPECT_TRUE(stage.reads("it must begin with / and end with .json"));
    stage.click("Play");
    EXPECT_EQ(stage.commands.size(), 1u);
}

TEST_F(ExportPanelTest, TheCardTellsWhatIsPlayed) {
    stage.scene = status_overlay;
    stage.frames(2);
    EXPECT_FALSE(stage.reads("Playing"));
    stage.seen.played = PlayedRecording{"visit.json", 0.25};
    stage.frames(2);
    EXPECT_TRUE(stage.reads("Playing visit.json"));
    EXPECT_TRUE(stage.find("25%"));
    EXPECT_TRUE(stage.reads("Esc or any input stops"));
}

TEST_F(ExportPanelTest, ASizeIsTypedOrPicked) {
    stage.enter("Size", "1234");
    EXPECT_EQ(stage.settings.exports.size, (ImageSize{1234, 500}));
    stage.click(stage.find("500")->middle());
    stage.type("77");
    stage.press(ImGuiKey_Enter);
    EXPECT_EQ(stage.settings.exports.size, (ImageSize{1234, 77}));
    stage.click("other");
    EXPECT_TRUE(stage.reads("8K 7680x4320"));
    EXPECT_EQ(stage.line_of("4 x the window").front(), "2560x1400");
    stage.click("4 x the window");
    EXPECT_EQ(stage.settings.exports.size, (ImageSize{2560, 1400}));
}

TEST_F(ExportPanelTest, NoPosterIsMadeOfARefusedSize) {
    stage.edit("Size", "0");
    stage.click("Export poster");  // leaves the field
    EXPECT_TRUE(stage.reads("the poster's width is 0"));
    EXPECT_FALSE(stage.reads("Mpixel")) << "of which size?";
    stage.click("Export poster");
    EXPECT_TRUE(stage.commands.empty());
    stage.enter("Size", "1234");
    stage.click("Export poster");
    EXPECT_EQ(stage.commands.size(), 1u);
}

TEST_F(ExportPanelTest, TellsHowFarAPosterIsAndWhereItGoes) {
    stage.seen.exporting = true;
    stage.seen.export_progress = 0.375;
    stage.seen.export_path = "/tmp/poster.png";
    stage.frames(2);
    EXPECT_TRUE(stage.find("38%"));
    EXPECT_TRUE(stage.reads("writing /tmp/poster.png"));
    stage.seen.exporting = false;
    stage.frames(2);
    EXPECT_FALSE(stage.find("38%"));
    EXPECT_TRUE(stage.reads("last: /tmp/poster.png"));
}

TEST_F(ExportPanelTest, ACancelledPosterSaysSoAndASecondClickStartsNoOther) {
    stage.seen.exporting = true;
    stage.frames(2);
    const ImVec2 place = stage.find("Cancel")->middle();
    stage.click(place);
    ASSERT_EQ(stage.commands.size(), 1u);
    EXPECT_TRUE(is(stage.commands[0], Action::cancel_export));
    stage.seen.export_cancelled = true;
    stage.click(place);
    EXPECT_TRUE(stage.find("cancelling"));
    stage.seen.exporting = stage.seen.export_cancelled = false;
    stage.click(place);
    EXPECT_TRUE(stage.find("Export poster"));
    EXPECT_EQ(stage.commands.size(), 1u);
}

TEST_F(ExportPanelTest, ItsSwitchesAreThoseOfTheirNames) {
    const ExportSettings before = stage.settings.exports;
    stage.click("overlay");
    EXPECT_EQ(stage.settings.exports.with_overlay, !before.with_overlay);
    EXPECT_EQ(stage.settings.exports.with_panel, before.with_panel);
    stage.click("panel");
    EXPECT_EQ(stage.settings.exports.with_panel, !before.with_panel);
    stage.click("Screenshot (F12)");
    stage.click("Export poster");
    stage.click("Record mouse and keys");
    ASSERT_EQ(stage.commands.size(), 3u);
    EXPECT_TRUE(is(stage.commands[0], Action::screenshot));
    EXPECT_TRUE(is(stage.commands[1], Action::export_poster));
    EXPECT_TRUE(is(stage.commands[2], Action::start_recording));
}

class BookmarksPanelTest : public testing::Test {
  protected:
    BookmarksPanelTest() {
        stage.seen.bookmarks = {{"paper", "The papers' view", {{-0.5, 0}, 2}, 512, true, 11},
                                {"seahorse", "", {{-0.745, 0.113}, 0.02}, 1'024, true, 0},
                                {"own place", "", {{-1.25, 0.02}, 1e-6}, 40'096, false, 33}};
        stage.show(bookmarks_panel, 700);
        stage.frames(2);
    }

    // The texture drawn over the name.
    std::uintptr_t picture_of(std::string_view name) const {
        for (const auto& image : stage.images())
            if (std::abs(image.from.x - stage.find(name)->from.x) < 4) return image.texture;
        return 0;
    }
    std::string hovered(std::string_view name) {
        const auto at = stage.find(name)->middle();
        stage.hover({at.x, at.y - 40});
        stage.frames(60);
        std::string all;
        for (const auto& text : stage.texts()) all += text.text + " ";
        return all;
    }

    Stage stage;
};

TEST_F(BookmarksPanelTest, EachHasItsOwnPicture) {
    EXPECT_EQ(picture_of("paper"), 11u);
    EXPECT_EQ(picture_of("seahorse"), 0u);
    EXPECT_EQ(picture_of("own place"), 33u);
}

TEST_F(BookmarksPanelTest, RestingOnOneTellsItsTitleMagnificationAndDwellLimit) {
    auto tooltip = hovered("paper");
    EXPECT_NE(tooltip.find("Thepapers'view 1.00x dwelllimit512 "), tooltip.npos) << tooltip;
    tooltip = hovered("own place");
    EXPECT_NE(tooltip.find("ownplace 2,000,000x dwelllimit40,096 "), tooltip.npos) << tooltip;
}

}  // namespace
}  // namespace mariani::app
