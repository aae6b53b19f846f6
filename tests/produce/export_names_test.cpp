#include "app/produce/export_names.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

class ExportNamesTest : public testing::Test {
  protected:
    void SetUp() override {
        std::string name = testing::TempDir() + "export-names-XXXXXX";
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder_ = name;
        exports_.folder = (folder_ / "made" / "anew").string();
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::filesystem::path folder_;
    ExportSettings exports_;
    ExportNames names_;
};

TEST_F(ExportNamesTest, CarryTheTimeAndLieInTheFolder) {
    const auto path = names_.next(exports_, ".png");
    EXPECT_EQ(path.parent_path(), exports_.folder);
    EXPECT_TRUE(std::filesystem::is_directory(exports_.folder));
    std::string name = path.filename().string();
    std::ranges::replace_if(
        name, [](char c) { return c >= '0' && c <= '9'; }, '0');
    EXPECT_EQ(name, "mariani-00000000-000000.png");
}

TEST_F(ExportNamesTest, AreNeverGivenTwice) {
    std::set<std::filesystem::path> given;
    for (int i = 0; i < 20; ++i) EXPECT_TRUE(given.insert(names_.next(exports_, ".png")).second);
}

TEST_F(ExportNamesTest, NeverNameAFileThatIsThere) {
    for (int i = 0; i < 20; ++i) {
        const auto path = ExportNames().next(exports_, ".png");
        EXPECT_FALSE(std::filesystem::exists(path));
        std::ofstream(path) << "a picture";
    }
}

TEST_F(ExportNamesTest, SayWhichFolderCannotBeMade) {
    std::ofstream(folder_ / "file") << "in the way";
    exports_.folder = (folder_ / "file" / "folder").string();
    try {
        names_.next(exports_, ".png");
        FAIL();
    } catch (const std::runtime_error& error) {
        EXPECT_NE(std::string(error.what()).find(exports_.folder), std::string::npos);
    }
}

}  // namespace
}  // namespace mariani::app
