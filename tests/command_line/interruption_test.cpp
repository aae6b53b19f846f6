#include "app/command_line/terminal.hpp"
#include "tests/command_line/program.hpp"

#include <csignal>
#include <thread>
#include <unistd.h>

namespace mariani::app {
namespace {

// Work that would take hours: every pixel is inside, and shortcuts are off.
const std::vector<std::string> endless{"--center", "-0.1,0.1",    "--height", "0.01",     "--dwell",
                                       "10000000", "--shortcuts", "off",      "--engine", "ex"};

using NohupTest = ProgramTest;
using ContestInterruptionTest = ProgramTest;

class InterruptionTest : public ProgramTest, public testing::WithParamInterface<int> {
  protected:
    static std::vector<std::string> with(std::vector<std::string> words) {
        words.insert(words.end(), endless.begin(), endless.end());
        return words;
    }
};

TEST_P(InterruptionTest, OfRenderLeavesNothing) {
    const auto program = start(with({"render", "-o", "a.png", "--size", "5000x5000", "--dwell-out",
                                     "d.npy", "--regions-out", "r.csv"}));
    wait_for_files(program);
    kill(program, GetParam());
    expect_one_line(finish(program), 130, "interrupted");
    EXPECT_TRUE(files().empty());
}

TEST_P(InterruptionTest, OfBenchBeforeAnyRunLeavesNothing) {
    const auto program = start(with({"bench", "--size", "3000x3000", "-o", "log.csv"}));
    wait_for_files(program);
    kill(program, GetParam());
    expect_one_line(finish(program), 130, "interrupted");
    EXPECT_TRUE(files().empty());
}

TEST_F(NohupTest, ACommandOutlivesItsTerminal) {
    std::signal(SIGHUP, SIG_IGN);
    const auto program = start(
        {"render", "-o", "a.png", "--dwell", "20000", "--shortcuts", "off", "--engine", "ex"});
    std::signal(SIGHUP, SIG_DFL);
    wait_for_files(program);
    kill(program, SIGHUP);
    EXPECT_EQ(finish(program).status, 0);
    EXPECT_EQ(files(), std::vector<std::string>{"a.png"});
}

// Even in a step that does not look whether it should stop, as those of `gasket` here.
TEST_F(ContestInterruptionTest, LeavesNothingOfAnyWorkload) {
    for (const std::string workload : {"curves", "gasket", "points", "triangle", "volume"}) {
        SCOPED_TRACE(workload);
        std::vector<std::string> words{"race",     "--workload", workload,   "--backend",
                                       "cpu",      "--plot",     "race.png", "-o",
                                       "race.csv", "--repeat",   "100000"};
        if (workload == "gasket") words.insert(words.end(), {"--steps", "1000000000"});
        const auto program = start(words);
        wait_until_it_handles(SIGINT, program);
        kill(program, SIGINT);
        expect_one_line(finish(program), 130, "race: interrupted after ");
        EXPECT_TRUE(files().empty());
    }
}

// Such as those that CUDA has begun.
TEST(Interruption, ReachesAProgramWhoseThreadsAreOlder) {
    const auto interrupted_program = [] {
        std::thread([] { pause(); }).detach();
        const Interruption interruption;
        kill(getpid(), SIGINT);
        while (!interruption.happened()) std::this_thread::yield();
        _exit(Interruption::exit_status);
    };
    EXPECT_EXIT(interrupted_program(), testing::ExitedWithCode(Interruption::exit_status), "");
}

// A signal that came too late for the first has ended with it.
TEST(Interruption, OfOneCommandIsNotThatOfTheNext) {
    {
        const Interruption first;
        kill(getpid(), SIGTERM);
        kill(getpid(), SIGTERM);
        while (!first.happened()) std::this_thread::yield();
    }
    const Interruption second;
    std::this_thread::yield();
    EXPECT_FALSE(second.happened());
}

INSTANTIATE_TEST_SUITE_P(Signals, InterruptionTest, testing::Values(SIGINT, SIGTERM, SIGHUP));

}  // namespace
}  // namespace mariani::app
