#include "compute/workloads/gasket/cuda_layouts.hpp"
#include "compute/workloads/gasket/problem.hpp"
#include "tests/model/knob_checks.hpp"

namespace mariani::gasket {
namespace {

TEST(GasketNumbersTest, KnobsAreSound) {
    mariani::tests::expect_sound_knobs<Numbers>();
}

TEST(GasketNumbersTest, BlocksAndTilesHaveKnobsOfTheirOwn) {
    const auto users = [](std::string_view id) {
        const KnobTable& table = knob_table<Numbers>();
        return users_text(table, table[id]);
    };
    EXPECT_EQ(users("r") + users("density") + users("seed"), "");
    EXPECT_EQ(users("rho"), "bb, lambda, nu, nu-mma and table");
    EXPECT_EQ(users("tile"), "bits");
    EXPECT_EQ(users("fuse"), "bits");
    EXPECT_EQ(users("shared"), users("rho"));
}

TEST(GasketNumbersTest, EnginesAreToldWhatIsSet) {
    const Numbers numbers{7, 0.25, 9, 8, 5, 3, true};
    EXPECT_EQ(numbers.fill().seed, 9U);
    EXPECT_EQ(numbers.fill().density, 0.25F);
    EXPECT_EQ(numbers.method().rho, 8);
    EXPECT_EQ(numbers.method().tile, 5);
    EXPECT_EQ(numbers.method().fuse, 3);
    EXPECT_EQ(numbers.method().shared, true);
}

TEST(GasketNumbersTest, CompactEnginesCopyBlocksToSharedMemoryUnlessTold) {
    for (const EngineKind kind : {EngineKind::bb, EngineKind::lambda, EngineKind::nu,
                                  EngineKind::nu_mma, EngineKind::table}) {
        const bool compact = kind != EngineKind::bb && kind != EngineKind::lambda;
        EXPECT_EQ(cuda::copies_blocks(kind, {}), compact);
        EXPECT_TRUE(cuda::copies_blocks(kind, {.shared = true}));
        EXPECT_FALSE(cuda::copies_blocks(kind, {.shared = false}));
    }
}

}  // namespace
}  // namespace mariani::gasket
