#include "app/files/atomic_file.hpp"

#include "tests/files/sandbox.hpp"

#include <csignal>
#include <sys/resource.h>
#include <unistd.h>

namespace mariani::app {
namespace {

using AtomicFileTest = Sandbox;

// Makes every file end after some bytes, as a full disk does.
class FullDisk {
  public:
    explicit FullDisk(rlim_t bytes) {
        std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &old_);
        const rlimit limit{bytes, old_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FullDisk() { setrlimit(RLIMIT_FSIZE, &old_); }

  private:
    rlimit old_{};
};

TEST_F(AtomicFileTest, AppearsOnlyWhenCommitted) {
    const auto path = folder / "a.txt";
    AtomicFile file(path);
    file.write("hello ");
    file.write("world");
    EXPECT_FALSE(fs::exists(path));
    file.commit();
    EXPECT_EQ(text_of(path), "hello world");
    EXPECT_EQ(names_in(folder).size(), 1u);
}

TEST_F(AtomicFileTest, LeavesNothingWithoutCommit) {
    const auto path = folder / "a.txt";
    put(path, "old");
    {
        AtomicFile file(path);
        file.write("new");
    }
    EXPECT_EQ(text_of(path), "old");
    EXPECT_EQ(names_in(folder).size(), 1u);
}

TEST_F(AtomicFileTest, WritesAtAnyPlace) {
    AtomicFile file(folder / "a.txt");
    const std::string back = "back", front = "front";
    file.write_at(5, std::as_bytes(std::span(back)));
    file.write_at(0, std::as_bytes(std::span(front)));
    file.commit();
    EXPECT_EQ(text_of(folder / "a.txt"), "frontback");
}

TEST_F(AtomicFileTest, RefusesPlacesThatCannotTakeAFile) {
    fs::create_directories(folder / "sub");
    put(folder / "file", "x");
    const auto refusal = [](const fs::path& path) {
        return refusal_of([&] { AtomicFile file(path); });
    };
    EXPECT_SAYS(refusal(folder / "missing" / "a.txt"), "there is no folder");
    EXPECT_SAYS(refusal(folder / "sub"), "it is a folder");
    EXPECT_SAYS(refusal(folder / "file" / "a.txt"), "is not a folder");
    EXPECT_SAYS(refusal(""), "file name is missing");
    EXPECT_SAYS(refusal("/dev/null"), "not a regular file");
    EXPECT_EQ(names_in(folder).size(), 2u);
}

// For root, who may write everywhere, as another user.
TEST_F(AtomicFileTest, RefusesAFolderThatCannotBeWritten) {
    constexpr uid_t nobody = 65534;
    fs::permissions(folder, static_cast<fs::perms>(0555));
    const bool root = geteuid() == 0;
    ASSERT_EQ(root ? seteuid(nobody) : 0, 0);
    const auto refusal = refusal_of([&] { AtomicFile file(folder / "a.txt"); });
    ASSERT_EQ(root ? seteuid(0) : 0, 0);
    EXPECT_SAYS(refusal, "permission denied");
    EXPECT_TRUE(names_in(folder).empty());
}

TEST_F(AtomicFileTest, FollowsALinkAndKeepsIt) {
    put(folder / "real", "old");
    fs::create_symlink(folder / "real", folder / "link");
    write_whole_file(folder / "link", "new");
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    EXPECT_EQ(text_of(folder / "real"), "new");
}

TEST_F(AtomicFileTest, TakesTheLongestName) {
    const auto path = folder / std::string(255, 'x');
    write_whole_file(path, "text");
    EXPECT_EQ(text_of(path), "text");
}

TEST_F(AtomicFileTest, TellsOfAFullDiskAndLeavesNothing) {
    const auto path = folder / "a.txt";
    put(path, "old");
    std::string refusal;
    {
        const FullDisk disk(10'000);
        refusal = refusal_of([&] { write_whole_file(path, std::string(100'000, 'x')); });
    }
    EXPECT_SAYS(refusal, "cannot write " + path.string());
    EXPECT_SAYS(refusal, "choose another folder");
    EXPECT_EQ(text_of(path), "old");
    EXPECT_EQ(names_in(folder).size(), 1u);
}

TEST_F(AtomicFileTest, ReadsWithinALimit) {
    put(folder / "a", "12345");
    EXPECT_EQ(read_whole_file(folder / "a", 5), "12345");
    EXPECT_SAYS(refusal_of([&] { read_whole_file(folder / "a", 4); }), "larger than the 4 bytes");
    EXPECT_SAYS(refusal_of([&] { read_whole_file(folder / "b", 4); }), "no such file");
    EXPECT_SAYS(refusal_of([&] { read_whole_file(folder, 4); }), "not a regular file");
}

TEST_F(AtomicFileTest, KeepsDamagedFilesApart) {
    for (const std::string text : {"one", "two", "three"}) {
        put(folder / "a", text);
        keep_aside(folder / "a");
    }
    EXPECT_FALSE(fs::exists(folder / "a"));
    EXPECT_EQ(text_of(folder / "a.damaged-1"), "one");
    EXPECT_EQ(text_of(folder / "a.damaged-2"), "two");
    EXPECT_EQ(text_of(folder / "a.damaged-3"), "three");
}

}  // namespace
}  // namespace mariani::app
