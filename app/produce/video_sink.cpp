// Videos by the user's ffmpeg: nothing of it is linked, frames are piped to it.
#include "app/files/own_file.hpp"
#include "app/produce/encoder_process.hpp"
#include "app/produce/film.hpp"
#include "compute/model/printable.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr std::size_t quoted = 600;  // characters, of what ffmpeg has to say

struct Encoding {
    const char* format;
    std::vector<std::string> options;
};

Encoding encoding_of(const std::filesystem::path& path) {
    if (path.extension() == ".webm")
        return {"webm",
                {"-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-row-mt", "1", "-deadline",
                 "good", "-cpu-used", "4"}};
    const std::vector<std::string> h264{"-c:v", "libx264", "-preset", "medium", "-crf", "16"};
    if (path.extension() == ".mkv") return {"matroska", h264};
    auto mp4 = h264;
    mp4.insert(mp4.end(), {"-movflags", "+faststart"});
    return {"mp4", mp4};
}

// From raw frames on the standard input to a file. Sides are made even, as 4:2:0 needs, and the
// colours are those of HDTV, marked as such.
std::vector<std::string> command_of(const Encoding& encoding, const FilmShape& shape,
                                    const std::string& file) {
    std::vector<std::string> words{
        "ffmpeg", "-hide_banner", "-nostdin", "-loglevel", "error", "-y",
        // The input.
        "-f", "rawvideo", "-pix_fmt", "rgb24", "-s",
        fmt::format("{}x{}", shape.size.width, shape.size.height), "-r", std::to_string(shape.rate),
        "-i", "pipe:0",
        // The output.
        "-an", "-vf",
        "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p",
        "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range",
        "tv"};
    words.insert(words.end(), encoding.options.begin(), encoding.options.end());
    words.insert(words.end(), {"-f", encoding.format, "file:" + file});
    return words;
}

// The end of several lines, as one.
std::string last_of(std::string words) {
    while (!words.empty() && words.back() == '\n') words.pop_back();
    if (words.size() > quoted) words.erase(0, words.size() - quoted);
    std::ranges::replace(words, '\n', ' ');
    return words.empty() ? std::string("it gives no reason") : printable(words);
}

class VideoSink final : public FilmSink {
  public:
    VideoSink(const std::filesystem::path& path, const FilmShape& shape, std::stop_token stop)
        : file_(path),
          stop_(std::move(stop)),
          encoder_(command_of(encoding_of(path), shape, file_.temporary().string()),
                   no_ffmpeg(path)) {}

    bool add(const render::Image& frame) override {
        if (encoder_.write(std::as_bytes(frame.bytes()), stop_)) return true;
        if (stop_.stop_requested()) return false;
        const auto status = encoder_.finish(stop_);
        if (status) fail(*status);
        return false;
    }

    bool finish() override {
        const auto status = encoder_.finish(stop_);
        if (!status) return false;
        if (*status != 0) fail(*status);
        file_.commit();
        return true;
    }

  private:
    [[noreturn]] void fail(int status) {
        throw std::runtime_error(fmt::format("cannot write {}: ffmpeg ended with status {}: {}",
                                             file_.path().string(), status,
                                             last_of(encoder_.last_words())));
    }

    AtomicFile file_;  // outlives the encoder, which writes it
    const std::stop_token stop_;
    EncoderProcess encoder_;
};

}  // namespace

std::string no_ffmpeg(const std::filesystem::path& path) {
    return fmt::format(
        "cannot write {}: the program ffmpeg, which makes videos, was not found: install the "
        "package ffmpeg, or write a .webp, which does not need it",
        path.string());
}

std::unique_ptr<FilmSink> video_sink(const std::filesystem::path& path, const FilmShape& shape,
                                     std::stop_token stop) {
    return std::make_unique<VideoSink>(path, shape, std::move(stop));
}

}  // namespace mariani::app
