// Files from any source, each passed to the real program: refused in one line, with little memory,
// and without a crash.
#include "render/picture/png.hpp"
#include "tests/command_line/program.hpp"
#include "tests/render/png_chunks.hpp"

#include <algorithm>
#include <fstream>
#include <functional>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using test::png_chunk;
using test::png_of_growing_texts;
using test::png_start;
using test::png_with_a_text_of_two_gigabytes;
using test::times;

// AddressSanitizer holds back 256 MiB of freed memory.
#ifdef __SANITIZE_ADDRESS__
constexpr std::int64_t a_little = std::int64_t{512} << 20;
#else
constexpr std::int64_t a_little = std::int64_t{256} << 20;
#endif

class ForeignFiles : public ProgramTest {
  protected:
    // The program refuses these arguments with this status and message, using only little
    // memory.
    void expect_refusal(const std::string& arguments, int status, const std::string& part) const {
        const Outcome idle = run("render -o idle.png --size 8x8");
        fs::remove(folder / "idle.png");
        const Outcome outcome = run(arguments);
        expect_one_line(outcome, status, part);
        EXPECT_LT(outcome.peak_bytes - idle.peak_bytes, a_little) << arguments;
        EXPECT_FALSE(fs::exists(folder / "out.png"));
    }
    void expect_picture_refused(const std::string& part) const {
        expect_refusal("render -o out.png --size 8x8 in.png", 1, part);
    }
    void put_picture(const std::string& settings) const {
        render::write_png(folder / "in.png", render::Image({2, 2}, render::PixelFormat::rgb),
                          std::array{render::PngText{"mariani:settings", settings}});
    }
};

// As Windows' editor saves texts; what other programs write is read, the program's own is refused.
TEST_F(ForeignFiles, OfTextInUtf16AreReadOrRefusedWithWhatToDo) {
    const auto write = [&](const char* name, std::string_view text) {
        std::ofstream file(folder / name, std::ios::binary);
        file << "\xFF\xFE";
        for (const char c : text) file << c << '\0';
    };
    write("place.kfr", "Re: -0.5\r\nIm: 0.25\r\nZoom: 100\r\nIterations: 200\r\n");
    write("two.map", "0 0 0\r\n255 255 255\r\n");
    write("own.json", "{\"version\": 1}");
    EXPECT_EQ(run("render place.kfr -o out.png --size 8x8 --palette two.map").status, 0);
    fs::remove(folder / "out.png");
    expect_refusal("bench own.json", 2, "it is in UTF-16: save it in UTF-8");
}

TEST_F(ForeignFiles, APictureThatStatesATextOfTwoGigabytes) {
    put(folder / "in.png", png_with_a_text_of_two_gigabytes());
    ASSERT_EQ(fs::file_size(folder / "in.png"), 46u);
    expect_picture_refused("in.png");
}

TEST_F(ForeignFiles, APictureWhoseTextsGrowWhenTheyAreUnpacked) {
    put(folder / "in.png", png_of_growing_texts());
    ASSERT_LT(fs::file_size(folder / "in.png"), 2'000'000u);
    expect_picture_refused("in.png");
}

TEST_F(ForeignFiles, APictureOfManyTexts) {
    put(folder / "in.png", png_start(1, 1) +
                               times(100'000, png_chunk("tEXt", std::string("k\0v", 3))) +
                               png_chunk("IDAT", "") + png_chunk("IEND", ""));
    expect_picture_refused("in.png");
}

TEST_F(ForeignFiles, SettingsNestedDeeply) {
    const std::string short_json = times(20'000, "[") + times(20'000, "]");
    const std::string json = times(65'000, "[") + times(65'000, "]");
    put_picture("{\"engine\": {\"dwell\": " + short_json + "}}");
    expect_picture_refused("nested");
    put(folder / "in.json", "{\"mariani_experiment\": " + json + "}");
    expect_refusal("bench in.json", 2, "nested");
    put(folder / "in.json",
        "[{\"event\": \"set\", \"field\": \"engine.dwell\", \"value\": " + json + "}]");
    expect_refusal("--replay in.json", 2, "nested");
}

// The user's own files: a damaged one is kept aside and the program starts.
TEST_F(ForeignFiles, TheUsersOwnNestedDeeplyAreKeptAside) {
    const std::string dotted = "a" + times(100'000, ".a") + " = 1\n";
    for (const std::string& text : {dotted, "[" + dotted.substr(0, dotted.size() - 5) + "]\n",
                                    "a = " + times(20'000, "[") + times(20'000, "]") + "\n"}) {
        const fs::path settings = folder / "config/mariani/settings.toml";
        const fs::path tunings = folder / "config/mariani/tunings.toml";
        const fs::path bookmarks = folder / "data/mariani/bookmarks.toml";
        for (const auto& path : {settings, tunings, bookmarks}) put(path, text);
        EXPECT_EQ(run("").status, 1);  // there is no display
        EXPECT_EQ(run("render -o out.png --size 8x8 --view paper").status, 0);
        EXPECT_EQ(run("render -o out.png --size 8x8 --tuned").status, 1);
        for (const auto& path : {settings, tunings, bookmarks}) {
            EXPECT_FALSE(fs::exists(path)) << path;
            EXPECT_TRUE(text_of(path.string() + ".damaged-1") == text) << path;
            fs::remove(path.string() + ".damaged-1");
        }
    }
}

TEST_F(ForeignFiles, HeavyOnes) {
    put(folder / "in.json", times(60'000'000, "["));
    expect_refusal("bench in.json", 1, "larger than");
    put(folder / "in.json",
        "[{\"event\": \"text\", \"text\": \"" + times(50'000'000, "x") + "\"}]");
    expect_refusal("--replay in.json", 2, "1000 characters");
    put_picture("{" + times(100'000, "\"name\": 1,") + "\"last\": 1}");
    expect_picture_refused("more than 100000 values");
    put(folder / "config/mariani/settings.toml", times(200'000, "a = 1\n"));
    EXPECT_EQ(run("").status, 1);
    EXPECT_TRUE(fs::exists(folder / "config/mariani/settings.toml.damaged-1"));
}

// How each kind of file is named, and the status of its refusal.
struct Named {
    std::string file;
    std::string arguments;
    int status;
};

class NotRegularFiles : public ForeignFiles, public testing::WithParamInterface<Named> {
  protected:
    void expect_refused(const std::string& why) const {
        const auto& [file, arguments, status] = GetParam();
        expect_refusal(arguments, status, file);
        EXPECT_SAYS(run(arguments).err, why);
        fs::remove(folder / file);
    }
};

TEST_P(NotRegularFiles, AreRefused) {
    const fs::path file = folder / GetParam().file;
    ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
    expect_refused("not a regular file");
    for (const char* endless : {"/dev/zero", "/dev/full", "/dev/tty"}) {
        fs::create_symlink(endless, file);
        expect_refused("not a regular file");
    }
    fs::create_directory(file);
    expect_refused("a folder");
    fs::create_symlink(file, file);  // to itself
    expect_refused(GetParam().file);
}

TEST_P(NotRegularFiles, AreNoLargerThanTheirKindMayBe) {
    const fs::path file = folder / GetParam().file;
    put(file, "");
    fs::resize_file(file, std::uintmax_t{1} << 40);
    expect_refused("larger than");
}

INSTANTIATE_TEST_SUITE_P(
    Named, NotRegularFiles,
    testing::Values(Named{"in.map", "render -o out.png --size 8x8 --palette in.map", 1},
                    Named{"in.gpl", "render -o out.png --size 8x8 --palette in.gpl", 1},
                    Named{"in.png", "render -o out.png --size 8x8 in.png", 1},
                    Named{"in.json", "bench in.json", 1}, Named{"in.json", "--replay in.json", 2}),
    [](const auto& kind) { return fmt::format("Kind{}", kind.index); });

}  // namespace
}  // namespace mariani::app
