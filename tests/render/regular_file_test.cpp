#include "render/files/regular_file.hpp"

#include "tests/render/scene.hpp"

#include <array>
#include <fstream>
#include <sys/stat.h>

#include <gtest/gtest.h>

namespace mariani::render {
namespace {

class RegularFileTest : public testing::Test {
  protected:
    std::string error_of(const std::filesystem::path& path) const {
        try {
            read_whole_file(path, 10);
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return "";
    }
    test::TemporaryFolder folder_;
};

TEST_F(RegularFileTest, IsReadInPartsUpToItsEnd) {
    std::ofstream(folder_ / "a") << "0123456789";
    RegularFile file(folder_ / "a", 10);
    EXPECT_EQ(file.size(), 10);
    std::array<std::byte, 7> part{};
    EXPECT_EQ(file.read(part), 7u);
    EXPECT_EQ(file.read(part), 3u);
    EXPECT_EQ(part[2], std::byte{'9'});
    EXPECT_EQ(file.read(part), 0u);
}

TEST_F(RegularFileTest, MayNotGrowBeyondItsLimitWhileItIsRead) {
    std::ofstream(folder_ / "a") << "0123456789";
    RegularFile file(folder_ / "a", 10);
    std::ofstream(folder_ / "a", std::ios::app) << "x";
    std::array<std::byte, 20> all{};
    EXPECT_THROW(file.read(all), FileTooLarge);
    EXPECT_THROW(read_whole_file(folder_ / "a", 10), FileTooLarge);
}

TEST_F(RegularFileTest, FollowsLinksButNotToWhatIsNoFile) {
    std::ofstream(folder_ / "a") << "text";
    std::filesystem::create_symlink("a", folder_ / "link");
    EXPECT_EQ(read_whole_file(folder_ / "link", 10), "text");
    std::filesystem::create_symlink("/dev/zero", folder_ / "zero");
    EXPECT_EQ(error_of(folder_ / "zero"),
              "cannot read " + (folder_ / "zero").string() + ": it is not a regular file");
    ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
    EXPECT_NE(error_of(folder_ / "pipe").find("not a regular file"), std::string::npos);
    EXPECT_NE(error_of(folder_.path()).find("it is a folder"), std::string::npos);
    EXPECT_NE(error_of(folder_ / "none").find("there is no such file"), std::string::npos);
}

// Kernel files have a size of 0 until they are read.
TEST_F(RegularFileTest, NeedsNotStateItsSize) {
    EXPECT_FALSE(read_whole_file("/proc/self/status", 1 << 20).empty());
}

TEST(BytesInWords, NameTheLargestUnitThatIsExact) {
    EXPECT_EQ(bytes_text(0), "0 bytes");
    EXPECT_EQ(bytes_text(1023), "1023 bytes");
    EXPECT_EQ(bytes_text(64 << 10), "64 KiB");
    EXPECT_EQ(bytes_text(4 << 20), "4 MiB");
    EXPECT_EQ(bytes_text(std::int64_t{3} << 30), "3 GiB");
}

}  // namespace
}  // namespace mariani::render
