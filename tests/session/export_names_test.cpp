#include "app/session/export_names.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <stdexcept>

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
    EXPECT_TRUE(
        std::regex_match(path.filename().string(), std::regex("mariani-[0-9]{8}-[0-9]{6}\\.png")))
        << path;
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
