// Standard streams that are closed, full, or a pipe without a reader.
#include "render/picture/png.hpp"
#include "tests/command_line/program.hpp"

namespace mariani::app {
namespace {

class StandardStreamsTest : public ProgramTest {
  protected:
    const std::string render = "\"$MARIANI\" render -o a.png --size 32x32 --dwell 50";
};

TEST_F(StandardStreamsTest, AnErrorKeepsItsStatusWhereStderrTakesNothing) {
    for (const std::string stderr_is : {"2>&-", "2>/dev/full"}) {
        EXPECT_EQ(run_in_shell("\"$MARIANI\" render " + stderr_is).status, 2) << stderr_is;
        EXPECT_EQ(run_in_shell("\"$MARIANI\" render -o no/a.png " + stderr_is).status, 1)
            << stderr_is;
        // One of two points is left out, which is reported on stderr.
        const auto noticed =
            run_in_shell("\"$MARIANI\" model --n 64 --vary B --over 2,4096 " + stderr_is);
        EXPECT_EQ(noticed.status, 0) << stderr_is;
        EXPECT_SAYS(noticed.out, "Omega");
    }
}

TEST_F(StandardStreamsTest, LostOutputIsAnError) {
    for (const std::string stdout_is : {">&-", ">/dev/full"})
        for (const std::string command : {"info", "--help", "--version", "model --n 1024"}) {
            const auto outcome = run_in_shell("\"$MARIANI\" " + command + " " + stdout_is);
            EXPECT_EQ(outcome.status, 1) << command << stdout_is;
            EXPECT_SAYS(outcome.err, "mariani: the output could not be written: ");
        }
    EXPECT_EQ(run_in_shell("\"$MARIANI\" info >&- 2>&-").status, 1);
    EXPECT_EQ(run_in_shell("\"$MARIANI\" info >/dev/full 2>/dev/full").status, 1);
}

// The requested output is written all the same.
TEST_F(StandardStreamsTest, NothingThatIsPrintedGetsIntoAFile) {
    for (const std::string streams : {">&-", "2>&-", "<&- >&- 2>&-", ">/dev/full"}) {
        const bool lost = streams != "2>&-";
        EXPECT_EQ(run_in_shell(render + " " + streams).status, lost ? 1 : 0) << streams;
        EXPECT_EQ(render::read_png(folder / "a.png").size(), (ImageSize{32, 32})) << streams;
        EXPECT_EQ(files(), std::vector<std::string>{"a.png"}) << streams;
        fs::remove(folder / "a.png");
    }
}

// The reader ends before the program starts to write.
TEST_F(StandardStreamsTest, APipeThatNobodyReadsIsAnError) {
    const std::string delayed =
        "mkfifo go; (cat go >/dev/null; exec \"$MARIANI\" info) | "
        "(exec <&-; : >go); exit ${PIPESTATUS[0]}";
    const auto outcome = run_in_shell(delayed);
    EXPECT_EQ(outcome.status, 1);
    EXPECT_SAYS(outcome.err, "mariani: the output could not be written: Broken pipe");
}

}  // namespace
}  // namespace mariani::app
