// Instances of the program that change the user's files at the same time.
#include "app/files/bookmarks.hpp"
#include "app/files/own_file.hpp"
#include "app/measure/tunings.hpp"
#include "tests/files/sandbox.hpp"

#include <functional>
#include <sys/wait.h>
#include <unistd.h>

namespace mariani::app {
namespace {

constexpr int instances = 3, changes = 5;

class SharingTest : public Sandbox {
  protected:
    SharingTest() {
        put(folder / "program" / "assets" / "views" / "paper.toml",
            "name = \"paper\"\ntitle = \"The papers' view\"\ncenter = \"-0.5,0\"\nheight = 2.0\n");
    }

    // Runs it in separate processes, all of which read the file before any of them changes it.
    template <typename Shared>
    static void run_side_by_side(const std::function<void(Shared&, int instance, int i)>& change) {
        int ready[2], go[2];
        ASSERT_EQ(pipe(ready), 0);
        ASSERT_EQ(pipe(go), 0);
        std::vector<pid_t> all;
        for (int instance = 0; instance < instances; ++instance) {
            all.push_back(fork());
            if (all.back() != 0) continue;
            close(go[1]);
            Shared shared;
            char byte = 0;
            if (write(ready[1], &byte, 1) != 1 || read(go[0], &byte, 1) != 0) _exit(2);
            for (int i = 0; i < changes; ++i) until_done([&] { change(shared, instance, i); });
            _exit(0);
        }
        char byte = 0;
        for (int i = 0; i < instances; ++i) ASSERT_EQ(read(ready[0], &byte, 1), 1);
        for (const int end : {ready[0], ready[1], go[0], go[1]}) close(end);
        for (const pid_t one : all) {
            int status = -1;
            waitpid(one, &status, 0);
            EXPECT_EQ(status, 0);
        }
    }

    // On a slow machine an instance waits for the lock longer than a window is allowed to.
    static void until_done(const std::function<void()>& change) {
        for (bool done = false; !done;) {
            try {
                change();
                done = true;
            } catch (const std::runtime_error& error) {
                if (!std::string(error.what()).ends_with("try again in a moment")) _exit(1);
            }
        }
    }

    Variable program{"MARIANI_DATA", (folder / "program").string()};
};

TEST_F(SharingTest, NoBookmarkIsLost) {
    run_side_by_side<Bookmarks>([](Bookmarks& bookmarks, int instance, int i) {
        bookmarks.add("view " + std::to_string(instance) + "." + std::to_string(i), {{0, 0}, 1},
                      100);
    });
    const Bookmarks bookmarks;
    EXPECT_EQ(bookmarks.all().size(), 1u + instances * changes);
    EXPECT_TRUE(bookmarks.messages().empty());
}

TEST_F(SharingTest, NoTuningIsLost) {
    run_side_by_side<Tunings>([](Tunings& tunings, int instance, int i) {
        Tuning tuning;
        tuning.where.device = "device " + std::to_string(instance);
        tuning.where.height_decade = i;
        tuning.best = {{4, 2, 8}, {16, 16}};
        tuning.date = "2026-01-31";
        tunings.remember(tuning);
    });
    const Tunings tunings;
    EXPECT_EQ(tunings.all().size(), static_cast<std::size_t>(instances * changes));
    EXPECT_TRUE(tunings.messages().empty());
}

TEST_F(SharingTest, ChangesAreMadeToWhatIsThereNow) {
    Bookmarks one, other;
    one.add("a", {{0, 0}, 1}, 100);
    one.add("b", {{0, 0}, 1}, 100);
    other.add("c", {{0, 0}, 1}, 100);
    EXPECT_SAYS(error_of([&] { other.add("a", {{1, 0}, 1}, 100); }), "there is a bookmark a");
    other.remove("a");
    one.rename("c", "d");
    EXPECT_SAYS(error_of([&] { one.remove("a"); }), "a is not one of your bookmarks");
    const Bookmarks now;
    ASSERT_EQ(now.all().size(), 3u);
    EXPECT_NE(now.find("b"), nullptr);
    EXPECT_NE(now.find("d"), nullptr);
    EXPECT_EQ(one.all(), now.all());
}

// A file damaged meanwhile stays where its author can repair it.
TEST_F(SharingTest, DamagedBookmarksAreNotReplaced) {
    Bookmarks bookmarks;
    bookmarks.add("a", {{0, 0}, 1}, 100);
    const auto path = folder / "data" / "mariani" / "bookmarks.toml";
    put(path, text_of(path) + "[[view\n");
    const auto damaged = text_of(path);
    EXPECT_SAYS(error_of([&] { bookmarks.add("b", {{0, 0}, 1}, 100); }), path.string());
    EXPECT_EQ(text_of(path), damaged);
    EXPECT_EQ(bookmarks.find("b"), nullptr);
    EXPECT_NE(bookmarks.find("a"), nullptr);
}

TEST_F(SharingTest, NobodyWaitsForEver) {
    Bookmarks bookmarks;
    bookmarks.add("a", {{0, 0}, 1}, 100);
    const FileLock held(folder / "data" / "mariani" / "bookmarks.toml");
    EXPECT_SAYS(error_of([&] {
                    bookmarks.add("b", {{0, 0}, 1}, 100);
                }),
                "another mariani is changing it: try again in a moment");
    EXPECT_EQ(Bookmarks().find("b"), nullptr);
}

}  // namespace
}  // namespace mariani::app
