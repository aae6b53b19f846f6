#include "app/files/folders.hpp"

#include "tests/files/sandbox.hpp"

namespace mariani::app {
namespace {

using FoldersTest = Sandbox;

TEST_F(FoldersTest, AreMadeOnDemandWhereXdgSays) {
    EXPECT_FALSE(fs::exists(folder / "config"));
    EXPECT_EQ(config_folder(), folder / "config" / "mariani");
    EXPECT_EQ(data_folder(), folder / "data" / "mariani");
    EXPECT_TRUE(fs::is_directory(folder / "config" / "mariani"));
    EXPECT_TRUE(fs::is_directory(folder / "data" / "mariani"));
}

TEST_F(FoldersTest, IgnoreRelativePaths) {
    const Variable relative("XDG_CONFIG_HOME", "here");
    EXPECT_EQ(user_folders().config, folder / "home" / ".config" / "mariani");
}

TEST_F(FoldersTest, FindThePicturesOfTheDesktop) {
    EXPECT_EQ(pictures_folder(), folder / "home" / "Pictures");
    put(folder / "config" / "user-dirs.dirs",
        "# a comment\nXDG_MUSIC_DIR=\"$HOME/Musik\"\nXDG_PICTURES_DIR=\"$HOME/Bilder\"\n");
    EXPECT_EQ(pictures_folder(), folder / "home" / "Bilder");
    put(folder / "config" / "user-dirs.dirs", "XDG_PICTURES_DIR=\"\nXDG_PICTURES_DIR=\"x\"\n");
    EXPECT_EQ(pictures_folder(), folder / "home" / "Pictures");
}

TEST_F(FoldersTest, TellWhenTheyCannotBeMade) {
    put(folder / "config", "a file");
    EXPECT_SAYS(error_of([] { config_folder(); }), "cannot make the folder");
}

TEST_F(FoldersTest, DataComesFromTheFirstRootThatHasIt) {
    EXPECT_TRUE(fs::is_directory(data_file("assets/palettes")));
    put(folder / "own" / "assets" / "palettes" / "mine.map", "0 0 0\n");
    const Variable own("MARIANI_DATA", (folder / "own").string());
    EXPECT_EQ(data_file("assets/palettes"), folder / "own" / "assets" / "palettes");
    EXPECT_TRUE(fs::is_directory(data_file("shaders")));  // not in the first root
}

TEST_F(FoldersTest, MissingDataIsToldWithEveryPlaceSearched) {
    const Variable own("MARIANI_DATA", (folder / "own").string());
    const auto error = error_of([] { data_file("assets/nothing"); });
    EXPECT_SAYS(error, "assets/nothing");
    EXPECT_SAYS(error, (folder / "own").string());
    EXPECT_SAYS(error, "MARIANI_DATA");
}

}  // namespace
}  // namespace mariani::app
