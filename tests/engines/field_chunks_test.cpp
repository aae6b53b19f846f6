// Fields in host memory cut into chunks: against plain code.
#include "tests/engines/plain_chunks.hpp"

#include <cstdint>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

// Values of a field, as a function of the image's pixel.
template <typename Value>
Field field_with(PixelRect extent, const Value& value) {
    std::vector<std::uint32_t> values;
    for (int y = extent.y; y < extent.y + extent.height; ++y)
        for (int x = extent.x; x < extent.x + extent.width; ++x) values.push_back(value(x, y));
    return field_of(extent, std::move(values));
}

std::uint32_t noise(int x, int y) {
    return static_cast<std::uint32_t>(x * 7919 + y * 104'729) % 65'536;
}

TEST(FieldChunks, OfOneValueNeedNoMore) {
    const Field field = field_with({0, 0, 40, 24}, [](int, int) { return 7U; });
    const FieldChunks chunks = chunks_of(field, {0, 0, 40, 24}, 8, ElementType::uint16, 9);
    EXPECT_EQ(chunks.columns, 5);
    EXPECT_EQ(chunks.rows, 3);
    EXPECT_EQ(chunks.places, std::vector<std::int32_t>(15, FieldChunks::uniform));
    EXPECT_EQ(chunks.values, std::vector<std::uint32_t>(15, 7));
    EXPECT_EQ(chunks.mixed_count, 0);
}

TEST(FieldChunks, AreThoseOfPlainCode) {
    const Field mixed = field_with({3, 5, 61, 47}, noise);
    const Field bands =
        field_with({3, 5, 61, 47}, [](int x, int y) { return x / 16 == 1 ? noise(x, y) : 3U; });
    for (const Field& field : {mixed, bands})
        for (const PixelRect rect : {PixelRect{3, 5, 61, 47},
                                     {4, 6, 32, 32},
                                     {63, 51, 1, 1},
                                     {3, 5, 61, 1},
                                     {3, 5, 1, 47},
                                     {10, 10, 17, 33}})
            for (const int side : {1, 2, 7, 16, 64})
                for (const ElementType type : {ElementType::uint16, ElementType::uint32})
                    for (const std::uint32_t padding : {0U, 3U, 65'535U})
                        expect_plain_chunks(field, rect, side, type, padding);
}

TEST(FieldChunks, KeepValuesOf32Bits) {
    const Field field = field_with(
        {0, 0, 9, 9}, [](int x, int y) { return 0x89ABCDEFU + static_cast<std::uint32_t>(x * y); });
    expect_plain_chunks(field, {0, 0, 9, 9}, 4, ElementType::uint32, 0xFFFFFFFF);
}

TEST(FieldChunks, AreMixedByOnePixel) {
    const PixelRect extent{100, 200, 24, 24};
    for (const auto& [x, y] :
         {std::pair{108, 208}, {115, 208}, {108, 215}, {115, 215}, {111, 212}}) {
        const Field field = field_with(extent, [at_x = x, at_y = y](int column, int row) {
            return column == at_x && row == at_y ? 1U : 5U;
        });
        const FieldChunks chunks = chunks_of(field, extent, 8, ElementType::uint16, 0);
        EXPECT_EQ(chunks.mixed_count, 1);
        EXPECT_EQ(chunks.places[4], 0) << "the one in the middle";
        expect_plain_chunks(field, extent, 8, ElementType::uint16, 0);
    }
}

// What lies in the extent, but not in the rectangle, must not matter.
TEST(FieldChunks, SeeOnlyTheRectangle) {
    const PixelRect rect{8, 8, 12, 12};
    const Field field = field_with(
        {0, 0, 32, 32}, [&](int x, int y) { return contains(rect, x, y) ? 6U : noise(x, y); });
    const FieldChunks chunks = chunks_of(field, rect, 8, ElementType::uint32, 0);
    EXPECT_EQ(chunks.mixed_count, 0);
    EXPECT_EQ(chunks.values, std::vector<std::uint32_t>(4, 6));
}

TEST(FieldChunks, OfWhatIsNotThereAreRefused) {
    const Field field = field_with({0, 0, 8, 8}, noise);
    for (const PixelRect rect : {PixelRect{0, 0, 9, 8}, {-1, 0, 4, 4}, {0, 0, 0, 4}, {1, 1, 8, 4}})
        EXPECT_THROW(chunks_of(field, rect, 4, ElementType::uint16, 0), std::logic_error);
    EXPECT_THROW(chunks_of(field, {0, 0, 8, 8}, 0, ElementType::uint16, 0), std::logic_error);
    EXPECT_THROW(chunks_of(field, {0, 0, 8, 8}, 4, ElementType::float32, 0), std::logic_error);
}

}  // namespace
}  // namespace mariani::tests
