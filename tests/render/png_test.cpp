#include "render/picture/png.hpp"

#include "tests/render/scene.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>

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
