#include "app/produce/exports/picture_export.hpp"

#include "app/files/folders.hpp"
#include "render/picture/png.hpp"
#include "tests/exports/sample_poster.hpp"
#include "tests/files/sandbox.hpp"

#include <csignal>
#include <memory>
#include <sys/resource.h>
#include <thread>
#include <tiffio.h>

namespace mariani::app {
namespace {

class PictureExportTest : public Sandbox {
  protected:
    PictureExportTest()
        : manifest(tests::make_sample(folder / "set", {1500, 700})),
          poster(folder / "set"),
          colours(poster.colours({}, palettes).value()) {}

    PictureExport whole_level(int level) const {
        PictureExport picture{};
        picture.cut = plain_cut(manifest.shape, level);
        picture.window = whole(picture.cut.size);
        picture.profile = &srgb;
        return picture;
    }
    bool tiff(const PictureExport& picture, TiffCompression compression,
              std::stop_token stop = {}) {
        return export_tiff(file, picture, {.compression = compression}, poster, colours, stop,
                           progress)
            .has_value();
    }

    const PyramidManifest manifest;
    render::PaletteLibrary palettes{data_file("assets/palettes")};
    PyramidColours poster;
    const render::ColourMap colours;
    const ColourProfile srgb = ColourProfile::srgb();
    std::atomic<double> progress{0};
    const fs::path file = folder / "out.tif";
};

// What libtiff reads back.
struct ReadTiff {
    explicit ReadTiff(const fs::path& path) : tiff(TIFFOpen(path.c_str(), "r"), TIFFClose) {
        std::uint32_t width = 0, height = 0, length = 0;
        const void* profile = nullptr;
        TIFFGetField(tiff.get(), TIFFTAG_IMAGEWIDTH, &width);
        TIFFGetField(tiff.get(), TIFFTAG_IMAGELENGTH, &height);
        TIFFGetField(tiff.get(), TIFFTAG_COMPRESSION, &compression);
        TIFFGetField(tiff.get(), TIFFTAG_RESOLUTIONUNIT, &unit);
        TIFFGetField(tiff.get(), TIFFTAG_XRESOLUTION, &dpi);
        if (TIFFGetField(tiff.get(), TIFFTAG_ICCPROFILE, &length, &profile)) {
            const auto* const first = static_cast<const std::byte*>(profile);
            icc.assign(first, first + length);
        }
        is_big = TIFFIsBigTIFF(tiff.get()) != 0;
        image = render::Image({static_cast<int>(width), static_cast<int>(height)},
                              render::PixelFormat::rgb);
        for (std::uint32_t y = 0; y < height; ++y)
            if (TIFFReadScanline(tiff.get(), image.row(static_cast<int>(y)).data(), y) != 1)
                throw std::runtime_error("a row cannot be read");
    }
    std::unique_ptr<TIFF, void (*)(TIFF*)> tiff;
    std::uint16_t compression = 0, unit = 0;
    float dpi = 0;
    bool is_big = false;
    std::vector<std::byte> icc;
    render::Image image;
};

TEST_F(PictureExportTest, TiffHasThePixelsTheResolutionAndTheProfile) {
    for (const auto& [compression, tag] :
         {std::pair(TiffCompression::lzw, COMPRESSION_LZW),
          std::pair(TiffCompression::deflate, COMPRESSION_ADOBE_DEFLATE)})
        for (const int level : {0, 2}) {
            PictureExport picture = whole_level(level);
            picture.pixels_per_inch = 254;
            ASSERT_TRUE(tiff(picture, compression));
            EXPECT_EQ(progress, 1.0);
            const ReadTiff read(file);
            EXPECT_EQ(read.image, poster.draw(picture.cut, picture.window, colours));
            EXPECT_EQ(read.compression, tag);
            EXPECT_EQ(read.unit, RESUNIT_INCH);
            EXPECT_EQ(read.dpi, 254);
            EXPECT_TRUE(std::ranges::equal(read.icc, srgb.bytes()));
            EXPECT_FALSE(read.is_big);
        }
}

TEST_F(PictureExportTest, ShowsARectangle) {
    PictureExport picture = whole_level(0);
    picture.window = {301, 203, 999, 401};  // no multiple of a strip or a chunk
    ASSERT_TRUE(tiff(picture, TiffCompression::deflate));
    EXPECT_EQ(ReadTiff(file).image, poster.draw(picture.cut, picture.window, colours));
    ASSERT_TRUE(export_png(folder / "out.png", picture, poster, colours, {}, progress));
    EXPECT_EQ(render::read_png(folder / "out.png"),
              poster.draw(picture.cut, picture.window, colours));
}

TEST_F(PictureExportTest, PngSaysTheResolutionAndTheProfile) {
    PictureExport picture = whole_level(1);
    picture.pixels_per_inch = 300;
    const fs::path png = folder / "out.png";
    ASSERT_TRUE(export_png(png, picture, poster, colours, {}, progress));
    // 11811 pixels per metre across and down.
    EXPECT_NE(text_of(png).find(std::string("pHYs\0\0\x2e\x23\0\0\x2e\x23\x01", 13)),
              std::string::npos);
    EXPECT_NE(text_of(png).find("sRGB"), std::string::npos);
    EXPECT_EQ(render::read_png(png), poster.draw(picture.cut, picture.window, colours));
}

TEST_F(PictureExportTest, IsABigTiffWhereItsBytesAreTooMany) {
    const PictureExport picture = whole_level(0);
    for (const auto compression : {TiffCompression::lzw, TiffCompression::deflate}) {
        const auto kind =
            export_tiff(file, picture, {compression, 100'000}, poster, colours, {}, progress);
        EXPECT_EQ(kind, TiffKind::big);
        const ReadTiff read(file);
        EXPECT_TRUE(read.is_big);
        EXPECT_EQ(read.image, poster.draw(picture.cut, picture.window, colours));
        EXPECT_EQ(names_in(folder).size(), 2u);  // the poster and the file
    }
    EXPECT_EQ(export_tiff(file, picture, {}, poster, colours, {}, progress), TiffKind::plain);
}

TEST_F(PictureExportTest, LeavesNothingBehindThatIsNotWhole) {
    std::stop_source stopped;
    stopped.request_stop();
    EXPECT_FALSE(tiff(whole_level(0), TiffCompression::lzw, stopped.get_token()));
    EXPECT_EQ(names_in(folder).size(), 1u);  // the poster
    put(file, "before");
    EXPECT_FALSE(tiff(whole_level(0), TiffCompression::lzw, stopped.get_token()));
    EXPECT_EQ(text_of(file), "before");
}

TEST_F(PictureExportTest, RefusesWhatIsNotComputedYet) {
    fs::remove_all(folder / "set" / "done");
    fs::create_directory(folder / "set" / "done");
    PyramidColours empty(folder / "set");
    const auto error =
        error_of([&] { export_tiff(file, whole_level(1), {}, empty, colours, {}, progress); });
    EXPECT_SAYS(error, "of the cells of level 1 that it needs are not computed yet");
    EXPECT_FALSE(fs::exists(file));
}

// During its lifetime no file may be longer, as on a disk that is full.
class ShortFiles {
  public:
    explicit ShortFiles(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~ShortFiles() {
        setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    ShortFiles(const ShortFiles&) = delete;

  private:
    void (*handler_)(int);
    rlimit before_{};
};

TEST_F(PictureExportTest, SaysWhyTheDiskRefusesATiffAndLeavesNothing) {
    for (const auto compression : {TiffCompression::lzw, TiffCompression::deflate}) {
        std::string error;
        {
            const ShortFiles full(100'000);
            error = error_of([&] { tiff(whole_level(0), compression); });
        }
        EXPECT_SAYS(error, "out.tif: the file system takes no file this large");
        EXPECT_EQ(names_in(folder).size(), 1u);  // the poster
    }
}

TEST_F(PictureExportTest, NamesTheFileAndTheReasonWhereItCannotWrite) {
    const auto into = [&](const fs::path& path) {
        return error_of(
            [&] { export_tiff(path, whole_level(2), {}, poster, colours, {}, progress); });
    };
    EXPECT_SAYS(into(folder / "none" / "out.tif"), "there is no folder");
    EXPECT_SAYS(into(folder), "it is a folder");
}

}  // namespace
}  // namespace mariani::app
