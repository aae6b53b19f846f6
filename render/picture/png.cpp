#include "render/picture/png.hpp"

#include "render/files/atomic_file.hpp"
#include "render/picture/parallel_for.hpp"
#include "render/picture/png_band.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <csetjmp>
#include <optional>
#include <stdexcept>

#include <fmt/core.h>
#include <png.h>

namespace mariani::render {
namespace {

constexpr std::array<std::uint8_t, 2> zlib_header{0x78,
                                                  0x01};  // 32 KiB of history, compressed fast

// Why libpng failed: it longjmps, so the message is kept where no destructor is skipped.
struct Failure {
    std::string reason;
};

[[noreturn]] void on_error(png_structp png, png_const_charp message) {
    static_cast<Failure*>(png_get_error_ptr(png))->reason = message;
    png_longjmp(png, 1);
}

void on_warning(png_structp, png_const_charp) {}

// Runs calls into libpng; turns its longjmp into an exception. The calls own nothing.
template <typename Calls>
void guarded(png_structp png, const Failure& failure, const std::filesystem::path& path,
             const char* verb, const Calls& calls) {
    if (setjmp(png_jmpbuf(png)))
        throw std::runtime_error(
            fmt::format("cannot {} {}: {}", verb, path.string(), failure.reason));
    calls();
}

bool ascii(const std::string& text) {
    return std::ranges::all_of(text, [](char c) { return c > 0 && c < 0x7f; });
}

std::vector<png_text> chunks_of(std::span<const PngText> texts) {
    std::vector<png_text> chunks;
    for (const auto& [keyword, text] : texts) {
        if (keyword.empty() || keyword.size() > 79 || !ascii(keyword) ||
            text.find('\0') != std::string::npos)
            throw std::runtime_error(
                fmt::format("cannot keep the text \"{}\" in a PNG file: its keyword must be 1 to "
                            "79 ASCII characters, its text without NUL",
                            keyword));
        png_text chunk{};
        const bool plain = ascii(text);
        chunk.compression = plain ? PNG_TEXT_COMPRESSION_NONE : PNG_ITXT_COMPRESSION_NONE;
        chunk.key = const_cast<char*>(keyword.c_str());  // libpng copies
        chunk.text = const_cast<char*>(text.c_str());
        (plain ? chunk.text_length : chunk.itxt_length) = text.size();
        chunks.push_back(chunk);
    }
    return chunks;
}

}  // namespace

struct PngWriter::State {
    State(const std::filesystem::path& path, ImageSize wanted, PixelFormat wanted_format)
        : file(path), size(wanted), format(wanted_format) {
        png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &failure, on_error, on_warning);
        info = png ? png_create_info_struct(png) : nullptr;
        if (!info) throw std::runtime_error("cannot start libpng: out of memory");
        png_set_write_fn(png, this, on_write, nullptr);
        png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
    }
    ~State() { png_destroy_write_struct(&png, &info); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    static void on_write(png_structp png, png_bytep bytes, std::size_t count) {
        auto* state = static_cast<State*>(png_get_io_ptr(png));
        try {
            state->file.write(std::as_bytes(std::span(bytes, count)));
            return;
        } catch (const std::exception& error) {
            state->write_error = error.what();
        }
        png_error(png, "the disk refused it");
    }

    template <typename Calls>
    void run(const Calls& calls) {
        try {
            guarded(png, failure, file.path(), "write", calls);
        } catch (const std::runtime_error&) {
            if (write_error.empty()) throw;
            throw std::runtime_error(write_error);
        }
    }

    // Up to the pixels.
    void start() {
        run([&] {
            set_header();
            png_write_info(png, info);
        });
        chunk("IDAT", zlib_header);
        started = true;
    }

    void set_header() {
        const int colours = palette                       ? PNG_COLOR_TYPE_PALETTE
                            : format == PixelFormat::rgba ? PNG_COLOR_TYPE_RGB_ALPHA
                                                          : PNG_COLOR_TYPE_RGB;
        png_set_IHDR(png, info, static_cast<png_uint_32>(size.width),
                     static_cast<png_uint_32>(size.height), 8, colours, PNG_INTERLACE_NONE,
                     PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
        if (profile.empty())
            png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
        else
            png_set_iCCP(png, info, profile_name.c_str(), PNG_COMPRESSION_TYPE_BASE,
                         reinterpret_cast<png_const_bytep>(profile.data()),
                         static_cast<png_uint_32>(profile.size()));
        if (pixels_per_metre > 0)
            png_set_pHYs(png, info, pixels_per_metre, pixels_per_metre, PNG_RESOLUTION_METER);
        if (palette) set_palette();
    }

    void set_palette() {
        std::array<png_color, FewColours::max> entries{};
        std::ranges::transform(palette->colours(), entries.begin(), [](Rgb8 colour) {
            return png_color{colour.r, colour.g, colour.b};
        });
        png_set_PLTE(png, info, entries.data(), static_cast<int>(palette->colours().size()));
    }

    void chunk(const char* name, std::span<const std::uint8_t> bytes) {
        run([&] {
            png_write_chunk(png, reinterpret_cast<png_const_bytep>(name), bytes.data(),
                            bytes.size());
        });
    }

    void expect(ImageSize rows, PixelFormat their_format) const {
        if (rows.width != size.width || their_format != format ||
            rows.height > size.height - rows_written)
            throw std::runtime_error(fmt::format(
                "cannot write {}: {}x{} pixels do not fit row {} of {}x{}", file.path().string(),
                rows.width, rows.height, rows_written, size.width, size.height));
    }

    PngBand band(const Image& rows) const {
        const auto width = static_cast<std::size_t>(size.width);
        return palette ? compress_rows(palette->indices(rows), width)
                       : compress_rows(rows.bytes(), rows.row_bytes());
    }

    // Enough for the compression not to notice where they end.
    int rows_of_a_band() const {
        constexpr std::size_t bytes = 2 << 20;
        const auto width = static_cast<std::size_t>(size.width);
        return static_cast<int>(
            std::max<std::size_t>(1, bytes / (width * static_cast<std::size_t>(format))));
    }

    void write(std::span<const PngBand> bands) {
        for (const PngBand& band : bands) {
            chunk("IDAT", band.deflated);
            adler = adler_with(adler, band);
        }
    }

    // The last block, which is empty, and the checksum.
    void end_pixels() {
        std::array<std::uint8_t, 6> end{0x03, 0x00};
        for (std::size_t i = 0; i < 4; ++i)
            end[2 + i] = static_cast<std::uint8_t>(adler >> (24 - 8 * i));
        chunk("IDAT", end);
    }

    AtomicFile file;
    ImageSize size;
    PixelFormat format;
    std::optional<FewColours> palette;
    std::string profile_name;
    std::vector<std::byte> profile;  // empty: sRGB
    png_uint_32 pixels_per_metre = 0;
    bool started = false;
    std::uint32_t adler = 1;
    int rows_written = 0;
    Failure failure;
    std::string write_error;
    png_structp png = nullptr;
    png_infop info = nullptr;
};

PngWriter::PngWriter(const std::filesystem::path& path, ImageSize size, PixelFormat format)
    : state_(std::make_unique<State>(path, size, format)) {}

PngWriter::~PngWriter() = default;
PngWriter::PngWriter(PngWriter&&) noexcept = default;
PngWriter& PngWriter::operator=(PngWriter&&) noexcept = default;

void PngWriter::describe(std::span<const PngText> texts) {
    auto chunks = chunks_of(texts);
    State& s = *state_;
    s.run([&] { png_set_text(s.png, s.info, chunks.data(), static_cast<int>(chunks.size())); });
}

void PngWriter::use_palette(FewColours colours) {
    if (state_->format != PixelFormat::rgb)
        throw std::logic_error("a picture with alpha cannot have a palette");
    state_->palette = std::move(colours);
}

void PngWriter::set_resolution(double pixels_per_inch) {
    constexpr double inches_per_metre = 1 / 0.0254;
    state_->pixels_per_metre =
        static_cast<png_uint_32>(std::lround(pixels_per_inch * inches_per_metre));
}

void PngWriter::set_profile(const std::string& name, std::span<const std::byte> profile) {
    constexpr std::size_t longest_name = 79;  // of PNG
    state_->profile_name = name.substr(0, longest_name);
    state_->profile.assign(profile.begin(), profile.end());
}

void PngWriter::write(const Image& rows) {
    state_->expect(rows.size(), rows.format());
    write(rows.size().height, [&](int first, int count) { return rows.rows(first, count); });
}

void PngWriter::write(int rows, const DrawRows& draw) {
    State& s = *state_;
    s.expect({s.size.width, rows}, s.format);
    if (!s.started) s.start();
    const int band_rows = s.rows_of_a_band();
    // Some bands at a time: threads wait for each other only then, and what is held is bounded.
    const int step = band_rows * std::max(32, 2 * hardware_threads());
    for (int first = 0; first < rows; first += step) {
        const int count = std::min(step, rows - first);
        std::vector<PngBand> bands(static_cast<std::size_t>((count + band_rows - 1) / band_rows));
        parallel_for(static_cast<int>(bands.size()), [&](int i) {
            const int begin = i * band_rows;
            const int wanted = std::min(band_rows, count - begin);
            const Image drawn = draw(first + begin, wanted);
            s.expect(drawn.size(), drawn.format());
            if (drawn.size().height != wanted) throw std::logic_error("rows were left undrawn");
            bands[static_cast<std::size_t>(i)] = s.band(drawn);
        });
        s.write(bands);
    }
    s.rows_written += rows;
}

void PngWriter::finish(std::span<const PngText> texts) {
    State& s = *state_;
    if (s.rows_written < s.size.height)
        throw std::runtime_error(fmt::format("cannot finish {}: only {} of its {} rows were given",
                                             s.file.path().string(), s.rows_written,
                                             s.size.height));
    s.end_pixels();
    for (const auto& [keyword, text] : texts) {
        std::vector<std::uint8_t> bytes(keyword.begin(), keyword.end());
        bytes.push_back(0);
        bytes.insert(bytes.end(), text.begin(), text.end());
        s.chunk("tEXt", bytes);
    }
    s.chunk("IEND", {});
    s.file.commit();
}

void write_png(const std::filesystem::path& path, const Image& image,
               std::span<const PngText> texts) {
    PngWriter writer(path, image.size(), image.format());
    writer.describe(texts);
    if (auto colours = few_colours_of(image)) writer.use_palette(std::move(*colours));
    writer.write(image);
    writer.finish();
}

}  // namespace mariani::render
