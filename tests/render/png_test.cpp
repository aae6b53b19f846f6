#include "render/picture/png.hpp"

#include "tests/render/scene.hpp"

#include <atomic>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <gtest/gtest.h>

namespace mariani::render {
namespace {

Image pattern(ImageSize size, PixelFormat format) {
    Image image(size, format);
    std::uint32_t state = 1;
    for (auto& byte : image.bytes())
        byte = static_cast<std::uint8_t>((state = state * 69069 + 1) >> 24);
    return image;
}

// Neither smooth nor in bands, and no two rows alike.
Image slanted(ImageSize size) {
    Image image(size, PixelFormat::rgb);
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            image.set(x, y,
                      {static_cast<std::uint8_t>(x + 3 * y), static_cast<std::uint8_t>(y),
                       static_cast<std::uint8_t>(x * y >> 9)});
    return image;
}

// That many, in turn; at least so many pixels.
Image of_colours(ImageSize size, int count) {
    Image image(size, PixelFormat::rgb);
    int i = 0;
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x, i = (i + 1) % count)
            image.set(x, y, {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i >> 4), 77});
    return image;
}

bool has_palette(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    constexpr std::size_t colour_type = 25;
    return bytes.at(colour_type) == 3 && bytes.find("PLTE") < bytes.find("IDAT");
}

// The bytes that all IDAT chunks hold together; 0 if zlib finds a fault in them.
std::size_t inflated_pixels(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    std::string deflated;
    for (std::size_t at = 8; at < bytes.size();) {
        std::uint32_t length = 0;
        for (std::size_t i = 0; i < 4; ++i)
            length = length << 8 | static_cast<std::uint8_t>(bytes.at(at + i));
        if (bytes.substr(at + 4, 4) == "IDAT") deflated += bytes.substr(at + 8, length);
        at += 12 + length;
    }
    std::vector<Bytef> inflated(20'000'000);
    uLongf size = inflated.size();
    const bool whole =
        uncompress(inflated.data(), &size, reinterpret_cast<const Bytef*>(deflated.data()),
                   deflated.size()) == Z_OK;
    return whole ? size : 0;
}

std::string message_of(const auto& action) {
    try {
        action();
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "nothing thrown";
}

std::size_t files_in(const test::TemporaryFolder& folder) {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder.path()), {}));
}

class Png : public testing::Test {
  protected:
    test::TemporaryFolder folder_;
};

TEST_F(Png, ReadsBackWhatWasWritten) {
    for (const PixelFormat format : {PixelFormat::rgb, PixelFormat::rgba})
        for (const ImageSize size : {ImageSize{1, 1}, {1, 37}, {640, 3}, {31, 17}}) {
            const Image image = pattern(size, format);
            write_png(folder_ / "a.png", image);
            EXPECT_EQ(read_png(folder_ / "a.png"), image);
        }
}

TEST_F(Png, CarriesTextOfAnyLanguageAndLength) {
    std::string json = "{";
    while (json.size() < 16'000) json += "\"name\": \"value with \\\"quotes\\\"\",\n";
    const std::vector<PngText> texts{{"Software", "mariani"},
                                     {"Title", "Seepferdchental \u2013 \u6d77\u99ac \U0001F980"},
                                     {"mariani", json},
                                     {"Comment", ""}};
    write_png(folder_ / "t.png", pattern({5, 4}, PixelFormat::rgb), texts);
    EXPECT_EQ(read_png_texts(folder_ / "t.png"), texts);
}

TEST_F(Png, IsWrittenInBands) {
    const Image all = pattern({100, 90}, PixelFormat::rgb);
    PngWriter writer(folder_ / "bands.png", all.size(), all.format());
    for (int y = 0; y < 90; y += 40) {
        Image band({100, std::min(40, 90 - y)}, PixelFormat::rgb);
        for (int row = 0; row < band.size().height; ++row)
            std::ranges::copy(all.row(y + row), band.row(row).begin());
        writer.write(band);
    }
    writer.finish();
    EXPECT_EQ(read_png(folder_ / "bands.png"), all);
}

TEST_F(Png, DrawsItsRowsInAnyOrder) {
    for (const ImageSize size : {ImageSize{1, 1}, {1, 5000}, {3001, 2000}, {40'000, 60}}) {
        const Image all = slanted(size);
        PngWriter writer(folder_ / "drawn.png", all.size(), all.format());
        std::atomic<int> drawn = 0;
        const auto draw_from = [&](int begin) {
            return [&, begin](int first, int count) {
                drawn += count;
                return all.rows(begin + first, count);
            };
        };
        const int part = size.height / 3;
        writer.write(part, draw_from(0));
        writer.write(size.height - part, draw_from(part));
        writer.finish();
        EXPECT_EQ(drawn, size.height);
        EXPECT_EQ(read_png(folder_ / "drawn.png", size), all);
    }
}

TEST_F(Png, WhatFailsInDrawingEndsTheWriting) {
    const auto write = [&](auto draw) {
        PngWriter writer(folder_ / "p.png", {2000, 9000}, PixelFormat::rgb);
        writer.write(9000, draw);
    };
    EXPECT_EQ(message_of([&] {
                  write([](int first, int count) {
                      if (first > 1000) throw std::runtime_error("no more paint");
                      return Image({2000, count}, PixelFormat::rgb);
                  });
              }),
              "no more paint");
    EXPECT_NE(message_of([&] {
                  write([](int, int count) { return Image({1999, count}, PixelFormat::rgb); });
              }).find("do not fit"),
              std::string::npos);
    EXPECT_THROW(write([](int, int count) {
                     return Image({2000, count - 1}, PixelFormat::rgb);
                 }),
                 std::logic_error);
    EXPECT_EQ(files_in(folder_), 0u);
}

TEST_F(Png, StoresFewColoursAsAPalette) {
    for (const int count : {1, 2, 255, 256, 257})
        for (const ImageSize size : {ImageSize{1, 300}, {977, 3}, {1500, 1501}}) {
            const Image image = of_colours(size, count);
            write_png(folder_ / "p.png", image, std::array{PngText{"key", "text"}});
            EXPECT_EQ(read_png(folder_ / "p.png"), image);
            EXPECT_EQ(read_png_texts(folder_ / "p.png"), (std::vector<PngText>{{"key", "text"}}));
            EXPECT_EQ(has_palette(folder_ / "p.png"), count <= 256);
        }
}

// What libpng reads rows from without a word may still be refused by others.
TEST_F(Png, IsAStreamWithARightChecksum) {
    for (const ImageSize size : {ImageSize{1, 1}, {999, 1}, {1500, 1501}, {40'000, 50}})
        for (const Image& image : {pattern(size, PixelFormat::rgba), slanted(size)}) {
            write_png(folder_ / "p.png", image);
            const auto rows = static_cast<std::size_t>(size.height);
            const auto row_bytes = has_palette(folder_ / "p.png")
                                       ? static_cast<std::size_t>(size.width)
                                       : image.row_bytes();
            EXPECT_EQ(inflated_pixels(folder_ / "p.png"), rows * (1 + row_bytes));
        }
}

TEST_F(Png, NeverChangesAColour) {
    FewColours colours;
    for (std::uint8_t i = 0; i < 9; ++i) colours.add({i, i, i});
    const auto writer = [&](PixelFormat format) {
        PngWriter made(folder_ / "p.png", {20, 20}, format);
        made.use_palette(colours);
        return made;
    };
    EXPECT_THROW(writer(PixelFormat::rgb).write(of_colours({20, 20}, 100)), std::logic_error);
    EXPECT_THROW(writer(PixelFormat::rgba), std::logic_error);
    EXPECT_EQ(files_in(folder_), 0u);
}

TEST_F(Png, LeavesNothingBehindWhenCancelledAndTheOldFileAsItWas) {
    const Image old = pattern({8, 8}, PixelFormat::rgb);
    write_png(folder_ / "p.png", old);
    {
        PngWriter writer(folder_ / "p.png", {64, 64}, PixelFormat::rgb);
        writer.write(pattern({64, 10}, PixelFormat::rgb));
        EXPECT_EQ(read_png(folder_ / "p.png"), old);
    }
    EXPECT_EQ(files_in(folder_), 1u);
    EXPECT_EQ(read_png(folder_ / "p.png"), old);
}

TEST_F(Png, IsNotFinishedBeforeItsLastRow) {
    PngWriter writer(folder_ / "p.png", {4, 4}, PixelFormat::rgb);
    writer.write(pattern({4, 3}, PixelFormat::rgb));
    EXPECT_THROW(writer.finish(), std::runtime_error);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "p.png"));
}

TEST_F(Png, RefusesRowsThatDoNotFit) {
    PngWriter writer(folder_ / "p.png", {4, 4}, PixelFormat::rgb);
    EXPECT_THROW(writer.write(pattern({5, 1}, PixelFormat::rgb)), std::runtime_error);
    EXPECT_THROW(writer.write(pattern({4, 5}, PixelFormat::rgb)), std::runtime_error);
    EXPECT_THROW(writer.write(pattern({4, 1}, PixelFormat::rgba)), std::runtime_error);
}

TEST_F(Png, SaysWhichFileCouldNotBeWrittenAndWhy) {
    const Image image = pattern({2, 2}, PixelFormat::rgb);
    const auto missing = folder_ / "no/such/p.png";
    EXPECT_NE(message_of([&] { write_png(missing, image); }).find(missing.string()),
              std::string::npos);
    EXPECT_NE(message_of([&] { write_png(folder_.path(), image); }).find(folder_.path().string()),
              std::string::npos);
    if (geteuid() == 0) return;  // root may write anywhere
    chmod(folder_.path().c_str(), 0500);
    EXPECT_NE(message_of([&] { write_png(folder_ / "p.png", image); }).find("ermission"),
              std::string::npos);
    chmod(folder_.path().c_str(), 0700);
    EXPECT_EQ(files_in(folder_), 0u);
}

TEST_F(Png, RefusesTextThatTheFormatCannotHold) {
    const Image image = pattern({2, 2}, PixelFormat::rgb);
    for (const PngText& text : {PngText{"", "x"}, PngText{std::string(80, 'k'), "x"},
                                PngText{"k\u00e9y", "x"}, PngText{"key", std::string("a\0b", 3)}}) {
        EXPECT_THROW(write_png(folder_ / "p.png", image, std::array{text}), std::runtime_error);
        EXPECT_EQ(files_in(folder_), 0u);
    }
}

TEST_F(Png, RefusesDamagedFilesWithFileAndReason) {
    const auto path = folder_ / "d.png";
    EXPECT_NE(message_of([&] { read_png(path); }).find("no such file"), std::string::npos);
    std::ofstream(path) << "this is no picture";
    EXPECT_NE(message_of([&] { read_png_texts(path); }).find(path.string()), std::string::npos);
    write_png(path, pattern({50, 50}, PixelFormat::rgb), std::array{PngText{"a", "b"}});
    const auto whole = std::filesystem::file_size(path);
    for (const auto size : {whole - 30, whole / 2, std::uintmax_t{40}, std::uintmax_t{0}}) {
        std::filesystem::resize_file(path, size);
        EXPECT_NE(message_of([&] { read_png(path); }).find(path.string()), std::string::npos);
    }
}

TEST_F(Png, TakesNoMorePixelsThanAskedFor) {
    write_png(folder_ / "p.png", pattern({40, 30}, PixelFormat::rgb));
    EXPECT_EQ(read_png(folder_ / "p.png", {40, 30}).size(), (ImageSize{40, 30}));
    for (const ImageSize max_size : {ImageSize{39, 30}, ImageSize{40, 29}})
        EXPECT_NE(message_of([&] { read_png(folder_ / "p.png", max_size); }).find("40x30 pixels"),
                  std::string::npos);
}

TEST_F(Png, LimitsItsTexts) {
    const Image image = pattern({2, 2}, PixelFormat::rgb);
    const auto texts = [](std::size_t count, std::size_t size) {
        std::vector<PngText> all(count, {"key", std::string(size, 'x')});
        return all;
    };
    for (const auto& [count, size] : {std::pair{64u, 10u}, {1u, 1'000'000u}, {2u, 1'000'000u}}) {
        write_png(folder_ / "p.png", image, texts(count, size));
        EXPECT_EQ(read_png_texts(folder_ / "p.png").size(), count);
    }
    for (const auto& [count, size] : {std::pair{65u, 10u}, {1u, 1'100'000u}, {20u, 1'000'000u}}) {
        write_png(folder_ / "p.png", image, texts(count, size));
        const auto message = message_of([&] { read_png_texts(folder_ / "p.png"); });
        EXPECT_NE(message.find("64 texts of 1 MiB, 8 MiB in all"), std::string::npos) << message;
    }
}

// Only in the builds with checks: the release has none.
TEST(ImageDeathTest, NoPixelIsReachedBeyondItsSides) {
#ifdef _GLIBCXX_ASSERTIONS
    Image image({4, 3}, PixelFormat::rgb);
    image.set(3, 2, {1, 2, 3});
    for (const auto& [x, y] : {std::pair{4, 2}, {-1, 0}, {0, 3}, {0, -1}, {1 << 20, 0}}) {
        EXPECT_DEATH(image.set(x, y, {}), "Assertion") << x << ", " << y;
        EXPECT_DEATH(image.at(x, y), "Assertion") << x << ", " << y;
    }
#else
    GTEST_SKIP() << "only builds for debugging and with sanitizers check this";
#endif
}

TEST(Image, RefusesSizesThatCannotBe) {
    EXPECT_THROW(Image({0, 5}, PixelFormat::rgb), std::runtime_error);
    EXPECT_THROW(Image({5, -1}, PixelFormat::rgb), std::runtime_error);
}

}  // namespace
}  // namespace mariani::render
