// A piece of a picture is a picture of its own with that picture's pixels, for each engine and
// scheme of the registry.
#include "compute/model/limits.hpp"
#include "compute/service/resolve.hpp"
#include "tests/engines/each_engine.hpp"
#include "tests/engines/reference.hpp"

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

class PieceSuite : public EachEngine {};

// The piece of `asked` that is its part.
FramePlan piece_of_part(FramePlan asked, int g) {
    const PixelRect part = asked.part;
    asked.piece = Piece{asked.image, part.x, part.y};
    asked.image = {part.width, part.height};
    asked.part = whole(asked.image);
    asked.subdivision.g = g;
    return asked;
}

TEST_P(PieceSuite, IsThePartOfTheWholeWhereTheirLatticesAgree) {
    for (const View& view : {paper, seahorse, View{{0, 0}, 3, PlanePoint{-0.8, 0.156}}})
        for (const Precision precision : {Precision::f32, Precision::f64}) {
            FramePlan asked = own(plan(512, 512, 200, view));
            asked.subdivision = {8, 2, 8};
            asked.precision = precision;
            asked.smooth = asked.count_work = true;
            asked.part = {128, 256, 256, 128};
            const Frame part = compute(*engine_, asked);
            asked.part = {128, 256, 128, 128};
            const Frame piece = compute(*engine_, piece_of_part(asked, 2));
            const auto dwells = dwells_of(piece), whole_dwells = dwells_of(part);
            for (int y = 0; y < 128; ++y)
                for (int x = 0; x < 128; ++x)
                    ASSERT_EQ(dwells[index(piece.plan.part, x, y)],
                              whole_dwells[index(part.plan.part, 128 + x, 256 + y)])
                        << x << ", " << y;
            expect_consistent(piece);
        }
}

TEST_P(PieceSuite, HasTheCountsOfThePartOfTheWhole) {
    FramePlan asked = own(plan(512, 512, 200, seahorse));
    asked.subdivision = {8, 2, 8};
    asked.part = {128, 256, 128, 128};
    asked.smooth = asked.count_work = true;
    const Frame part = compute(*engine_, asked);
    const Frame piece = compute(*engine_, piece_of_part(asked, 2));
    EXPECT_EQ(dwells_of(piece), dwells_of(part));
    EXPECT_EQ(fractions_of(piece), fractions_of(part));
    EXPECT_EQ(work_of(piece), work_of(part));
    EXPECT_EQ(piece.stats.total().iterations, part.stats.total().iterations);
    if (!subdivides()) return;
    auto regions = regions_of(piece);
    for (Region& region : regions) {
        region.rect.x += 128;
        region.rect.y += 256;
    }
    EXPECT_EQ(regions, regions_of(part));
}

TEST_P(PieceSuite, OfAPictureOfTheGreatestSizeHasItsPixels) {
    constexpr int side = static_cast<int>(limits::whole_side.max), piece = 64;
    // The whole, the boundary at the top of the cardioid, and the last pixels.
    for (const auto& [x, y] : {std::pair(0, 0), std::pair(2'489'344, 1'398'272),
                               std::pair(side - piece, side - piece)}) {
        FramePlan all = own(plan(side, side, 300));
        all.subdivision = {2, 2, 4};
        all.fill = FillRule::safe;
        FramePlan asked = all;
        asked.piece = Piece{all.image, x, y};
        asked.image = {piece, piece};
        asked.part = whole(asked.image);
        const Frame frame = compute(*engine_, asked);
        const auto dwells = dwells_of(frame);
        for (int row = 0; row < piece; ++row)
            for (int column = 0; column < piece; ++column)
                ASSERT_EQ(dwells[index(asked.part, column, row)],
                          reference::dwell(all, x + column, y + row))
                    << x + column << ", " << y + row;
    }
}

INSTANTIATE_TEST_SUITE_P(Registry, PieceSuite, testing::ValuesIn(all_candidates()),
                         [](const auto& candidate) { return name_of_candidate(candidate.param); });

TEST(Piece, IsRefusedWhereItLeavesTheWhole) {
    FrameRequest request = request_like(64, 64, 100);
    request.piece = Piece{{1000, 1000}, 937, 0};
    EXPECT_EQ(why_invalid(request), "the piece is not inside the picture of 1000x1000");
    request.piece->x = 936;
    EXPECT_EQ(why_invalid(request), std::nullopt);
    request.piece->whole.width = (1 << 22) + 1;
    EXPECT_NE(why_invalid(request), std::nullopt);
}

TEST(Piece, GetsThePrecisionOfTheWhole) {
    FrameRequest request = request_like(64, 64, 100);
    request.precision.reset();
    EXPECT_EQ(resolve(request, {}, {}).plan.precision, Precision::f32);
    request.piece = Piece{{1 << 20, 1 << 20}, 0, 0};
    EXPECT_EQ(resolve(request, {}, {}).plan.precision, Precision::f64);
}

}  // namespace
}  // namespace mariani::tests
