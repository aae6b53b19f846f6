#include "tests/command_line/program.hpp"

#include <chrono>
#include <csignal>
#include <thread>

namespace mariani::app {
namespace {

// Work that would take hours: every pixel is inside, and shortcuts are off.
const std::vector<std::string> endless{"--center", "-0.1,0.1",    "--height", "0.01",     "--dwell",
                                       "10000000", "--shortcuts", "off",      "--engine", "ex"};

using NohupTest = ProgramTest;

class InterruptionTest : public ProgramTest, public testing::WithParamInterface<int> {
  protected:
    static std::vector<std::string> with(std::vector<std::string> words) {
        words.insert(words.end(), endless.begin(), endless.end());
        return words;
    }
    void wait_for_files() const {
        while (files().empty()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
};

TEST_P(InterruptionTest, OfRenderLeavesNothing) {
    const auto program = start(with({"render", "-o", "a.png", "--size", "5000x5000", "--dwell-out",
                                     "d.npy", "--regions-out", "r.csv"}));
    wait_for_files();
    kill(program, GetParam());
    expect_one_line(finish(program), 130, "interrupted");
    EXPECT_TRUE(files().empty());
}

TEST_P(InterruptionTest, OfBenchBeforeAnyRunLeavesNothing) {
    const auto program = start(with({"bench", "--size", "3000x3000", "-o", "log.csv"}));
    wait_for_files();
    kill(program, GetParam());
    expect_one_line(finish(program), 130, "interrupted");
    EXPECT_TRUE(files().empty());
}

TEST_F(NohupTest, ACommandOutlivesItsTerminal) {
    std::signal(SIGHUP, SIG_IGN);
    const auto program = start(
        {"render", "-o", "a.png", "--dwell", "20000", "--shortcuts", "off", "--engine", "ex"});
    std::signal(SIGHUP, SIG_DFL);
    while (files().empty()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    kill(program, SIGHUP);
    EXPECT_EQ(finish(program).status, 0);
    EXPECT_EQ(files(), std::vector<std::string>{"a.png"});
}

INSTANTIATE_TEST_SUITE_P(Signals, InterruptionTest, testing::Values(SIGINT, SIGTERM, SIGHUP));

}  // namespace
}  // namespace mariani::app
