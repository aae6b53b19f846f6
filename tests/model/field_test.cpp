// A field says what it holds, and is read as nothing else.
#include "compute/model/field.hpp"

#include <numeric>

#include <gtest/gtest.h>

namespace mariani {
namespace {

Field numbers() {
    std::vector<std::uint32_t> values(5 * 3);
    std::iota(values.begin(), values.end(), 100U);
    return field_of({10, 20, 5, 3}, std::move(values));
}

TEST(Field, SaysWhatItHolds) {
    const Field field = numbers();
    EXPECT_TRUE(field);
    EXPECT_EQ(field.extent(), (PixelRect{10, 20, 5, 3}));
    EXPECT_EQ(field.type(), ElementType::uint32);
    EXPECT_TRUE(field.on_host());
    EXPECT_EQ(field.bytes(), 60);
    const Field narrow({0, 0, 5, 3}, std::make_shared<std::uint16_t[]>(15), {MemoryKind::cuda, 2});
    EXPECT_EQ(narrow.bytes(), 30);
    EXPECT_FALSE(narrow.on_host());
    EXPECT_EQ(narrow.place(), (MemoryPlace{MemoryKind::cuda, 2}));
}

TEST(Field, HasAValueForEachPixelOfItsExtent) {
    const Field field = numbers();
    const auto host = field.host<std::uint32_t>();
    EXPECT_EQ(host.at(10, 20), 100U);
    EXPECT_EQ(host.at(14, 22), 114U);
    const auto last = host.rows(2, 1);
    EXPECT_EQ(last.extent, (PixelRect{10, 22, 5, 1}));
    EXPECT_EQ(last.at(11, 22), 111U);
    EXPECT_EQ(last.values.size(), 5U);
    EXPECT_THROW(field_of<float>({0, 0, 2, 2}, {1, 2, 3}), std::logic_error);
}

TEST(Field, IsReadAsNothingElse) {
    const Field field = numbers();
    EXPECT_THROW(field.host<float>(), std::logic_error);
    const Field elsewhere({0, 0, 2, 2}, std::make_shared<float[]>(4), {MemoryKind::cuda, 0});
    EXPECT_THROW(elsewhere.host<float>(), std::logic_error);
}

// As of a frame on a GPU that nobody asked for its work.
TEST(Field, WithoutValuesIsEmptyWhereverItWouldLie) {
    const Field none({0, 0, 4, 4}, std::shared_ptr<float[]>(), {MemoryKind::cuda, 0});
    EXPECT_FALSE(none);
    EXPECT_TRUE(none.on_host()) << "nothing has to be copied";
    EXPECT_EQ(none.bytes(), 0);
    EXPECT_EQ(none.extent(), PixelRect{});
    EXPECT_TRUE(none.host<float>().values.empty());
    EXPECT_TRUE(none.host<std::uint32_t>().rows(1, 2).values.empty());
}

TEST(Field, KeepsItsMemory) {
    auto values = std::make_shared<float[]>(4);
    const std::weak_ptr<float[]> watched = values;
    Field field({0, 0, 2, 2}, values);
    values.reset();
    const Field copy = field;
    field = {};
    EXPECT_FALSE(watched.expired());
    EXPECT_EQ(copy.host<float>().values.size(), 4U);
}

}  // namespace
}  // namespace mariani
