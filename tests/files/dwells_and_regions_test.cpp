#include "app/files/npy.hpp"
#include "app/files/table_file.hpp"
#include "tests/files/sandbox.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <numeric>

namespace mariani::app {
namespace {

using DwellsTest = Sandbox;
using RegionsTest = Sandbox;

TEST_F(DwellsTest, AreANumpyFile) {
    std::vector<std::uint32_t> dwells(5 * 3);
    std::iota(dwells.begin(), dwells.end(), 4'000'000'000u);
    NpyWriter writer(folder / "d.npy", {5, 3});
    writer.write({{0, 0, 5, 3}, dwells});
    writer.commit();

    const auto bytes = text_of(folder / "d.npy");
    ASSERT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\x01\0", 8));
    const auto header = static_cast<std::size_t>(static_cast<unsigned char>(bytes[8])) +
                        256 * static_cast<unsigned char>(bytes[9]);
    EXPECT_EQ((10 + header) % 64, 0u);
    EXPECT_SAYS(bytes.substr(10, header),
                "{'descr': '<u4', 'fortran_order': False, 'shape': (3, 5), }");
    EXPECT_EQ(bytes[9 + header], '\n');
    ASSERT_EQ(bytes.size(), 10 + header + 4 * dwells.size());
    EXPECT_EQ(std::memcmp(bytes.data() + 10 + header, dwells.data(), 4 * dwells.size()), 0);
}

TEST_F(DwellsTest, PartsInAnyOrderMakeTheSameFile) {
    constexpr ImageSize size{37, 23};
    std::vector<std::uint32_t> all(37 * 23);
    std::iota(all.begin(), all.end(), 0u);
    NpyWriter whole_writer(folder / "whole.npy", size);
    whole_writer.write({whole(size), all});
    whole_writer.commit();

    NpyWriter parts(folder / "parts.npy", size);
    for (const PixelRect rect :
         {PixelRect{20, 0, 17, 13}, PixelRect{0, 13, 37, 10}, PixelRect{0, 0, 20, 13}}) {
        std::vector<std::uint32_t> part;
        for (int y = rect.y; y < rect.y + rect.height; ++y)
            for (int x = rect.x; x < rect.x + rect.width; ++x)
                part.push_back(all[static_cast<std::size_t>(y * 37 + x)]);
        parts.write({rect, part});
    }
    parts.commit();
    EXPECT_EQ(text_of(folder / "parts.npy"), text_of(folder / "whole.npy"));
}

TEST_F(DwellsTest, OfAPartOfThePictureAreNoFile) {
    const std::vector<std::uint32_t> dwells(10);
    {
        NpyWriter writer(folder / "d.npy", {5, 3});
        writer.write({{0, 0, 5, 2}, dwells});
        EXPECT_THROW(writer.commit(), std::logic_error);
    }
    EXPECT_TRUE(names_in(folder).empty());
}

TEST_F(DwellsTest, PlainBytesAreANumpyFileOfOneSide) {
    const std::vector<std::byte> bytes{std::byte{1}, std::byte{0}, std::byte{255}};
    {
        NpyArrayWriter writer(folder / "b.npy", ElementType::uint8,
                              std::array<std::uint64_t, 1>{5});
        writer.write(bytes);
        EXPECT_THROW(writer.commit(), std::logic_error);
        EXPECT_THROW(writer.write(bytes), std::logic_error);
    }
    EXPECT_TRUE(names_in(folder).empty());
    NpyArrayWriter writer(folder / "b.npy", ElementType::uint8, std::array<std::uint64_t, 1>{6});
    writer.write(bytes);
    writer.write(bytes);
    writer.commit();
    const auto text = text_of(folder / "b.npy");
    EXPECT_SAYS(text, "{'descr': '|u1', 'fortran_order': False, 'shape': (6,), }");
    const auto begin = text.find('\n') + 1;
    EXPECT_EQ(begin % 64, 0U);
    EXPECT_EQ(text.substr(begin), std::string("\1\0\377\1\0\377", 6));
}

TEST_F(DwellsTest, AnArrayHasItsTypeAndItsShape) {
    const std::vector<std::uint16_t> values(24, 7);
    NpyArrayWriter writer(folder / "v.npy", ElementType::uint16,
                          std::array<std::uint64_t, 3>{2, 3, 4});
    writer.write(std::as_bytes(std::span(values)));
    writer.commit();
    const auto text = text_of(folder / "v.npy");
    EXPECT_SAYS(text, "{'descr': '<u2', 'fortran_order': False, 'shape': (2, 3, 4,), }");
    EXPECT_EQ(text.size() - text.find('\n') - 1, 48U);
}

TEST_F(RegionsTest, AreARowEach) {
    const std::vector<Region> regions{
        {{0, 0, 8, 4}, 1, 9, 100, 0, Outcome::subdivided},
        {{0, 0, 4, 2}, 7, 7, 10, 1, Outcome::filled},
        {{4, 0, 4, 2}, 7, 8, 10, 1, Outcome::leaf},
        {{4, 2, 4, 2}, 0, 0, 10, 1, Outcome::filled},
    };
    RegionsCsv csv(folder / "r.csv");
    csv.write(regions);
    EXPECT_FALSE(fs::exists(folder / "r.csv"));
    csv.commit();
    EXPECT_EQ(text_of(folder / "r.csv"),
              "level,x,y,width,height,outcome,dwell\n"
              "0,0,0,8,4,subdivided,\n"
              "1,0,0,4,2,filled,7\n"
              "1,4,0,4,2,leaf,\n"
              "1,4,2,4,2,filled,0\n");
}

}  // namespace
}  // namespace mariani::app
