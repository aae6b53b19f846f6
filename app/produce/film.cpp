#include "app/produce/film.hpp"

#include "app/files/own_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <future>
#include <span>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <webp/encode.h>
#include <webp/mux.h>

#include <fmt/format.h>

namespace mariani::app {
namespace {

std::unique_ptr<FilmSink> sink_of(const std::filesystem::path& path, const FilmShape& shape,
                                  const std::stop_token& stop) {
    if (path.extension() == ".webp") return webp_sink(path, shape, stop);
    return video_sink(path, shape, stop);
}

void check(const std::filesystem::path& path, const FilmShape& shape) {
    if (!is_film(path))
        throw std::invalid_argument(
            fmt::format("{} is not a film: its name must end with one of "
                        "{}",
                        path.string(), fmt::join(film_extensions, ", ")));
    for (const auto& [name, side] : {std::pair("the film's width", shape.size.width),
                                     std::pair("the film's height", shape.size.height)})
        refuse(why_invalid(name, side, film_sides));
}

// As posix_spawnp() looks for programs.
bool is_installed(const std::string& program) {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path != nullptr ? path : "/bin:/usr/bin");
    for (std::string folder; std::getline(folders, folder, ':');) {
        const auto file = std::filesystem::path(folder.empty() ? "." : folder) / program;
        std::error_code error;
        if (std::filesystem::is_regular_file(file, error) && access(file.c_str(), X_OK) == 0)
            return true;
    }
    return false;
}

constexpr float quality = 82;  // of 100
constexpr int effort = 3;      // 0 to 6: slower, and smaller

struct EncoderDeleter {
    void operator()(WebPAnimEncoder* encoder) const { WebPAnimEncoderDelete(encoder); }
};

// A frame in libwebp's own form.
class Picture {
  public:
    explicit Picture(const render::Image& image) {
        if (WebPPictureInit(&picture_) == 0) throw std::logic_error("another version of libwebp");
        picture_.width = image.size().width;
        picture_.height = image.size().height;
        picture_.use_argb = 1;
        if (WebPPictureImportRGB(&picture_, image.bytes().data(),
                                 static_cast<int>(image.row_bytes())) == 0)
            throw std::bad_alloc();
    }
    ~Picture() { WebPPictureFree(&picture_); }
    Picture(const Picture&) = delete;
    Picture& operator=(const Picture&) = delete;

    WebPPicture* get() { return &picture_; }

  private:
    WebPPicture picture_{};
};

class Assembled {
  public:
    Assembled() { WebPDataInit(&data_); }
    ~Assembled() { WebPDataClear(&data_); }
    Assembled(const Assembled&) = delete;
    Assembled& operator=(const Assembled&) = delete;

    WebPData* get() { return &data_; }
    std::span<const std::byte> bytes() const {
        return std::as_bytes(std::span(data_.bytes, data_.size));
    }

  private:
    WebPData data_{};
};

class WebpSink final : public FilmSink {
  public:
    WebpSink(const std::filesystem::path& path, const FilmShape& shape, std::stop_token stop)
        : file_(path), rate_(shape.rate), stop_(std::move(stop)) {
        WebPAnimEncoderOptions options;
        if (WebPAnimEncoderOptionsInit(&options) == 0 || WebPConfigInit(&config_) == 0)
            throw std::logic_error("another version of libwebp");
        options.anim_params.loop_count = 0;  // for ever
        config_.quality = quality;
        config_.method = effort;
        config_.thread_level = 1;
        encoder_.reset(WebPAnimEncoderNew(shape.size.width, shape.size.height, &options));
        if (!encoder_) throw std::bad_alloc();
    }

    bool add(const render::Image& frame) override {
        if (stop_.stop_requested()) return false;
        Picture picture(frame);
        if (WebPAnimEncoderAdd(encoder_.get(), picture.get(), ms_of(frames_++), &config_) == 0)
            fail();
        return true;
    }

    bool finish() override {
        if (WebPAnimEncoderAdd(encoder_.get(), nullptr, ms_of(frames_), nullptr) == 0) fail();
        Assembled film;
        if (WebPAnimEncoderAssemble(encoder_.get(), film.get()) == 0) fail();
        if (stop_.stop_requested()) return false;
        file_.write(film.bytes());
        file_.commit();
        return true;
    }

  private:
    int ms_of(int frame) const { return static_cast<int>(std::int64_t{1000} * frame / rate_); }

    [[noreturn]] void fail() {
        throw std::runtime_error(fmt::format("cannot write {}: libwebp says: {}",
                                             file_.path().string(),
                                             WebPAnimEncoderGetError(encoder_.get())));
    }

    AtomicFile file_;
    const int rate_;
    const std::stop_token stop_;
    WebPConfig config_{};
    std::unique_ptr<WebPAnimEncoder, EncoderDeleter> encoder_;
    int frames_ = 0;
};

}  // namespace

bool is_film(const std::filesystem::path& path) {
    return std::ranges::find(film_extensions, path.extension().string()) !=
           std::end(film_extensions);
}

void check_encoder(const std::filesystem::path& path) {
    if (path.extension() != ".webp" && !is_installed("ffmpeg"))
        throw std::runtime_error(no_ffmpeg(path));
}

int FilmShape::frames() const {
    return std::max(1, static_cast<int>(std::lround(seconds * rate)));
}

// The next frame is drawn while one is encoded.
bool write_film(const std::filesystem::path& path, const FilmShape& shape, const DrawFrame& draw,
                const std::stop_token& stop, std::atomic<double>& progress) {
    check(path, shape);
    const auto sink = sink_of(path, shape, stop);
    const int frames = shape.frames();
    const auto drawn = [&](int number) {
        return std::async(std::launch::async, [&draw, second = double{1} * number / shape.rate] {
            return draw(second);
        });
    };
    auto next = drawn(0);
    for (int number = 0; number < frames; ++number) {
        const render::Image frame = next.get();
        if (number + 1 < frames) next = drawn(number + 1);
        if (stop.stop_requested() || !sink->add(frame)) return false;
        progress = static_cast<double>(number + 1) / frames;
    }
    return sink->finish();
}

std::unique_ptr<FilmSink> webp_sink(const std::filesystem::path& path, const FilmShape& shape,
                                    std::stop_token stop) {
    return std::make_unique<WebpSink>(path, shape, std::move(stop));
}

}  // namespace mariani::app
