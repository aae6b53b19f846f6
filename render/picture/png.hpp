// PNG files: written from top to bottom and whole or not at all, with text; and read back.
#pragma once

#include "render/picture/image.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace mariani::render {

// Text stored with a picture. The keyword has 1 to 79 printable ASCII characters; the text is UTF-8
// of any length without NUL.
struct PngText {
    std::string keyword;
    std::string text;
    bool operator==(const PngText&) const = default;
};

// Everything here throws std::runtime_error naming the file and the reason.
class PngWriter {
  public:
    PngWriter(const std::filesystem::path& path, ImageSize size, PixelFormat format);
    ~PngWriter();  // without finish(), e.g. of a cancelled export: nothing is left behind
    PngWriter(PngWriter&&) noexcept;
    PngWriter& operator=(PngWriter&&) noexcept;

    // Adds these to the picture's texts; to be called before the first row.
    void describe(std::span<const PngText> texts);
    // Stores each pixel of an rgb picture as one byte; to be called before the first row. Rows of
    // any other colour are refused with std::logic_error.
    void use_palette(FewColours colours);
    // How large the picture is meant to be; to be called before the first row.
    void set_resolution(double pixels_per_inch);
    // The ICC profile, in place of sRGB, of the colours of an rgb picture; to be called before the
    // first row.
    void set_profile(const std::string& name, std::span<const std::byte> profile);
    // The next rows, top to bottom: as wide as the picture and in its format.
    void write(const Image& rows);
    // Some of the next rows: count of them from first on, which starts at 0 with every write().
    using DrawRows = std::function<Image(int first, int count)>;
    // The next rows, drawn and compressed on all threads of the machine: draw() is called for a few
    // rows at a time, by several threads at once. What it throws is thrown again.
    void write(int rows, const DrawRows& draw);
    // After the last row: adds what is known only now, in ASCII, and puts the file in its place.
    void finish(std::span<const PngText> texts = {});

  private:
    struct State;
    std::unique_ptr<State> state_;
};

// With a palette if the picture has few colours.
void write_png(const std::filesystem::path& path, const Image& image,
               std::span<const PngText> texts = {});
// The same as bytes, for a small picture, in rgb.
std::vector<std::byte> png_bytes(const Image& image);
// Any PNG of at most this size, as rgb or (with alpha) rgba.
Image read_png(const std::filesystem::path& path, ImageSize max_size = {8192, 8192});
std::vector<PngText> read_png_texts(const std::filesystem::path& path);

}  // namespace mariani::render
