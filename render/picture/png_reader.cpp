#include "render/files/regular_file.hpp"
#include "render/picture/png.hpp"

#include <csetjmp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include <fmt/core.h>
#include <png.h>

namespace mariani::render {
namespace {

// A picture may come from anyone, and declares how much memory it needs: we set the limits.
// mariani's own have ten texts, the longest of half a MiB (a palette of 65,536 colours).
constexpr std::int64_t max_file_bytes = std::int64_t{4}
                                        << 30;              // of a file: 32768x32768 pixels have 3
constexpr std::int64_t max_bytes_before_pixels = 16 << 20;  // of it that is read for the texts
constexpr std::size_t max_memory = 8 << 20;                 // of libpng: texts, rows, unpacking
constexpr png_alloc_size_t longest_text = 1 << 20;
constexpr png_uint_32 max_texts = 64;
constexpr const char* too_much =
    "the data before its pixels takes more memory than a picture's may: 64 texts of 1 MiB, "
    "8 MiB in all";

struct Decoder {
    explicit Decoder(const std::filesystem::path& from) : path(from), file(from, max_file_bytes) {
        png = png_create_read_struct_2(
            PNG_LIBPNG_VER_STRING, this, on_error, [](png_structp, png_const_charp) {}, this, take,
            [](png_structp, png_voidp taken) { std::free(taken); });
        info = png ? png_create_info_struct(png) : nullptr;
        if (!info) fail("out of memory");
        png_set_read_fn(png, this, on_read);
        png_set_user_limits(png, 65536, 65536);
        // To libpng an oversized text is a "benign" error: it warns, and reads it anyway.
        png_set_benign_errors(png, 0);
        png_set_chunk_malloc_max(png, longest_text);
        png_set_chunk_cache_max(png, max_texts + 2);  // libpng counts two more
    }
    ~Decoder() { png_destroy_read_struct(&png, &info, nullptr); }
    Decoder(const Decoder&) = delete;
    Decoder& operator=(const Decoder&) = delete;

    // Chunks that other programs put before the pixels, and that nothing here uses. To be run().
    void skip_unread() {
        static constexpr png_byte names[] =
            "cHRM\0eXIf\0gAMA\0hIST\0iCCP\0oFFs\0pCAL\0pHYs\0sBIT"
            "\0sCAL\0sPLT\0sRGB\0tIME\0bKGD";
        png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, names,
                                    static_cast<int>(sizeof names / 5));
    }

    [[noreturn]] static void on_error(png_structp png, png_const_charp message) {
        auto* decoder = static_cast<Decoder*>(png_get_error_ptr(png));
        // libpng's messages state neither which limit was exceeded nor what is allowed.
        for (const char* limit : {"too large", "chunk cache", "exceeds"})
            decoder->over_limit |= std::strstr(message, limit) != nullptr;
        const char* why = decoder->over_limit ? too_much : message;
        if (why != decoder->reason)
            std::snprintf(decoder->reason, sizeof decoder->reason, "%s", why);
        png_longjmp(png, 1);
    }

    // Counts allocations and never deallocations: unpacking a text takes several.
    static png_voidp take(png_structp png, png_alloc_size_t bytes) {
        auto* decoder = static_cast<Decoder*>(png_get_mem_ptr(png));
        decoder->over_limit = bytes > max_memory - decoder->memory;
        if (decoder->over_limit) return nullptr;
        decoder->memory += bytes;
        return std::malloc(bytes);
    }

    static void on_read(png_structp png, png_bytep bytes, std::size_t count) {
        auto* decoder = static_cast<Decoder*>(png_get_io_ptr(png));
        if (!decoder->read(std::as_writable_bytes(std::span(bytes, count))))
            png_error(png, decoder->reason);
    }

    // A separate function, as libpng's callbacks may not throw.
    bool read(std::span<std::byte> bytes) noexcept {
        const auto say = [this](const char* why) {
            std::snprintf(reason, sizeof reason, "%s", why);
        };
        try {
            left -= static_cast<std::int64_t>(bytes.size());
            if (left < 0)
                say("it is larger than a picture of its size may be");
            else if (file.read(bytes) != bytes.size())
                say("it ends too early");
            else
                return true;
        } catch (const std::exception& error) {
            say(error.what());
        }
        return false;
    }

    [[noreturn]] void fail(const char* why) const {
        throw std::runtime_error(fmt::format("cannot read {}: {}", path.string(), why));
    }

    // Runs calls into libpng; turns its longjmp on an error into an exception. The calls own
    // nothing, as the jump skips destructors.
    template <typename Calls>
    void run(const Calls& calls) {
        if (setjmp(png_jmpbuf(png))) fail(reason);
        calls();
    }

    const std::filesystem::path& path;
    RegularFile file;
    std::int64_t left = max_bytes_before_pixels;  // bytes that may still be read
    std::size_t memory = 0;
    bool over_limit = false;
    png_structp png = nullptr;
    png_infop info = nullptr;
    char reason[160] = {};
};

// Every PNG as 8-bit rgb or, with transparency, rgba.
void read_header(Decoder& decoder) {
    decoder.run([&decoder] {
        decoder.skip_unread();
        png_read_info(decoder.png, decoder.info);
        png_set_expand(decoder.png);
        png_set_strip_16(decoder.png);
        png_set_gray_to_rgb(decoder.png);
        png_set_interlace_handling(decoder.png);
        png_read_update_info(decoder.png, decoder.info);
    });
}

}  // namespace

Image read_png(const std::filesystem::path& path, ImageSize max_size) {
    Decoder decoder(path);
    read_header(decoder);
    const ImageSize size{static_cast<int>(png_get_image_width(decoder.png, decoder.info)),
                         static_cast<int>(png_get_image_height(decoder.png, decoder.info))};
    if (size.width > max_size.width || size.height > max_size.height)
        decoder.fail(fmt::format("it has {}x{} pixels, more than {}x{}", size.width, size.height,
                                 max_size.width, max_size.height)
                         .c_str());
    const bool alpha = png_get_channels(decoder.png, decoder.info) == 4;
    Image image(size, alpha ? PixelFormat::rgba : PixelFormat::rgb);
    // Incompressible pixels take slightly more than their size; 16-bit ones twice that.
    decoder.left += 3 * static_cast<std::int64_t>(image.bytes().size());
    std::vector<png_bytep> rows;
    for (int y = 0; y < size.height; ++y) rows.push_back(image.row(y).data());
    decoder.run([&decoder, &rows] { png_read_image(decoder.png, rows.data()); });
    return image;
}

std::vector<PngText> read_png_texts(const std::filesystem::path& path) {
    Decoder decoder(path);
    // Text may also follow the pixels, but ours and most others' precedes them.
    read_header(decoder);
    png_textp chunks = nullptr;
    int count = 0;
    png_get_text(decoder.png, decoder.info, &chunks, &count);
    std::vector<PngText> texts;
    for (int i = 0; i < count; ++i) texts.push_back({chunks[i].key, chunks[i].text});
    return texts;
}

}  // namespace mariani::render
