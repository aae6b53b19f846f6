#include "render/png.hpp"

#include <cerrno>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>
#include <png.h>

namespace mariani::render {
namespace {

struct Reader {
    explicit Reader(const std::filesystem::path& from) : path(from) {
        file = std::fopen(path.c_str(), "rbe");
        if (!file) fail(std::strerror(errno));
        png = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, on_error,
                                     [](png_structp, png_const_charp) {});
        info = png ? png_create_info_struct(png) : nullptr;
        if (!info) fail("out of memory");
        png_init_io(png, file);
        png_set_user_limits(png, 65536, 65536);
        png_set_chunk_malloc_max(png, 64u << 20);
    }
    ~Reader() {
        png_destroy_read_struct(&png, &info, nullptr);
        if (file) std::fclose(file);
    }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;

    [[noreturn]] static void on_error(png_structp png, png_const_charp message) {
        auto* reader = static_cast<Reader*>(png_get_error_ptr(png));
        std::snprintf(reader->reason, sizeof reader->reason, "%s", message);
        png_longjmp(png, 1);
    }

    [[noreturn]] void fail(const char* why) const {
        throw std::runtime_error(fmt::format("cannot read {}: {}", path.string(), why));
    }

    // Runs calls into libpng; its jump on an error ends here as an exception. The calls own
    // nothing, for the jump skips destructors.
    template <typename Calls>
    void run(const Calls& calls) {
        if (setjmp(png_jmpbuf(png))) fail(reason);
        calls();
    }

    const std::filesystem::path& path;
    std::FILE* file = nullptr;
    png_structp png = nullptr;
    png_infop info = nullptr;
    char reason[128] = {};
};

// Every PNG as 8 bits of rgb or, with transparency, rgba.
void read_header(Reader& reader) {
    reader.run([&reader] {
        png_read_info(reader.png, reader.info);
        png_set_expand(reader.png);
        png_set_strip_16(reader.png);
        png_set_gray_to_rgb(reader.png);
        png_set_interlace_handling(reader.png);
        png_read_update_info(reader.png, reader.info);
    });
}

}  // namespace

Image read_png(const std::filesystem::path& path) {
    Reader reader(path);
    read_header(reader);
    const ImageSize size{static_cast<int>(png_get_image_width(reader.png, reader.info)),
                         static_cast<int>(png_get_image_height(reader.png, reader.info))};
    const bool alpha = png_get_channels(reader.png, reader.info) == 4;
    Image image(size, alpha ? PixelFormat::rgba : PixelFormat::rgb);
    std::vector<png_bytep> rows;
    for (int y = 0; y < size.height; ++y) rows.push_back(image.row(y).data());
    reader.run([&reader, &rows] { png_read_image(reader.png, rows.data()); });
    return image;
}

std::vector<PngText> read_png_texts(const std::filesystem::path& path) {
    Reader reader(path);
    // Text may stand behind the pixels, too, but ours and most others' is before them.
    read_header(reader);
    png_textp chunks = nullptr;
    int count = 0;
    png_get_text(reader.png, reader.info, &chunks, &count);
    std::vector<PngText> texts;
    for (int i = 0; i < count; ++i) texts.push_back({chunks[i].key, chunks[i].text});
    return texts;
}

}  // namespace mariani::render
