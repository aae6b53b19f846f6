#include "app/files/own_file.hpp"
#include "tests/files/sandbox.hpp"

#include <csignal>
#include <grp.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mariani::app {
namespace {

using AtomicFileTest = Sandbox;

// Limits every file to some bytes, like a full disk.
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
    const auto error = [](const fs::path& path) {
        return error_of([&] { AtomicFile file(path); });
    };
    EXPECT_SAYS(error(folder / "missing" / "a.txt"), "there is no folder");
    EXPECT_SAYS(error(folder / "sub"), "it is a folder");
    EXPECT_SAYS(error(folder / "file" / "a.txt"), "is not a folder");
    EXPECT_SAYS(error(""), "file name is missing");
    EXPECT_SAYS(error("/dev/null"), "not a regular file");
    EXPECT_EQ(names_in(folder).size(), 2u);
}

// If run by root, who may write everywhere, as another user.
TEST_F(AtomicFileTest, RefusesAFolderThatCannotBeWritten) {
    constexpr uid_t nobody = 65534;
    fs::permissions(folder, static_cast<fs::perms>(0555));
    const bool root = geteuid() == 0;
    ASSERT_EQ(root ? seteuid(nobody) : 0, 0);
    const auto error = error_of([&] { AtomicFile file(folder / "a.txt"); });
    ASSERT_EQ(root ? seteuid(0) : 0, 0);
    EXPECT_SAYS(error, "permission denied");
    EXPECT_TRUE(names_in(folder).empty());
}

TEST_F(AtomicFileTest, FollowsALinkAndKeepsIt) {
    put(folder / "real", "old");
    fs::create_symlink(folder / "real", folder / "link");
    write_whole_file(folder / "link", "new");
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    EXPECT_EQ(text_of(folder / "real"), "new");
}

TEST_F(AtomicFileTest, MakesWhatALinkLeadsTo) {
    fs::create_directories(folder / "sub");
    fs::create_symlink("sub/second", folder / "first");  // relative, in a chain
    fs::create_symlink("real", folder / "sub" / "second");
    write_whole_file(folder / "first", "new");
    EXPECT_TRUE(fs::is_symlink(folder / "first"));
    EXPECT_TRUE(fs::is_symlink(folder / "sub" / "second"));
    EXPECT_FALSE(fs::is_symlink(folder / "sub" / "real"));
    EXPECT_EQ(text_of(folder / "sub" / "real"), "new");
    EXPECT_EQ(text_of(folder / "first"), "new");
}

TEST_F(AtomicFileTest, RefusesLinksThatLeadNowhere) {
    fs::create_symlink("two", folder / "one");
    fs::create_symlink("one", folder / "two");
    fs::create_symlink("missing/a.txt", folder / "lost");
    EXPECT_SAYS(error_of([&] { write_whole_file(folder / "one", "x"); }), "symbolic links");
    EXPECT_SAYS(error_of([&] { write_whole_file(folder / "lost", "x"); }), "there is no folder");
    EXPECT_TRUE(fs::is_symlink(folder / "one") && fs::is_symlink(folder / "lost"));
    EXPECT_EQ(names_in(folder).size(), 3u);
}

mode_t mode_of(const fs::path& path) {
    struct stat status {};
    EXPECT_EQ(stat(path.c_str(), &status), 0) << path;
    return status.st_mode & 07777;
}

TEST_F(AtomicFileTest, KeepsTheModeOfWhatItReplaces) {
    const mode_t before = umask(022);
    for (const mode_t mode : {0600u, 0644u, 0666u, 0777u, 0640u}) {
        put(folder / "a", "old");
        chmod((folder / "a").c_str(), mode);
        AtomicFile file(folder / "a");
        file.write("new");
        ASSERT_EQ(names_in(folder).size(), 2u);
        for (const auto& name : names_in(folder))  // nobody else can read it meanwhile
            EXPECT_EQ(mode_of(folder / name), name == "a" ? mode : 0600u);
        file.commit();
        EXPECT_EQ(mode_of(folder / "a"), mode);
        EXPECT_EQ(text_of(folder / "a"), "new");
    }
    write_whole_file(folder / "b", "new");
    EXPECT_EQ(mode_of(folder / "b"), 0644u);
    umask(before);
}

TEST_F(AtomicFileTest, KeepsTheOwnerOfWhatItReplaces) {
    if (geteuid() != 0) GTEST_SKIP() << "only root can write another user's file so";
    constexpr uid_t nobody = 65534;
    put(folder / "a", "old");
    ASSERT_EQ(chown((folder / "a").c_str(), nobody, nobody), 0);
    ASSERT_EQ(chmod((folder / "a").c_str(), 0640), 0);
    write_whole_file(folder / "a", "new");
    struct stat status {};
    ASSERT_EQ(stat((folder / "a").c_str(), &status), 0);
    EXPECT_EQ(status.st_uid, nobody);
    EXPECT_EQ(status.st_gid, nobody);
    EXPECT_EQ(mode_of(folder / "a"), 0640u);
}

// If the group cannot be kept, its rights must not go to another group.
TEST_F(AtomicFileTest, NeverWidensRights) {
    if (geteuid() != 0) GTEST_SKIP() << "only root can become another user";
    constexpr uid_t nobody = 65534;
    fs::permissions(folder, fs::perms::all);
    put(folder / "a", "old");
    ASSERT_EQ(chmod((folder / "a").c_str(), 0662), 0);
    const pid_t other = fork();
    if (other == 0) {
        if (setgid(nobody) != 0 || setgroups(0, nullptr) != 0 || setuid(nobody) != 0) _exit(2);
        write_whole_file(folder / "a", "new");
        _exit(0);
    }
    int status = -1;
    waitpid(other, &status, 0);
    ASSERT_EQ(status, 0);
    EXPECT_EQ(text_of(folder / "a"), "new");
    EXPECT_EQ(mode_of(folder / "a"), 0622u);
}

// A process that starts a file at this path and is killed before it commits.
void begin_and_die(const fs::path& path) {
    const pid_t writer = fork();
    if (writer == 0) {
        AtomicFile file(path);
        file.write("half");
        std::raise(SIGKILL);
    }
    int status = 0;
    waitpid(writer, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status));
}

TEST_F(AtomicFileTest, SweepsUpWhatAKillLeft) {
    begin_and_die(folder / "a");
    ASSERT_EQ(names_in(folder).size(), 1u);
    begin_and_die(folder / "b");
    ASSERT_EQ(names_in(folder).size(), 1u);
    write_whole_file(folder / "c", "new");
    EXPECT_EQ(names_in(folder), std::vector<std::string>{"c"});
}

TEST_F(AtomicFileTest, SweepsUpNothingElse) {
    fs::create_directories(folder / ".a.mariani-0123456789.part");
    put(folder / ".b.part", "another program's");
    put(folder / ".b.0123456789.part", "another program's");
    put(folder / ".b.mariani-012345678.part", "of another form");
    put(folder / "b.mariani-0123456789.part", "of another form");
    fs::create_symlink("b.part", folder / ".c.mariani-0123456789.part");
    ASSERT_EQ(mkfifo((folder / ".d.mariani-0123456789.part").c_str(), 0600), 0);
    AtomicFile running(folder / "running");  // another instance's, as its lock shows
    const auto before = names_in(folder).size();
    write_whole_file(folder / "new", "new");
    EXPECT_EQ(names_in(folder).size(), before + 1);
    running.write("whole");
    running.commit();
    EXPECT_EQ(text_of(folder / "running"), "whole");
}

// Many processes that start files and clean up at the same time: none removes another's file.
TEST_F(AtomicFileTest, ManyWritersLeaveEachOtherAlone) {
    std::vector<pid_t> writers;
    for (int number = 0; number < 8; ++number) {
        writers.push_back(fork());
        if (writers.back() != 0) continue;
        try {
            for (int i = 0; i < 100; ++i)
                write_whole_file(folder / std::to_string(number), std::to_string(i));
            _exit(0);
        } catch (const std::exception&) {
            _exit(1);
        }
    }
    for (const pid_t writer : writers) {
        int status = -1;
        waitpid(writer, &status, 0);
        EXPECT_EQ(status, 0);
    }
    EXPECT_EQ(names_in(folder).size(), 8u);
    for (int number = 0; number < 8; ++number)
        EXPECT_EQ(text_of(folder / std::to_string(number)), "99");
}

TEST_F(AtomicFileTest, TakesTheLongestName) {
    const auto path = folder / std::string(255, 'x');
    write_whole_file(path, "text");
    EXPECT_EQ(text_of(path), "text");
}

TEST_F(AtomicFileTest, TellsOfAFullDiskAndLeavesNothing) {
    const auto path = folder / "a.txt";
    put(path, "old");
    std::string error;
    {
        const FullDisk disk(10'000);
        error = error_of([&] { write_whole_file(path, std::string(100'000, 'x')); });
    }
    EXPECT_SAYS(error, "cannot write " + path.string());
    EXPECT_SAYS(error, "choose another folder");
    EXPECT_EQ(text_of(path), "old");
    EXPECT_EQ(names_in(folder).size(), 1u);
}

TEST_F(AtomicFileTest, ReadsWithinALimit) {
    put(folder / "a", "12345");
    EXPECT_EQ(read_whole_file(folder / "a", 5), "12345");
    EXPECT_SAYS(error_of([&] { read_whole_file(folder / "a", 4); }), "larger than the 4 bytes");
    EXPECT_SAYS(error_of([&] { read_whole_file(folder / "b", 4); }), "no such file");
    EXPECT_SAYS(error_of([&] { read_whole_file(folder, 4); }), "a folder");
}

TEST_F(AtomicFileTest, KeepsDamagedFilesApart) {
    for (const std::string text : {"one", "two", "three"}) {
        put(folder / "a", text);
        move_aside(folder / "a");
    }
    EXPECT_FALSE(fs::exists(folder / "a"));
    EXPECT_EQ(text_of(folder / "a.damaged-1"), "one");
    EXPECT_EQ(text_of(folder / "a.damaged-2"), "two");
    EXPECT_EQ(text_of(folder / "a.damaged-3"), "three");
}

}  // namespace
}  // namespace mariani::app
