#include "render/picture/png.hpp"

#include "render/files/atomic_file.hpp"

#include <algorithm>
#include <csetjmp>
#include <cstring>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <png.h>

namespace mariani::render {
namespace {

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

    AtomicFile file;
    ImageSize size;
    PixelFormat format;
    int rows_written = 0;
    Failure failure;
    std::string write_error;
    png_structp png = nullptr;
    png_infop info = nullptr;
};

PngWriter::PngWriter(const std::filesystem::path& path, ImageSize size, PixelFormat format) {
    state_ = std::make_unique<State>(path, size, format);
    State& s = *state_;
    s.run([&] {
        png_set_user_limits(s.png, 0x7fffffff, 0x7fffffff);
        png_set_IHDR(s.png, s.info, static_cast<png_uint_32>(size.width),
                     static_cast<png_uint_32>(size.height), 8,
                     format == PixelFormat::rgba ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB,
                     PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
        png_set_sRGB(s.png, s.info, PNG_sRGB_INTENT_PERCEPTUAL);
        png_set_compression_level(s.png, 6);
    });
}

PngWriter::~PngWriter() = default;
PngWriter::PngWriter(PngWriter&&) noexcept = default;
PngWriter& PngWriter::operator=(PngWriter&&) noexcept = default;

void PngWriter::describe(std::span<const PngText> texts) {
    auto chunks = chunks_of(texts);
    State& s = *state_;
    s.run([&] { png_set_text(s.png, s.info, chunks.data(), static_cast<int>(chunks.size())); });
}

void PngWriter::write(const Image& rows) {
    State& s = *state_;
    const ImageSize size = rows.size();
    if (size.width != s.size.width || rows.format() != s.format ||
        size.height > s.size.height - s.rows_written)
        throw std::runtime_error(fmt::format(
            "cannot write {}: {}x{} pixels do not fit row {} of {}x{}", s.file.path().string(),
            size.width, size.height, s.rows_written, s.size.width, s.size.height));
    s.run([&] {
        if (s.rows_written == 0) png_write_info(s.png, s.info);
        for (int y = 0; y < size.height; ++y) png_write_row(s.png, rows.row(y).data());
    });
    s.rows_written += size.height;
}

void PngWriter::finish() {
    State& s = *state_;
    if (s.rows_written < s.size.height)
        throw std::runtime_error(fmt::format("cannot finish {}: only {} of its {} rows were given",
                                             s.file.path().string(), s.rows_written,
                                             s.size.height));
    s.run([&] { png_write_end(s.png, nullptr); });
    s.file.commit();
}

void write_png(const std::filesystem::path& path, const Image& image,
               std::span<const PngText> texts) {
    PngWriter writer(path, image.size(), image.format());
    writer.describe(texts);
    writer.write(image);
    writer.finish();
}

}  // namespace mariani::render
