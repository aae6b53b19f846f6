// Films as files. Videos are made by a script that takes ffmpeg's place, so that what it is given,
// and what becomes of its failures, can be seen.
#include "app/produce/film.hpp"

#include "app/produce/poster.hpp"
#include "tests/files/sandbox.hpp"

#include <chrono>
#include <csignal>
#include <cstdint>
#include <stdexcept>
#include <thread>

namespace mariani::app {
namespace {

constexpr FilmShape small_film{{64, 66}, 1, 10};

// A bright bar that moves; each frame is another.
render::Image bar_at(double second) {
    render::Image image(small_film.size, render::PixelFormat::rgb);
    const int left = static_cast<int>(second * 60);
    for (int y = 0; y < 66; ++y)
        for (int x = left; x < left + 4; ++x) image.set(x, y, {250, 240, 10});
    return image;
}

class FilmTest : public Sandbox {
  protected:
    bool write(const std::string& name, const FilmShape& shape = small_film,
               const DrawFrame& draw = bar_at) {
        return write_film(folder / name, shape, draw, stop_.get_token(), progress_);
    }

    std::stop_source stop_;
    std::atomic<double> progress_ = 0;
};

TEST(FilmShapeTest, FramesAreRoundedToTheNearest) {
    EXPECT_EQ((FilmShape{{64, 64}, 1.26, 10}.frames()), 13);
    EXPECT_EQ((FilmShape{{64, 64}, 1.24, 10}.frames()), 12);
    EXPECT_EQ((FilmShape{{64, 64}, 0.01, 10}.frames()), 1);
}

// A part is counted once, when it is done, and what begins again takes nothing back.
TEST(PosterProgressTest, IsOfAllPartsAndNeverFalls) {
    std::atomic<double> progress = 0;
    {
        PosterProgress parts(progress, 100);
        parts.frame().pixels_done = 30;
        parts.done(30);
    }
    EXPECT_EQ(progress, 0.3);
    {
        PosterProgress parts(progress, 100);
        parts.frame().pixels_done = 50;
        while (progress < 0.5) std::this_thread::yield();
        parts.frame().pixels_done = 10;
    }
    EXPECT_EQ(progress, 0.5);
}

std::uint32_t little_endian(const std::string& bytes, std::size_t at, int count) {
    std::uint32_t value = 0;
    for (int i = count; i-- > 0;)
        value = value << 8 | static_cast<std::uint8_t>(bytes.at(at + static_cast<std::size_t>(i)));
    return value;
}

struct WebpFilm {
    int width = 0, height = 0, frames = 0, ms = 0, loops = -1;
};

// The chunks of the file; see RFC 9649.
WebpFilm read_webp(const std::string& bytes) {
    WebpFilm film;
    EXPECT_EQ(bytes.substr(0, 4), "RIFF");
    EXPECT_EQ(bytes.substr(8, 4), "WEBP");
    EXPECT_EQ(little_endian(bytes, 4, 4) + 8, bytes.size());
    for (std::size_t at = 12; at < bytes.size();) {
        const std::string name = bytes.substr(at, 4);
        const std::size_t length = little_endian(bytes, at + 4, 4);
        if (name == "VP8X") {
            film.width = static_cast<int>(little_endian(bytes, at + 12, 3)) + 1;
            film.height = static_cast<int>(little_endian(bytes, at + 15, 3)) + 1;
        } else if (name == "ANIM") {
            film.loops = static_cast<int>(little_endian(bytes, at + 12, 2));
        } else if (name == "ANMF") {
            ++film.frames;
            film.ms += static_cast<int>(little_endian(bytes, at + 8 + 12, 3));
        }
        at += 8 + length + length % 2;
    }
    return film;
}

TEST_F(FilmTest, AWebpHasEveryFrameAndLastsAsLongAsAsked) {
    ASSERT_TRUE(write("a.webp"));
    EXPECT_EQ(progress_, 1);
    const auto film = read_webp(text_of(folder / "a.webp"));
    EXPECT_EQ(film.width, 64);
    EXPECT_EQ(film.height, 66);
    EXPECT_EQ(film.frames, 10);
    EXPECT_EQ(film.ms, 1000);
    EXPECT_EQ(film.loops, 0);  // for ever
    EXPECT_EQ(names_in(folder), std::vector<std::string>{"a.webp"});
}

TEST_F(FilmTest, AWebpShowsFramesThatAreAlikeForLonger) {
    ASSERT_TRUE(write("a.webp", {{64, 66}, 2, 15},
                      [](double second) { return bar_at(second < 1 ? 0 : 0.5); }));
    const auto film = read_webp(text_of(folder / "a.webp"));
    EXPECT_EQ(film.frames, 2);
    EXPECT_EQ(film.ms, 2000);
}

TEST_F(FilmTest, RefusesOtherNamesAndSizesWithWhatIsAllowed) {
    EXPECT_SAYS(error_of([&] { write("a.gif"); }), ".webp, .mp4, .mkv, .webm");
    EXPECT_SAYS(error_of([&] { write("webp"); }), ".webp, .mp4, .mkv, .webm");
    EXPECT_SAYS(error_of([&] {
                    write("a.webp", {{63, 66}, 1, 10});
                }),
                "the film's width is 63: it must be a whole number from 64 to 4096");
    EXPECT_TRUE(names_in(folder).empty());
}

TEST_F(FilmTest, LeavesNothingWhenItIsStoppedOrADrawingFails) {
    const DrawFrame stopping = [&](double second) {
        if (second > 0.35) stop_.request_stop();
        return bar_at(second);
    };
    EXPECT_FALSE(write("a.webp", small_film, stopping));
    EXPECT_TRUE(names_in(folder).empty());
    stop_ = std::stop_source();
    const DrawFrame failing = [&](double second) {
        if (second > 0.35) throw std::runtime_error("no memory for it");
        return bar_at(second);
    };
    EXPECT_SAYS(error_of([&] { write("a.webp", small_film, failing); }), "no memory for it");
    EXPECT_TRUE(names_in(folder).empty());
}

class VideoTest : public FilmTest {
  protected:
    VideoTest() { std::signal(SIGPIPE, SIG_IGN); }  // as main() does
    // A program of this name along PATH. In the script, $out is the file that it is to write.
    void become_ffmpeg(const std::string& script) {
        const auto program = folder / "bin" / "ffmpeg";
        put(program, "#!/bin/sh\nprintf '%s\\n' \"$@\" > '" + (folder / "words").string() +
                         "'\nfor word; do out=${word#file:}; done\n" + script + "\n");
        fs::permissions(program, fs::perms::owner_all);
    }
    std::vector<std::string> videos() const {
        std::vector<std::string> names;
        for (const auto& name : names_in(folder))
            if (name != "bin" && name != "words") names.push_back(name);
        return names;
    }

    Variable path_{"PATH", (folder / "bin").string() + ":/usr/bin:/bin"};
};

TEST_F(VideoTest, GivesFfmpegEveryPixelOfEveryFrame) {
    become_ffmpeg("cat > \"$out\"");
    ASSERT_TRUE(write("a.mp4"));
    std::string expected;
    for (int i = 0; i < 10; ++i) {
        const render::Image frame = bar_at(i / 10.0);
        expected.append(frame.bytes().begin(), frame.bytes().end());
    }
    EXPECT_TRUE(text_of(folder / "a.mp4") == expected);
    EXPECT_EQ(videos(), std::vector<std::string>{"a.mp4"});
    const auto words = text_of(folder / "words");
    EXPECT_SAYS(words, "rawvideo\n-pix_fmt\nrgb24\n-s\n64x66\n-r\n10\n-i\npipe:0\n");
    EXPECT_SAYS(words, "libx264");
    EXPECT_SAYS(words, "+faststart\n-f\nmp4\nfile:" + folder.string());
}

TEST_F(VideoTest, MakesTheKindThatTheNameAsksFor) {
    become_ffmpeg("cat > \"$out\"");
    ASSERT_TRUE(write("a.webm"));
    EXPECT_SAYS(text_of(folder / "words"), "libvpx-vp9");
    EXPECT_SAYS(text_of(folder / "words"), "\n-f\nwebm\n");
    ASSERT_TRUE(write("a.mkv"));
    EXPECT_SAYS(text_of(folder / "words"), "\n-f\nmatroska\n");
}

TEST_F(VideoTest, SaysWhichPackageIsMissing) {
    const Variable nowhere("PATH", folder.string());
    EXPECT_SAYS(error_of([&] { write("a.mp4"); }),
                "a.mp4: the program ffmpeg, which makes videos, was not found: install the package "
                "ffmpeg, or write a .webp");
    EXPECT_TRUE(names_in(folder).empty());
}

TEST_F(VideoTest, SaysWhatFfmpegSaidWhenItFails) {
    become_ffmpeg("cat > /dev/null; echo 'Unknown encoder' >&2; echo 'libx264' >&2; exit 8");
    const auto error = error_of([&] { write("a.mp4"); });
    EXPECT_SAYS(error, "a.mp4: ffmpeg ended with status 8: Unknown encoder libx264");
    become_ffmpeg("exit 3");  // without reading what it is given
    EXPECT_SAYS(error_of([&] { write("a.mp4"); }), "status 3: it gives no reason");
    become_ffmpeg("kill -9 $$");
    EXPECT_SAYS(error_of([&] { write("a.mp4"); }), "status 137");
    EXPECT_TRUE(videos().empty());
}

TEST_F(VideoTest, KeepsReadingWhatFfmpegSays) {
    // More than a pipe holds, before it reads a frame.
    become_ffmpeg("head -c 1000000 /dev/zero | tr '\\0' x >&2; cat > \"$out\"");
    EXPECT_TRUE(write("a.mp4"));
    EXPECT_EQ(videos(), std::vector<std::string>{"a.mp4"});
}

TEST_F(VideoTest, IsStoppedWhileFfmpegTakesNoMoreFrames) {
    become_ffmpeg("echo begun > '" + (folder / "begun").string() + "'; sleep 1000");
    const std::jthread stopper([&] {
        while (!fs::exists(folder / "begun"))
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        stop_.request_stop();
    });
    // More than a pipe holds.
    const FilmShape large{{400, 400}, 1, 10};
    EXPECT_FALSE(write("a.mp4", large, [](double) {
        return render::Image({400, 400}, render::PixelFormat::rgb);
    }));
    fs::remove(folder / "begun");
    EXPECT_TRUE(videos().empty());
}

TEST_F(VideoTest, KeepsAnEarlierFileUntilTheNewOneIsWhole) {
    put(folder / "a.mp4", "before");
    become_ffmpeg("echo half > \"$out\"; cat > /dev/null; exit 1");
    EXPECT_NE(error_of([&] { write("a.mp4"); }), "");
    EXPECT_EQ(text_of(folder / "a.mp4"), "before");
    become_ffmpeg("cat > /dev/null; echo whole > \"$out\"");
    EXPECT_TRUE(write("a.mp4"));
    EXPECT_EQ(text_of(folder / "a.mp4"), "whole\n");
}

}  // namespace
}  // namespace mariani::app
