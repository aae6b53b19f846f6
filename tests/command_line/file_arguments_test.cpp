// Two outputs in one file, or an output in the input file: refused before anything is computed,
// which would take hours here.
#include "tests/command_line/program.hpp"

namespace mariani::app {
namespace {

const std::string endless_work =
    " --center -0.1,0.1 --height 0.01 --dwell 10000000 --shortcuts off --size 4000x4000 ";

class FileArgumentsTest : public ProgramTest {
  protected:
    void expect_refused(const std::string& arguments, const std::string& part) const {
        const auto before = files();
        expect_one_line(run(arguments), 2, part);
        EXPECT_EQ(files(), before) << arguments;
    }
};

TEST_F(FileArgumentsTest, TwoOutputsAreTwoFiles) {
    fs::create_directories(folder / "sub");
    const std::string sweep = "sweep --g 2,4" + endless_work;
    expect_refused(sweep + "-o a.csv --curves-out a.csv",
                   "sweep: -o and --curves-out name the same file, a.csv: give each its own");
    expect_refused(sweep + "-o a.csv --curves-out ./sub/../a.csv", "name the same file");
    expect_refused(sweep + "--plot a.png --curves a.png", "--plot and --curves name the same file");
    expect_refused("bench" + endless_work + "-o a.json --experiment a.json",
                   "bench: -o and --experiment name the same file");
}

TEST_F(FileArgumentsTest, LinksToOneFileAreOneFile) {
    fs::create_symlink("there.png", folder / "later.npy");
    fs::create_symlink("later.npy", folder / "chain.csv");
    expect_refused("render -o there.png --dwell-out later.npy" + endless_work,
                   "render: -o and --dwell-out name the same file, later.npy");
    expect_refused("render -o a.png --dwell-out later.npy --regions-out chain.csv" + endless_work,
                   "render: --dwell-out and --regions-out name the same file, chain.csv");
    put(folder / "one.csv", "");
    fs::create_hard_link(folder / "one.csv", folder / "two.png");
    expect_refused("race -o one.csv --plot two.png" + endless_work,
                   "race: -o and --plot name the same");
    EXPECT_TRUE(fs::is_symlink(folder / "later.npy"));
}

TEST_F(FileArgumentsTest, WhatIsReadIsNotWritten) {
    ASSERT_EQ(run("render -o a.png --size 20x20").status, 0);
    fs::create_symlink("a.png", folder / "link.png");
    const auto picture = text_of(folder / "a.png");
    expect_refused("render a.png -o a.png" + endless_work, "-o names a.png, which is read");
    expect_refused("render a.png -o link.png" + endless_work, "-o names link.png, which is read");
    expect_refused("check a.png -o a.png" + endless_work, "which is read");
    expect_refused("race a.png --plot a.png" + endless_work, "which is read");
    expect_refused("sweep a.png --g 2,4 --plot link.png" + endless_work, "which is read");
    EXPECT_EQ(text_of(folder / "a.png"), picture);
}

TEST_F(FileArgumentsTest, AnExperimentIsNotWrittenOver) {
    ASSERT_EQ(run("bench --size 32x32 --dwell 50 --repeat 1 --experiment e.json").status, 0);
    const auto experiment = text_of(folder / "e.json");
    expect_refused("bench e.json -o e.json", "bench: -o names e.json, which is read");
    expect_refused("bench e.json --plot p.png --curves p-ask-sbr.png",
                   "--curves and --plot name the same file, p-ask-sbr.png");
    EXPECT_EQ(text_of(folder / "e.json"), experiment);
}

}  // namespace
}  // namespace mariani::app
