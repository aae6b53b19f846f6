#include "app/files/bookmarks.hpp"

#include "tests/files/sandbox.hpp"
#include "tests/model/many_digits.hpp"

namespace mariani::app {
namespace {

class BookmarksTest : public Sandbox {
  protected:
    BookmarksTest() {
        put(folder / "program" / "assets" / "views" / "all.toml", R"(
[[view]]
name = "elephant"
title = "Elephant valley"
center = "0.3,0.01"
height = 0.02
dwell = 4096

[[view]]
name = "paper"
title = "The papers' view"
center = "-0.5,0"
height = 2.0
)");
    }

    fs::path own() const { return folder / "data" / "mariani" / "bookmarks.toml"; }

    Variable program{"MARIANI_DATA", (folder / "program").string()};
    const View here{{-0.1234567890123456, 1.0 / 3}, 1e-12 / 7};
};

TEST_F(BookmarksTest, ShippedOnesComeWithPaperFirst) {
    const Bookmarks bookmarks;
    ASSERT_EQ(bookmarks.all().size(), 2u);
    EXPECT_EQ(bookmarks.all()[0],
              (Bookmark{"paper", "The papers' view", {{-0.5, 0}, 2}, 512, true}));
    EXPECT_EQ(bookmarks.all()[1],
              (Bookmark{"elephant", "Elephant valley", {{0.3, 0.01}, 0.02}, 4096, true}));
    EXPECT_EQ(bookmarks.find("nowhere"), nullptr);
}

TEST_F(BookmarksTest, OwnOnesAreKeptExactly) {
    Bookmarks bookmarks;
    bookmarks.add("mine, \"quoted\" \xc3\xa4", here, 10'000'000);
    const Bookmarks again;
    ASSERT_EQ(again.all().size(), 3u);
    EXPECT_EQ(again.all(), bookmarks.all());
    EXPECT_EQ(again.all()[2], (Bookmark{"mine, \"quoted\" \xc3\xa4", "mine, \"quoted\" \xc3\xa4",
                                        here, 10'000'000, false}));
    EXPECT_SAYS(text_of(own()),
                "\ncenter = '-0.1234567890123456,0.3333333333333333'\ndwell = 10000000\n");
}

TEST_F(BookmarksTest, KeepTheCOfAJuliaSet) {
    const View julia{{0, 0}, 3.6, PlanePoint{-0.8, 1.0 / 3}};
    Bookmarks bookmarks;
    bookmarks.add("dust", julia, 300);
    EXPECT_EQ(Bookmarks().find("dust")->view, julia);
    EXPECT_SAYS(text_of(own()), "julia = '-0.8,0.3333333333333333'");
}

TEST_F(BookmarksTest, KeepTheirColours) {
    render::Colouring colouring;
    colouring.palette = "viridis";
    colouring.mapping = render::Mapping::equalised;
    colouring.offset = 1.0 / 3;
    colouring.shaded = true;
    Bookmarks bookmarks;
    bookmarks.add("green", here, 512, colouring);
    bookmarks.add("as it comes", here, 512);
    EXPECT_EQ(Bookmarks().find("green")->colouring, colouring);
    EXPECT_EQ(Bookmarks().find("as it comes")->colouring, std::nullopt);
    EXPECT_EQ(Bookmarks().find("paper")->colouring, std::nullopt);
    put(own(),
        "[[view]]\nname = \"x\"\ncenter = \"0,0\"\nheight = 1\n"
        "colouring = {offset = 7}\n");
    const Bookmarks damaged;
    ASSERT_EQ(damaged.messages().size(), 1u);
    EXPECT_SAYS(damaged.messages()[0], "colouring");
}

TEST_F(BookmarksTest, CanBeRenamedAndRemoved) {
    Bookmarks bookmarks;
    bookmarks.add("one", here, 512);
    bookmarks.add("two", here, 512);
    bookmarks.rename("one", "three");
    bookmarks.remove("two");
    const Bookmarks again;
    EXPECT_NE(again.find("three"), nullptr);
    EXPECT_EQ(again.find("one"), nullptr);
    EXPECT_EQ(again.find("two"), nullptr);
}

TEST_F(BookmarksTest, WhatWasRemovedIsPutBackInItsPlace) {
    Bookmarks bookmarks;
    for (const char* name : {"one", "two", "three"}) bookmarks.add(name, here, 512);
    const auto before = bookmarks.all();
    const auto removed = bookmarks.remove("two");
    bookmarks.put_back(removed);
    EXPECT_EQ(bookmarks.all(), before);
    EXPECT_EQ(Bookmarks().all(), before);
    EXPECT_SAYS(error_of([&] { bookmarks.put_back(removed); }), "already");
}

TEST_F(BookmarksTest, NamesThatMayNotBeChangeNothing) {
    Bookmarks bookmarks;
    bookmarks.add("one", here, 512);
    const auto before = text_of(own());
    EXPECT_SAYS(error_of([&] { bookmarks.add("one", here, 512); }), "already");
    EXPECT_SAYS(error_of([&] { bookmarks.add("paper", here, 512); }), "already");
    EXPECT_SAYS(error_of([&] { bookmarks.add("", here, 512); }), "1 to 100");
    EXPECT_SAYS(error_of([&] { bookmarks.add("a\nb", here, 512); }), "one line");
    EXPECT_SAYS(error_of([&] { bookmarks.add(std::string(101, 'x'), here, 512); }), "100");
    EXPECT_SAYS(error_of([&] { bookmarks.remove("paper"); }), "not one of your bookmarks");
    EXPECT_SAYS(error_of([&] { bookmarks.remove("zwei"); }), "not one of your bookmarks");
    EXPECT_SAYS(error_of([&] { bookmarks.rename("paper", "x"); }), "not one of your bookmarks");
    EXPECT_SAYS(error_of([&] { bookmarks.rename("one", "paper"); }), "already");
    EXPECT_EQ(text_of(own()), before);
    EXPECT_EQ(bookmarks.all().size(), 3u);
}

TEST_F(BookmarksTest, ThatCannotBeWrittenChangeNothing) {
    Bookmarks bookmarks;
    fs::create_directories(own());
    EXPECT_SAYS(error_of([&] { bookmarks.add("one", here, 512); }), "not a regular file");
    EXPECT_EQ(bookmarks.all().size(), 2u);
}

TEST_F(BookmarksTest, DamagedOwnOnesAreKeptAsideAndTold) {
    for (const std::string damaged :
         {"[[view]]\nname = \"good\"\ncenter = \"0,0\"\nheight = 1\n[[view]]\nname = \"bad\"\n",
          "view = 3\n", "[[view]\n", "[[view]]\nname=\"x\"\ncenter=\"0,0\"\nheight=-1\n",
          "[[view]]\nname=\"x\"\ncenter=\"0,0\"\nheight=1\ndwell=0\n"}) {
        put(own(), damaged);
        const Bookmarks bookmarks;
        EXPECT_EQ(bookmarks.all().size(), 2u);
        ASSERT_EQ(bookmarks.messages().size(), 1u) << damaged;
        EXPECT_SAYS(bookmarks.messages()[0], "damaged-");
        EXPECT_FALSE(fs::exists(own()));
    }
    EXPECT_EQ(names_in(own().parent_path()).size(), 5u);
}

TEST_F(BookmarksTest, DamagedShippedOnesAreAnErrorThatNamesTheFile) {
    const auto file = folder / "program" / "assets" / "views" / "bad.toml";
    put(file, "name = \"x\"\ncenter = \"0\"\nheight = 1\n");
    EXPECT_SAYS(error_of([] { Bookmarks bookmarks; }), file.string());
}

TEST_F(BookmarksTest, KeepEveryDigit) {
    Bookmarks bookmarks;
    for (const int decades : {400, 99'000, 99'990})
        bookmarks.add(std::to_string(decades), deep_view(decades), 1000);
    EXPECT_EQ(Bookmarks().all(), bookmarks.all());
    EXPECT_EQ(Bookmarks().find("99990")->view, deep_view(99'990));
    EXPECT_SAYS(text_of(own()), "height = '2.5e-400'\n");
}

}  // namespace
}  // namespace mariani::app
