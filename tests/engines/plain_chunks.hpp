// Chunks of a field by plain code, as a reference.
#pragma once

#include "compute/service/dwell_access.hpp"

#include <cstdint>
#include <cstring>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::tests {

// The values of a mixed chunk as they are stored.
template <typename T>
std::vector<std::uint32_t> stored_values(std::span<const std::byte> chunk) {
    std::vector<T> values(chunk.size() / sizeof(T));
    std::memcpy(values.data(), chunk.data(), chunk.size());
    return {values.begin(), values.end()};
}

// Compares the chunks of a field, wherever it lies, with what plain code finds in `on_host`, the
// same field in host memory.
inline void expect_plain_chunks(const Field& field, const HostField<std::uint32_t>& on_host,
                                PixelRect rect, int side, ElementType type, std::uint32_t padding) {
    SCOPED_TRACE(testing::Message() << rect.width << "x" << rect.height << " at " << rect.x << ","
                                    << rect.y << " side " << side << " padding " << padding);
    const FieldChunks chunks = chunks_of(field, rect, side, type, padding);
    ASSERT_EQ(chunks.side, side);
    ASSERT_EQ(chunks.type, type);
    ASSERT_EQ(chunks.columns, (rect.width + side - 1) / side);
    ASSERT_EQ(chunks.rows, (rect.height + side - 1) / side);
    const auto count = static_cast<std::size_t>(chunks.columns * chunks.rows);
    ASSERT_EQ(chunks.places.size(), count);
    ASSERT_EQ(chunks.values.size(), count);
    std::int32_t mixed = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const int left = rect.x + static_cast<int>(i) % chunks.columns * side;
        const int top = rect.y + static_cast<int>(i) / chunks.columns * side;
        std::set<std::uint32_t> seen;
        std::vector<std::uint32_t> expected;
        for (int y = top; y < top + side; ++y)
            for (int x = left; x < left + side; ++x) {
                const bool inside = contains(rect, x, y);
                expected.push_back(inside ? on_host.at(x, y) : padding);
                if (inside) seen.insert(expected.back());
            }
        if (seen.size() == 1) {
            ASSERT_EQ(chunks.places[i], FieldChunks::uniform) << "chunk " << i;
            ASSERT_EQ(chunks.values[i], *seen.begin()) << "chunk " << i;
            continue;
        }
        ASSERT_EQ(chunks.places[i], mixed++) << "chunk " << i;
        const auto bytes = chunks.chunk(chunks.places[i]);
        ASSERT_EQ(type == ElementType::uint16 ? stored_values<std::uint16_t>(bytes)
                                              : stored_values<std::uint32_t>(bytes),
                  expected)
            << "chunk " << i;
    }
    ASSERT_EQ(chunks.mixed_count, mixed);
}

inline void expect_plain_chunks(const Field& field, PixelRect rect, int side, ElementType type,
                                std::uint32_t padding) {
    const Field copy = host_copy(field);
    expect_plain_chunks(field, copy.host<std::uint32_t>(), rect, side, type, padding);
}

}  // namespace mariani::tests
