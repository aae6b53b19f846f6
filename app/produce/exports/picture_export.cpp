#include "app/produce/exports/picture_export.hpp"

#include "render/files/atomic_file.hpp"
#include "render/picture/parallel_for.hpp"
#include "render/picture/png.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdarg>
#include <memory>
#include <new>
#include <stdexcept>
#include <tiffio.h>
#include <vector>
#include <zlib.h>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr int block_columns = 512;  // drawn by one thread
constexpr std::int64_t band_bytes = 128 << 20;

// A row of chunks, or a part of it where the picture is very wide.
int rows_of_a_band(int width) {
    int rows = chunk_side;
    while (rows > 1 && std::int64_t{3} * width * rows > band_bytes) rows /= 2;
    return rows;
}

void copy_into(render::Image& band, const render::Image& block, int x) {
    for (int y = 0; y < block.size().height; ++y)
        std::ranges::copy(block.row(y), band.row(y).begin() + 3 * std::ptrdiff_t{x});
}

using Bytes = std::vector<std::uint8_t>;

constexpr std::int64_t strip_bytes = 1 << 18;
// A picture that will hardly be smaller compressed is begun as a BigTIFF at once.
constexpr std::int64_t hopeless = 32;

struct TooLargeForPlain {};

int rows_of_a_strip(int width) {
    return static_cast<int>(
        std::clamp<std::int64_t>(strip_bytes / (std::int64_t{3} * width), 1, chunk_side));
}

// Differences from the pixel to the left, as the tag Predictor says.
Bytes differences(std::span<const std::uint8_t> rows, std::size_t row_bytes) {
    Bytes bytes(rows.begin(), rows.end());
    for (std::size_t row = 0; row < rows.size(); row += row_bytes)
        for (std::size_t i = row + 3; i < row + row_bytes; ++i)
            bytes[i] = static_cast<std::uint8_t>(rows[i] - rows[i - 3]);
    return bytes;
}

Bytes deflated(const Bytes& bytes) {
    constexpr int level = 6;
    uLongf size = compressBound(static_cast<uLong>(bytes.size()));
    Bytes out(size);
    if (compress2(out.data(), &size, bytes.data(), static_cast<uLong>(bytes.size()), level) != Z_OK)
        throw std::bad_alloc();
    out.resize(size);
    return out;
}

class TiffWriter {
  public:
    TiffWriter(const std::filesystem::path& path, ImageSize size, const TiffChoice& choice,
               TiffKind kind)
        : file_(path),
          size_(size),
          choice_(choice),
          kind_(kind),
          strip_rows_(rows_of_a_strip(size.width)) {
        const std::unique_ptr<TIFFOpenOptions, void (*)(TIFFOpenOptions*)> options(
            TIFFOpenOptionsAlloc(), TIFFOpenOptionsFree);
        TIFFOpenOptionsSetErrorHandlerExtR(options.get(), on_message, this);
        TIFFOpenOptionsSetWarningHandlerExtR(options.get(), on_warning, nullptr);
        tiff_ = {TIFFOpenExt(file_.temporary().c_str(), kind == TiffKind::big ? "w8" : "w",
                             options.get()),
                 TIFFClose};
        if (!tiff_) fail();
        set(TIFFTAG_IMAGEWIDTH, size.width);
        set(TIFFTAG_IMAGELENGTH, size.height);
        set(TIFFTAG_BITSPERSAMPLE, 8);
        set(TIFFTAG_SAMPLESPERPIXEL, 3);
        set(TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB);
        set(TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
        set(TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
        set(TIFFTAG_COMPRESSION, choice.compression == TiffCompression::lzw
                                     ? COMPRESSION_LZW
                                     : COMPRESSION_ADOBE_DEFLATE);
        set(TIFFTAG_PREDICTOR, PREDICTOR_HORIZONTAL);
        set(TIFFTAG_ROWSPERSTRIP, strip_rows_);
        set(TIFFTAG_SOFTWARE, "mariani");
    }

    void set_resolution(double pixels_per_inch) {
        set(TIFFTAG_RESOLUTIONUNIT, RESUNIT_INCH);
        set(TIFFTAG_XRESOLUTION, pixels_per_inch);
        set(TIFFTAG_YRESOLUTION, pixels_per_inch);
    }
    void set_profile(std::span<const std::byte> profile) {
        set(TIFFTAG_ICCPROFILE, static_cast<std::uint32_t>(profile.size()), profile.data());
    }

    // The next rows: all rows of a strip come together.
    void write(const render::Image& band) {
        const int rows = band.size().height;
        for (int first = 0; first < rows;) {
            if (kept_.empty() && rows - first >= strip_rows_) {
                const int whole = (rows - first) / strip_rows_ * strip_rows_;
                write_strips(rows_of(band, first, whole));
                first += whole;
                continue;
            }
            const int wanted = std::min(rows - first, strip_rows_ - kept_rows());
            const auto some = rows_of(band, first, wanted);
            kept_.insert(kept_.end(), some.begin(), some.end());
            first += wanted;
            if (kept_rows() == strip_rows_) flush();
        }
    }

    void finish() {
        flush();
        check(TIFFWriteDirectory(tiff_.get()) == 1);
        tiff_.reset();
        if (!message_.empty()) fail();
        file_.commit();
    }

  private:
    static int on_message(TIFF*, void* self, const char*, const char* format, va_list values) {
        std::array<char, 256> text{};
        const int error = errno;
        std::vsnprintf(text.data(), text.size(), format, values);
        auto& message = static_cast<TiffWriter*>(self)->message_;
        if (message.empty()) message = error == 0 ? text.data() : render::why_not_written(error);
        return 1;
    }
    static int on_warning(TIFF*, void*, const char*, const char*, va_list) { return 1; }

    template <typename... Values>
    void set(std::uint32_t tag, Values... values) {
        check(TIFFSetField(tiff_.get(), tag, values...) == 1);
    }
    void check(bool done) {
        if (!done) fail();
    }
    [[noreturn]] void fail() const {
        throw std::runtime_error(
            fmt::format("cannot write {}: {}", file_.path().string(),
                        message_.empty() ? "libtiff does not say why" : message_));
    }

    std::size_t row_bytes() const { return 3 * static_cast<std::size_t>(size_.width); }
    int kept_rows() const { return static_cast<int>(kept_.size() / row_bytes()); }
    std::span<const std::uint8_t> rows_of(const render::Image& band, int first, int count) const {
        return band.bytes().subspan(static_cast<std::size_t>(first) * row_bytes(),
                                    static_cast<std::size_t>(count) * row_bytes());
    }

    void flush() {
        if (!kept_.empty()) write_strips(kept_);
        kept_.clear();
    }

    void write_strips(std::span<const std::uint8_t> rows) {
        const std::size_t bytes = static_cast<std::size_t>(strip_rows_) * row_bytes();
        const std::size_t count = (rows.size() + bytes - 1) / bytes;
        const auto strip = [&](std::size_t i) {
            return rows.subspan(i * bytes, std::min(bytes, rows.size() - i * bytes));
        };
        if (choice_.compression == TiffCompression::lzw) {
            Bytes changed;  // the library takes differences in place
            for (std::size_t i = 0; i < count; ++i) {
                changed.assign(strip(i).begin(), strip(i).end());
                put(changed, TIFFWriteEncodedStrip);
            }
            return;
        }
        std::vector<Bytes> strips(count);
        render::parallel_for(static_cast<int>(count), [&](int i) {
            const auto place = static_cast<std::size_t>(i);
            strips[place] = deflated(differences(strip(place), row_bytes()));
        });
        for (Bytes& compressed : strips) put(compressed, TIFFWriteRawStrip);
    }

    void put(Bytes& bytes, tmsize_t (*store)(TIFF*, std::uint32_t, void*, tmsize_t)) {
        errno = 0;
        const std::uint32_t strip = next_strip_++;
        check(store(tiff_.get(), strip, bytes.data(), static_cast<tmsize_t>(bytes.size())) >= 0);
        written_ += static_cast<std::int64_t>(TIFFGetStrileByteCount(tiff_.get(), strip));
        if (kind_ == TiffKind::plain && written_ > choice_.most_plain_bytes)
            throw TooLargeForPlain();
    }

    render::AtomicFile file_;
    ImageSize size_;
    const TiffChoice choice_;
    const TiffKind kind_;
    int strip_rows_;
    std::string message_;  // of the library's first error
    std::unique_ptr<TIFF, void (*)(TIFF*)> tiff_{nullptr, TIFFClose};
    Bytes kept_;  // rows of a strip that is not complete
    std::uint32_t next_strip_ = 0;
    std::int64_t written_ = 0;  // bytes of strips
};

bool write_tiff(TiffWriter& tiff, const PictureExport& picture, PyramidColours& poster,
                const render::ColourMap& colours, const std::stop_token& stop,
                std::atomic<double>& progress) {
    if (picture.pixels_per_inch) tiff.set_resolution(*picture.pixels_per_inch);
    tiff.set_profile(picture.profile->bytes());
    if (!draw_bands(picture, poster, colours, stop, progress, [&](const render::Image& band) {
            tiff.write(band);
            return true;
        }))
        return false;
    tiff.finish();
    return true;
}

}  // namespace

bool draw_bands(const PictureExport& picture, PyramidColours& poster,
                const render::ColourMap& colours, const std::stop_token& stop,
                std::atomic<double>& progress,
                const std::function<bool(const render::Image&)>& use) {
    const PixelRect& window = picture.window;
    if (const auto why = why_unfinished(poster, picture.cut.level, source_of(picture.cut, window)))
        throw std::runtime_error(*why);
    const int rows = rows_of_a_band(window.width);
    for (int first = 0; first < window.height; first += rows) {
        const int height = std::min(rows, window.height - first);
        render::Image band({window.width, height}, render::PixelFormat::rgb);
        render::parallel_for((window.width + block_columns - 1) / block_columns, [&](int i) {
            if (stop.stop_requested()) return;
            const int x = i * block_columns;
            const PixelRect block{window.x + x, window.y + first,
                                  std::min(block_columns, window.width - x), height};
            render::Image drawn = poster.draw(picture.cut, block, colours);
            picture.profile->convert(drawn);
            copy_into(band, drawn, x);
        });
        if (stop.stop_requested() || !use(band)) return false;
        progress = static_cast<double>(first + height) / window.height;
    }
    return true;
}

bool export_png(const std::filesystem::path& file, const PictureExport& picture,
                PyramidColours& poster, const render::ColourMap& colours,
                const std::stop_token& stop, std::atomic<double>& progress) {
    render::PngWriter png(file, {picture.window.width, picture.window.height},
                          render::PixelFormat::rgb);
    if (picture.pixels_per_inch) png.set_resolution(*picture.pixels_per_inch);
    if (!picture.profile->is_srgb())
        png.set_profile(picture.profile->name(), picture.profile->bytes());
    const bool own_colours =
        picture.cut.size == ImageSize{picture.cut.rect.width, picture.cut.rect.height} &&
        picture.profile->is_srgb();
    if (auto few = own_colours ? colours.few_colours() : std::nullopt)
        png.use_palette(std::move(*few));
    if (!draw_bands(picture, poster, colours, stop, progress, [&](const render::Image& band) {
            png.write(band);
            return true;
        }))
        return false;
    png.finish();
    return true;
}

std::optional<TiffKind> export_tiff(const std::filesystem::path& file, const PictureExport& picture,
                                    const TiffChoice& choice, PyramidColours& poster,
                                    const render::ColourMap& colours, const std::stop_token& stop,
                                    std::atomic<double>& progress) {
    const ImageSize size{picture.window.width, picture.window.height};
    const auto written_as = [&](TiffKind kind) -> std::optional<TiffKind> {
        TiffWriter tiff(file, size, choice, kind);
        if (!write_tiff(tiff, picture, poster, colours, stop, progress)) return std::nullopt;
        return kind;
    };
    if (3 * pixel_count(size) / hopeless <= choice.most_plain_bytes) try {
            return written_as(TiffKind::plain);
        } catch (const TooLargeForPlain&) {
        }
    return written_as(TiffKind::big);
}

}  // namespace mariani::app
