#include "tests/command_line/program.hpp"
#include "tests/command_line/squeezed.hpp"

namespace mariani::app {
namespace {

using InfoTest = ProgramTest;

TEST_F(InfoTest, TellsWhatThisMachineCanDoAndMakesNothing) {
    const auto outcome = run("info");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.err, "");
    for (const std::string part :
         {"mariani 0.", "Backends", "cpu", "cuda", "interop", "Ex (cpu)", "DP (cpu)", "ASK (cpu)",
          "1 to 32768", "10000000", "settings.toml"})
        EXPECT_SAYS(outcome.out, part);
    EXPECT_SAYS(squeezed(outcome.out),
                "\nLimits\ng 1 to 32768\nr 2 to 1024\nB 1 to 65536\ndwell limit 1 to 10000000\n"
                "picture's side 1 to 32768\nthreads 1 to 4096\n"
                "view's height 1e-100000 to 1e+06\n");
    EXPECT_SAYS(squeezed(outcome.out),
                "\nsettings " + (folder / "config/mariani/settings.toml").string() +
                    "\nbookmarks " + (folder / "data/mariani/bookmarks.toml").string() +
                    "\npictures " + (folder / "home/Pictures").string() + "\n");
    EXPECT_FALSE(fs::exists(folder / "config"));
    EXPECT_FALSE(fs::exists(folder / "home"));
}

TEST_F(InfoTest, VersionAndHelpNeedNothing) {
    EXPECT_TRUE(run("--version").out.starts_with("mariani 0."));
    EXPECT_SAYS(run("--help").out, "mariani render -o out.png");
    EXPECT_EQ(run("--help").status, 0);
}

}  // namespace
}  // namespace mariani::app
