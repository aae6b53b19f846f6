// The recent views and files: newest first, shared between instances, whatever the file holds.
#include "app/files/recent.hpp"

#include "app/files/folders.hpp"
#include "app/files/own_file.hpp"
#include "tests/files/sandbox.hpp"
#include "tests/model/many_digits.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace mariani::app {
namespace {

VisitedView view(double re) {
    return {{{re, 0.13182590420531198}, 1.25e-9}, 700};
}

class RecentTest : public Sandbox {
  protected:
    static std::filesystem::path file() { return data_folder() / "recent.toml"; }
};

TEST_F(RecentTest, WithoutAFileThereIsNothing) {
    const Recent recent;
    EXPECT_EQ(recent.lists(), RecentLists{});
    EXPECT_TRUE(recent.messages().empty());
}

TEST_F(RecentTest, WhatIsAddedComesFirstAndIsThereAgain) {
    Recent recent;
    recent.visited(view(-0.1));
    recent.visited(view(-0.74364386269 + 1e-16));
    recent.opened("/pictures/a b \"ö\".png");
    const RecentLists expected{{view(-0.74364386269 + 1e-16), view(-0.1)},
                               {"/pictures/a b \"ö\".png"}};
    EXPECT_EQ(recent.lists(), expected);
    EXPECT_EQ(Recent().lists(), expected);
}

TEST_F(RecentTest, KeepsTheCOfAJuliaSet) {
    const VisitedView julia{{{0, 0}, 0.5, PlanePoint{-0.8, 1.0 / 3}}, 300};
    Recent().visited(julia);
    EXPECT_EQ(Recent().lists().views, std::vector{julia});
}

TEST_F(RecentTest, WhatIsThereAlreadyMovesToTheFront) {
    Recent recent;
    for (const double re : {-0.1, -0.2, -0.1}) recent.visited(view(re));
    for (const char* path : {"/a.png", "/b.png", "/a.png"}) recent.opened(path);
    EXPECT_EQ(recent.lists(), (RecentLists{{view(-0.1), view(-0.2)}, {"/a.png", "/b.png"}}));
}

TEST_F(RecentTest, AViewTakesAnothersPlace) {
    Recent recent;
    for (const double re : {-0.1, -0.2}) recent.visited(view(re));
    recent.visited(view(-0.3), view(-0.2));
    EXPECT_EQ(recent.lists().views, (std::vector{view(-0.3), view(-0.1)}));
    EXPECT_EQ(Recent().lists(), recent.lists());
}

TEST_F(RecentTest, TheOldestAreLeftOut) {
    Recent recent;
    for (int i = 0; i < 25; ++i) recent.visited(view(0.01 * i));
    for (int i = 0; i < 25; ++i) recent.opened(fmt::format("/{}", i));
    const auto lists = Recent().lists();
    ASSERT_EQ(lists.views.size(), Recent::most_views);
    EXPECT_EQ(lists.views.front(), view(0.24));
    EXPECT_EQ(lists.views.back(), view(0.05));
    ASSERT_EQ(lists.files.size(), Recent::most_files);
    EXPECT_EQ(lists.files.front(), "/24");
}

TEST_F(RecentTest, InstancesKeepEachOthersAdditions) {
    Recent one, other;
    one.visited(view(-0.1));
    other.visited(view(-0.2));
    one.opened("/a.png");
    EXPECT_EQ(one.lists(), (RecentLists{{view(-0.2), view(-0.1)}, {"/a.png"}}));
}

TEST_F(RecentTest, ForgettingLeavesNothing) {
    Recent recent;
    recent.visited(view(-0.1));
    recent.opened("/a.png");
    recent.forget();
    EXPECT_EQ(recent.lists(), RecentLists{});
    EXPECT_EQ(Recent().lists(), RecentLists{});
}

TEST_F(RecentTest, APathThatCannotBeShownIsNotKept) {
    Recent recent;
    for (const std::string& path :
         {std::string("/a\nb"), std::string("relative"), std::string(), std::string(5000, '/')})
        recent.opened(path);
    EXPECT_TRUE(recent.lists().files.empty());
    EXPECT_TRUE(Recent().messages().empty());
}

TEST_F(RecentTest, ADamagedFileIsKeptAside) {
    for (const char* text : {"view = 3", "[[view]]\ncenter = '0,0'", "[[view]]\ncenter = 'x'",
                             "[[view]]\ncenter = '0,0'\nheight = -1.0",
                             "[[view]]\ncenter = '0,0'\nheight = 1.0\ndwell = 0", "view = [1]",
                             "[[file]]\npath = 'relative'", "[[file]]\npath = '/a\\u001b'\n]"}) {
        write_whole_file(file(), text);
        const Recent recent;
        EXPECT_EQ(recent.lists(), RecentLists{}) << text;
        ASSERT_EQ(recent.messages().size(), 1u) << text;
        EXPECT_NE(recent.messages()[0].find("recent.toml.damaged-"), std::string::npos);
        EXPECT_FALSE(std::filesystem::exists(file()));
    }
}

TEST_F(RecentTest, AFileDamagedMeanwhileIsNotOverwritten) {
    Recent recent;
    write_whole_file(file(), "view = 3");
    EXPECT_THROW(recent.visited(view(0)), std::runtime_error);
    EXPECT_EQ(read_whole_file(file(), 100), "view = 3");
    EXPECT_EQ(recent.lists(), RecentLists{});
}

TEST_F(RecentTest, ViewsKeepEveryDigit) {
    Recent recent;
    for (int decades = 99'970; decades < 99'990; ++decades)
        recent.visited({deep_view(decades), 700});
    EXPECT_EQ(Recent().lists().views.size(), Recent::most_views);
    EXPECT_EQ(Recent().lists(), recent.lists());
}

}  // namespace
}  // namespace mariani::app
