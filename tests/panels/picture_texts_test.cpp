// Texts in a tab's picture: the interface writes them over it, and files have them in it.
#include "app/workloads/picture_texts.hpp"

#include "app/panels/picture_marks.hpp"
#include "tests/panels/stage.hpp"

#include <memory>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

constexpr render::Rgb8 white{255, 255, 255};

class PictureTextsTest : public testing::Test {
  protected:
    PictureTextsTest() {
        stage.settings.panel_shown = false;
        stage.seen.picture = {400, 300};
        stage.seen.tab = view;
        stage.scene = picture_texts;
    }
    void show(const PictureText& text) {
        view->texts = {text};
        stage.frames(2);
    }

    std::shared_ptr<TabView> view = std::make_shared<TabView>();
    Stage stage{{400, 300}};
};

TEST_F(PictureTextsTest, AreWhereTheirRoomIs) {
    show({{50, 60, 300, 16}, "level by level", "", white, 16});
    const auto left = stage.find("level by level");
    ASSERT_TRUE(left);
    EXPECT_NEAR(left->from.x, 50, 2);
    EXPECT_NEAR(left->middle().y, 68, 4);
    EXPECT_EQ(left->colour, IM_COL32(255, 255, 255, 255));
    show({{50, 60, 300, 16}, "level by level", "", white, 16, true});
    EXPECT_NEAR(stage.find("level by level")->middle().x, 200, 2);
    stage.seen.picture = {800, 600};  // of a display with two pixels to a unit
    show({{100, 120, 600, 32}, "level by level", "", white, 32});
    EXPECT_NEAR(stage.find("level by level")->from.x, left->from.x, 2);
    EXPECT_NEAR(stage.find("level by level")->to.x, left->to.x, 2);
}

TEST_F(PictureTextsTest, WhatIsTooWideIsShorterOrLeftOut) {
    PictureText text{{50, 60, 200, 16}, "parallel space: one launch", "parallel space", white, 16};
    show(text);
    EXPECT_TRUE(stage.find("parallel space: one launch"));
    text.room.width = 130;
    show(text);
    ASSERT_EQ(stage.texts().size(), 1u);
    EXPECT_TRUE(stage.find("parallel space"));
    text.room.width = 40;
    show(text);
    EXPECT_TRUE(stage.texts().empty());
}

TEST_F(PictureTextsTest, LinesAreAsManyAsTheirRoomHas) {
    PictureText text{
        {50, 60, 120, 200}, "one two three four five six seven eight nine ten", "", white, 16};
    text.in_lines = true;
    show(text);
    EXPECT_TRUE(stage.reads("ten"));
    for (const DrawnText& line : stage.texts()) EXPECT_LE(line.to.x, 50 + 120 + 1);
    text.room.height = 40;
    show(text);
    EXPECT_TRUE(stage.reads("one"));
    EXPECT_FALSE(stage.reads("ten"));
    for (const DrawnText& line : stage.texts()) EXPECT_LE(line.to.y, 60 + 40);
}

// Nothing of a text lies outside of its room.
TEST(PictureTextsInFilesTest, AreInTheSameRoom) {
    for (const bool in_lines : {false, true}) {
        PictureText text{{50, 60, 120, 80}, "all of the blocks of a level", "", white, 15, true,
                         in_lines};
        render::Image image({400, 300}, render::PixelFormat::rgb);
        write_texts(image, std::vector{text});
        int inside = 0, outside = 0;
        for (int y = 0; y < 300; ++y)
            for (int x = 0; x < 400; ++x)
                if (image.at(x, y) != render::Rgb8{})
                    ++(x >= 50 && x < 170 && y >= 60 && y < 140 ? inside : outside);
        EXPECT_EQ(inside > 0, in_lines) << "it is too wide for a line";
        EXPECT_EQ(outside, 0);
    }
}

}  // namespace
}  // namespace mariani::app
