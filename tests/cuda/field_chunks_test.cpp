// Fields on a GPU cut into chunks: the same as those of their copies in host memory.
#include "compute/service/engine_registry.hpp"
#include "tests/cuda/on_cuda.hpp"
#include "tests/engines/plain_chunks.hpp"

#include <algorithm>
#include <memory>

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

class FieldChunksOnGpu : public OnCuda {
  protected:
    static Field dwells_of(const Place& place, ImageSize image, std::uint32_t dwell_limit) {
        const auto engine = find_engine(EngineKind::ask, Backend::cuda)->make();
        FramePlan plan = on(Backend::cuda, {EngineKind::ask, Scheme::wpr}, plan_of(place, image));
        plan.dwell_limit = dwell_limit;
        plan.keep_regions = false;
        return frame_of(*engine, plan).dwells;
    }

    static void expect_same(const FieldChunks& ours, const FieldChunks& theirs) {
        EXPECT_EQ(ours.places, theirs.places);
        EXPECT_EQ(ours.values, theirs.values);
        ASSERT_EQ(ours.mixed_count, theirs.mixed_count);
        for (std::int32_t i = 0; i < ours.mixed_count; ++i)
            ASSERT_TRUE(std::ranges::equal(ours.chunk(i), theirs.chunk(i))) << "chunk " << i;
    }
};

TEST_F(FieldChunksOnGpu, AreThoseOfPlainCode) {
    for (const Place& place : places)
        for (const std::uint32_t limit : {300U, 65'534U, 65'535U}) {
            SCOPED_TRACE(place.name);
            const Field field = dwells_of(place, {301, 203}, limit);
            ASSERT_FALSE(field.on_host());
            ASSERT_EQ(field.type(), limit < 65'535 ? ElementType::uint16 : ElementType::uint32);
            const Field copy = host_copy(field);
            const auto on_host = copy.host<std::uint32_t>();
            for (const PixelRect rect : {PixelRect{0, 0, 301, 203},
                                         {7, 9, 128, 128},
                                         {300, 202, 1, 1},
                                         {0, 0, 301, 1},
                                         {13, 100, 177, 33}})
                for (const int side : {1, 5, 32, 64, 512})
                    for (const ElementType type : {ElementType::uint16, ElementType::uint32})
                        expect_plain_chunks(field, on_host, rect, side, type, 65'535);
        }
}

TEST_F(FieldChunksOnGpu, AreMixedByOnePixel) {
    const Field field = dwells_of({"inside", {{-0.2, 0}, 0.01}, 0}, {96, 96}, 500);
    for (const std::size_t x : {32U, 63U, 47U})
        for (const std::size_t y : {32U, 63U}) {
            const std::uint32_t other = 4, same = 500;
            cuda::overwrite(field, y * 96 + x, {&other, 1});
            const FieldChunks chunks = chunks_of(field, {0, 0, 96, 96}, 32, ElementType::uint16, 0);
            EXPECT_EQ(chunks.mixed_count, 1);
            EXPECT_EQ(chunks.places[4], 0) << "the one in the middle";
            cuda::overwrite(field, y * 96 + x, {&same, 1});
        }
    EXPECT_EQ(chunks_of(field, {0, 0, 96, 96}, 32, ElementType::uint16, 0).mixed_count, 0);
}

// More ranges, more listed chunks and more values than are handed over at a time.
TEST_F(FieldChunksOnGpu, OfALargeFieldAreCopiedInPieces) {
    const Field field = dwells_of(places[2], {4000, 3001}, 2000);
    const Field copy = host_copy(field);
    for (const int side : {3, 16, 256, 1000})
        for (const ElementType type : {ElementType::uint16, ElementType::uint32}) {
            SCOPED_TRACE(side);
            const PixelRect rect{1, 1, 3998, 2999};
            expect_same(chunks_of(field, rect, side, type, 1),
                        chunks_of(copy, rect, side, type, 1));
        }
}

}  // namespace
}  // namespace mariani::tests
