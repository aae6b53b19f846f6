// What is found of one block or cell is what going through all of them finds.
#include "compute/workloads/triangle/blocks.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::triangle {
namespace {

class EachMapLookup : public testing::TestWithParam<MapKind> {
  protected:
    Plan plan(int side, bool diagonal) const {
        Plan plan;
        plan.map = GetParam();
        plan.test = Task::map;
        plan.side = side;
        plan.block = 8;
        plan.diagonal = diagonal;
        plan.rec_base = best_rec_base((side + 7) / 8);
        return plan;
    }
};

TEST_P(EachMapLookup, FindsPlacesUsesAndCells) {
    std::vector<int> sides{1, 7, 8, 9, 64, 100, 203, 520};
    if (GetParam() == MapKind::utm_printed) sides.push_back(5000);  // which is wrong
    for (const int side : sides)
        for (const bool diagonal : {true, false}) {
            const Plan asked = plan(side, diagonal);
            const Lookup lookup(asked);
            Count blocks = 0;
            for_each_block(asked, [&](const BlockPlace& place, std::span<const Cell> cells) {
                const BlockPlace found = lookup.place(blocks++);
                ASSERT_EQ(found.number, place.number);
                ASSERT_EQ(std::tuple(found.pass, found.column, found.row),
                          std::tuple(place.pass, place.column, place.row));
                ASSERT_EQ(found.use, place.use) << "block " << place.number << " of N " << side;
                ASSERT_EQ(lookup.number(place.pass, place.column, place.row), place.number);
                if (is_exhibit(asked.map)) return;
                for (const Cell cell : cells)
                    ASSERT_EQ(lookup.block_of(cell), place.number)
                        << cell.row << ", " << cell.column << " of N " << side;
            });
            ASSERT_EQ(blocks, lookup.blocks());
        }
}

TEST_P(EachMapLookup, FindsTheCellsOfThreads) {
    const Plan asked = plan(100, true);
    const Lookup lookup(asked);
    for_each_block(asked, [&](const BlockPlace& place, std::span<const Cell> cells) {
        std::vector<Cell> found;
        for (int y = 0; y < asked.block; ++y)
            for (int x = 0; x < asked.block; ++x)
                if (const auto cell = lookup.cell(place, x, y)) found.push_back(*cell);
        ASSERT_TRUE(std::ranges::equal(found, cells));
    });
}

// The largest triangle has 134 million blocks: none of them is gone through.
TEST_P(EachMapLookup, IsRightInTheLargestTriangle) {
    if (is_exhibit(GetParam())) GTEST_SKIP() << "whose blocks are not where they should be";
    Plan asked = plan(limits::side.max, true);
    const Lookup lookup(asked);
    EXPECT_EQ(lookup.blocks(), waste_of(asked).blocks);
    for (Count i = 0; i < 1000; ++i) {
        const int row = static_cast<int>(i * 130'003 % asked.side);
        const int column = static_cast<int>(i * i * 7919 % (row + 1));
        const BlockPlace place = lookup.place(lookup.block_of({row, column}));
        EXPECT_NE(place.use, BlockUse::wasted);
        const auto cells = cells_of(asked, place);
        EXPECT_NE(std::ranges::find(cells, Cell{row, column}), cells.end())
            << row << ", " << column;
    }
}

std::vector<MapKind> all_maps() {
    std::vector<MapKind> maps;
    for (const auto& each : choices<MapKind>()) maps.push_back(each.value);
    return maps;
}

std::string name_of_map(const testing::TestParamInfo<MapKind>& info) {
    std::string name(mariani::name_of(info.param));
    std::ranges::replace(name, '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Each, EachMapLookup, testing::ValuesIn(all_maps()), name_of_map);

}  // namespace
}  // namespace mariani::triangle
