// Animated WebP by libwebp, which keeps the encoded frames in memory until the end.
#include "app/files/own_file.hpp"
#include "app/produce/film.hpp"

#include <cstddef>
#include <span>
#include <stdexcept>
#include <utility>
#include <webp/encode.h>
#include <webp/mux.h>

#include <fmt/core.h>

namespace mariani::app {
namespace {

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

std::unique_ptr<FilmSink> webp_sink(const std::filesystem::path& path, const FilmShape& shape,
                                    std::stop_token stop) {
    return std::make_unique<WebpSink>(path, shape, std::move(stop));
}

}  // namespace mariani::app
