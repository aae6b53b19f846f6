// Shards there and back; a shard that a disk has changed is known as damaged.
#include "app/produce/pyramid/shard.hpp"

#include "tests/files/sandbox.hpp"

#include <cstring>
#include <random>

namespace mariani::app {
namespace {

constexpr std::uint32_t fill_value = 500;
constexpr int side = 16;

// Nine chunks: uniform ones of the fill value and of others, and mixed ones.
FieldChunks some_chunks() {
    std::vector<std::uint32_t> dwells(std::size_t{48} * 48, fill_value);
    std::minstd_rand random(3);
    for (int y = 0; y < 48; ++y)
        for (int x = 0; x < 48; ++x) {
            std::uint32_t& dwell = dwells[static_cast<std::size_t>(y * 48 + x)];
            if (y < 16 && x < 32) dwell = 7;
            if (y >= 32) dwell = static_cast<std::uint32_t>(random() % 300);
        }
    const PixelRect rect{0, 0, 48, 48};
    return chunks_of(field_of(rect, std::move(dwells)), rect, side, ElementType::uint16,
                     fill_value);
}

class ShardTest : public Sandbox {
  protected:
    fs::path write(std::span<const std::byte> bytes) {
        const fs::path path = folder / "shard";
        std::ofstream(path, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), std::ssize(bytes));
        return path;
    }
    std::vector<std::byte> some_shard() {
        const auto bytes = codec.shard_of(some_chunks(), fill_value);
        return {bytes.begin(), bytes.end()};
    }
    ChunkCodec codec;
};

TEST_F(ShardTest, HoldsEveryChunk) {
    const FieldChunks chunks = some_chunks();
    ASSERT_EQ(chunks.mixed_count, 3);
    ShardReader reader(write(codec.shard_of(chunks, fill_value)), 9);
    std::vector<std::byte> values(static_cast<std::size_t>(chunks.chunk_bytes()));
    for (int i = 0; i < 9; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const bool there = reader.read(i, codec, values);
        if (chunks.places[at] != FieldChunks::uniform) {
            const auto expected = chunks.chunk(chunks.places[at]);
            EXPECT_TRUE(there);
            EXPECT_EQ(std::memcmp(values.data(), expected.data(), expected.size()), 0);
        } else if (chunks.values[at] == fill_value) {
            EXPECT_FALSE(there);
        } else {
            std::uint16_t value = 0;
            std::memcpy(&value, values.data() + values.size() - 2, 2);
            EXPECT_EQ(value, chunks.values[at]);
        }
    }
}

TEST_F(ShardTest, IsEmptyWhereAllIsTheFillValue) {
    const PixelRect rect{0, 0, 32, 32};
    const auto field = field_of(rect, std::vector<std::uint32_t>(1024, fill_value));
    const auto chunks = chunks_of(field, rect, side, ElementType::uint16, fill_value);
    EXPECT_TRUE(codec.shard_of(chunks, fill_value).empty());
    EXPECT_FALSE(codec.shard_of(chunks, fill_value + 1).empty());
}

// Whichever byte it is, but for bits of a frame's head that zstd does not use.
TEST_F(ShardTest, AFlippedBitIsFoundOrChangesNoDwell) {
    const auto whole = some_shard();
    const auto values_in = [&](const std::vector<std::byte>& bytes) {
        ShardReader reader(write(bytes), 9);
        std::vector<std::byte> all, values(side * side * 2);
        for (int i = 0; i < 9; ++i)
            if (reader.read(i, codec, values)) all.insert(all.end(), values.begin(), values.end());
        return all;
    };
    const auto expected = values_in(whole);
    std::size_t found = 0, tried = 0;
    for (std::size_t at = 0; at < whole.size(); at += 3, ++tried) {
        auto bytes = whole;
        bytes[at] ^= std::byte{0x10};
        try {
            EXPECT_EQ(values_in(bytes), expected) << "byte " << at;
        } catch (const std::runtime_error&) {
            ++found;
        }
    }
    EXPECT_GE(found, tried - 4);  // there are four frames
}

TEST_F(ShardTest, IsRefusedIfItIsCutShort) {
    auto bytes = some_shard();
    for (const std::size_t length : {bytes.size() - 1, std::size_t{40}, std::size_t{0}}) {
        bytes.resize(length);
        EXPECT_THROW(ShardReader(write(bytes), 9), std::runtime_error);
    }
    EXPECT_THROW(ShardReader(folder / "none", 9), std::runtime_error);
}

// The check value of the standard, RFC 3720.
TEST(Crc32c, IsThatOfTheStandard) {
    const std::string_view text = "123456789";
    EXPECT_EQ(crc32c(std::as_bytes(std::span(text))), 0xE3069283U);
}

}  // namespace
}  // namespace mariani::app
