#include "tests/command_line/program.hpp"

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
    EXPECT_SAYS(outcome.out, (folder / "config").string());
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
