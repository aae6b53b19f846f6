// What plans take of a GPU's memory, part by part, worked out by hand: needs none.
#include "compute/model/block_trace.hpp"
#include "compute/model/region.hpp"
#include "compute/service/machine.hpp"
#include "compute/workloads/curves/plan.hpp"
#include "compute/workloads/gasket/problem.hpp"
#include "compute/workloads/points/plan.hpp"
#include "compute/workloads/triangle/plan.hpp"
#include "compute/workloads/volume/plan.hpp"

#include <gtest/gtest.h>

namespace mariani {
namespace {

using Parts = std::vector<MemoryPart>;

template <typename Plan>
Plan on_gpu() {
    Plan plan;
    plan.backend = Backend::cuda;
    plan.device = 1;
    return plan;
}

TEST(PartsOnGpu, OfTriangles) {
    auto plan = on_gpu<triangle::Plan>();
    plan.test = triangle::Task::edm;
    plan.side = 1000;
    EXPECT_EQ(memory_of(plan).gpu, 1);
    EXPECT_EQ(memory_of(plan).remedy, "a smaller n");
    // 63 blocks of 16 cells have 1008 points of 16 bytes.
    EXPECT_EQ(memory_of(plan).parts,
              (Parts{{"for the values", 1000 * 1001 / 2 * 4}, {"for the points", 1008 * 16}}));
    plan.test = triangle::Task::collision;
    plan.layout = triangle::Layout::tiles;
    plan.diagonal = false;
    plan.features = 3;
    plan.by_grid = true;
    EXPECT_EQ(memory_of(plan).parts.back(),
              (MemoryPart{"for the sorted points", 1000 * (16 + 4 + 4)}));
}

TEST(PartsOnGpu, OfCurves) {
    auto plan = on_gpu<curves::Plan>();
    plan.engine = curves::EngineKind::flat;
    plan.lines = 1000;
    plan.rule.cap = 64;
    EXPECT_EQ(memory_of(plan).parts,
              (Parts{{"for the lines", 1000 * (24 + 8)}, {"for their vertices", 1000 * 64 * 8}}));
    plan.engine = curves::EngineKind::dp;
    EXPECT_EQ(memory_of(plan).parts.front(), (MemoryPart{"for the lines", 1000 * (24 + 8 + 8)}));
    plan.memory = curves::VertexMemory::heap;
    EXPECT_EQ(memory_of(plan).parts.front(),
              (MemoryPart{"for the lines", 1000 * (24 + 8 + 8 + 8)}));
}

// No more than 58 nodes of a level have more than 16 of 1000 points.
TEST(PartsOnGpu, OfPoints) {
    auto plan = on_gpu<points::Plan>();
    plan.engine = points::EngineKind::linear;
    plan.count = 1000;
    const std::int64_t divided = 1 + 4 + 16 + 9 * 58, nodes = 1 + 4 * divided;
    EXPECT_EQ(memory_of(plan).parts, (Parts{{"for the nodes", nodes * 16},
                                            {"for the points", 3 * 1000 * 8},
                                            {"for their keys", 3 * 1000 * 4}}));
    plan.engine = points::EngineKind::karras;
    EXPECT_EQ(memory_of(plan).parts.back(), (MemoryPart{"for the radix tree", 1000 * 12}));
    plan.engine = points::EngineKind::dp;
    EXPECT_EQ(memory_of(plan).parts, (Parts{{"for the nodes", nodes * 16},
                                            {"for the points", 3 * 1000 * 8},
                                            {"for their keys", 1000 * 4},
                                            {"to divide nodes", divided * 4}}));
    plan.engine = points::EngineKind::dp_mbr;  // which has one slot
    EXPECT_EQ(memory_of(plan).parts.back(), (MemoryPart{"to divide nodes", (divided + 5) * 4}));
    plan.engine = points::EngineKind::ask;
    EXPECT_EQ(memory_of(plan).parts.back(),
              (MemoryPart{"to divide nodes", 59 * (24 + 16) + divided * 16 + 4 * 8}));
}

TEST(PartsOnGpu, OfVolumes) {
    auto plan = on_gpu<volume::Plan>();
    plan.engine = volume::EngineKind::ex;
    plan.side = {{64, 64, 64, 1}};
    const MemoryPart voxels{"for the voxels", 64 * 64 * 64 * 2};
    const MemoryPart traps{"for what is known of each c", 64 * 64 * 24};
    EXPECT_EQ(memory_of(plan).parts.front(), voxels);
    EXPECT_EQ(memory_of(plan).parts.back(), traps);
    plan.B = 2;
    plan.engine = volume::EngineKind::dp;  // of 8^3 and 16^3 regions; the former are subdivided
    EXPECT_EQ(memory_of(plan).parts.back(),
              (MemoryPart{"for the regions", (512 + 4096) * 10 + 512 * 4}));
    plan.engine = volume::EngineKind::ask;
    const auto lists = memory_of(plan).parts.back();
    EXPECT_EQ(lists.name, "for the regions");
    EXPECT_GE(lists.bytes, 512 * (3 * 4 + 16 + 4 + 4 + 2));
    EXPECT_LE(lists.bytes, (512 + 4096) * (3 * 4 + 16 + 4 + 4 + 2));
    plan.order = volume::Order::sorted;  // twice as words of 64 bits, and once where CUB sorts
    const std::int64_t while_sorted = memory_of(plan).parts.back().bytes - lists.bytes;
    EXPECT_NEAR(static_cast<double>(while_sorted) / 24, static_cast<double>(lists.bytes) / 38 - 512,
                2);
    plan.engine = volume::EngineKind::surface;
    plan.B = 8;  // of 8^3 regions alone
    EXPECT_EQ(memory_of(plan).parts.back(), (MemoryPart{"for the fronts", 512 * 2 * 8 * 8 * 4}));
}

TEST(PartsOnGpu, OfTheGasket) {
    using gasket::EngineKind;
    gasket::Problem problem;
    problem.level = 10;
    gasket::Method method;
    method.device = 2;
    const auto parts = [&](EngineKind kind) {
        return memory_of(kind, Backend::cuda, problem, method).parts;
    };
    EXPECT_EQ(memory_of(EngineKind::bb, Backend::cuda, problem, method).gpu, 2);
    EXPECT_EQ(parts(EngineKind::bb), (Parts{{"for both states", 2 * 1024 * 1024}}));
    EXPECT_EQ(parts(EngineKind::lambda), parts(EngineKind::bb));
    // 3^6 blocks of 16 x 16 cells.
    EXPECT_EQ(parts(EngineKind::nu), (Parts{{"for both states", 2 * 729 * 256}}));
    EXPECT_EQ(parts(EngineKind::table), parts(EngineKind::nu));
    // 81 tiles of 3^6 cells: 3 groups of 32.
    EXPECT_EQ(parts(EngineKind::bits), (Parts{{"for both states", 2 * (3 * 729 * 4 + 3 * 32 * 2)},
                                              {"for the tiles' neighbours", 3 * 81 * 4}}));
    problem.level = 1;  // whose 3 cells fill a byte each, or one word of 64 bits
    method.rho = 1;
    EXPECT_EQ(parts(EngineKind::nu), (Parts{{"for both states", 2 * 8}}));
}

TEST(PartsOnGpu, OfFields) {
    auto plan = on_gpu<FramePlan>();
    plan.image = {1000, 500};
    plan.part = whole(plan.image);
    const std::int64_t pixels = 500'000;
    EXPECT_EQ(memory_of(plan).gpu, 1);
    EXPECT_EQ(memory_of(plan).parts, (Parts{{"for the dwells", 2 * pixels}}));
    plan.dwell_limit = 65'534;
    EXPECT_EQ(memory_of(plan).total(), 2 * pixels);
    plan.dwell_limit = 65'535;  // of which a dwell of 16 bits is unknown
    plan.smooth = plan.exterior = plan.count_work = true;
    EXPECT_EQ(memory_of(plan).parts, (Parts{{"for the dwells", 4 * pixels},
                                            {"for fractions of dwells", 4 * pixels},
                                            {"for distances", 8 * pixels},
                                            {"for the work", 4 * pixels}}));
    plan.precision = Precision::deltas;
    EXPECT_EQ(memory_of(plan).parts, (Parts{{"for the pixels at a time", pixels * (32 + 9 + 4)}}));
    plan.image = {4000, 4000};
    plan.part = whole(plan.image);
    EXPECT_EQ(memory_of(plan).total(), (1 << 20) * (32 + 9 + 4));
    plan.engine = EngineKind::ask;  // the fills' pixels are iterated, too
    EXPECT_EQ(memory_of(plan).total(), 2 * (1 << 20) * (32 + 9 + 4));
}

// A border and an inside for each region, and more where blocks of 256 threads share one or leaves
// are left off. Ex has a tile a block.
TEST(PartsOnGpu, OfTheTimesOfARecordedRun) {
    auto plan = on_gpu<FramePlan>();
    plan.image = {1024, 1000};
    plan.part = whole(plan.image);
    plan.subdivision = {4, 2, 16};
    plan.record_times = true;
    const auto times = [&](std::int64_t spans) {
        return MemoryPart{"for the regions' times", spans * std::int64_t{sizeof(RegionTime)}, true};
    };
    EXPECT_EQ(memory_of(plan).parts.back(), times(64 * 63));
    plan.engine = EngineKind::dp;
    EXPECT_EQ(memory_of(plan).parts.back(),
              times(2 * (16 + 64 + 256 + 1024) + 1024 * 1000 / 256 + 1'048'576));
    plan.engine = EngineKind::ask;
    EXPECT_EQ(memory_of(plan).parts.size(), 3U);
    plan.scheme = Scheme::wpr;
    const auto recorded = memory_of(plan).parts;
    plan.record_times = false;
    EXPECT_EQ(memory_of(plan).parts, recorded) << "it has none";
}

// Levels of 4, 8, 16 and 32 regions a side, each of 32 pixels at last.
TEST(PartsOnGpu, OfListsOfRegions) {
    auto plan = on_gpu<FramePlan>();
    plan.image = {1024, 1024};
    plan.part = whole(plan.image);
    plan.subdivision = {4, 2, 16};
    plan.engine = EngineKind::dp;
    EXPECT_EQ(memory_of(plan).parts.size(), 1U);
    plan.engine = EngineKind::ask;
    const MemoryPart dwells{"for the dwells", 2 << 20};
    EXPECT_EQ(memory_of(plan).parts,
              (Parts{dwells, {"for the OLTs", (16 * 16 + 32 * 32) * 4, true}}));
    EXPECT_EQ(memory_of(plan).needed(), dwells.bytes);
    plan.scheme = Scheme::mbr;
    EXPECT_EQ(memory_of(plan).parts.back(),
              (MemoryPart{"for pieces of regions", 32 * 32 * 16, true}));
    // Regions of 32 pixels are tiles. A fill of 256 pixels a side is cut into 8 pieces, of 128 into
    // 2. Two lines are kept of each of 16 columns and rows of the last borders.
    plan.scheme = Scheme::wpr;
    EXPECT_EQ(memory_of(plan).parts, (Parts{dwells,
                                            {"for the OLTs", (8 * 8 + 16 * 16) * 4},
                                            {"for pieces of regions", (16 * 8 + 64 * 2 + 256) * 36},
                                            {"for borders", 256 * 24 + 2 * 2 * 16 * 1024 * 4}}));
    plan.keep_regions = true;
    const auto parts = memory_of(plan).parts;
    EXPECT_EQ(parts[4], (MemoryPart{"for the list of regions",
                                    (16 + 64 + 256 + 1024) * std::int64_t{sizeof(Region)}, true}));
    // 78 % are subdivided: of 16, 50, 156 and 486 there are 707, and there is room for 1024.
    EXPECT_EQ(parts[5], (MemoryPart{"for the regions", 1024 * std::int64_t{sizeof(Region)}}));
}

}  // namespace
}  // namespace mariani
