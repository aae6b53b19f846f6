// What commands refuse where memory is short, before they compute anything.
#include "tests/command_line/program.hpp"

namespace mariani::app {
namespace {

class CommandsShortOfMemory : public ProgramTest {
  protected:
    void SetUp() override {
        ProgramTest::SetUp();
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        GTEST_SKIP() << "a sanitizer reserves more addresses than the limit allows";
#endif
    }
};

TEST_F(CommandsShortOfMemory, NameTheBytesWhatIsFreeAndWhatToMakeSmaller) {
    struct Refused {
        std::string command, what, remedy;
    };
    for (const auto& [command, what, remedy] : {
             Refused{"check --workload triangle --n 100000 --map ltm --test edm --backend cpu",
                     "18.6 GiB for the values", "a smaller n"},
             Refused{"bench --workload triangle --n 100000 --map ltm --test edm --backend cpu",
                     "18.6 GiB for the values", "a smaller n"},
             Refused{"check --workload volume --n 2048 --backend cpu", "16.0 GiB for the voxels",
                     "a smaller n"},
             Refused{"render --workload volume --n 2048 --backend cpu -o a.png",
                     "16.0 GiB for the voxels", "a smaller n"},
             Refused{"race --workload points --points 134217728 --backend cpu", "for the points",
                     "fewer points"},
             Refused{"check --workload points --points 134217728 --backend cpu",
                     "for the expected result", "fewer points"},
             Refused{"bench --workload curves --lines 262144 --cap 1024 --tolerance 0.001 "
                     "--engine flat --backend cpu",
                     "2.0 GiB for their vertices", "fewer lines or a smaller cap"},
             Refused{"check --size 32768x32768", "4.0 GiB for the dwells", "a smaller picture"},
             Refused{"bench --size 32768x32768 --engine ex --repeat 1", "4.0 GiB for the dwells",
                     "a smaller picture"},
         }) {
        const auto outcome = run_in_shell("ulimit -v 2000000; $MARIANI " + command);
        SCOPED_TRACE(command + "\n" + outcome.err);
        EXPECT_EQ(outcome.status, 1);
        EXPECT_EQ(outcome.out, "");
        EXPECT_NE(outcome.err.find(what), std::string::npos);
        EXPECT_NE(outcome.err.find("GiB is free: choose " + remedy), std::string::npos);
        EXPECT_EQ(lines_of(outcome.err).size(), 1U);
        EXPECT_LT(outcome.peak_bytes, 500 << 20);
    }
}

TEST_F(CommandsShortOfMemory, OfTheGasketLeaveEnginesOutOrRefuseThem) {
    const auto named = run_in_shell(
        "ulimit -v 1500000; $MARIANI bench --workload gasket --r 15 --engine bb --steps 1 "
        "--repeat 1 --backend cpu");
    EXPECT_NE(named.err.find("2.0 GiB for both states"), std::string::npos) << named.err;
    EXPECT_NE(named.err.find("table or bits"), std::string::npos) << named.err;
}

}  // namespace
}  // namespace mariani::app
