#include "app/files/journal.hpp"

#include "tests/files/sandbox.hpp"

#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mariani::app {
namespace {

using JournalTest = Sandbox;

TEST_F(JournalTest, GrowsByRowsThatAreThereAtOnce) {
    const auto path = folder / "a.csv";
    Journal journal(path, 1000);
    EXPECT_EQ(journal.found(), "");
    journal.append("one\n");
    EXPECT_EQ(text_of(path), "one\n");
    journal.append("two\nthree\n");
    EXPECT_EQ(text_of(path), "one\ntwo\nthree\n");
}

TEST_F(JournalTest, IsClosedAfterEveryRow) {
    const auto path = folder / "a.json";
    Journal journal(path, 1000);
    journal.append("[\n1", "\n]\n");
    EXPECT_EQ(text_of(path), "[\n1\n]\n");
    journal.append(",\n2", "\n]\n");
    EXPECT_EQ(text_of(path), "[\n1,\n2\n]\n");
}

TEST_F(JournalTest, ChangesNothingUntilItIsTakenOver) {
    const auto path = folder / "a.csv";
    put(path, "one\nhalf a ro");
    {
        Journal journal(path, 1000);
        EXPECT_EQ(journal.found(), "one\nhalf a ro");
        EXPECT_EQ(text_of(path), "one\nhalf a ro");
    }
    EXPECT_EQ(text_of(path), "one\nhalf a ro");
    Journal journal(path, 1000);
    journal.resume_after(4);
    EXPECT_EQ(text_of(path), "one\n");
    journal.append("two\n");
    EXPECT_EQ(text_of(path), "one\ntwo\n");
}

TEST_F(JournalTest, WithoutARowLeavesNoNewFile) {
    put(folder / "empty.csv", "");
    { Journal made(folder / "a.csv", 1000), there(folder / "empty.csv", 1000); }
    EXPECT_EQ(names_in(folder), std::vector<std::string>{"empty.csv"});
}

TEST_F(JournalTest, RefusesWhatItCannotTake) {
    put(folder / "large.csv", "12345");
    ASSERT_EQ(mkfifo((folder / "pipe.csv").c_str(), 0600), 0);
    const auto error = [](const fs::path& path) {
        return error_of([&] { Journal journal(path, 4); });
    };
    EXPECT_SAYS(error(folder / "large.csv"), "larger than the 4 bytes");
    EXPECT_EQ(text_of(folder / "large.csv"), "12345");
    EXPECT_SAYS(error(folder / "pipe.csv"), "not a regular file");
    EXPECT_SAYS(error(folder), "it is a folder");
    EXPECT_SAYS(error(folder / "missing" / "a.csv"), "there is no folder");
}

TEST_F(JournalTest, IsOneProcessesAtATime) {
    const auto path = folder / "a.csv";
    Journal journal(path, 1000);
    EXPECT_SAYS(error_of([&] { Journal other(path, 1000); }), "another process is writing");
    journal.append("one\n");
    EXPECT_EQ(text_of(path), "one\n");
}

// Many processes that create, lock and remove the same file: what one has appended stays.
TEST_F(JournalTest, LosesNoRowToOthersThatOpenAndLeaveIt) {
    const auto path = folder / "a.csv";
    std::vector<pid_t> others;
    for (int number = 0; number < 4; ++number) {
        others.push_back(fork());
        if (others.back() != 0) continue;
        int appended = 0;
        for (int i = 0; i < 500; ++i) {
            try {
                Journal journal(path, 1 << 20);
                if (i % 50 != number) continue;
                journal.append("row\n");
                ++appended;
            } catch (const std::runtime_error&) {
                // another process has it
            }
        }
        _exit(appended);
    }
    int appended = 0;
    for (const pid_t other : others) {
        int status = 0;
        waitpid(other, &status, 0);
        ASSERT_TRUE(WIFEXITED(status));
        appended += WEXITSTATUS(status);
    }
    std::string expected;
    for (int i = 0; i < appended; ++i) expected += "row\n";
    EXPECT_GT(appended, 0);
    EXPECT_EQ(text_of(path), expected);
}

TEST_F(JournalTest, StaysWholeOnAFullDisk) {
    std::signal(SIGXFSZ, SIG_IGN);
    const auto path = folder / "a.json";
    Journal journal(path, 1000);
    journal.append("[\n1", "\n]\n");
    rlimit old{};
    getrlimit(RLIMIT_FSIZE, &old);
    const rlimit limit{20, old.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
    const auto error = error_of([&] { journal.append(",\n" + std::string(30, '2'), "\n]\n"); });
    setrlimit(RLIMIT_FSIZE, &old);
    EXPECT_SAYS(error, "cannot write " + path.string());
    EXPECT_EQ(text_of(path), "[\n1\n]\n");
    journal.append(",\n2", "\n]\n");
    EXPECT_EQ(text_of(path), "[\n1,\n2\n]\n");
}

}  // namespace
}  // namespace mariani::app
