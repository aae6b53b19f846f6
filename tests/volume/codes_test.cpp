#include "compute/workloads/volume/codes.hpp"

#include "compute/workloads/volume/plan.hpp"

#include <cstdlib>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::volume {
namespace {

struct Lattice {
    int axes, g, r, levels;
};

Code code_for(Encoding encoding, const Lattice& lattice) {
    Plan plan;
    plan.encoding = encoding;
    plan.axes = lattice.axes;
    plan.g = lattice.g;
    plan.r = lattice.r;
    plan.B = 1;
    const auto side = static_cast<std::uint16_t>(lattice.g * power(lattice.r, lattice.levels));
    for (int axis = 0; axis < max_axes; ++axis)
        plan.side.of[axis] = axis < lattice.axes ? side : std::uint16_t{1};
    return code_of(plan);
}

std::vector<Lattice> lattices(Encoding encoding) {
    std::vector<Lattice> all{{2, 1, 2, 5}, {2, 4, 2, 3}, {2, 2, 4, 2}, {3, 1, 2, 5}, {3, 4, 2, 3},
                             {3, 2, 4, 2}, {4, 1, 2, 4}, {4, 2, 2, 4}, {4, 2, 4, 2}};
    if (encoding == Encoding::morton || encoding == Encoding::hilbert) return all;
    for (const Lattice& odd : {Lattice{2, 3, 3, 2}, {3, 2, 3, 2}, {2, 5, 2, 2}, {4, 3, 3, 1}})
        all.push_back(odd);
    return all;
}

// Calls use(cell) for each cell of a lattice.
template <typename Use>
void for_each_cell(int axes, std::uint32_t lattice, const Use& use) {
    const Index count = static_cast<Index>(power(lattice, axes));
    for (Index number = 0; number < count; ++number) {
        Cell cell;
        auto rest = static_cast<std::uint64_t>(number);
        for (int axis = 0; axis < axes; ++axis, rest /= lattice)
            cell.at[axis] = static_cast<std::uint16_t>(rest % lattice);
        use(cell);
    }
}

class EachEncoding : public testing::TestWithParam<Encoding> {};

TEST_P(EachEncoding, IsABijectionAtEachLevel) {
    for (const Lattice& lattice : lattices(GetParam())) {
        const Code code = code_for(GetParam(), lattice);
        for (int level = 0; level <= lattice.levels; ++level) {
            const std::uint32_t side = code.lattice(level);
            std::set<std::uint64_t> entries;
            for_each_cell(lattice.axes, side, [&](const Cell& cell) {
                const std::uint64_t entry = code.encode(cell, level);
                ASSERT_EQ(code.decode(entry, level), cell);
                entries.insert(entry);
            });
            ASSERT_EQ(entries.size(), power(side, lattice.axes));
            if (GetParam() == Encoding::coords) continue;
            ASSERT_EQ(*entries.rbegin(), entries.size() - 1);  // onto 0 to L^k - 1
        }
    }
}

TEST_P(EachEncoding, AppendsTheChildrenOfItsRegion) {
    for (const Lattice& lattice : lattices(GetParam())) {
        const Code code = code_for(GetParam(), lattice);
        for (int level = 0; level < lattice.levels; ++level)
            for_each_cell(lattice.axes, code.lattice(level), [&](const Cell& cell) {
                std::set<std::uint64_t> children;
                for (std::uint32_t j = 0; j < code.children; ++j) {
                    const auto entry = code.append(code.encode(cell, level), j, level);
                    const Cell child = code.decode(entry, level + 1);
                    for (int axis = 0; axis < lattice.axes; ++axis)
                        ASSERT_EQ(child.at[axis] / code.r, cell.at[axis]);
                    children.insert(entry);
                }
                ASSERT_EQ(children.size(), code.children);
            });
    }
}

TEST_P(EachEncoding, IsReadFromMemoryAsItWasWritten) {
    for (const bool wide : {false, true}) {
        Code code = code_for(GetParam(), {3, 4, 2, 3});
        code.wide = wide;
        std::vector<std::uint32_t> list(static_cast<std::size_t>(2 * code.words()));
        const auto entry = code.encode({{31, 0, 17, 0}}, 3);
        code.store(list.data(), 1, entry);
        EXPECT_EQ(code.load(list.data(), 1), entry);
        EXPECT_EQ(code.load(list.data(), 0), 0U);
    }
}

INSTANTIATE_TEST_SUITE_P(Codes, EachEncoding,
                         testing::Values(Encoding::coords, Encoding::canonical, Encoding::morton,
                                         Encoding::hilbert, Encoding::levels),
                         [](const auto& one) { return std::string(name_of(one.param)); });

TEST(VolumeCodesTest, HilbertsCurveTakesUnitSteps) {
    for (const Lattice& lattice : lattices(Encoding::hilbert)) {
        const Code code = code_for(Encoding::hilbert, lattice);
        const int level = lattice.levels;
        const auto count = power(code.lattice(level), lattice.axes);
        for (std::uint64_t entry = 1; entry < count; ++entry) {
            const Cell from = code.decode(entry - 1, level), to = code.decode(entry, level);
            int steps = 0;
            for (int axis = 0; axis < max_axes; ++axis)
                steps += std::abs(from.at[axis] - to.at[axis]);
            ASSERT_EQ(steps, 1);
        }
    }
}

TEST(VolumeCodesTest, LevelsOfHalvesAreMortons) {
    const Lattice lattice{3, 1, 2, 4};
    const Code levels = code_for(Encoding::levels, lattice);
    const Code morton = code_for(Encoding::morton, lattice);
    for_each_cell(3, 16, [&](const Cell& cell) {
        ASSERT_EQ(levels.encode(cell, 4), morton.encode(cell, 4));
    });
}

TEST(VolumeCodesTest, LatticesTooLargeFor32BitsTake64) {
    Plan plan;
    plan.encoding = Encoding::morton;
    plan.side = {{2048, 2048, 2048, 1}};
    plan.g = 1024;
    EXPECT_FALSE(code_of(plan).wide);
    EXPECT_EQ(code_of(plan).words(), 1);
    plan.g = 2048;  // 33 bits
    const Code code = code_of(plan);
    EXPECT_TRUE(code.wide);
    EXPECT_EQ(code.words(), 2);
    const Cell last{{2047, 2047, 2047, 0}};
    EXPECT_EQ(code.encode(last, 0), (std::uint64_t{1} << 33) - 1);
    EXPECT_EQ(code.decode(code.encode(last, 0), 0), last);
    plan.encoding = Encoding::coords;
    EXPECT_EQ(code_of(plan).words(), 3);
}

}  // namespace
}  // namespace mariani::volume
