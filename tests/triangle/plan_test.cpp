#include "compute/workloads/triangle/plan.hpp"

#include <gtest/gtest.h>

namespace mariani::triangle {
namespace {

std::string why(const Plan& plan) {
    return why_invalid(plan).value_or("");
}

TEST(TrianglePlanTest, TheDefaultIsValid) {
    EXPECT_EQ(why(Plan{}), "");
}

TEST(TrianglePlanTest, WhatIsWrongIsNamedWithWhatIsAllowed) {
    Plan plan;
    plan.side = 131'073;
    EXPECT_EQ(why(plan), "n is 131073: it must be a whole number from 1 to 131072");
    plan = {};
    plan.block = 24;
    EXPECT_EQ(why(plan), "rho is 24: for the test edm it must be one of 8, 16, 32, 64");
    plan = {};
    plan.features = 5;
    EXPECT_EQ(why(plan), "features is 5: it must be auto, or a whole number from 1 to 4");
    plan = {};
    plan.block = 64;
    EXPECT_EQ(why(plan), "cells is 1: with rho 64 it must be a power of two from 4 to 64");
    plan = {};
    plan.map = MapKind::ltm_x;
    plan.epsilon = 0.75;
    EXPECT_EQ(why(plan), "epsilon is 0.75: it must be a number from -0.5 to 0.5");
    plan = {};
    plan.time = -1;
    EXPECT_EQ(why(plan), "time is -1: it must be a number of seconds from 0 to 1000000");
}

TEST(TrianglePlanTest, CollisionHasItsOwnBlocksDimensionsAndLayout) {
    Plan plan;
    plan.test = Task::collision;
    plan.diagonal = false;
    plan.layout = Layout::tiles;
    plan.features = 3;
    plan.block = 128;
    EXPECT_EQ(why(plan), "");
    plan.block = 16;
    EXPECT_EQ(why(plan), "rho is 16: for the test collision it must be one of 64, 128, 256");
    plan.block = 128;
    plan.features = 2;
    EXPECT_EQ(why(plan), "features is 2: collision has 1 or 3 dimensions");
    plan.features = 1;
    plan.diagonal = true;
    EXPECT_EQ(why(plan), "the diagonal is on: no sphere collides with itself");
    plan.diagonal = false;
    plan.layout = Layout::full;
    EXPECT_EQ(why(plan), "the layout is full: contacts are stored in tiles");
}

TEST(TrianglePlanTest, WasteIsThatOfTheFormulas) {
    Plan plan;
    plan.side = 1000;  // 63 blocks of 16
    plan.map = MapKind::bb;
    EXPECT_EQ(waste_of(plan).blocks, 63 * 63);
    EXPECT_EQ(waste_of(plan).blocks_wasted, 63 * 62 / 2);
    EXPECT_EQ(waste_of(plan).threads_wasted, 63 * 63 * 256 - 1000 * 1001 / 2);
    plan.map = MapKind::rb;
    EXPECT_EQ(waste_of(plan).blocks, 63 * 64 / 2);
    EXPECT_EQ(waste_of(plan).blocks_wasted, 0);
    plan.map = MapKind::utm;
    EXPECT_EQ(waste_of(plan).blocks, (1000 * 999 / 2 + 255) / 256 + 4);
    EXPECT_EQ(waste_of(plan).blocks_wasted, 0);
}

TEST(TrianglePlanTest, TheCostOfABlockIsThatOfEquation10) {
    Plan plan;
    plan.side = 64;  // 4 blocks of 16
    plan.map = MapKind::ltm;
    EXPECT_DOUBLE_EQ(block_cost(plan, 1), 2 * 4.0 / 5);
    EXPECT_DOUBLE_EQ(block_cost(plan, 1.6), 1) << "the bound of I for 4 blocks to a side";
    plan.map = MapKind::bb;
    EXPECT_DOUBLE_EQ(block_cost(plan, 1), 1);
    plan.map = MapKind::ltm_square;  // 4 x 4 for 10 blocks
    EXPECT_DOUBLE_EQ(block_cost(plan, 1), 1);
    plan.map = MapKind::rb;
    plan.side = 131'072;
    EXPECT_NEAR(block_cost(plan, 1.25), 2 / 1.25, 1e-3) << "for large n it is 2 / I";
}

TEST(TrianglePlanTest, OutputsAreAsLargeAsTheirLayout) {
    Plan plan;
    plan.side = 100;  // 7 blocks of 16
    EXPECT_EQ(output_bytes(plan), 4 * 5050);
    plan.diagonal = false;
    EXPECT_EQ(output_bytes(plan), 4 * 4950);
    plan.layout = Layout::tiles;
    EXPECT_EQ(output_bytes(plan), 4 * 28 * 256);
    plan.layout = Layout::full;
    EXPECT_EQ(output_bytes(plan), 4 * 10'000);
    plan.test = Task::accumulate;
    EXPECT_EQ(output_bytes(plan), 10'000);
    plan.side = 131'072;
    plan.layout = Layout::packed;
    EXPECT_EQ(output_bytes(plan), std::int64_t{131'072} * 131'071 / 2);
}

// Each cell its value, once: what a layout leaves gaps for is not written.
TEST(TrianglePlanTest, WhatIsWrittenIsTheCellsWhateverTheLayout) {
    for (const auto& layout : choices<Layout>()) {
        SCOPED_TRACE(layout.name);
        Plan plan;
        plan.side = 100;
        plan.layout = layout.value;
        EXPECT_EQ(written_bytes(plan), 4 * 5050);
        plan.diagonal = false;
        EXPECT_EQ(written_bytes(plan), 4 * 4950);
        plan.test = Task::accumulate;
        EXPECT_EQ(written_bytes(plan), 4950);
        plan.test = Task::map;
        EXPECT_EQ(written_bytes(plan), 0);
    }
    Plan contacts;
    contacts.side = 128;
    contacts.block = 64;
    contacts.test = Task::collision;
    EXPECT_EQ(written_bytes(contacts), 3 * 64 * 64 / 8) << "bits of whole tiles";
}

TEST(TrianglePlanTest, TheBestBaseOfRecursionWastesLeast) {
    EXPECT_EQ(best_rec_base(1), 1);
    EXPECT_EQ(best_rec_base(64), 1);
    EXPECT_EQ(best_rec_base(96), 3);
    EXPECT_EQ(best_rec_base(65), 17);  // 2,890 blocks; from 9 2,916, from 33 3,267
}

}  // namespace
}  // namespace mariani::triangle
